/** Builds skills and snapshots in memory for tests of the catalog. */

import {
  type Catalog,
  type CatalogContext,
  type CatalogOptions,
  listCatalog,
} from "../../../src/activate/list-catalog.ts";
import { skillwright } from "../../../src/hosts/profiles/skillwright.ts";
import type { Allowance, ListedSkill, ListingInput } from "../../../src/model/conversation/catalog-text.ts";
import type { HostProfile } from "../../../src/model/host-profile.ts";
import type { Scope } from "../../../src/model/skills/root.ts";
import type { Manifest, Sidecar, Skill, SkillId } from "../../../src/model/skills/skill.ts";
import type { Loaded, Snapshot } from "../../../src/model/skills/snapshot.ts";
import { rootAt } from "../../tree.ts";

export interface Given {
  readonly name: string;
  readonly description?: string;
  readonly scope?: Scope;
  /** Name of the directory (default: the skill's name). */
  readonly directory?: string;
  readonly manifest?: Manifest;
  readonly sidecar?: Sidecar;
  readonly withheld?: Loaded["withheld"];
}

const ROOTS = new Map<Scope, ReturnType<typeof rootAt>>();

function rootOf(scope: Scope): ReturnType<typeof rootAt> {
  const root = ROOTS.get(scope) ?? rootAt(`/${scope}/skills`, { scope });
  ROOTS.set(scope, root);
  return root;
}

export function loaded({
  name,
  description = "",
  scope = "user",
  directory = name,
  manifest = {},
  sidecar,
  withheld,
}: Given): Loaded {
  const root = rootOf(scope);
  const skill: Skill = {
    id: `${scope}:skills/${directory}` as SkillId,
    name,
    description,
    path: `${root.path}/${directory}/SKILL.md`,
    directory: `${root.path}/${directory}`,
    root,
    scope,
    manifest,
    ...(sidecar ? { sidecar } : {}),
    header: "",
    headerLine: 1,
    bodyOffset: 0,
  };
  return { skill, ...(withheld ? { withheld } : {}) };
}

export function snapshotOf(...given: readonly Given[]): Snapshot {
  return {
    revision: "",
    host: "skillwright",
    cwd: "/work",
    projectRoot: "/work",
    trusted: true,
    roots: [],
    skills: given.map(loaded),
    overridden: [],
    rejected: [],
    disabled: [],
    ineligible: [],
    diagnostics: [],
  };
}

/** Returns the catalog of some skills (default profile: ours). */
export function catalogOf(
  given: readonly Given[],
  options: CatalogOptions & { profile?: HostProfile } = {},
  context: CatalogContext = { variables: {} },
): Promise<Catalog> {
  const { profile = skillwright, ...rest } = options;
  return listCatalog(snapshotOf(...given), profile, rest, context);
}

/** Returns a budget of this many characters. */
export function characters(amount: number, more: Partial<Allowance> = {}): Allowance {
  return { amount, unit: "characters", count: (text) => text.length, from: "a test", ...more };
}

export function listed(name: string, description = "", more: Partial<ListedSkill> = {}): ListedSkill {
  const scope = more.scope ?? "user";
  const root = rootOf(scope);
  return {
    id: `${scope}:skills/${name}` as SkillId,
    address: name,
    name,
    description,
    location: `${root.path}/${name}/SKILL.md`,
    directory: `${root.path}/${name}`,
    scope,
    root,
    triggers: [],
    pinned: false,
    rank: 0,
    ...more,
  };
}

export function input(skills: readonly ListedSkill[], amount: number, more: Partial<ListingInput> = {}): ListingInput {
  return { skills, allowance: characters(amount), tool: "skill", ...more };
}
