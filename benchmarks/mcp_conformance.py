"""Does `memctl mcp` keep the protocol? The checks of the protocol's own authors against it.

usage: mcp_conformance.py [--conformance COMMAND] [--json]

Needs Node 22 or later with npx (the package `@modelcontextprotocol/conformance`, fetched by npx
unless COMMAND names it where it is), and memctl's extra `mcp`. The checks speak HTTP only, so a
bridge of this script starts one `memctl mcp` for every session and hands its lines through.

The checks call tools and read resources of a test server by name. Where memctl has one of the
kind, the bridge says memctl's name instead; the answers are memctl's own. What the server says
that it does not offer (prompts, logging, completion, subscriptions) is not checked by them;
instead it has to refuse it as the protocol wants. Images, sampling and the like are not offered.
"""

import argparse
import json
import os
import queue
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import uuid
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

LIFE = Path(__file__).resolve().parent.parent / "examples" / "life"
CONFORMANCE = "npx --yes @modelcontextprotocol/conformance@0.1.16"
SCENARIOS = (
    "server-initialize",
    "ping",
    "tools-list",
    "tools-call-simple-text",
    "tools-call-error",
    "server-sse-multiple-streams",
    "resources-list",
    "resources-read-text",
    "resources-templates-read",
)
STAND_INS = {
    "test_simple_text": ("review_list", {}),
    "test_error_handling": ("entity", {"name": "Nobody At All"}),
}
RESOURCES = {
    "test://static-text": "memctl://summary/people/mila",
    "test://template/123/data": "memctl://summary/projects/pier-123",
}
NOT_OFFERED = {
    "prompts/list": ("prompts", {}),
    "logging/setLevel": ("logging", {"level": "info"}),
    "completion/complete": (
        "completions",
        {"ref": {"type": "ref/prompt", "name": "x"}, "argument": {"name": "a", "value": "b"}},
    ),
    "resources/subscribe": ("subscribe", {"uri": "memctl://summary/people/mila"}),
}
METHOD_NOT_FOUND = -32601
ANSWER_S = 60


class Session:
    """One `memctl mcp` and what it has been asked."""

    def __init__(self, life):
        words = [sys.executable, "-m", "memctl", "-w", str(life), "mcp"]
        environ = {**os.environ, "MEMCTL_TODAY": "2026-02-01"}
        self.process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environ, text=True
        )
        self.waiting = {}
        self.writing = threading.Lock()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            said = json.loads(line)
            box = self.waiting.pop(json.dumps(said.get("id")), None)
            if box:
                box.put(said)

    def say(self, row):
        """Hand a message on; its answer, where it asks for one."""
        box = queue.Queue()
        asks = "id" in row and "method" in row
        if asks:
            self.waiting[json.dumps(row["id"])] = box
        with self.writing:
            self.process.stdin.write(json.dumps(row) + "\n")
            self.process.stdin.flush()
        return box.get(timeout=ANSWER_S) if asks else None

    def end(self):
        self.process.stdin.close()
        self.process.wait(timeout=ANSWER_S)
        self.process.stdout.close()


def named_as_here(row):
    """The message with memctl's names where it says those of the test server."""
    said = row.get("params") or {}
    if row.get("method") == "tools/call" and said.get("name") in STAND_INS:
        name, given = STAND_INS[said["name"]]
        return {**row, "params": {**said, "name": name, "arguments": given}}
    if row.get("method") == "resources/read" and said.get("uri") in RESOURCES:
        return {**row, "params": {**said, "uri": RESOURCES[said["uri"]]}}
    return row


@contextmanager
def bridge(life):
    """An HTTP address behind which `memctl mcp` answers, a process a session."""
    sessions = {}

    class Bridge(BaseHTTPRequestHandler):
        def do_POST(self):
            row = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            key = self.headers.get("Mcp-Session-Id")
            if row.get("method") == "initialize":
                key = uuid.uuid4().hex
                sessions[key] = Session(life)
            said = sessions[key].say(named_as_here(row))
            body = json.dumps(said).encode() if said else b""
            self.send_response(200 if said else 202)
            self.send_header("Content-Type", "application/json")
            self.send_header("Mcp-Session-Id", key)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self):
            self.send_error(405)

        def do_DELETE(self):
            self.send_error(405)

        def log_message(self, *_args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Bridge)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/mcp"
    finally:
        server.shutdown()
        server.server_close()
        for session in sessions.values():
            session.end()


def judged(command, url, scenario, scratch):
    """The checks of one scenario as (name, status, what was wrong)."""
    into = Path(scratch) / scenario
    words = [*shlex.split(command), "server", "--url", url, "--scenario", scenario]
    done = subprocess.run(
        [*words, "--output-dir", str(into)], capture_output=True, text=True, check=False
    )
    found = list(into.rglob("checks.json"))
    if not found:
        return [(scenario, "FAILURE", (done.stderr or done.stdout)[-500:])]
    return [(c["id"], c["status"], c.get("errorMessage")) for c in json.loads(found[0].read_text())]


def refusals(life):
    """What is not offered: not declared, and refused as an unknown method."""
    session = Session(life)
    about = {"protocolVersion": "2025-06-18", "capabilities": {}}
    about["clientInfo"] = {"name": "checks", "version": "1"}
    first = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": about}
    offered = session.say(first)["result"]["capabilities"]
    declared = {*offered, *(k for k, v in offered.get("resources", {}).items() if v)}
    session.say({"jsonrpc": "2.0", "method": "notifications/initialized"})
    for number, (method, (name, given)) in enumerate(NOT_OFFERED.items(), start=1):
        row = {"jsonrpc": "2.0", "id": number, "method": method, "params": given}
        code = session.say(row).get("error", {}).get("code")
        is_right = code == METHOD_NOT_FOUND and name not in declared
        yield f"refuses {method}", "SUCCESS" if is_right else "FAILURE", f"{code}, {declared}"
    session.end()


def measure(command=CONFORMANCE):
    with tempfile.TemporaryDirectory() as scratch:
        life = Path(scratch) / "life"
        shutil.copytree(LIFE, life)
        pier = life / "areas" / "projects" / "pier-123"
        pier.mkdir()
        (pier / "summary.md").write_text("---\nname: Pier 123\n---\n# Pier 123\n")
        with bridge(life) as url:
            found = {name: judged(command, url, name, scratch) for name in SCENARIOS}
        found["not offered"] = list(refusals(life))
    checks = [check for some in found.values() for check in some]
    return {
        "scenarios": len(SCENARIOS),
        "passed": sum(status == "SUCCESS" for _, status, _ in checks),
        "failed": [
            {"scenario": name, "check": check, "status": status, "why": why}
            for name, some in found.items()
            for check, status, why in some
            if status not in ("SUCCESS", "INFO")
        ],
    }


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--conformance", default=CONFORMANCE, metavar="COMMAND")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    report = measure(options.conformance)
    if options.json:
        print(json.dumps(report, indent=2))
    else:
        print(f"{report['scenarios']} scenarios, {report['passed']} checks passed")
        for row in report["failed"]:
            print(f"{row['status']} {row['scenario']} {row['check']}: {row['why']}")
    raise SystemExit(1 if report["failed"] else 0)


if __name__ == "__main__":
    main()
