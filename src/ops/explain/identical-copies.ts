/**
 * Describes overridden skills that are identical to the skill that wins, so that every command proposes the same fix.
 */
import { type LoadOptions, prepareLoad } from "../../catalog/load/load.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import type { Skill } from "../../model/skills/skill.ts";
import type { Snapshot } from "../../model/skills/snapshot.ts";
import { quoteCommand } from "../../model/text/display/quote-command.ts";

/**
 * Returns a fix for each overridden skill that has the same bytes, name and scope as the skill that wins. The keys are
 * paths.
 */
export async function identicalCopies(snapshot: Snapshot, options: LoadOptions): Promise<ReadonlyMap<string, string>> {
  const { skills, overridden } = snapshot;
  const winners = new Map<string, Skill>(skills.map(({ skill }) => [skill.id, skill]));
  const pairs = overridden.flatMap(({ skill, by, withheld }) => {
    const winner = winners.get(by);
    return winner && !withheld && winner.scope === skill.scope ? [{ skill, winner }] : [];
  });
  if (pairs.length === 0) return new Map();
  const [{ findCopies }, { files }] = await Promise.all([import("../check/find-copies.ts"), prepareLoad(options)]);
  const paths = [...new Set(pairs.flatMap(({ skill, winner }) => [skill.path, winner.path]))];
  const groups = findCopies(paths, files).map(({ path, copies }) => [path, ...copies]);
  const isCopy = (a: string, b: string): boolean => groups.some((group) => group.includes(a) && group.includes(b));
  return new Map(
    pairs
      .filter(({ skill, winner }) => isCopy(skill.path, winner.path))
      .map(({ skill }) => [skill.path, fixFor(skill)]),
  );
}

function fixFor({ name }: Skill): string {
  return `remove this copy, then run \`${quoteCommand(["skillwright", "place", name, "--apply"])}\` to link the other copy`;
}

/**
 * Returns the diagnostics with a changed SK202 for identical copies: the message reports that the copies are identical,
 * and the fix comes from `copies`.
 */
export function describeCopies(diagnostics: readonly Diagnostic[], copies: ReadonlyMap<string, string>): Diagnostic[] {
  return diagnostics.map((each) => {
    const help = each.code === "SK202" && each.path !== undefined ? copies.get(each.path) : undefined;
    return help === undefined ? each : { ...each, message: `${each.message}; the two are identical`, help };
  });
}
