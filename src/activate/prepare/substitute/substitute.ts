/**
 * A skill's text and what was typed after its name come in, and out goes what the model is to read. Everything that can be
 * replaced is found in the original text and replaced once: what is put in is never looked at again, so that an argument
 * can carry neither a placeholder nor a command. Nothing is run here, and no file is read.
 */
import type { ShellResult } from "../../../model/conversation/activation.ts";
import type { ArgumentRule } from "../../../model/host-profile.ts";
import { findPlaceholders } from "./find-placeholders.ts";
import { findReferences } from "./find-references.ts";
import { type FoundShell, findShell } from "./find-shell.ts";
import { findVariables } from "./host-variables.ts";
import { assemble, type Piece, type PlacedExpression, shellNotes, shellPieces } from "./pieces.ts";
import { PLACEHOLDER_SYNTAXES, type PlaceholderSyntax } from "./placeholder-syntax.ts";
import { splitArguments } from "./split-arguments.ts";

export interface Given {
  /** The commands of the text, and what became of them; those of a text that says nothing here were not run. */
  readonly commands?: { readonly found: readonly FoundShell[]; readonly results: readonly ShellResult[] };
  /** As typed; undefined or blank where there are none. */
  readonly arguments?: string | undefined;
  /** Name of the skill, for hosts that repeat the typed line. */
  readonly name?: string;
  /** Names of the arguments, in their order. */
  readonly names: readonly string[];
  readonly rule: ArgumentRule;
  /** Values by the variable as it is written: `${SKILL_DIR}`, `{{workspace}}`. */
  readonly variables: Readonly<Record<string, string>>;
  /** Characters of the result; no more than that is ever put together. */
  readonly maxChars?: number;
  /** The absolute path of a file of the skill, where there is such a file. */
  readonly absolute?: (path: string) => string | undefined;
}

export interface Substituted {
  readonly text: string;
  readonly shell: readonly PlacedExpression[];
  /** Everything that was put in, in its order. */
  readonly inserted: readonly string[];
  /** What follows, because nothing in the text took the arguments; empty where something did. */
  readonly appended: string;
  /** A quote in the arguments has no end. */
  readonly unclosed: boolean;
  /** Where the text was cut: how long it would have been, and at which character of the body the rest begins. */
  readonly cut?: { readonly from: number; readonly at: number };
}

export function substitute(body: string, given: Given): Substituted {
  const { rule, names, maxChars = Number.POSITIVE_INFINITY } = given;
  const typed = given.arguments ?? "";
  const asked = typed.trim() !== "";
  if (!asked && given.absolute === undefined && isPlainText(body) && body.length <= maxChars)
    return { text: body, shell: [], inserted: [], appended: "", unclosed: false };
  const syntax = placeholderSyntaxOf(rule);
  const { words, unclosed } = splitArguments(typed, syntax);
  const placeholders =
    rule.base === "none" ? undefined : findPlaceholders(body, { typed, asked, words, names, rule, syntax });
  const { found, results } = given.commands ?? { found: shellExpressionsOf(body, rule), results: [] };
  const pieces: Piece[][] = [
    [...shellPieces(found, results, names)],
    [...(placeholders?.pieces ?? [])],
    findVariables(body, given.variables),
    given.absolute ? findReferences(body, given.absolute) : [],
  ];
  const { text, cut, kept } = assemble(body, pieces, maxChars);
  const whatIsMeant = (word: string): string => (word === "{name}" ? (given.name ?? word) : typed);
  const received = kept.some((piece) => piece.receives === true || placeholders?.receiving.has(piece) === true);
  return {
    text,
    shell: shellNotes(found, results),
    inserted: kept.map((piece) => piece.value),
    appended: asked && !received ? rule.appended.replace(/\{(?:name|arguments)\}/g, whatIsMeant) : "",
    unclosed,
    ...(cut ? { cut } : {}),
  };
}

/** `$ARGUMENTS`, `$1`, `${SKILL_DIR}`, `{{workspace}}` and !`command` all have one of these characters. Most texts have none. */
export function isPlainText(body: string): boolean {
  return !/[$!{]/.test(body);
}

export function shellExpressionsOf(body: string, { shell, shellIn = "text" }: ArgumentRule): readonly FoundShell[] {
  return shell ? findShell(body, shellIn) : [];
}

/** How this host writes placeholders and takes arguments apart. */
export function placeholderSyntaxOf({ placeholders = "claude-code" }: ArgumentRule): PlaceholderSyntax {
  return PLACEHOLDER_SYNTAXES[placeholders];
}
