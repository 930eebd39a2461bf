/** The commands of the agent itself. A skill of the same name is still there for a mention: `$context`. */
import type { Agent } from "../agent.ts";
import type { Emit } from "../events.ts";
import { skillLines } from "./print-skills.ts";

export interface SlashContext {
  readonly agent: Agent;
  readonly print: (lines: readonly string[]) => void;
  readonly emit: Emit;
  /** Lets the user choose a skill; undefined without a terminal. */
  readonly choose?: () => Promise<void>;
  /** Runs something that Ctrl-C stops. */
  readonly stoppable: (run: (signal: AbortSignal) => Promise<void>) => Promise<void>;
}

export interface SlashCommand {
  readonly name: string;
  readonly summary: string;
  /** "quit" ends the conversation. */
  run(context: SlashContext): Promise<"quit" | undefined> | "quit" | undefined;
}

export const SLASH_COMMANDS: readonly SlashCommand[] = [
  {
    name: "/help",
    summary: "what can be typed",
    run: ({ print }) => void print(helpLines()),
  },
  {
    name: "/skills",
    summary: "choose a skill; also those that cannot be used, with the reason",
    run: async ({ agent, print, choose }) => {
      if (choose) await choose();
      else print(await skillLines(agent.skills, agent.session));
      return undefined;
    },
  },
  {
    name: "/context",
    summary: "what the model has before it, and what each part costs",
    run: async ({ agent, emit }) => void emit({ type: "context", report: await agent.context() }),
  },
  {
    name: "/compact",
    summary: "shorten the conversation; skills that still count stay",
    run: async ({ agent, stoppable }) => void (await stoppable((signal) => agent.compact(signal))),
  },
  { name: "/quit", summary: "end; `--resume last` goes on later", run: () => "quit" },
];

/** The command of a line; undefined where it is a message. */
export function slashCommand(line: string): SlashCommand | undefined {
  const typed = line.trim();
  return SLASH_COMMANDS.find(({ name }) => name === typed || (name === "/quit" && typed === "/exit"));
}

function helpLines(): string[] {
  return [
    ...SLASH_COMMANDS.map(({ name, summary }) => `${name.padEnd(10)}${summary}`),
    "/NAME …   a skill, with what it is to be given",
    "… $NAME … a message that wants a skill",
    "Tab completes both. Ctrl-C stops the model, Ctrl-D ends.",
  ];
}
