/**
 * Reads the intents of a skill's files with a host's own reader, or returns why the host rejects the skill. For
 * Skillwright's own profile, it uses Skillwright's parser.
 */
import { requirementsOf } from "../../format/eligibility.ts";
import { toolIntentOf } from "../../format/parse/fields/tool-intent.ts";
import { parseCareful } from "../../format/parse/parse-careful.ts";
import { parseSidecars } from "../../format/parse/parse-sidecar.ts";
import type { HostProfile } from "../../model/host-profile.ts";
import type { Intents } from "../../model/skills/intents.ts";
import type { Root } from "../../model/skills/root.ts";
import { readCodexPolicy } from "../dialects/codex/codex-metadata.ts";
import { DIALECTS } from "../dialects/dialects.ts";
import { acceptSkill } from "../views/steps/accept-skill.ts";
import { ENCODINGS, type IntentKey } from "./encodings.ts";
import { neutralIntents } from "./intent-table.ts";
import { valueAt } from "./paths.ts";
import { placeholdersIn } from "./placeholders-in.ts";
import { readYaml } from "./yaml-text.ts";

/** Files with metadata, by path relative to the skill's directory. */
export type SkillFiles = ReadonlyMap<string, Uint8Array>;

export type ReadIntents =
  | { readonly intents: Intents }
  | { readonly rejected: { readonly code: string; readonly reason: string } };

export const SKILL_FILE = "SKILL.md";
const MAX_FRONTMATTER = 1_000_000;

/** `directory` is the name of the skill's directory. */
export function readIntents(files: SkillFiles, directory: string, profile: HostProfile): ReadIntents {
  return profile.runtime === "engine" ? readOurs(files, directory, profile) : readHosts(files, directory, profile);
}

/** Collapses a description to one line, as every host does. */
function collapseSpaces(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function readHosts(files: SkillFiles, directory: string, profile: HostProfile): ReadIntents {
  const dialect = DIALECTS[profile.frontmatter.dialect];
  const bytes = files.get(SKILL_FILE) ?? new Uint8Array();
  if (dialect === undefined) return { rejected: { code: "SK485", reason: "it has no skills" } };
  const reading = dialect(bytes);
  const { name, description = "", because } = acceptSkill(reading, directory, profile);
  if (because) return { rejected: { code: because.code, reason: because.text } };
  const fields = { ...reading.fields, metadata: mapOf(reading.fields["metadata"]) };
  const read = (key: IntentKey): unknown => key.codec.decode(valueIn(key, fields, files, profile));
  const { keys } = ENCODINGS[profile.name] ?? { keys: {} };
  const found = Object.fromEntries(Object.entries(keys).map(([intent, key]) => [intent, read(key)]));
  const intents = { ...neutralIntents(), ...found, name, description: collapseSpaces(description) } as Intents;
  return { intents: { ...intents, placeholders: placeholdersOf(intents, reading.body, profile) } };
}

/** OpenClaw stores the content of `metadata` as JSON. */
function mapOf(value: unknown): unknown {
  if (typeof value !== "string" || !value.startsWith("{")) return value;
  try {
    return JSON.parse(value);
  } catch (error) {
    if (error instanceof SyntaxError) return value;
    throw error;
  }
}

/** Codex reads its sidecar completely or not at all, with its own reader. */
function valueIn({ file, path }: IntentKey, fields: unknown, files: SkillFiles, profile: HostProfile): unknown {
  if (file === SKILL_FILE) return valueAt(fields, path);
  const bytes = files.get(file);
  if (bytes === undefined) return undefined;
  if (profile.name === "codex" && path.includes("allow_implicit_invocation")) return readCodexPolicy(bytes).implicit;
  return valueAt(readYaml(Buffer.from(bytes).toString("utf8")), path);
}

const NOWHERE: Root = {
  path: "/",
  scope: "extra",
  label: "",
  from: "",
  namedBy: "caller",
  namedIn: "/",
  trusted: true,
  followLinks: false,
  exists: true,
  configured: false,
  namespace: "",
};

function readOurs(files: SkillFiles, directory: string, profile: HostProfile): ReadIntents {
  const key = { path: `/${directory}/${SKILL_FILE}`, directory: `/${directory}`, root: NOWHERE };
  const sidecars = (profile.engine?.sidecars ?? []).flatMap((path) => {
    const bytes = files.get(path);
    return bytes === undefined ? [] : [{ path, text: Buffer.from(bytes).toString("utf8") }];
  });
  const sidecar = sidecars.length === 0 ? undefined : parseSidecars(sidecars).sidecar;
  const bytes = files.get(SKILL_FILE) ?? new Uint8Array();
  const { skill, diagnostics } = parseCareful(key, bytes, MAX_FRONTMATTER, sidecar);
  if (skill === undefined || skill.description === "") {
    const error = diagnostics.find(({ severity }) => severity === "error");
    return { rejected: { code: error?.code ?? "SK102", reason: error?.message ?? "the description is missing" } };
  }
  const { manifest } = skill;
  const rules = requirementsOf(manifest) ?? {};
  const implicit = sidecar?.policy?.allowImplicitInvocation !== false;
  const { only = null } = toolIntentOf(manifest);
  const intents: Intents = {
    ...neutralIntents(),
    name: skill.name || directory,
    description: collapseSpaces(skill.description),
    whenToUse: manifest.whenToUse ?? null,
    userInvocable: manifest.userInvocable !== false,
    modelInvocable: manifest.disableModelInvocation !== true && implicit,
    grantedTools: manifest.allowedTools ?? [],
    removedTools: manifest.disallowedTools ?? [],
    onlyTools: only,
    fork: manifest.context === "fork",
    agent: manifest.agent ?? null,
    background: manifest.background ?? null,
    model: manifest.model ?? null,
    effort: manifest.effort ?? null,
    paths: manifest.paths ?? [],
    argumentNames: manifest.arguments ?? [],
    argumentHint: manifest.argumentHint ?? null,
    hooks: manifest.hooks ?? {},
    tools: sidecar?.dependencies?.tools ?? [],
    platforms: rules.os ?? [],
    programs: rules.requiredBins ?? [],
    anyPrograms: rules.anyBins ?? [],
    variables: rules.requiredEnv ?? [],
    settings: rules.requiredConfig ?? [],
    requiredSkills: rules.requiredSkills ?? [],
    conflicts: rules.conflicts ?? [],
  };
  const body = Buffer.from(bytes.subarray(skill.bodyOffset)).toString("utf8");
  return { intents: { ...intents, placeholders: placeholdersOf(intents, body, profile) } };
}

function placeholdersOf(
  { argumentNames, argumentHint }: Intents,
  body: string,
  { arguments: rule }: HostProfile,
): string[] {
  return placeholdersIn(body, argumentNames, argumentNames.length > 0 || argumentHint !== null, rule);
}
