import type { ListedSkill } from "../../../model/conversation/catalog-text.ts";
import { oneLine, quoted } from "../escape.ts";

/** [D4] How a skill is called, and its name where that is another. */
export function callName({ address, name }: Pick<ListedSkill, "address" | "name">): string {
  if (address === name) return quoted(address);
  const shown = oneLine(name);
  return address === shown || shown === "" ? quoted(address) : `${quoted(address)} (${quoted(shown)})`;
}
