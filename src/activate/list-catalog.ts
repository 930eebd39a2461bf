/**
 * Builds the catalog that a model reads, from a snapshot and a budget. The catalog has only metadata, unless its format
 * includes bodies. Equal skills and options give equal bytes, so prompt caches stay valid.
 */
import { createHash } from "node:crypto";
import { isSelectedBy } from "../catalog/snapshot/build-snapshot.ts";
import type { Coverage, ListedEntry, ListedSkill, WriteListing } from "../model/conversation/catalog-text.ts";
import type { AgentScope, OfferedSkill, SkillRequester } from "../model/conversation/offer.ts";
import { OperationError } from "../model/errors.ts";
import type { HostProfile } from "../model/host-profile.ts";
import type { Skill, SkillId } from "../model/skills/skill.ts";
import type { Snapshot } from "../model/skills/snapshot.ts";
import { offeredSkills } from "./access/why-refused.ts";
import { type WithheldSkill, withheldSkills } from "./access/withheld-skills.ts";
import { allowanceFor, type BudgetOptions, estimateTokens } from "./render/budget/allowance.ts";
import { FORMAT_NAMES, findFormat } from "./render/formats.ts";

export { type CatalogDelta, catalogDelta } from "./render/catalog-delta.ts";

/** The budget, the format and the scope of a catalog. */
export interface CatalogOptions {
  /** The model's context window, in tokens. */
  readonly window?: number;
  readonly budget?: BudgetOptions;
  /** One of `FORMAT_NAMES` (default: the profile's format). */
  readonly format?: string;
  readonly scope?: AgentScope;
  /** Files in use. Skills with `paths` are listed if a file matches. */
  readonly files?: readonly string[];
  /** Skills whose descriptions are shortened last: names, patterns, ids or paths. */
  readonly pinned?: readonly string[];
  /** Usage counts by address, name or id. If the counts change during a session, the catalog's text changes too. */
  readonly ranking?: Readonly<Record<string, number>>;
  /** The tool that loads a skill (default: the profile's tool). */
  readonly tool?: string;
  /** The tool that searches skills, if there is one. */
  readonly searchTool?: string;
}

export interface CatalogEntry extends ListedEntry {
  readonly tokens: number;
  /** The full description of the skill, even if the listing shortens it; empty for an omitted skill. */
  readonly said: string;
}

/** The list of skills for a model: its text, its entries, and its size compared to the budget. */
export interface Catalog {
  /** Text for the model; empty if no skill is offered. */
  readonly text: string;
  /** Revision of the text: it changes whenever the text changes. */
  readonly revision: string;
  readonly host: string;
  readonly format: string;
  /** Every offered skill in the order of the text. Omitted skills come last. */
  readonly entries: readonly CatalogEntry[];
  readonly allowance: { readonly amount: number; readonly unit: "characters" | "tokens"; readonly from: string };
  readonly used: { readonly characters: number; readonly tokens: number };
  readonly counts: Readonly<Record<Coverage, number>>;
  /** Found skills that no model receives, each with advice for the user. */
  readonly withheld: readonly WithheldSkill[];
}

export interface CatalogContext {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Reads a skill's body for the only catalog format that includes bodies. */
  readonly readBody?: (skill: Skill) => Promise<string>;
}

export async function listCatalog(
  snapshot: Snapshot,
  profile: HostProfile,
  options: CatalogOptions,
  context: CatalogContext,
): Promise<Catalog> {
  const format = formatOf(profile, options);
  const write = await chooseFormat(format);
  const offers = offeredSkills(snapshot, asking(options));
  const skills = offers.map((each) => listedSkill(each, options, profile));
  const allowance = allowanceFor(profile, { ...options, variables: context.variables });
  const bodies = BODY_FORMATS.has(format) ? await readBodies(offers, context) : undefined;
  const tool = options.tool ?? profile.tool?.name;
  // Without skills, the text is empty.
  const { text, entries } =
    skills.length === 0
      ? { text: "", entries: [] }
      : write({
          skills,
          allowance,
          roots: snapshot.roots,
          ...(tool === undefined ? {} : { tool }),
          ...(options.searchTool === undefined ? {} : { searchTool: options.searchTool }),
          ...(bodies ? { instructions: (id) => bodies.get(id) ?? "" } : {}),
        });
  const count = options.budget?.countTokens ?? estimateTokens;
  const { amount, unit, from } = allowance;
  let revision: string | undefined;
  return {
    text,
    // The revision is computed on first access, because loading `node:crypto` takes longer than building a small
    // catalog.
    get revision() {
      revision ??= hash(text);
      return revision;
    },
    host: profile.name,
    format,
    entries: withSource(entries, skills, bodies, count),
    allowance: { amount, unit, from },
    used: { characters: text.length, tokens: text === "" ? 0 : count(text) },
    counts: countCoverage(entries),
    withheld: withheldSkills(snapshot),
  };
}

