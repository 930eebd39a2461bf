/** `/skills` at a terminal: the picker, over everything that was found; what is chosen begins the next message. */
import type { Skills } from "../../../index.ts";
import type { PickItem } from "../../picker/item.ts";
import type { Terminal } from "./terminal.ts";

export async function chooseSkill(
  skills: Skills,
  terminal: Terminal,
  print: (lines: readonly string[]) => void,
): Promise<void> {
  const { skillItems } = await import("../../picker/skill-items.ts");
  const items = skillItems(skills, true);
  if (items.length === 0) return print(["there are no skills"]);
  const [chosen] = await terminal.lend(() => picked(items));
  if (chosen === undefined) return;
  if (chosen.state === "loaded") terminal.prefill(`/${chosen.name} `);
  else print([`${chosen.name}  (${chosen.state})  ${chosen.path}`, ...chosen.warnings().map((line) => `    ${line}`)]);
}

async function picked(items: readonly PickItem[]): Promise<readonly PickItem[]> {
  const [{ openTerminal }, { pick }] = await Promise.all([
    import("../../picker/terminal.ts"),
    import("../../picker/pick.ts"),
  ]);
  const screen = openTerminal({ mouse: false });
  if (screen === undefined) return [];
  const color = !process.env["NO_COLOR"] && process.env["TERM"] !== "dumb";
  return (await pick(items, screen, { query: "", many: false, color })).items;
}
