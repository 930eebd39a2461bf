import type { Root } from "../../model/skills/root.ts";
import type { Sidecar, Skill, SkillId } from "../../model/skills/skill.ts";
import { baseName } from "../../model/text/text.ts";

/** The frontmatter as in the file. */
export type FrontmatterBlock = Pick<Skill, "header" | "headerLine" | "bodyOffset">;

/** The metadata of a skill; name and description are in the form that users see. */
export type ParsedMetadata = Pick<Skill, "name" | "description" | "manifest">;

/** Builds a skill from its location and metadata. All readers of skill files call it. */
export function buildSkill(
  place: SkillLocation,
  said: ParsedMetadata,
  block: FrontmatterBlock,
  sidecar: Sidecar | undefined,
): Skill {
  const { root } = place;
  const skill: Skill = {
    id: skillId(place),
    name: root.namespace === "" || said.name === "" ? said.name : root.namespace + said.name,
    description: said.description,
    path: place.path,
    directory: place.directory,
    root,
    scope: root.scope,
    manifest: said.manifest,
    header: block.header,
    headerLine: block.headerLine,
    bodyOffset: block.bodyOffset,
  };
  if (place.realPath === undefined && sidecar === undefined) return skill;
  return { ...skill, ...(place.realPath ? { realPath: place.realPath } : {}), ...(sidecar ? { sidecar } : {}) };
}

/** Returns one line without invisible characters. */
export function toVisibleLine(text: string): string {
  if (PRINTABLE.test(text)) return text;
  const visible = HIDDEN_CHARACTERS.test(text) ? text.replace(HIDDEN_ALL, "") : text;
  return BREAKS.test(visible) ? visible.replace(/\s+/g, " ").trim() : visible;
}

// Matches nearly every text. It is checked first, because the two searches below take ten times as long.
const PRINTABLE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
const BREAKS = /^\s|\s$|[\t\n\r\u2028\u2029]/;

// Matches controls, bidirectional overrides, tag characters and zero-width spaces. The zero-width joiner is allowed,
// because emoji need it.
const HIDDEN_CLASS =
  "[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u00ad\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufeff]|[\\u{e0000}-\\u{e007f}]";
export const HIDDEN_CHARACTERS: RegExp = new RegExp(HIDDEN_CLASS, "u");
const HIDDEN_ALL = new RegExp(HIDDEN_CLASS, "gu");

/** The location of a skill file: the facts that are known before the file is opened. */
export interface SkillLocation {
  readonly path: string;
  readonly directory: string;
  readonly root: Root;
  readonly realPath?: string | undefined;
}

/** Returns the id, which consists of scope, root and relative path. The id does not contain the skill's name. */
export function skillId({ root, directory }: Pick<SkillLocation, "root" | "directory">): SkillId {
  return `${prefixOf(root)}${directory.slice(root.path.length)}` as SkillId;
}

const prefixes = new WeakMap<Root, string>();

function prefixOf(root: Root): string {
  const known = prefixes.get(root);
  if (known !== undefined) return known;
  const prefix = `${root.scope}:${root.label}`;
  prefixes.set(root, prefix);
  return prefix;
}

/** Returns the name of the skill's directory. */
export function directoryName({ directory }: Pick<SkillLocation, "directory">): string {
  return baseName(directory);
}

/** Returns the skill under its directory's name if the file has no name, as Claude Code, Codex and pi do. */
export function nameByDirectory(skill: Skill): Skill {
  return skill.name === "" ? { ...skill, name: skill.root.namespace + directoryName(skill) } : skill;
}

/** Returns the location of a skill file in memory. Only the directory's name matters. */
export function inMemoryLocation(name: string): SkillLocation {
  const directory = `${IN_MEMORY.path}/${name}`;
  return { path: `${directory}/SKILL.md`, directory, root: IN_MEMORY };
}

const IN_MEMORY: Root = {
  path: "/bundle",
  scope: "extra",
  label: "bundle",
  from: "bundle",
  namedBy: "caller",
  namedIn: "/bundle",
  trusted: true,
  followLinks: false,
  exists: true,
  configured: false,
  namespace: "",
};
