/** Small pieces that several commands show alike. */
import { existsSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import type { Scope, Snapshot } from "../../index.ts";
import type { Paint } from "./paint.ts";

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

/** What a person typed as a skill: a path when it looks like one or is one, else as it is. */
export function resolveAsked(asked: string, cwd: string): string {
  const path = asked.startsWith("~/") ? (process.env["HOME"] ?? "") + asked.slice(1) : asked;
  if (/^(?:extra|repo|user|system|admin|plugin):/.test(asked)) return asked;
  return isAbsolute(path) ||
    path.startsWith("./") ||
    path.startsWith("../") ||
    (path.includes("/") && existsSync(resolve(cwd, path)))
    ? resolve(cwd, path)
    : asked;
}
