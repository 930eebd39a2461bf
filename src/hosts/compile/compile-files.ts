/**
 * Converts a skill from one host's format to another's, and reports what the target host loses. The result is read back
 * with the target's own reader, and every difference is reported as a loss. Therefore the report is complete and has no
 * false entries. The text below the frontmatter never changes.
 */
import { isDeepStrictEqual } from "node:util";
import { parseHeader } from "../../format/parse/parse-header.ts";
import { splitFrontmatter } from "../../format/parse/split-frontmatter.ts";
import type { HostProfile } from "../../model/host-profile.ts";
import { isMap } from "../../model/schema.ts";
import type { Intent, Intents, Loss } from "../../model/skills/intents.ts";
import { byteOffset, decodeText } from "../../model/text/decode.ts";
import { conditionalPaths } from "../dialects/claude-code/claude-code-paths.ts";
import { ALL_KEYS, ENCODINGS, type Encoding, type IntentKey } from "./encodings.ts";
import { INTENT_NAMES, INTENTS } from "./intent-table.ts";
import { type FrontmatterValues, withoutValue, withValue } from "./paths.ts";
import { type ReadIntents, readIntents, SKILL_FILE, type SkillFiles } from "./read-intents.ts";
import { readYaml, writeYaml, type YamlStyle } from "./yaml-text.ts";

export interface CompileInput {
  readonly files: SkillFiles;
  /** The intents of the skill, as its source host reads them. */
  readonly intents: Intents;
  readonly target: HostProfile;
}

export type CompiledFiles =
  | {
      /** Changed files by path; null for a removed file. */
      readonly changed: ReadonlyMap<string, Uint8Array | null>;
      readonly losses: readonly Loss[];
      /** The intents as the target reads the result. */
      readonly readBack: Intents;
    }
  | { readonly rejected: { readonly code: string; readonly reason: string } };

/**
 * The attempts to write a skill, best first. The first attempt keeps everything. Later attempts drop more and more of
 * the keys that only other hosts read.
 */
const ATTEMPTS: readonly (YamlStyle & { readonly without?: readonly ("keys" | "metadata")[] })[] = [
  {},
  { dashes: "escaped" },
  { without: ["keys"] },
  { without: ["keys", "metadata"] },
  { without: ["keys", "metadata"], dashes: "escaped" },
];

export function compileFiles({ files, intents, target }: CompileInput): CompiledFiles {
  const source = readSource(files.get(SKILL_FILE) ?? new Uint8Array());
  const encoding = ENCODINGS[target.name] ?? { keys: {} };
  const sidecars = writeSidecars(files, intents, encoding, target);
  let best: Extract<CompiledFiles, { losses: unknown }> | undefined;
  let refused: ReadIntents | undefined;
  for (const { without = [], ...style } of ATTEMPTS) {
    const { values, dropped } = frontmatterOf(source.values, intents, encoding, without);
    const skillFile = Buffer.concat([Buffer.from(`---\n${writeYaml(values, style)}---\n`), source.body]);
    const changed = new Map<string, Uint8Array | null>([[SKILL_FILE, skillFile], ...sidecars]);
    const result = readIntents(applied(files, changed), intents.name, target);
    if ("rejected" in result) {
      refused ??= result;
      continue;
    }
    const losses = [
      ...lossesBetween(intents, result.intents).map((loss) => writtenElsewhere(loss, encoding)),
      ...dropped,
    ];
    if (best === undefined || losses.length < best.losses.length) best = { changed, losses, readBack: result.intents };
    if (best.losses.length === 0) break;
  }
  return best ?? (refused as Extract<ReadIntents, { rejected: unknown }>);
}

function applied(files: SkillFiles, changed: ReadonlyMap<string, Uint8Array | null>): SkillFiles {
  const all = new Map(files);
  for (const [path, bytes] of changed) {
    if (bytes === null) all.delete(path);
    else all.set(path, bytes);
  }
  return all;
}

/** Splits a file into the frontmatter and the text below it. UTF-8 bytes are unchanged. */
function readSource(bytes: Uint8Array): { values: FrontmatterValues; body: Uint8Array } {
  const decoded = decodeText(bytes);
  const { text } = decoded;
  const found = splitFrontmatter(text);
  if ("code" in found) return { values: {}, body: bytes };
  const { entries } = parseHeader(text.slice(found.start, found.end));
  const values = Object.fromEntries(entries.filter(({ raw }) => !raw).map(({ key, value }) => [key, value]));
  // A body in another encoding is written as UTF-8, because hosts read no other encoding. A body in UTF-8 keeps its
  // bytes.
  const isOther = decoded.notes.some(({ code }) => code === "SK010");
  const body = isOther ? Buffer.from(text.slice(found.body)) : bytes.subarray(byteOffset(bytes, decoded, found.body));
  return { values, body };
}

