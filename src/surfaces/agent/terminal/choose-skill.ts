/**
 * Implements `/skills` at a terminal: the user picks one of all found skills. The next message then begins with this
 * skill's command.
 */
import type { Skills } from "../../../api/index.ts";
import type { Terminal } from "./terminal.ts";

/** The skill that the user picked. */
export interface PickedSkill {
  readonly name: string;
  readonly path: string;
  /** `loaded`, or the reason why the skill cannot be used. */
  readonly state: string;
  warnings(): readonly string[];
}

/**
 * Shows a list of all found skills and returns the picked one. Returns undefined if the user picks none, and `none` if
 * no skill was found.
 */
export type PickSkill = (skills: Skills) => Promise<PickedSkill | "none" | undefined>;

export async function chooseSkill(
  pick: () => Promise<PickedSkill | "none" | undefined>,
  terminal: Terminal,
  print: (lines: readonly string[]) => void,
): Promise<void> {
  const chosen = await terminal.lend(pick);
  if (chosen === "none") return print(["there are no skills to choose from"]);
  if (chosen === undefined) return;
  if (chosen.state === "loaded") terminal.prefill(`/${chosen.name} `);
  else print([`${chosen.name}  (${chosen.state})  ${chosen.path}`, ...chosen.warnings().map((line) => `    ${line}`)]);
}
