/** Runs a conversation at a terminal, one message after another. */
import { OperationError } from "../../../api/index.ts";
import type { Agent } from "../agent.ts";
import type { EmitEvent } from "../events.ts";
import { chooseSkill, type PickSkill } from "./choose-skill.ts";
import type { CompletionWords } from "./complete-line.ts";
import { SLASH_COMMANDS, type SlashContext, slashCommand } from "./slash-commands.ts";
import type { StopHandler } from "./stop.ts";
import type { Terminal } from "./terminal.ts";

export interface Interaction {
  readonly agent: Agent;
  readonly terminal: Terminal;
  readonly stop: StopHandler;
  readonly print: (lines: readonly string[]) => void;
  readonly emit: EmitEvent;
  /** Receives the completions for Tab. */
  readonly onSkills: (completions: CompletionWords) => void;
  readonly onInput: (line: string) => void;
  readonly pickSkill: PickSkill;
}

export async function interact(interaction: Interaction): Promise<void> {
  const { agent, terminal, stop, print, emit, onInput, pickSkill } = interaction;
  const context: SlashContext = {
    agent,
    print,
    emit,
    choose: () => chooseSkill(() => pickSkill(agent.skills), terminal, print),
    stoppable: (run) => stoppable(interaction, run),
  };
  for (;;) {
    await refresh(interaction);
    const line = await terminal.message();
    if (line === undefined || stop.ending !== undefined) return;
    if (line.trim() === "") continue;
    onInput(line);
    const command = slashCommand(line);
    if (command === undefined) await stoppable(interaction, async (signal) => void (await agent.turn(line, signal)));
    else if ((await command.run(context)) === "quit") return;
    if (stop.ending !== undefined) return;
  }
}

/** Runs work that the user can stop. If it fails, the error is shown and the conversation continues. */
async function stoppable({ stop, emit }: Interaction, run: (signal: AbortSignal) => Promise<void>): Promise<void> {
  try {
    await stop.during(run);
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    const { code, message, hint } = error;
    emit({ type: "error", code, message, ...(hint === undefined ? {} : { help: hint }) });
  }
}

async function refresh({ agent, onSkills }: Interaction): Promise<void> {
  const commands = SLASH_COMMANDS.map(({ name }) => name);
  const skills = (await agent.session.offered("user")).map(({ address }) => address);
  const declared = (await agent.commands(commands)).map(({ name }) => name);
  onSkills({ commands, skills, called: [...new Set([...skills, ...declared])] });
}