function formatOf(profile: HostProfile, { format }: CatalogOptions): string {
  return format ?? profile.disclosure.format ?? "xml";
}

/** Returns true if the catalog's format or the host's own list contains more than metadata. */
export function needsBodies(profile: HostProfile, options: CatalogOptions): boolean {
  return BODY_FORMATS.has(formatOf(profile, options));
}

async function chooseFormat(format: string): Promise<WriteListing> {
  const write = await findFormat(format);
  if (write) return write;
  throw new OperationError("SK401", `there is no catalog format \`${format}\``, {
    hint: `the formats are ${FORMAT_NAMES.map((name) => `\`${name}\``).join(", ")}`,
  });
}

function asking({ scope, files }: CatalogOptions): SkillRequester {
  return { actor: "model", ...(scope ? { scope } : {}), ...(files ? { files } : {}) };
}

function listedSkill(
  { address, loaded: { skill, shownName, shownDescription, shownPath } }: OfferedSkill,
  { pinned = NONE, ranking }: CatalogOptions,
  { disclosure }: HostProfile,
): ListedSkill {
  const { id, name, manifest, path, directory, scope, root } = skill;
  // Some hosts add `when_to_use` to the description.
  const isAdded = shownDescription !== undefined && disclosure.also !== undefined;
  const whenToUse = isAdded ? undefined : manifest.whenToUse;
  const listed = {
    id,
    address,
    name,
    ...(shownName === undefined ? {} : { shownName }),
    description: shownDescription ?? skill.description,
    ...(shownDescription === undefined ? {} : { authored: skill.description }),
    location: shownPath ?? path,
    directory,
    scope,
    root,
    triggers: manifest.triggers ?? NONE,
    pinned: pinned.length > 0 && pinned.some((pattern) => pattern === address || isSelectedBy(pattern, skill)),
    rank: ranking === undefined ? 0 : rankOf(ranking, [address, id, name]),
  };
  const named = skill.hostId === undefined ? listed : { ...listed, hostId: skill.hostId };
  return whenToUse === undefined ? named : { ...named, whenToUse };
}

const NONE: readonly string[] = [];

function rankOf(ranking: Readonly<Record<string, number>>, keys: readonly string[]): number {
  const key = keys.find((each) => Object.hasOwn(ranking, each));
  const rank = key === undefined ? 0 : ranking[key];
  return rank !== undefined && Number.isFinite(rank) ? rank : 0;
}

/** The catalog formats that contain more than metadata. */
const BODY_FORMATS: ReadonlySet<string> = new Set(["aleph"]);

async function readBodies(
  offers: readonly OfferedSkill[],
  { readBody }: CatalogContext,
): Promise<Map<SkillId, string>> {
  const bodies = new Map<SkillId, string>();
  for (const { loaded } of readBody ? offers : []) {
    try {
      bodies.set(loaded.skill.id, (await readBody?.(loaded.skill)) ?? "");
    } catch (error) {
      // A skill whose file was removed after the load is left out. The others are listed.
      if (!(error instanceof OperationError)) throw error;
    }
  }
  return bodies;
}

/**
 * Adds `said` (the full description) to each entry. For an omitted skill, `said` is empty, because the model has read
 * nothing about it. The map's keys are addresses, whose hash V8 has already computed.
 */
function withSource(
  entries: readonly ListedEntry[],
  skills: readonly ListedSkill[],
  bodies: ReadonlyMap<SkillId, string> | undefined,
  count: (text: string) => number,
): CatalogEntry[] {
  const shown = new Set(entries.filter(({ coverage }) => coverage !== "omitted").map(({ address }) => address));
  const said = new Map<string, string>();
  skills.forEach((skill) => {
    if (shown.has(skill.address)) said.set(skill.address, sourceOf(skill, bodies?.get(skill.id)));
  });
  return entries.map(({ id, address, coverage, text }) =>
    coverage === "omitted"
      ? { id, address, coverage, text, tokens: 0, said: "" }
      : { id, address, coverage, text, tokens: count(text), said: said.get(address) ?? "" },
  );
}

/**
 * Returns all metadata of a skill as one text. The function is fast, because V8 joins the parts only when a caller
 * compares the text.
 */
function sourceOf({ name, description, whenToUse = "", location, triggers }: ListedSkill, body = ""): string {
  return `${name}\n${description}\n${whenToUse}\n${location}\n${triggers.join("\n")}\n${body}`;
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

function countCoverage(entries: readonly ListedEntry[]): Record<Coverage, number> {
  const counts: Record<Coverage, number> = { full: 0, shortened: 0, "name-only": 0, omitted: 0 };
  entries.forEach(({ coverage }) => {
    counts[coverage]++;
  });
  return counts;
}
