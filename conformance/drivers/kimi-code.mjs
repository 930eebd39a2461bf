// Drives Kimi Code with a fake model: its system prompt lists every skill with its path.
import { unusable } from "./lib.mjs";
import { entriesOf, startKimi } from "./prompt/kimi-code.mjs";

/**
 * Returns the skills that Kimi Code lists for the model in `cwd`. It never shows skills that only the user may call.
 */
export async function ask(given) {
  const { first, result } = await startKimi(given);
  if (result.hung) return { skills: [], errors: [], hung: true };
  if (!first) throw unusable("kimi-code", result);
  const skills = entriesOf(first).map((entry) => ENTRY.exec(entry).groups);
  return { skills: skills.map(({ name, description, path }) => ({ name, description, path })), errors: [] };
}

const ENTRY = /^- (?<name>[\s\S]*?): (?<description>[\s\S]*?)(?:\n {2}When to use: [\s\S]*?)?\n {2}Path: (?<path>.*)$/;
