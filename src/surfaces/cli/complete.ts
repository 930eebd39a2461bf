/** What a shell may offer next: the words typed so far in, one candidate to a line out. The last word is unfinished. */
import { loadSkills } from "../../index.ts";
import { GLOBAL_OPTIONS } from "./command.ts";
import { COMMANDS, findCommand } from "./commands.ts";
import type { Output } from "./output.ts";
import { printable } from "./paint.ts";

export async function complete(words: readonly string[], out: Output): Promise<number> {
  const typed = words.at(-1) ?? "";
  const candidates = await candidatesFor(words);
  for (const each of candidates) if (each.startsWith(typed)) out.line(printable(each));
  return 0;
}

async function candidatesFor(words: readonly string[]): Promise<readonly string[]> {
  const [name, ...rest] = words;
  if (rest.length === 0) return [...COMMANDS.map((command) => command.name), "--help", "--version"];
  const command = await findCommand(name ?? "")?.load();
  if (!command) return [];
  const options = { ...GLOBAL_OPTIONS, ...command.options };
  const before = rest.at(-2) ?? "";
  const spec = before.startsWith("--") ? options[before.slice(2)] : undefined;
  if (spec?.type === "string") return spec.choices ?? [];
  if ((rest.at(-1) ?? "").startsWith("-")) return Object.keys(options).map((option) => `--${option}`);
  if (command.completes === "skills") return (await loadSkills()).snapshot.skills.map(({ skill }) => skill.name);
  return Array.isArray(command.completes) ? command.completes : [];
}
