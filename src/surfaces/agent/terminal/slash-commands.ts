/** The agent's own commands. If a skill has the same name, it can still be used as `$context`. */
import type { Agent } from "../agent.ts";
import type { EmitEvent } from "../events.ts";
import { skillLines } from "./skill-lines.ts";

export interface SlashContext {
  readonly agent: Agent;
  readonly print: (lines: readonly string[]) => void;
  readonly emit: EmitEvent;
  /** Lets the user choose a skill; undefined without a terminal. */
  readonly choose?: () => Promise<void>;
  /** Runs an action that the user can stop with Ctrl-C. */
  readonly stoppable: (run: (signal: AbortSignal) => Promise<void>) => Promise<void>;
}

export interface SlashCommand {
  readonly name: string;
  readonly summary: string;
  /** Runs the command. The result "quit" ends the conversation. */
  run(context: SlashContext): Promise<"quit" | undefined> | "quit" | undefined;
}

export const SLASH_COMMANDS: readonly SlashCommand[] = [
  {
    name: "/help",
    summary: "show this list of commands",
    run: ({ print }) => void print(helpLines()),
  },
  {
    name: "/skills",
    summary: "choose a skill; unusable skills are shown with the reason",
    run: async ({ agent, print, choose }) => {
      if (choose) await choose();
      else print(await skillLines(agent.skills, agent.session));
      return undefined;
    },
  },
  {
    name: "/context",
    summary: "show the model's context and the cost of each part",
    run: async ({ agent, emit }) => void emit({ type: "context", report: await agent.context() }),
  },
  {
    name: "/compact",
    summary: "shorten the conversation; active skills stay",
    run: async ({ agent, stoppable }) => void (await stoppable((signal) => agent.compact(signal))),
  },
  { name: "/quit", summary: "quit; `--resume last` resumes later", run: () => "quit" },
];

/** Returns the command of a line; undefined if the line is a message. */
export function slashCommand(line: string): SlashCommand | undefined {
  const typed = line.trim();
  return SLASH_COMMANDS.find(({ name }) => name === typed || (name === "/quit" && typed === "/exit"));
}

function helpLines(): string[] {
  return [
    ...SLASH_COMMANDS.map(({ name, summary }) => `${name.padEnd(10)}${summary}`),
    "/NAME …   activate a skill, with arguments",
    "… $NAME … activate a skill inside a message",
    "Tab completes names. Ctrl-C stops the model, Ctrl-D quits.",
  ];
}
