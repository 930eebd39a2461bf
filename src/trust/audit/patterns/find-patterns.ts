/** Searches a text for all patterns at once. One pass finds which patterns need an exact check, and in which lines. */

import type { Finding } from "../../../model/rules/audit.ts";
import { nextLineEnd } from "../../../model/text/text.ts";
import { DOWNLOADS } from "../advice/downloads.ts";
import { INSTRUCTION_RULES } from "../advice/instructions.ts";
import { PAYLOADS } from "../advice/payloads.ts";
import { PERSISTENCE } from "../advice/persistence.ts";
import { COLLECTION_EXPRESSIONS, KEY_FILES, SECRETS } from "../advice/secrets.ts";
import type { AuditLine, AuditMaterial, TextFile } from "../material.ts";
import { type ExpressionSequence, findPatterns, type Pattern } from "./pattern.ts";
import { hasAllRequiredPieces, makePrefilter, type PrefilterMatch, type RequiredWords } from "./prefilter.ts";
import WORDS from "./prefilter-words.json" with { type: "json" };

export const ALL_PATTERNS: readonly Pattern[] = [
  ...INSTRUCTION_RULES,
  ...DOWNLOADS,
  ...PAYLOADS,
  ...SECRETS,
  ...PERSISTENCE,
];

/** Expressions, with the words that a line must contain before the expressions are tried. */
export interface PrefilteredExpressions extends RequiredWords, ExpressionSequence {
  readonly of: ExpressionSequence;
}

/**
 * All expressions with their required words. The order is the same as in `prefilter-words.json`, which `node
 * scripts/audit-words.mjs` writes.
 */
export const PREFILTERED: readonly PrefilteredExpressions[] = [...ALL_PATTERNS, KEY_FILES, COLLECTION_EXPRESSIONS].map(
  (of, index) => ({
    ...(WORDS as readonly RequiredWords[])[index],
    parts: of.parts,
    of,
  }),
);

const look = makePrefilter(PREFILTERED);

export function findAllPatterns({ texts }: AuditMaterial): Finding[] {
  return texts.flatMap((file) => {
    const lines = suspectLinesIn(file);
    return lines.length === 0 ? [] : findPatterns(file, lines, ALL_PATTERNS);
  });
}

/** Returns the lines that may match these expressions, such as lines that name files with keys. */
export function findLinesWith(file: TextFile, sought: ExpressionSequence): readonly AuditLine[] {
  return suspectLinesIn(file).flatMap(([line, of]) => (of.has(sought) ? [line] : []));
}

/** A line, and the expressions that it may match. */
type Suspect = readonly [AuditLine, ReadonlySet<ExpressionSequence>];

/** Returns the lines that may match any expression, in order and with these expressions. */
function suspectLinesIn(file: TextFile): readonly Suspect[] {
  const found = suspected.get(file) ?? (file.cut ? suspectPieces(file) : suspectLines(file));
  suspected.set(file, found);
  return found;
}

function suspectPieces({ lines }: TextFile): Suspect[] {
  return lines.map((line): Suspect => [line, meant(look(line.text), line.text)]).filter(([, of]) => of.size > 0);
}

/** Finds the lines that may match an expression. Usually there are none, and the text is then not split into lines. */
function suspectLines(file: TextFile): Suspect[] {
  const sightings = look(file.text);
  const of = new Map<number, ReadonlySet<ExpressionSequence>>();
  for (let next = 0; next < sightings.length; ) {
    const { at } = sightings[next] as PrefilterMatch<PrefilteredExpressions>;
    const start = file.text.lastIndexOf("\n", at) + 1;
    const end = nextLineEnd(file.text, at);
    const first = next;
    while (next < sightings.length && (sightings[next] as PrefilterMatch<PrefilteredExpressions>).at < end) next++;
    const here = meant(sightings.slice(first, next), file.text.slice(start, end));
    if (here.size > 0) of.set(start, here);
  }
  const found: Suspect[] = [];
  let start = 0;
  for (const line of of.size === 0 ? [] : file.lines) {
    const here = of.get(start);
    if (here) found.push([line, here]);
    start += line.text.length + 1;
  }
  return found;
}

function meant(
  sightings: readonly PrefilterMatch<PrefilteredExpressions>[],
  line: string,
): ReadonlySet<ExpressionSequence> {
  const all = new Set(sightings.flatMap(({ of }) => of));
  const small = all.size === 0 ? "" : line.toLowerCase();
  return new Set([...all].filter((each) => hasAllRequiredPieces(each, small)).map((each) => each.of));
}

/** The results for each file. They are cached, because several rules need them and the search is expensive. */
const suspected = new WeakMap<TextFile, readonly Suspect[]>();
