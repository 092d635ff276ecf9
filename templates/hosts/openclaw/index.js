// Written by `memctl hook install openclaw`; `memctl hook uninstall openclaw` takes it away.
// Whatever goes wrong here, the turn goes on without memory.
import { spawn } from "node:child_process";

const COMMAND = /*COMMAND*/ [];
const MOST_MS = 5000;
const started = new Set();

// Only what a group may know is told, but where the session's key says that it is between two:
// the main one, or a direct chat. What nobody has heard of here may be read by others.
function audienceOf(event, ctx) {
  const key = String(ctx?.sessionKey ?? event?.sessionKey ?? "");
  const others = /(^|:)(group|channel|room|thread|topic|global)(:|$)|@g\.us\b/.test(key);
  const two = /^main$|^agent:[^:]+:[^:]+$|^agent:.*:(dm|direct):/.test(key);
  return two && !others ? "private" : "group";
}

function ask(event, said, audience) {
  return new Promise((tell) => {
    let text = "";
    try {
      const words = [...COMMAND.slice(1), event, "--host", "openclaw", "--audience", audience];
      const run = spawn(COMMAND[0], words, { stdio: ["pipe", "pipe", "ignore"], timeout: MOST_MS });
      run.stdout.setEncoding("utf8"); // a character may come in two pieces
      run.stdout.on("data", (data) => (text += data));
      run.stdin.on("error", () => {});
      run.on("error", () => tell(""));
      run.on("close", () => tell(text.trim()));
      run.stdin.end(JSON.stringify(said));
    } catch {
      tell("");
    }
  });
}

function sessionOf(event, ctx) {
  return String(ctx?.sessionId ?? event?.sessionId ?? ctx?.sessionKey ?? event?.sessionKey ?? "");
}

export default {
  id: "memctl",
  name: "memctl",
  register(api) {
    api.on("before_prompt_build", async (event, ctx) => {
      if (ctx?.trigger && ctx.trigger !== "user") return;
      const session_id = sessionOf(event, ctx);
      const audience = audienceOf(event, ctx);
      const parts = [];
      if (!started.has(session_id)) {
        started.add(session_id);
        parts.push(await ask("session-start", { session_id, source: "startup" }, audience));
      }
      const prompt = String(event?.currentUserMessage ?? event?.prompt ?? "");
      parts.push(await ask("before-prompt", { session_id, prompt }, audience));
      const text = parts.filter(Boolean).join("\n\n");
      return text ? { prependContext: text } : undefined;
    });
    const leave = (name) => async (event, ctx) => {
      const session_id = sessionOf(event, ctx);
      started.delete(session_id);
      const transcript_path = event?.sessionFile ?? ctx?.sessionFile;
      await ask(name, { session_id, transcript_path }, audienceOf(event, ctx));
    };
    api.on("before_compaction", leave("before-compact"));
    api.on("before_reset", leave("session-end"));
    api.on("session_end", leave("session-end"));
  },
};
