import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.formats.text import Text, Undecodable, conflict_markers, decode, encode, text_of


@given(text=st.text(st.characters(exclude_categories=["Cs"])), bom=st.booleans())
def test_any_text_comes_back_byte_for_byte(text, bom):
    data = (b"\xef\xbb\xbf" if bom else b"") + text.encode()

    assert encode(decode(data)) == data


@given(
    st.lists(
        st.sampled_from([b"a", b"\n", b"\r\n", b"\xef\xbb\xbf", b"\xff\xfe", b"\xc3", b"\xa9"])
    )
)
def test_the_text_alone_is_what_reading_for_writing_gives(parts):
    data = b"".join(parts)

    assert said_of(text_of, data) == said_of(lambda d: decode(d).text, data)


def said_of(read, data):
    try:
        return read(data)
    except Undecodable as problem:
        return problem.kind, problem.line


@given(st.lists(st.sampled_from(["a", "\n", "\r\n", "\r", "b"])).map("".join))
def test_line_ends_come_back_however_they_are_mixed(text):
    assert encode(decode(text.encode())) == text.encode()


def test_a_file_with_windows_line_ends_reads_as_any_other():
    assert decode(b"\xef\xbb\xbfa\r\nb\r\n") == Text("a\nb\n", bom=True, newline="\r\n")


def test_a_file_of_mixed_line_ends_is_left_as_it_is():
    assert decode(b"a\r\nb\n") == Text("a\r\nb\n", bom=False, newline="\n")


@pytest.mark.parametrize(
    ("data", "kind", "line"),
    [
        ("宁".encode("gbk"), "not-utf8", 1),
        (b"a\nb\n\xff", "not-utf8", 3),
        ("a".encode("utf-16"), "utf-16", None),
    ],
    ids=["gbk", "third line", "utf-16"],
)
def test_bytes_that_are_no_text_are_named(data, kind, line):
    with pytest.raises(Undecodable) as caught:
        decode(data)

    assert (caught.value.kind, caught.value.line) == (kind, line)


def test_conflict_markers_are_found_by_line():
    text = "a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> other\n"

    assert conflict_markers(text) == (2, 4, 6)


@pytest.mark.parametrize("text", ["", "a\n=======\nb\n", "x <<<<<<< y >>>>>>>", "<<<<<<< a\n"])
def test_other_lines_are_no_conflict_markers(text):
    assert conflict_markers(text) == ()
