"""The parts of a Markdown file: lines, blocks, markers, front matter, links."""
