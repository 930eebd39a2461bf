/** The nouns of a remedy, and the few questions about places that all remedies ask. */
import type { HostProfile } from "../../../model/host-profile.ts";
import { isSkillFile } from "../../../model/skills/skill.ts";
import { baseName } from "../../../model/text/text.ts";
import type { HostView, Machine, ViewEntry, ViewRoot } from "../host-view.ts";
import type { Cell } from "../matrix.ts";
import type { KnownSkill } from "../universe.ts";

export type RemedyStep =
  | { readonly do: "move"; readonly from: string; readonly to: string }
  | { readonly do: "copy"; readonly from: string; readonly to: string }
  | { readonly do: "link"; readonly at: string; readonly to: string }
  | { readonly do: "remove"; readonly path: string }
  | { readonly do: "allow"; readonly path: string }
  | { readonly do: "write"; readonly path: string; readonly text: string };

export interface Remedy {
  /** For people: `move it one directory up`. */
  readonly text: string;
  /** For programs; empty where only a person can do it. */
  readonly steps: readonly RemedyStep[];
}

export interface Problem {
  readonly skill: KnownSkill;
  readonly cell: Cell;
  readonly view: HostView;
  readonly machine: Machine;
}

/** The way by which a root of the host leads to the skill, though the host may not take it. */
export function findWayTo({ skill, view }: Problem): { root: ViewRoot; path: string } | undefined {
  for (const root of view.roots) {
    const path = root.kind === "skills" && skill.paths.find((each) => each.startsWith(`${root.path}/`));
    if (path) return { root, path };
  }
  return undefined;
}

/** What its place would have an entry called. */
export function placeNameOf({ name, path, directory, root }: ViewEntry, { naming }: HostProfile): string {
  if (naming.from === "directory") return name.slice(root.namespace.length);
  const own = !isSkillFile(path) && root.walk.flatName === "file";
  return own ? baseName(path).replace(/\.md$/, "") : baseName(directory);
}

/** A name that every host takes. */
export function makeValidName(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "");
  return plain.slice(0, 60).replace(/-+$/, "") || "skill";
}

/** The name, or the first with a number after it that is not taken. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  let free = name;
  for (let count = 2; isTaken(free); count++) free = `${name}-${count}`;
  return free;
}

/** Whether another skill of this host, or the host itself, has the name. */
export function nameTaken({ cell, view }: Problem): (name: string) => boolean {
  const { reserved = [] } = view.profile.naming;
  const others = view.entries.filter((entry) => entry !== cell.entry && entry.outcome !== "rejected");
  const names = new Set([...reserved, ...others.flatMap(({ name }) => [name, name.slice(name.lastIndexOf(":") + 1)])]);
  const folded = new Set([...names].map((name) => name.toLowerCase()));
  return (name) => folded.has(name.toLowerCase());
}

/** A path as a person would write it here. */
export function shortenPath(path: string, { cwd, environment }: Machine): string {
  if (path.startsWith(`${cwd}/`)) return path.slice(cwd.length + 1);
  return path.startsWith(`${environment.home}/`) ? `~${path.slice(environment.home.length)}` : path;
}