function frontmatterOf(
  values: FrontmatterValues,
  intents: Intents,
  encoding: Encoding,
  without: readonly ("keys" | "metadata")[],
): { values: FrontmatterValues; dropped: readonly Loss[] } {
  const { name: _, description: __, license, compatibility, metadata, ...own } = strip(values, SKILL_FILE);
  let kept: FrontmatterValues = {
    name: intents.name,
    description: intents.description,
    ...(license === undefined ? {} : { license }),
    ...(compatibility === undefined ? {} : { compatibility }),
    ...(without.includes("keys") ? {} : own),
    ...(metadata === undefined || without.includes("metadata") ? {} : { metadata }),
  };
  kept = put(kept, SKILL_FILE, intents, encoding.also?.keys);
  kept = put(kept, SKILL_FILE, intents, encoding.keys);
  const lost: Loss[] = [];
  if (without.includes("keys") && Object.keys(own).length > 0) lost.push(dropped("keys", own));
  if (without.includes("metadata") && metadata !== undefined) lost.push(dropped("metadata", metadata));
  return { values: kept, dropped: lost };
}

function dropped(intent: "keys" | "metadata", wanted: unknown): Loss {
  const names = isMap(wanted) ? Object.keys(wanted) : [];
  const what = intent === "keys" ? "the keys" : "in `metadata`";
  const meant = `it has ${what} ${names.map((name) => `\`${name}\``).join(", ")}, and the host rejects a skill with them`;
  return { code: "SK484", intent, meant, wanted, kept: null, safety: false };
}

/** Removes every value that a host would read as an invocation rule or another request of the skill. */
function strip(values: FrontmatterValues, file: string): FrontmatterValues {
  return ALL_KEYS.filter((place) => place.file === file).reduce((kept, { path }) => withoutValue(kept, path), values);
}

function put(
  values: FrontmatterValues,
  file: string,
  intents: Intents,
  keys: Encoding["keys"] = {},
): FrontmatterValues {
  let all = values;
  for (const [intent, { path, codec, file: own }] of Object.entries(keys) as [Intent, IntentKey][]) {
    const value = own === file ? codec.encode(intents[intent] as never) : undefined;
    if (value !== undefined) all = withValue(all, path, value);
  }
  return all;
}

/** Writes only the sidecars that the target reads. Files of other hosts are copied unchanged. */
function writeSidecars(
  files: SkillFiles,
  intents: Intents,
  encoding: Encoding,
  { engine }: HostProfile,
): ReadonlyMap<string, Uint8Array | null> {
  const written = new Set(Object.values(encoding.keys).map(({ file }) => file));
  for (const file of engine?.sidecars ?? []) written.add(file);
  written.delete(SKILL_FILE);
  const changed = new Map<string, Uint8Array | null>();
  for (const file of written) {
    const bytes = files.get(file);
    const before = bytes === undefined ? {} : (readYaml(Buffer.from(bytes).toString("utf8")) ?? {});
    const after = put(strip(before, file), file, intents, encoding.keys);
    if (isDeepStrictEqual(before, after)) continue;
    changed.set(file, Object.keys(after).length === 0 ? null : Buffer.from(writeYaml(after)));
  }
  return changed;
}

/**
 * Adds to a loss the key under which the lost value is still written for another version of the host. The loss is still
 * reported as unsafe.
 */
function writtenElsewhere(loss: Loss, { also }: Encoding): Loss {
  const place = also?.keys[loss.intent as Intent];
  if (also === undefined || place === undefined) return loss;
  return { ...loss, written: `\`${place.path.join(".")}\`, which only ${also.heededBy} reads` };
}

/**
 * Returns the differences as losses, in the order of the table. For a list, the loss has only the missing entries,
 * unless other entries replace them.
 */
function lossesBetween(wanted: Intents, kept: Intents): Loss[] {
  return INTENT_NAMES.filter((intent) => !isSame(plain(wanted, intent), plain(kept, intent))).map((intent) =>
    lossOf(intent, wanted[intent], kept[intent]),
  );
}

/**
 * Returns the value of an intent in a form for comparison. Claude Code expands patterns: `src/**` becomes `src`, and
 * `{a,b}.ts` becomes two patterns. A pattern and its expansion are treated as equal.
 */
function plain(intents: Intents, intent: Intent): unknown {
  return intent === "paths" ? conditionalPaths(intents.paths) : intents[intent];
}

function lossOf(intent: Intent, wanted: unknown, kept: unknown): Loss {
  const { code, meant, neutral } = INTENTS[intent];
  // The loss is about a value that the author did not set, but the host has.
  if (isSame(wanted, neutral)) {
    const there = `the skill does not set \`${intent}\`, but the host reads it as \`${JSON.stringify(kept)}\``;
    return { code: "SK484", intent, meant: there, wanted, kept, safety: false };
  }
  return { code, intent, meant: meant(missing(wanted, kept)), wanted, kept, safety: code !== "SK484" };
}

function missing(wanted: unknown, kept: unknown): unknown {
  if (!Array.isArray(wanted) || !Array.isArray(kept)) return wanted;
  const left = wanted.filter((item) => !kept.some((other) => isSame(item, other)));
  return left.length === 0 ? wanted : left;
}

/** Compares the values as JSON, because readers create maps with different prototypes. */
function isSame(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b)));
}
