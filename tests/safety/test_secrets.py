"""Secrets: found by shape, by check digit and by what a sentence says of them."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memctl.language.lexicon import parse_lexicon
from memctl.safety.checks import is_card_number, is_chinese_id
from memctl.safety.secrets import find_secrets, mask
from memctl.safety.sieve import Sieve

# Put together here, so that no scanner takes this file for a leak.
TOKENS = [
    ("github-token", "ghp_" + "a1B2" * 9),
    ("aws-key", "AKIA" + "Z7" * 8),
    ("slack-token", "xoxb-" + "12345678-" * 2 + "abCD"),
    ("stripe-key", "sk_" + "live_" + "a1" * 12),
    ("ai-key", "sk-ant-" + "api03-" + "x9" * 12),
    ("google-key", "AIza" + "Sy" * 17),
    ("gitlab-token", "glpat-" + "q1W2" * 5),
    ("package-token", "npm_" + "z0" * 18),
    ("aliyun-key", "LTAI" + "5t" * 8),
    ("telegram-token", "123456789:AA" + "h7" * 16),
    ("jwt", "eyJ" + "hb" * 8 + ".eyJ" + "zd" * 8 + "." + "Qk" * 10),
]
PROSE = [
    ("the guest wifi password is {}", "Sunflower-88"),
    ("Password: {}", "hunter2"),
    ("the password for the NAS is now {}", "correct-horse-9"),
    ("he changed the password to {}", "Sommer2025!"),
    ("my netflix pw: {}", "Tr0ub4dor&3"),
    ('the password is "{}"', "Blue Tiger 9"),
    ("the passphrase is {}", "purple monkey dishwasher lamp"),
    ("Zoom passcode: {}", "8x9Kq2"),
    ("my bank card PIN is {}", "4821"),
    ("the gate code is {}", "2580"),
    ("login: admin / {}", "Passw0rd!"),
    ("DB_PASSWORD='{}'", "p@ss w0rd"),
    ("export TOKEN_PROD={}", "AbC123xyz789"),
    ('"client_secret": "{}"', "9f8e7d6c5b4a39281706"),
    ("postgresql://user:{}@localhost/db", "S3cret"),
    ("curl -u admin:{} https://example.org", "S3cr3tPw"),
    ("Authorization: Bearer {}", "abcdef1234567890abcdef"),
    ("密码是 {}", "Qwer!234"),
    ("公司wifi密码 {}！", "hello2026"),
    ("银行卡密码改成了 {}", "739201"),
    ("口令：{}", "芝麻开门123"),
    ("密码是{}", "八八六六二二"),
    ("驗證碼 {}", "482913"),
    ("账号 admin，密码 {}", "Admin@123"),
    ("阿里云 AccessKeySecret：{}", "AbCdEfGh1234IjKlMnOpQrSt567890"),
]
NATIONAL = [
    ("my PPS number is {}", "46769" + "82C"),
    ("PPSN: {} (for the new job)", "67583" + "36SH"),
    ("{} is my PPS", "4676982" + " C"),
    ("national insurance no. {}", "AB 12 34" + " 56 C"),
    ("DNI de Ana: {}", "24.200" + ".397-G"),
    ("su NIE es {}", "Y-46274" + "78F"),
    ("NIF {} na fatura", "299 144" + " 550"),
    ("mijn BSN is {}", "231549" + "398"),
    ("numéro de sécurité sociale : {}", "1 29 05 13 912" + " 997 68"),
    ("meine Steuer-ID lautet {}", "84 022" + " 613 926"),
    ("rijksregisternummer {}", "23.04.28" + "-247.06"),
    ("PESEL: {}", "100124" + "82255"),
    ("CPF {}", "632.218" + ".395-88"),
    ("her SIN number is {}", "512-021" + "-593"),
    ("TFN {}, for payroll", "377 244" + " 355"),
    ("personnummer {}", "811218" + "-9876"),
]
NO_NATIONAL = [
    "my PPS number is 4676982D",
    "the PPS office moved to Halden Street 46",
    "call 4676982C about the parcel",
    "BSN 231549399",
    "the order 231549398 came",
    "DNI appointment on 24200397",
    "Steuer-ID beantragt am 12.03.2026",
    "Sin City is on at 20:15",
    "room 299144550 in the game",
]
CLEAN = [
    *NO_NATIONAL,
    "I forgot the password",
    "the wifi password is on the fridge",
    "password policy: 12 characters",
    "password = None",
    "API_KEY=<your-key>",
    "token: {{ secrets.TOKEN }}",
    "use at most 4000 tokens",
    "the key is under the mat",
    "secret sauce is butter",
    "dress code is casual",
    "error code 500",
    "order no. 4000000000000002",
    "call 13800138000",
    "ISBN 978-7-111-12345-6",
    "fixed in 3f2b1c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0b",
    "uuid 123e4567-e89b-12d3-a456-426614174000",
    "git@github.com:owner/repo.git",
    "sha256: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "密码错误",
    "密码长度 8 位以上",
    "密码在保险箱里",
    "验证码收不到",
    "快递单号 YT2026012800001",
    "流水号 6222020000000000",
]
SENTENCES = [*CLEAN, *(part for pair in PROSE for part in pair)]


@pytest.mark.parametrize(("kind", "token"), TOKENS)
def test_a_token_shows_by_its_shape(kind, token):
    text = f"用这个 {token}，别外传"

    assert mask(text) == f"用这个 [secret: {kind}]，别外传"


@pytest.mark.parametrize(("text", "value"), PROSE)
def test_a_value_that_a_sentence_gives_away_is_masked(text, value):
    masked = mask(text.format(value))

    assert value not in masked
    assert "[secret: " in masked


@pytest.mark.parametrize(("text", "number"), NATIONAL)
def test_a_number_by_which_a_state_knows_a_person_is_masked(text, number):
    said = text.format(number)

    assert mask(said) == text.format("[secret: national-id]")
    assert Sieve(parse_lexicon({})).may_hold_secret(said.encode())


@pytest.mark.parametrize("text", CLEAN)
def test_talk_of_secrets_and_look_alikes_stay(text):
    assert find_secrets(text) == ()


def test_only_the_body_of_a_key_block_is_taken():
    body = "MIIE" + "ab12" * 12
    block = f"-----BEGIN RSA PRIVATE KEY-----\n{body}\n-----END RSA PRIVATE KEY-----"

    assert body not in mask(block)
    assert find_secrets("look for '-----BEGIN PRIVATE KEY-----' in diffs") == ()


def test_check_digits_decide():
    assert is_card_number("4111 1111 1111 1111")
    assert not is_card_number("4111 1111 1111 1112")
    assert is_chinese_id("11010519491231002X")
    assert not is_chinese_id("110105194912310021")
    assert not is_chinese_id("110105194913310023")
    assert [s.kind for s in find_secrets("卡号 4111-1111-1111-1111")] == ["bank-card"]
    assert [s.kind for s in find_secrets("证件11010519491231002X")] == ["chinese-id"]


def test_a_workspace_can_add_the_words_of_another_language():
    lexicon = parse_lexicon({"fi": ('[secrets]\nwords = ["salasana"]\nlinks = ["on"]\n',)})

    assert find_secrets("salasana on Kesä2026") == ()
    assert mask("salasana on kissa2026", lexicon) == "salasana on [secret: password]"


@settings(deadline=None)
@given(text=st.text(max_size=80) | st.lists(st.sampled_from(SENTENCES)).map(" ".join))
def test_secrets_stand_in_order_and_none_is_left_when_masked(text):
    found = find_secrets(text)

    assert all(0 <= s.start < s.end <= len(text) for s in found)
    assert all(a.end <= b.start for a, b in pairwise(found))
    assert find_secrets(mask(text)) == ()
