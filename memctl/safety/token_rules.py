"""The shapes of secrets that show by themselves: keys and tokens of providers, key blocks.

Rows of (kind, hints, expression): the expression is tried only on a text that holds one of
the hints. The named group `v` is the value, else the whole match is. Repetitions are bounded
or stand at the end, so that no text makes them slow.

Sources: the providers' own documentation of their formats.
"""

_LEFT = r"(?<![A-Za-z0-9_])"
_ARGUMENT = r"(?P<v>'[^'\n]{3,100}'|\"[^\"\n]{3,100}\"|[^\s'\"-][^\s'\"]{3,100})"

_CODE_HOSTS = (
    ("github-token", "gh", _LEFT + r"gh[pousr]_[A-Za-z0-9]{20,255}"),
    ("github-token", "github_pat_", _LEFT + r"github_pat_[A-Za-z0-9_]{20,255}"),
    (
        "gitlab-token",
        "gl",
        _LEFT + r"gl(?:pat|dt|rt|ptt|ft|soat|cbt|agent|imt|oas|ffct)-[A-Za-z0-9_.-]{16,255}",
    ),
    ("package-token", "npm_", _LEFT + r"npm_[A-Za-z0-9]{30,255}"),
    ("package-token", "pypi-AgE", _LEFT + r"pypi-AgE[\w-]{20,500}"),
    ("package-token", "rubygems_", _LEFT + r"rubygems_[0-9a-f]{40,64}"),
    ("docker-token", "dckr_", _LEFT + r"dckr_(?:pat|oat)_[\w-]{16,255}"),
    ("cloud-token", "ATATT3", _LEFT + r"ATATT3[\w=-]{20,500}"),
    ("cloud-token", "ATBB", _LEFT + r"ATBB[A-Za-z0-9]{28,64}"),
)
_CLOUDS = (
    ("aws-key", "AKIA ASIA ABIA ACCA", _LEFT + r"A(?:KI|SI|BI|CC)A[A-Z0-9]{16}(?![A-Za-z0-9])"),
    ("google-key", "AIza", _LEFT + r"AIza[\w-]{30,40}"),
    ("google-key", "GOCSPX-", _LEFT + r"GOCSPX-[\w-]{16,64}"),
    ("google-key", "ya29.", _LEFT + r"ya29\.[\w-]{20,500}"),
    ("google-key", "1//0", _LEFT + r"1//0[\w-]{30,255}"),
    ("cloud-token", "_v1_", _LEFT + r"do[oprt]_v1_[0-9a-f]{40,128}"),
    ("cloud-token", "sbp_ sb_secret_", _LEFT + r"sb(?:p|_secret)_[A-Za-z0-9_-]{20,128}"),
    ("cloud-token", "pscale_", _LEFT + r"pscale_(?:tkn|pw|oauth)_[\w.=-]{28,255}"),
    (
        "cloud-token",
        "nfp_ tfp_ dapi rnd_ hcp. vercel_ phc_ phx_",
        _LEFT + r"(?:nfp_|tfp_|dapi|rnd_|hcp\.|vercel_|ph[cx]_)[\w.=-]{28,255}",
    ),
    ("cloud-token", "hvs. hvb. hvr.", _LEFT + r"hv[sbr]\.[\w-]{20,255}"),
    ("cloud-token", "fm1 fm2", _LEFT + r"fm[12][ar]?_[\w+/=-]{30,2000}"),
    ("cloud-token", "HRKU-", _LEFT + r"HRKU-[\w-]{30,128}"),
    ("cloud-token", "dp.", _LEFT + r"dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{30,128}"),
    ("cloud-token", ".atlasv1.", _LEFT + r"[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{40,128}"),
    (
        "cloud-token",
        "AccountKey= SharedAccessKey= SharedSecretValue=",
        r"(?:AccountKey|SharedAccessKey|SharedSecretValue)=(?P<v>[\w+/]{16,255}={0,2})",
    ),
    ("aliyun-key", "LTAI", _LEFT + r"LTAI[A-Za-z0-9]{12,30}"),
    ("tencent-key", "AKID", _LEFT + r"AKID[A-Za-z0-9]{13,48}"),
    ("volcengine-key", "AKLT", _LEFT + r"AKLT[\w-]{20,128}"),
    ("monitoring-key", "NR", _LEFT + r"NR(?:AK|JS|II|IQ)-[A-Za-z0-9-]{16,64}"),
    ("monitoring-key", "glsa_ glc_", _LEFT + r"gl(?:sa|c)_[\w=+/-]{24,500}"),
    ("monitoring-key", "sntry", _LEFT + r"sntry[su]_[\w=+/-]{20,500}"),
)
_SERVICES = (
    ("stripe-key", "k_live_ k_test_", _LEFT + r"[srp]k_(?:live|test)_[A-Za-z0-9]{10,255}"),
    ("stripe-key", "whsec_", _LEFT + r"whsec_[A-Za-z0-9+/=]{16,128}"),
    (
        "ai-key",
        "sk-",
        _LEFT + r"sk-(?:(?:ant|proj|svcacct|admin|or)-[\w-]{12,255}|[A-Za-z0-9]{20,255}(?![\w-]))",
    ),
    (
        "ai-key",
        "gsk_ pplx- xai- r8_ hf_ tgp_v1_ fw_ jina_",
        _LEFT + r"(?:gsk_|pplx-|xai-|r8_|hf_|tgp_v1_|fw_|jina_)[A-Za-z0-9_-]{24,255}",
    ),
    ("sendgrid-key", "SG.", _LEFT + r"SG\.[\w-]{12,64}\.[\w-]{20,128}"),
    ("mailgun-key", "key-", _LEFT + r"key-[0-9a-f]{32}(?![0-9a-f])"),
    ("mailchimp-key", "-us", _LEFT + r"[0-9a-f]{32}-us\d{1,2}(?!\d)"),
    ("brevo-key", "xkeysib-", _LEFT + r"xkeysib-[0-9a-f]{20,128}-\w{8,64}"),
    ("twilio-key", "SK", _LEFT + r"SK[0-9a-f]{32}(?![0-9a-f])"),
    ("work-token", "pat", _LEFT + r"pat[A-Za-z0-9]{10,17}\.[A-Za-z0-9]{40,128}"),
    (
        "work-token",
        "lin_ ntn_ secret_ figd_ PMAK- -na1- -eu1- shp sq0 sqOatp- ops_",
        _LEFT
        + r"(?:lin_(?:api|oauth)_|ntn_|secret_|figd_|PMAK-|pat-(?:na|eu)1-|shp(?:at|ss|ca|pa)_"
        r"|sq0[ac][ts]p-|sqOatp-|ops_)[\w-]{22,500}",
    ),
    ("social-token", "EAA", _LEFT + r"EAA[A-Za-z0-9]{60,500}"),
    (
        "payment-token",
        "access_token$production$",
        r"access_token\$production\$[0-9a-z]{10,64}\$[0-9a-f]{32}",
    ),
)
_CHATS = (
    ("slack-token", "xox", _LEFT + r"xox[abeoprs]-[A-Za-z0-9-]{10,255}"),
    ("slack-token", "xapp-", _LEFT + r"xapp-\d-[A-Za-z0-9-]{10,255}"),
    (
        "webhook",
        "https://hooks.slack",
        r"https://hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/[A-Za-z0-9/_-]{16,255}",
    ),
    (
        "webhook",
        "/api/webhooks/",
        r"https://(?:\w{1,20}\.)?discord(?:app)?\.com/api/webhooks/\d{5,30}/[\w-]{16,255}",
    ),
    ("webhook", ".webhook.office", r"https://[\w-]{1,63}\.webhook\.office\.com/[\w@/-]{20,500}"),
    (
        "webhook",
        "/bot/v2/hook/",
        r"https://open\.(?:feishu|larksuite)\.(?:cn|com)/open-apis/bot/v2/hook/(?P<v>[\w-]{16,64})",
    ),
    (
        "webhook",
        "qyapi.weixin",
        r"https://qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key=(?P<v>[\w-]{16,64})",
    ),
    (
        "discord-token",
        ".",
        _LEFT + r"[MNO][A-Za-z\d_-]{22,27}\.[A-Za-z\d_-]{6}\.[A-Za-z\d_-]{20,64}",
    ),
    ("telegram-token", ":AA", r"(?<!\d)\d{8,10}:AA[\w-]{24,64}"),
    ("dingtalk-key", "SEC", _LEFT + r"SEC[0-9a-f]{64}"),
)
_ANY_SERVICE = (
    ("age-key", "AGE-SECRET-KEY-1", _LEFT + r"AGE-SECRET-KEY-1[A-Z0-9]{40,64}"),
    ("jwt", "eyJ", _LEFT + r"eyJ[\w-]{8,2000}\.eyJ[\w-]{8,4000}\.[\w-]{10,1000}"),
    (
        "bearer-token",
        "earer EARER",
        r"(?i:\bbearer)\s{1,3}(?P<v>(?=[\w.~+/-]{0,200}\d)[\w.~+/-]{16,2000}={0,2})",
    ),
    (
        "basic-auth",
        "asic ASIC",
        r"(?i:authorization:\s{0,3}basic)\s{1,3}(?P<v>[\w+/-]{8,500}={0,2})",
    ),
    (
        "url-password",
        "://",
        r"\b[a-zA-Z][a-zA-Z0-9+.-]{1,20}://[^\s:/@'\"<>]{0,64}:(?P<v>[^\s/@'\"<>][^\s@'\"<>]{0,128})@",
    ),
    ("url-password", "://", r"\bhttps?://(?P<v>[A-Za-z0-9_-]{20,128})@"),
    (
        "url-password",
        "=",
        (
            r"[?&;](?i:password|passwd|pwd|token|access_token|auth|api_?key|secret|sig|signature"
            r"|client_secret)=(?P<v>[^\s&'\"<>;]{6,512})"
        ),
    ),
    (
        "otp-seed",
        "otpauth://",
        r"otpauth://[^\s?]{1,200}\?[^\s]{0,200}?secret=(?P<v>[A-Za-z2-7]{8,128})",
    ),
)
_COMMANDS = (
    ("command-password", "sshpass", r"\bsshpass\s{1,3}-p\s{0,3}" + _ARGUMENT),
    (
        "command-password",
        "curl wget http",
        (
            r"\b(?:curl|wget|http)\b[^\n]{0,200}?\s(?:-u|--user)[\s=]{1,3}['\"]?[^\s:'\"]{1,64}"
            r":(?P<v>[^\s'\"]{3,100})"
        ),
    ),
    (
        "command-password",
        "mysql mariadb",
        r"\b(?:mysql|mysqldump|mariadb)\b[^\n]{0,100}?\s-p(?P<v>[^\s-][^\s]{2,100})",
    ),
    (
        "command-password",
        "--",
        r"\s--(?:password|passwd|pass|token|api-key|secret)(?:=|\s{1,3})" + _ARGUMENT,
    ),
    (
        "command-password",
        "login",
        r"\b(?:docker|podman|helm|az|oc)\b[^\n]{0,60}?\blogin\b[^\n]{0,100}?\s-p\s{1,3}"
        + _ARGUMENT,
    ),
    (
        "command-password",
        "machine",
        r"\bmachine\s{1,3}\S{1,100}\s{1,3}login\s{1,3}\S{1,100}\s{1,3}password\s{1,3}(?P<v>\S{3,100})",
    ),
)
_KEY_BLOCK = (
    r"-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:\s|\\n|\\r){1,8}"
    r"(?P<v>[A-Za-z0-9+/=][A-Za-z0-9+/=:,.()\s\\-]{15,20000}?)"
    r"(?=(?:\s|\\n|\\r){0,8}-----(?:END|BEGIN)|\n\n\n|\Z)"
)

TOKEN_RULES: tuple[tuple[str, str, str], ...] = (
    ("key-block", "PRIVATE KEY", _KEY_BLOCK),
    *_CODE_HOSTS,
    *_CLOUDS,
    *_SERVICES,
    *_CHATS,
    *_ANY_SERVICE,
    *_COMMANDS,
)
