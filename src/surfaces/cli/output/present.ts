/** Small pieces that several commands show alike. */
import type { OriginOf } from "../../../install/origin-of.ts";
import type { InstallSpec } from "../../../install/packages/install-spec.ts";
import type { HostProfile } from "../../../model/host-profile.ts";
import type { Scope } from "../../../model/skills/root.ts";
import type { Skill } from "../../../model/skills/skill.ts";
import type { Snapshot } from "../../../model/skills/snapshot.ts";
import { isInside } from "../../../model/text/is-inside.ts";
import { plural } from "../../../model/text/text.ts";
import { packageRoot } from "../../../platform/environment.ts";
import type { Context } from "../command.ts";
import { type Paint, printable } from "./paint.ts";

export { plural };

const COLOURS: Readonly<Record<Scope, keyof Paint>> = {
  extra: "cyan",
  repo: "green",
  user: "blue",
  system: "magenta",
  admin: "red",
  plugin: "yellow",
};

export function scopeTone(scope: Scope, paint: Paint): (text: string) => string {
  return paint[COLOURS[scope]];
}

/** The scope in its colour, padded to the widest scope. */
export function badge(scope: Scope, paint: Paint): string {
  return scopeTone(scope, paint)(scope.padEnd(6));
}

/** Returns whether a skill is embedded in Skillwright. */
export function isEmbedded({ root }: Pick<Skill, "root">): boolean {
  return root.from === "embedded";
}

export function isEmbeddedFile(file: string): boolean {
  return isInside(file, `${packageRoot()}/skills`);
}

export function hiddenLine(count: number): string {
  return `${plural(count, "skill")} of Skillwright itself hidden (\`--all\` shows ${count === 1 ? "it" : "them"})`;
}

export function countsLine(snapshot: Snapshot): string {
  const { skills, shadowed, rejected, disabled, ineligible } = snapshot;
  const withheld = skills.filter((each) => each.withheld).length;
  const loaded =
    withheld > 0 ? `${plural(skills.length, "skill")} (${withheld} withheld)` : plural(skills.length, "skill");
  return `${loaded} · ${shadowed.length} shadowed · ${rejected.length} rejected · ${disabled.length} disabled · ${ineligible.length} ineligible`;
}

/** Which of these profiles were not held against the real program, if any. */
export function unverified(profiles: readonly HostProfile[]): string | undefined {
  const names = profiles.filter((profile) => profile.confidence !== "verified").map((profile) => profile.name);
  return names.length > 0 ? `documented, not verified: ${names.join(", ")}` : undefined;
}

/** Writes the same to standard error, for a command that speaks through these profiles. Our own needs no other profile. */
export async function warnUnverified(asked: string | readonly string[], { err }: Pick<Context, "err">): Promise<void> {
  const hosts = [asked].flat().filter((host) => host !== "skillwright");
  if (hosts.length === 0) return;
  const { hostNamed } = await import("../host-named.ts");
  const words = unverified([...new Set(hosts.map(hostNamed))]);
  if (words) err.line(words);
}

/** Where an installed or approved skill came from, in words. */
export function originRows({ state, by, origin, approved, changes }: OriginOf): [label: string, value: string][] {
  const version = origin?.resolved === undefined ? "" : `  ${origin.resolved}`;
  const differs = changes.map(({ path, kind }) => `${kind} ${path}`).join(", ");
  return [
    ...(origin
      ? ([["origin", printable([origin.source, origin.path].filter(Boolean).join(" › ") + version)]] as [
          string,
          string,
        ][])
      : []),
    ...(origin?.signer ? ([["signed by", printable(origin.signer)]] as [string, string][]) : []),
    [
      "approved",
      `${approved} (${by === "approval" ? "by you" : by === "project" ? "skills.lock" : "your skills.lock"})`,
    ],
    ["state", printable(state === "unchanged" ? "as approved" : differs || state)],
  ];
}

/** Lists the packages that a skill needs, each once. */
export function packagesText(packages: readonly InstallSpec[]): string {
  const unique = new Set(packages.map(({ kind, package: name }) => printable(`${kind}:${name}`)));
  return [...unique].join(", ");
}
