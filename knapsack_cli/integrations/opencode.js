// The OpenCode plugin that `knapsack setup opencode` installs. It holds no rules of its own: it hands events
// to knapsack and puts back what it says. Whatever fails, OpenCode goes on as without it.
import { spawn } from "node:child_process";

const COMMAND = @COMMAND@;
const TIMEOUT_MS = 20_000;

export const Knapsack = async ({ directory }) => ({
  "tool.execute.after": async (input, output) => {
    const answer = await ask({
      hook_event_name: "tool.execute.after", session_id: input.sessionID, cwd: directory,
      tool_name: input.tool, tool_input: input.args, tool_response: output,
    });
    if (typeof answer?.output === "string") output.output = answer.output;
  },
  "chat.message": async (input, output) => {
    const texts = output.parts.filter((part) => part.type === "text" && !part.synthetic);
    const answer = await ask({
      hook_event_name: "chat.message", session_id: input.sessionID, cwd: directory,
      prompt: texts.map((part) => part.text).join("\n"),
    });
    const last = output.parts.at(-1);
    if (!last || typeof answer?.additionalContext !== "string") return;
    // Parts are kept in the order of their ids.
    const { sessionID, messageID } = last;
    output.parts.push({ id: `${last.id}k`, sessionID, messageID, type: "text", text: answer.additionalContext, synthetic: true });
  },
});

/** What knapsack says to an event; undefined when it says nothing, fails or is too slow. */
function ask(event) {
  return new Promise((resolve) => {
    try {
      const child = spawn(COMMAND[0], COMMAND.slice(1), { stdio: ["pipe", "pipe", "ignore"] });
      const timer = setTimeout(() => (child.kill("SIGKILL"), resolve(undefined)), TIMEOUT_MS);
      const said = [];
      child.stdout.on("data", (data) => said.push(data));
      child.on("error", () => (clearTimeout(timer), resolve(undefined)));
      child.on("close", () => {
        clearTimeout(timer);
        try {
          resolve(JSON.parse(Buffer.concat(said).toString("utf8")).hookSpecificOutput);
        } catch {
          resolve(undefined);
        }
      });
      child.stdin.on("error", () => {});
      child.stdin.end(JSON.stringify(event));
    } catch {
      resolve(undefined);
    }
  });
}
