import type { RunOptions } from "../../agent/terminal/run-agent.ts";
import { type Command, type Context, flag, text, texts, UsageError } from "../command.ts";

/** What a shell can hand over at most is far less. */
const MAX_WORDS = 100_000;
const MAX_TASK = 10_000_000;

export const agent: Command = {
  usage: '["TASK"] [--agent NAME] [--model NAME] [--base-url URL] [--resume ID|last]',
  about:
    "Talks with a model that has the skills of this place, on any endpoint that speaks as OpenAI's or Anthropic's do, also one on\nthis machine. With a task it does that and ends; without one it reads messages from the terminal, or one task from standard\ninput. Conversations are kept and can be taken up again. What changes something is asked for first, or must be allowed.\nCommands get your variables without those that look like secrets; `agent.environment` in your configuration lets some through.",
  options: {
    agent: {
      type: "string",
      value: "NAME",
      summary: "the agent, by the directory of its AGENT.md; `default_agent` unless given",
    },
    model: { type: "string", value: "NAME", summary: "the model, as its provider calls it, or PROVIDER/MODEL" },
    provider: {
      type: "string",
      value: "NAME",
      summary: "whose model: of `providers` in your configuration, or one that is built in",
    },
    "base-url": {
      type: "string",
      value: "URL",
      summary: "the address of the endpoint, such as http://127.0.0.1:11434/v1",
    },
    resume: {
      type: "string",
      value: "ID",
      summary: "go on with a conversation; `last` is the newest of this directory",
    },
    sessions: { type: "boolean", summary: "list the conversations that are kept" },
    agents: { type: "boolean", summary: "list the agents that can be started" },
    allow: {
      type: "string",
      value: "TOOLS",
      multiple: true,
      summary: "tools that need no question, such as edit,shell; repeatable",
    },
    "full-access": { type: "boolean", summary: "ask for nothing" },
    "max-steps": {
      type: "string",
      value: "N",
      summary: "answers of the model to one message; `agent.max_steps` unless given",
    },
  },
  examples: [
    ["skillwright agent --base-url http://127.0.0.1:11434/v1 --model qwen3", "with a model on this machine"],
    ['skillwright agent "what is in this directory?" --model ollama/qwen3', "one task"],
    ["skillwright agent --resume last", "go on where you left it"],
    ['skillwright agent "fix the tests" --allow edit,shell --json', "for a program: one event to a line"],
  ],
  positionals: [0, MAX_WORDS],
  async run(context) {
    if (flag(context, "sessions")) return (await import("../show/list-conversations.ts")).listConversations(context);
    if (flag(context, "agents")) return (await import("../show/list-agents.ts")).listAgents(context);
    const task = context.positionals.length > 0 ? context.positionals.join(" ") : await piped();
    const interactive = process.stdin.isTTY === true && process.stderr.isTTY === true && !context.json;
    if (task === undefined && !interactive)
      throw new UsageError("there is nothing to do", 'say it: `skillwright agent "TASK"`, or start it in a terminal');
    const [{ runAgent }, { agentPorts }] = await Promise.all([
      import("../../agent/terminal/run-agent.ts"),
      import("../ask/agent-ports.ts"),
    ]);
    return runAgent(optionsOf(context, task), { ...agentPorts(context), interactive });
  },
};

function optionsOf(context: Context, task: string | undefined): RunOptions {
  const given = <K extends string>(name: K, value: string | undefined): { [key in K]?: string } =>
    (value === undefined ? {} : { [name]: value }) as { [key in K]?: string };
  const allowed = texts(context, "allow").flatMap((each) => each.split(","));
  return {
    load: context.load,
    wish: {
      ...given("model", text(context, "model")),
      ...given("provider", text(context, "provider")),
      ...given("baseUrl", text(context, "base-url")),
    },
    ...given("agent", text(context, "agent")),
    ...given("resume", text(context, "resume")),
    ...given("task", task),
    ...stepsOf(context),
    allowed: allowed.map((each) => each.trim()).filter((each) => each !== ""),
    fullAccess: flag(context, "full-access"),
    directories: texts(context, "add-dir"),
  };
}

function stepsOf(context: Context): { maxSteps?: number } {
  const said = text(context, "max-steps");
  if (said === undefined) return {};
  if (!/^[1-9]\d{0,5}$/.test(said))
    throw new UsageError("`--max-steps` takes a number above zero", "see `skillwright agent --help`");
  return { maxSteps: Number(said) };
}

/** A task that somebody pipes in; undefined at a terminal, and where nothing comes. */
async function piped(): Promise<string | undefined> {
  if (process.stdin.isTTY === true) return undefined;
  let task = "";
  for await (const part of process.stdin.setEncoding("utf8")) {
    task += part;
    if (task.length > MAX_TASK) throw new UsageError("the task is too long", `at most ${MAX_TASK} characters`);
  }
  return task.trim() === "" ? undefined : task;
}
