/** Functions for short texts that several commands share. */
import type { InstalledOrigin } from "../../../install/origin-of.ts";
import type { InstallSpec } from "../../../install/packages/install-spec.ts";
import type { HostProfile } from "../../../model/host-profile.ts";
import type { Scope } from "../../../model/skills/root.ts";
import type { Skill } from "../../../model/skills/skill.ts";
import type { Snapshot } from "../../../model/skills/snapshot.ts";
import { printableLine } from "../../../model/text/display/printable.ts";
import { isInside } from "../../../model/text/is-inside.ts";
import { plural } from "../../../model/text/text.ts";
import { packageRoot } from "../../../platform/environment.ts";
import type { Context } from "../command.ts";
import type { Paint } from "./output.ts";

export { plural };

const COLOURS: Readonly<Record<Scope, keyof Paint>> = {
  extra: "cyan",
  repo: "green",
  user: "blue",
  system: "magenta",
  admin: "red",
  plugin: "yellow",
};

export function scopeColour(scope: Scope, paint: Paint): (text: string) => string {
  return paint[COLOURS[scope]];
}

/** Returns the coloured scope, padded to the widest scope. */
export function scopeBadge(scope: Scope, paint: Paint): string {
  return scopeColour(scope, paint)(scope.padEnd(6));
}

/** Returns true if the skill is an embedded skill of Skillwright. */
export function isEmbedded({ root }: Pick<Skill, "root">): boolean {
  return root.from === "embedded";
}

export function isEmbeddedFile(file: string): boolean {
  return isInside(file, `${packageRoot()}/skills`);
}

export function hiddenSkillsLine(count: number): string {
  return `${plural(count, "embedded skill")} of Skillwright not shown (\`--all\` shows ${count === 1 ? "it" : "them"})`;
}

/**
 * Returns a line with the number of files for each outcome. Without `all`, embedded skills are not counted, because the
 * list does not show them either.
 */
export function outcomeCountsLine(
  { skills, overridden, rejected, disabled, ineligible }: Snapshot,
  all = false,
): string {
  const shown = all ? skills : skills.filter(({ skill }) => !isEmbedded(skill));
  const withheld = shown.filter((each) => each.withheld).length;
  const loaded =
    withheld > 0 ? `${plural(shown.length, "skill")} (${withheld} withheld)` : plural(shown.length, "skill");
  return `${loaded} · ${overridden.length} overridden · ${rejected.length} rejected · ${disabled.length} disabled · ${ineligible.length} ineligible`;
}

/**
 * Returns a note about host profiles that were not compared with the real program. Returns undefined if all were
 * compared.
 */
export function unverifiedNote(profiles: readonly HostProfile[]): string | undefined {
  const names = profiles.filter((profile) => profile.confidence !== "verified").map((profile) => profile.name);
  return names.length > 0 ? `documented, not verified: ${names.join(", ")}` : undefined;
}

/**
 * Prints the note about unverified profiles to standard error. Skillwright's own profile needs no note, and no profiles
 * are loaded for it.
 */
export async function warnUnverified(asked: string | readonly string[], { err }: Pick<Context, "err">): Promise<void> {
  const hosts = [asked].flat().filter((host) => host !== "skillwright");
  if (hosts.length === 0) return;
  const { profileOfSnapshot } = await import("../host-named.ts");
  const words = unverifiedNote([...new Set(hosts.map(profileOfSnapshot))]);
  if (words) err.line(words);
}

/** Returns the origin of an installed or approved skill in words. */
export function originRows({
  state,
  evidence,
  origin,
  approved,
  changes,
}: InstalledOrigin): [label: string, value: string][] {
  const version = origin?.resolved === undefined ? "" : `  ${origin.resolved}`;
  const differs = changes.map(({ path, kind }) => `${kind} ${path}`).join(", ");
  return [
    ...(origin
      ? ([["origin", printableLine([origin.source, origin.path].filter(Boolean).join(" › ") + version)]] as [
          string,
          string,
        ][])
      : []),
    ...(origin?.signer ? ([["signed by", printableLine(origin.signer)]] as [string, string][]) : []),
    [
      "approved",
      `${approved} (${evidence === "approval" ? "by you" : evidence === "project" ? "skills.lock" : "your skills.lock"})`,
    ],
    ["state", printableLine(state === "unchanged" ? "as approved" : differs || state)],
  ];
}

/** Lists the packages that a skill needs. Each package is listed once. */
export function packagesText(packages: readonly InstallSpec[]): string {
  const unique = new Set(packages.map(({ kind, package: name }) => printableLine(`${kind}:${name}`)));
  return [...unique].join(", ");
}
