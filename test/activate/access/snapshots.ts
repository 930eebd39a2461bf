/** Builds snapshots from a few words, for tests of access. */
import type { Root, Scope } from "../../../src/model/skills/root.ts";
import type { Manifest, Rejected, Sidecar, Skill, SkillId } from "../../../src/model/skills/skill.ts";
import type { Loaded, Snapshot, Withheld } from "../../../src/model/skills/snapshot.ts";
import { rootAt } from "../../tree.ts";

export interface Given {
  readonly scope?: Scope;
  /** Directory below the root of the scope (default: the name). */
  readonly directory?: string;
  readonly manifest?: Manifest;
  readonly sidecar?: Sidecar;
  readonly withheld?: Withheld;
  readonly realPath?: string;
}

const ROOTS: Readonly<Record<Scope, Root>> = {
  extra: rootAt("/extra", { scope: "extra" }),
  repo: rootAt("/work/.agents/skills", { scope: "repo", label: ".agents/skills" }),
  user: rootAt("/home/me/.agents/skills", { scope: "user", label: "~/.agents/skills" }),
  system: rootAt("/system", { scope: "system" }),
  admin: rootAt("/etc/skillwright/skills", { scope: "admin" }),
  plugin: rootAt("/plugins", { scope: "plugin" }),
};

export function skill(name: string, { scope = "user", directory = name, manifest = {}, ...more }: Given = {}): Skill {
  const root = ROOTS[scope];
  return {
    id: `${scope}:${root.label}/${directory}` as SkillId,
    name,
    description: `Does ${name}.`,
    path: `${root.path}/${directory}/SKILL.md`,
    directory: `${root.path}/${directory}`,
    root,
    scope,
    manifest,
    header: "",
    headerLine: 1,
    bodyOffset: 0,
    ...(more.sidecar ? { sidecar: more.sidecar } : {}),
    ...(more.realPath ? { realPath: more.realPath } : {}),
  };
}

export function loaded(name: string, given: Given = {}): Loaded {
  return { skill: skill(name, given), ...(given.withheld ? { withheld: given.withheld } : {}) };
}

export function rejected(name: string, scope: Scope = "user"): Rejected {
  const { id, path, root } = skill(name, { scope });
  return {
    id,
    path,
    root,
    name,
    diagnostics: [
      { code: "SK008", severity: "warning", message: "the file begins with a byte order mark" },
      { code: "SK102", severity: "error", message: "there is no description" },
    ],
  };
}

/** Builds a snapshot. A plain name becomes a skill of the user. */
export function snapshotOf(skills: readonly (string | Loaded)[], more: Partial<Snapshot> = {}): Snapshot {
  return {
    revision: "1",
    host: "skillwright",
    cwd: "/work/src",
    projectRoot: "/work",
    trusted: true,
    roots: Object.values(ROOTS),
    skills: skills.map((each) => (typeof each === "string" ? loaded(each) : each)),
    overridden: [],
    rejected: [],
    disabled: [],
    ineligible: [],
    diagnostics: [],
    ...more,
  };
}
