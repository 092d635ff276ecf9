"""The shapes of secrets that show by themselves: keys and tokens of providers, key blocks.

Rows of (kind, expression). The named group `v` is the value, else the whole match is. The
expressions begin with fixed letters and repeat only bounded or disjoint classes, so that no
text makes them slow.
"""

_LEFT = r"(?<![A-Za-z0-9_])"

# Sources: the providers' own documentation of their formats.
TOKEN_RULES: tuple[tuple[str, str], ...] = (
    ("aws-key", _LEFT + r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])"),
    ("github-token", _LEFT + r"gh[pousr]_[A-Za-z0-9]{20,255}"),
    ("github-token", _LEFT + r"github_pat_[A-Za-z0-9_]{20,255}"),
    ("gitlab-token", _LEFT + r"gl(?:pat|dt|rt|ptt|ft|soat|cbt|agent|imt|oas|ffct)-[A-Za-z0-9_.-]{16,}"),
    ("slack-token", _LEFT + r"xox[abeoprs]-[A-Za-z0-9-]{10,}"),
    ("slack-token", _LEFT + r"xapp-\d-[A-Za-z0-9-]{10,}"),
    ("webhook", r"https://hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/[A-Za-z0-9/_-]{16,}"),
    ("webhook", r"https://(?:\w+\.)?discord(?:app)?\.com/api/webhooks/\d{5,}/[\w-]{16,}"),
    ("webhook", r"https://[\w.-]+\.webhook\.office\.com/[\w@/-]{20,}"),
    ("webhook", r"https://open\.(?:feishu|larksuite)\.(?:cn|com)/open-apis/bot/v2/hook/(?P<v>[\w-]{16,})"),
    ("webhook", r"https://qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key=(?P<v>[\w-]{16,})"),
    ("discord-token", _LEFT + r"[MNO][A-Za-z\d_-]{22,27}\.[A-Za-z\d_-]{6}\.[A-Za-z\d_-]{20,}"),
    ("telegram-token", r"(?<!\d)\d{8,10}:AA[\w-]{24,}"),
    ("stripe-key", _LEFT + r"[srp]k_(?:live|test)_[A-Za-z0-9]{10,}"),
    ("stripe-key", _LEFT + r"whsec_[A-Za-z0-9+/=]{16,}"),
    ("ai-key", _LEFT + r"sk-(?:ant|proj|svcacct|admin|or|lf|None)-[A-Za-z0-9_-]{12,}"),
    ("ai-key", _LEFT + r"sk-[A-Za-z0-9]{20,}(?![A-Za-z0-9-])"),
    ("ai-key", _LEFT + r"(?:gsk_|pplx-|xai-|r8_|hf_|tgp_v1_|fw_|jina_|co_)[A-Za-z0-9_-]{24,}"),
    ("google-key", _LEFT + r"AIza[\w-]{30,40}"),
    ("google-key", _LEFT + r"GOCSPX-[\w-]{16,}"),
    ("google-key", _LEFT + r"ya29\.[\w-]{20,}"),
    ("google-key", _LEFT + r"1//0[\w-]{30,}"),
    ("sendgrid-key", _LEFT + r"SG\.[\w-]{12,}\.[\w-]{20,}"),
    ("mailgun-key", _LEFT + r"key-[0-9a-f]{32}(?![0-9a-f])"),
    ("mailchimp-key", _LEFT + r"[0-9a-f]{32}-us\d{1,2}(?!\d)"),
    ("brevo-key", _LEFT + r"xkeysib-[0-9a-f]{20,}-\w{8,}"),
    ("twilio-key", _LEFT + r"SK[0-9a-f]{32}(?![0-9a-f])"),
    ("package-token", _LEFT + r"npm_[A-Za-z0-9]{30,}"),
    ("package-token", _LEFT + r"pypi-AgE[\w-]{20,}"),
    ("package-token", _LEFT + r"(?:rubygems_[0-9a-f]{40,}|oy2[a-z0-9]{43}|cio[A-Za-z0-9]{32})(?![A-Za-z0-9])"),
    ("docker-token", _LEFT + r"dckr_(?:pat|oat)_[\w-]{16,}"),
    ("cloud-token", _LEFT + r"do[oprt]_v1_[0-9a-f]{40,}"),
    ("cloud-token", _LEFT + r"(?:sbp_|sb_secret_|supabase_)[A-Za-z0-9_-]{20,}"),
    ("cloud-token", _LEFT + r"(?:pscale_(?:tkn|pw|oauth)_|nfp_|tfp_|dapi|rnd_|hcp\.|vercel_|phc_|phx_)[A-Za-z0-9_.=-]{28,}"),
    ("cloud-token", _LEFT + r"(?:hvs|hvb|hvr)\.[\w-]{20,}"),
    ("cloud-token", _LEFT + r"(?:FlyV1 )?fm[12][ar]?_[\w+/=-]{30,}"),
    ("cloud-token", _LEFT + r"HRKU-[\w-]{30,}"),
    ("cloud-token", _LEFT + r"dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{30,}"),
    ("cloud-token", _LEFT + r"[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{40,}"),
    ("cloud-token", _LEFT + r"ATATT3[\w=-]{20,}|" + _LEFT + r"ATBB[A-Za-z0-9]{28,}"),
    ("cloud-token", _LEFT + r"(?:AccountKey|SharedAccessKey|SharedSecretValue)=(?P<v>[\w+/]{16,}={0,2})"),
    ("monitoring-key", _LEFT + r"NR(?:AK|JS|II|IQ)-[A-Z0-9a-f-]{16,}"),
    ("monitoring-key", _LEFT + r"gl(?:sa|c)_[\w=+/-]{24,}"),
    ("monitoring-key", _LEFT + r"sntry[su]_[\w=+/-]{20,}"),
    ("work-token", _LEFT + r"pat[A-Za-z0-9]{10,17}\.[A-Za-z0-9]{40,}"),
    ("work-token", _LEFT + r"(?:lin_api_|lin_oauth_|ntn_|secret_|figd_|PMAK-|pat-[nae]u1-|shpat_|shpss_|shpca_|shppa_|sq0[ac][ts]p-|sqOatp-|EAAA|ops_|glean_)[\w-]{24,}"),
    ("social-token", _LEFT + r"EAA[A-Za-z0-9]{60,}"),
    ("social-token", _LEFT + r"A{20,25}[\w%]{40,}"),
    ("payment-token", r"access_token\$production\$[0-9a-z]{10,}\$[0-9a-f]{32}"),
    ("aliyun-key", _LEFT + r"LTAI[A-Za-z0-9]{12,30}"),
    ("tencent-key", _LEFT + r"AKID[A-Za-z0-9]{13,48}"),
    ("volcengine-key", _LEFT + r"AKLT[\w-]{20,}"),
    ("dingtalk-key", _LEFT + r"SEC[0-9a-f]{64}"),
    ("age-key", _LEFT + r"AGE-SECRET-KEY-1[A-Z0-9]{40,}"),
    ("jwt", _LEFT + r"eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{10,}"),
    ("bearer-token", r"(?i:\bbearer)\s{1,3}(?P<v>(?=[\w.~+/-]{0,200}\d)[\w.~+/-]{16,}={0,2})"),
    ("basic-auth", r"(?i:authorization:\s{0,3}basic)\s{1,3}(?P<v>[\w+/-]{8,}={0,2})"),
    ("url-password", r"\b[a-zA-Z][a-zA-Z0-9+.-]{1,20}://[^\s:/@'\"<>]{0,64}:(?P<v>[^\s/@'\"<>][^\s@'\"<>]{0,128})@"),
    ("url-password", r"\bhttps?://(?P<v>[A-Za-z0-9_-]{20,128})@"),
    ("url-password", r"[?&;](?i:password|passwd|pwd|token|access_token|auth|api_?key|secret|sig|signature|client_secret)=(?P<v>[^\s&'\"<>;]{6,512})"),
    ("otp-seed", r"otpauth://[^\s?]{1,200}\?[^\s]{0,200}?secret=(?P<v>[A-Za-z2-7]{8,})"),
    ("command-password", r"\bsshpass\s{1,3}-p\s{0,3}(?P<v>'[^'\n]{1,100}'|\"[^\"\n]{1,100}\"|[^\s'\"]{3,100})"),
    ("command-password", r"\b(?:curl|wget|http)\b[^\n]{0,200}?\s(?:-u|--user)[\s=]{1,3}['\"]?[^\s:'\"]{1,64}:(?P<v>[^\s'\"]{3,100})"),
    ("command-password", r"\b(?:mysql|mysqldump|mariadb)\b[^\n]{0,100}?\s-p(?P<v>[^\s-][^\s]{2,100})"),
    ("command-password", r"\s--?(?:password|passwd|pass|token|api-key|secret)(?:=|\s{1,3})(?P<v>'[^'\n]{3,100}'|\"[^\"\n]{3,100}\"|[^\s'\"-][^\s'\"]{3,100})"),
    ("command-password", r"\b(?:docker|podman|helm|az|oc)\b[^\n]{0,60}?\blogin\b[^\n]{0,100}?\s-p\s{1,3}(?P<v>[^\s'\"]{4,200})"),
    ("command-password", r"\bmachine\s{1,3}\S{1,100}\s{1,3}login\s{1,3}\S{1,100}\s{1,3}password\s{1,3}(?P<v>\S{3,100})"),
)

# The words between the dashes are disjoint from what follows: the search cannot run wild.
KEY_BLOCK = (
    r"-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:\s|\\n|\\r){1,8}"
    r"(?P<v>[A-Za-z0-9+/=][A-Za-z0-9+/=:,.()\s\\-]{15,20000}?)"
    r"(?=(?:\s|\\n|\\r){0,8}-----END|\n\n\n|\Z)"
)
