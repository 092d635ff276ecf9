"""A fact that holds less than the line in which it was read does not hide the line."""

from tests.helpers.trees import write_tree

ITEMS = """[{"id": "a-1", "fact": "知秋成绩出来了", "timestamp": "2026-03-02",
 "source": "daily-note",
 "evidence": [{"path": "memory/2026-03-02.md", "line": 1, "quote": "知秋成绩出来了"}]}]"""


def test_the_line_is_shown_where_it_answers_more(memctl, tmp_path):
    root = write_tree(
        tmp_path / "life",
        {
            "areas/people/zhi-qiu/items.json": ITEMS,
            "areas/people/zhi-qiu/summary.md": "---\nname: 知秋\n---\n",
            "memory/2026-03-02.md": "- 知秋成绩出来了，总分六百三十一\n",
        },
    )
    out = memctl("-w", root, "recall", "知秋总分").out
    assert "总分六百三十一" in out
