/** Converts skills into Codex's protocol (`skills/list`): `SkillMetadata`, `SkillErrorInfo`. */
import { posix } from "node:path";
import { isHostRule } from "../../activate/access/why-refused.ts";
import type { Skill } from "../../model/skills/skill.ts";
import type { Loaded, Snapshot } from "../../model/skills/snapshot.ts";

export interface SkillMetadata {
  readonly name: string;
  readonly description: string;
  readonly shortDescription?: string;
  readonly interface?: CodexSkillInterface;
  readonly dependencies?: { readonly tools: readonly SkillToolDependency[] };
  readonly path: string;
  readonly scope: "user" | "repo" | "system" | "admin";
  readonly enabled: boolean;
  readonly pluginId: string | null;
}

export interface CodexSkillInterface {
  readonly displayName?: string;
  readonly shortDescription?: string;
  readonly iconSmall?: string;
  readonly iconLarge?: string;
  readonly iconSmallUrl: string | null;
  readonly iconLargeUrl: string | null;
  readonly brandColor?: string;
  readonly defaultPrompt?: string;
}

export interface SkillToolDependency {
  readonly type: string;
  readonly value: string;
  readonly description?: string;
  readonly transport?: string;
  readonly command?: string;
  readonly url?: string;
}

export interface SkillErrorInfo {
  readonly path: string;
  readonly message: string;
}

export interface SkillsListEntry {
  readonly cwd: string;
  readonly skills: readonly SkillMetadata[];
  readonly errors: readonly SkillErrorInfo[];
}

/**
 * Lists loaded and disabled skills. If a client should not use a skill, the skill is listed as an error with the
 * reason.
 */
export function skillsListEntry(cwd: string, { skills, disabled, ineligible, rejected }: Snapshot): SkillsListEntry {
  const open = skills.filter((loaded) => !isKeptBack(loaded));
  return {
    cwd,
    skills: [
      ...open.map((loaded) => metadata(loaded.skill, !isSwitchedOff(loaded))),
      ...disabled.map(({ skill }) => metadata(skill, false)),
    ],
    errors: [
      ...rejected.map(({ path, diagnostics }) => ({ path, message: wordsOf(diagnostics) })),
      ...skills
        .filter(isKeptBack)
        .map(({ skill, withheld }) => ({ path: skill.path, message: withheld?.reason ?? "" })),
      ...ineligible.map(({ skill, missing }) => ({
        path: skill.path,
        message: missing.map(({ message }) => message).join("; "),
      })),
    ],
  };
}

/** Returns true if the skill is withheld for any reason except a rule of the host. */
function isKeptBack({ withheld }: Loaded): boolean {
  return withheld !== undefined && !isHostRule(withheld.code);
}

/** Returns true if the host's own settings disable the skill. It stays in the list. */
function isSwitchedOff({ withheld }: Loaded): boolean {
  return withheld?.code === "SK738";
}

function wordsOf(diagnostics: readonly { readonly severity: string; readonly message: string }[]): string {
  return (diagnostics.find(({ severity }) => severity === "error") ?? diagnostics[0])?.message ?? "";
}

/** Codex has four scopes. Skills from directories that the user names, and from plugins, get the scope `user`. */
const SCOPES = { extra: "user", repo: "repo", user: "user", system: "system", admin: "admin", plugin: "user" } as const;

function metadata(skill: Skill, enabled: boolean): SkillMetadata {
  const { name, description, path, scope, manifest, sidecar, root } = skill;
  const short = manifest.metadata?.["short-description"];
  const tools = sidecar?.dependencies?.tools;
  return {
    name,
    description,
    ...(typeof short === "string" ? { shortDescription: short } : {}),
    ...(sidecar?.interface ? { interface: interfaceOf(skill) } : {}),
    ...(tools ? { dependencies: { tools: tools.map(toolOf) } } : {}),
    path,
    scope: SCOPES[scope],
    enabled,
    pluginId: scope === "plugin" ? root.namespace.replace(/:$/, "") || null : null,
  };
}

function interfaceOf({ sidecar, directory }: Skill): CodexSkillInterface {
  const { iconSmall, iconLarge, ...rest } = { ...sidecar?.interface };
  const [small, large] = [iconSmall, iconLarge].map((icon) => absolute(icon, directory));
  return {
    ...rest,
    ...(small === undefined ? {} : { iconSmall: small }),
    ...(large === undefined ? {} : { iconLarge: large }),
    iconSmallUrl: null,
    iconLargeUrl: null,
  };
}

/** Returns the absolute path of an icon; undefined if the icon is outside of the skill's directory. */
function absolute(icon: string | undefined, directory: string): string | undefined {
  const path = icon === undefined ? "" : posix.resolve(directory, icon);
  return path.startsWith(`${directory}/`) ? path : undefined;
}

const TOOL_FIELDS = ["description", "transport", "command", "url"] as const;

function toolOf(tool: { readonly type: string; readonly value: string; readonly [key: string]: unknown }) {
  const more = TOOL_FIELDS.flatMap((key) => (typeof tool[key] === "string" ? [[key, tool[key]]] : []));
  return { type: tool.type, value: tool.value, ...Object.fromEntries(more) } as SkillToolDependency;
}
