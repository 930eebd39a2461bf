/** Small pieces that several commands show alike. */
import { isAbsolute, resolve } from "node:path";
import type { HostProfile, InstallSpec, OriginOf, Scope, Snapshot } from "../../../index.ts";
import { isThere } from "../../../platform/files/is-there.ts";
import { nodeFiles } from "../../../platform/files/node-files.ts";
import type { Context } from "../command.ts";
import { type Paint, printable } from "./paint.ts";

const COLOURS: Readonly<Record<Scope, keyof Paint>> = {
  extra: "cyan",
  repo: "green",
  user: "blue",
  system: "magenta",
  admin: "red",
  plugin: "yellow",
};

/** The scope, in its colour, as wide as the widest. */
export function badge(scope: Scope, paint: Paint): string {
  return paint[COLOURS[scope]](scope.padEnd(6));
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
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

/** [V20] Writes the same to standard error, for a command that speaks through these profiles. Our own needs no other profile. */
export async function warnUnverified(asked: string | readonly string[], { err }: Pick<Context, "err">): Promise<void> {
  const hosts = [asked].flat().filter((host) => host !== "skillwright");
  if (hosts.length === 0) return;
  const { hostNamed } = await import("../host-named.ts");
  const words = unverified([...new Set(hosts.map(hostNamed))]);
  if (words) err.line(words);
}

/** What a person typed as a skill: a path when it looks like one or is one, else as it is. */
export function resolveAsked(asked: string, cwd: string): string {
  const path = asked.startsWith("~/") ? (process.env["HOME"] ?? "") + asked.slice(1) : asked;
  if (/^(?:extra|repo|user|system|admin|plugin):/.test(asked)) return asked;
  return isAbsolute(path) ||
    path.startsWith("./") ||
    path.startsWith("../") ||
    (path.includes("/") && isThere(resolve(cwd, path), nodeFiles))
    ? resolve(cwd, path)
    : asked;
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

/** What a skill wants from package managers, each once. */
export function packagesText(packages: readonly InstallSpec[]): string {
  const unique = new Set(packages.map(({ kind, package: name }) => printable(`${kind}:${name}`)));
  return [...unique].join(", ");
}
