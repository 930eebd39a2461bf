/** Picks one skill on the full screen, for a program that already uses the terminal. */
import type { Skills } from "../../ops/open-skills.ts";
import type { PickItem } from "./item.ts";

/**
 * Returns the picked skill. Returns undefined if the user picks none or there is no terminal, and `none` if no skill
 * was found.
 */
export async function pickOne(skills: Skills): Promise<PickItem | "none" | undefined> {
  const [{ skillItems }, { openTerminal }, { pickItems }] = await Promise.all([
    import("./skill-items.ts"),
    import("./terminal.ts"),
    import("./pick.ts"),
  ]);
  const items = skillItems(skills, true);
  if (items.length === 0) return "none";
  const screen = openTerminal({ mouse: false });
  if (screen === undefined) return undefined;
  const color = !process.env["NO_COLOR"] && process.env["TERM"] !== "dumb";
  return (await pickItems(items, screen, { query: "", many: false, color })).items[0];
}
