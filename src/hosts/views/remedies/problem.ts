/** Types of a remedy, and functions that several remedies use to examine places. */
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
  /** The remedy in words for users, such as `move it one directory up`. */
  readonly text: string;
  /** The same remedy as steps for programs; empty if only the user can apply it. */
  readonly steps: readonly RemedyStep[];
}

export interface HiddenSkillProblem {
  readonly skill: KnownSkill;
  readonly cell: Cell;
  readonly view: HostView;
  readonly machine: Machine;
}

/** Returns the path to the skill from a root of the host, even if the host does not find the skill there. */
export function findPathFromRoot({ skill, view }: HiddenSkillProblem): { root: ViewRoot; path: string } | undefined {
  for (const root of view.roots) {
    const path = root.kind === "skills" && skill.paths.find((each) => each.startsWith(`${root.path}/`));
    if (path) return { root, path };
  }
  return undefined;
}

/** Returns the name that a skill gets from its place. */
export function pathNameOf({ name, path, directory, root }: ViewEntry, { naming }: HostProfile): string {
  if (naming.from === "directory") return name.slice(root.namespace.length);
  const own = !isSkillFile(path) && root.walk.flatName === "file";
  return own ? baseName(path).replace(/\.md$/, "") : baseName(directory);
}

/** Returns a name that every host accepts. */
export function makeValidName(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "");
  return plain.slice(0, 60).replace(/-+$/, "") || "skill";
}

/** Returns the name if it is free. Otherwise returns the name with the first free number. */
export function findFreeName(name: string, isTaken: (name: string) => boolean): string {
  let free = name;
  for (let count = 2; isTaken(free); count++) free = `${name}-${count}`;
  return free;
}

/** Returns a function that checks whether another skill or the host itself uses a name. */
export function createTakenNameCheck({ cell, view }: HiddenSkillProblem): (name: string) => boolean {
  const { reserved = [] } = view.profile.naming;
  const others = view.entries.filter((entry) => entry !== cell.entry && entry.outcome !== "rejected");
  const names = new Set([...reserved, ...others.flatMap(({ name }) => [name, name.slice(name.lastIndexOf(":") + 1)])]);
  const folded = new Set([...names].map((name) => name.toLowerCase()));
  return (name) => folded.has(name.toLowerCase());
}

/** Returns a path in the form that a user would write on this machine. */
export function shortenPath(path: string, { cwd, environment }: Machine): string {
  if (path.startsWith(`${cwd}/`)) return path.slice(cwd.length + 1);
  return path.startsWith(`${environment.home}/`) ? `~${path.slice(environment.home.length)}` : path;
}
