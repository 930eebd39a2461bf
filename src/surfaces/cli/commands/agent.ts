import type { RunAgentOptions } from "../../agent/terminal/run-agent.ts";
import { type Command, type Context, flagOption, repeatedOption, textOption, UsageError } from "../command.ts";

/** Maximum number of words. No shell passes more words. */
const MAX_WORDS = 100_000;
const MAX_TASK = 10_000_000;

export const agent: Command = {
  usage: '["TASK"] [--agent NAME] [--model NAME] [--base-url URL] [--resume ID|last]',
  about:
    "Talks with a model that can use the skills of this project, on any OpenAI-compatible or Anthropic endpoint, also one on this\nmachine. With a task it does that and ends; without one it reads messages from the terminal, or one task from standard input.\nConversations are stored, and --resume continues one. The agent asks before it uses a tool that can change something, unless\n--allow names that tool. Commands get your variables without those that look like secrets; `agent.environment` in your\nconfiguration lets some through.",
  options: {
    agent: {
      type: "string",
      value: "NAME",
      summary: "the agent, by the directory of its AGENT.md (default: `default_agent`)",
    },
    model: { type: "string", value: "NAME", summary: "the model's name at its provider, or PROVIDER/MODEL" },
    provider: {
      type: "string",
      value: "NAME",
      summary: "the model's provider: one of `providers` in your configuration, or a built-in one",
    },
    "base-url": {
      type: "string",
      value: "URL",
      summary: "the address of the endpoint, such as http://127.0.0.1:11434/v1",
    },
    resume: {
      type: "string",
      value: "ID",
      summary: "resume a conversation; `last` is the newest of this directory",
    },
    sessions: { type: "boolean", summary: "list the stored conversations" },
    agents: { type: "boolean", summary: "list the available agents" },
    allow: {
      type: "string",
      value: "TOOLS",
      multiple: true,
      summary: "tools to run without asking, such as edit,shell; repeatable",
    },
    "full-access": { type: "boolean", summary: "run every tool without asking" },
    "max-steps": {
      type: "string",
      value: "N",
      summary: "the maximum number of model calls for one message (default: `agent.max_steps`)",
    },
  },
  examples: [
    [
      "skillwright agent --base-url http://127.0.0.1:11434/v1 --model qwen3",
      "start a chat with a model on this machine",
    ],
    ['skillwright agent "what is in this directory?" --model ollama/qwen3', "run one task, then exit"],
    ["skillwright agent --resume last", "resume the last conversation"],
    ['skillwright agent "fix the tests" --allow edit,shell --json', "print one JSON event per line, for programs"],
  ],
  positionals: [0, MAX_WORDS],
  async run(context) {
    if (flagOption(context, "sessions"))
      return (await import("../show/agent/list-conversations.ts")).listConversations(context);
    if (flagOption(context, "agents")) return (await import("../show/agent/list-agents.ts")).listAgents(context);
    const task = context.positionals.length > 0 ? context.positionals.join(" ") : await piped();
    const interactive = process.stdin.isTTY === true && process.stderr.isTTY === true && !context.json;
    if (task === undefined && !interactive)
      throw new UsageError("no task was given", 'run `skillwright agent "TASK"`, or start it in a terminal');
    const [{ runAgent }, { terminalAgentPorts }] = await Promise.all([
      import("../../agent/terminal/run-agent.ts"),
      import("../ask/agent-ports.ts"),
    ]);
    return runAgent(optionsOf(context, task), { ...terminalAgentPorts(context), interactive });
  },
};

function optionsOf(context: Context, task: string | undefined): RunAgentOptions {
  const given = <K extends string>(name: K, value: string | undefined): { [key in K]?: string } =>
    (value === undefined ? {} : { [name]: value }) as { [key in K]?: string };
  const allowed = repeatedOption(context, "allow").flatMap((each) => each.split(","));
  return {
    load: context.load,
    wish: {
      ...given("model", textOption(context, "model")),
      ...given("provider", textOption(context, "provider")),
      ...given("baseUrl", textOption(context, "base-url")),
    },
    ...given("agent", textOption(context, "agent")),
    ...given("resume", textOption(context, "resume")),
    ...given("task", task),
    ...stepsOf(context),
    allowed: allowed.map((each) => each.trim()).filter((each) => each !== ""),
    fullAccess: flagOption(context, "full-access"),
    directories: repeatedOption(context, "add-dir"),
  };
}

function stepsOf(context: Context): { maxSteps?: number } {
  const said = textOption(context, "max-steps");
  if (said === undefined) return {};
  if (!/^[1-9]\d{0,5}$/.test(said))
    throw new UsageError(
      "the value of `--max-steps` must be a whole number above zero",
      "see `skillwright agent --help`",
    );
  return { maxSteps: Number(said) };
}

/** Reads a task from a pipe. Returns undefined if the input is empty or a terminal. */
async function piped(): Promise<string | undefined> {
  if (process.stdin.isTTY === true) return undefined;
  let task = "";
  for await (const part of process.stdin.setEncoding("utf8")) {
    task += part;
    if (task.length > MAX_TASK) throw new UsageError("the task is too long", `use at most ${MAX_TASK} characters`);
  }
  return task.trim() === "" ? undefined : task;
}
