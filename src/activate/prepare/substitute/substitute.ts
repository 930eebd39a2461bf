/**
 * Replaces the placeholders of a skill's text by the user's arguments. All replacements are found in the original text
 * and applied once, so an argument cannot add a placeholder or a command. This file runs no command and reads no file.
 */
import type { ShellResult } from "../../../model/conversation/activation.ts";
import type { ArgumentRule } from "../../../model/host-profile.ts";
import { findPlaceholders } from "./find-placeholders.ts";
import { findReferences } from "./find-references.ts";
import { type FoundShell, findShell } from "./find-shell.ts";
import { findHostPlaceholders } from "./host-placeholders.ts";
import { assemblePieces, type PositionedExpression, type ReplacedPiece, shellNotes, shellPieces } from "./pieces.ts";
import { PLACEHOLDER_SYNTAXES, type PlaceholderSyntax } from "./placeholder-syntax.ts";
import { splitArguments } from "./split-arguments.ts";

export interface SubstitutionInput {
  /** The text's commands with their results. Commands without a result did not run. */
  readonly shellExpressions?: { readonly found: readonly FoundShell[]; readonly results: readonly ShellResult[] };
  /** Arguments as typed; undefined or blank if there are none. */
  readonly arguments?: string | undefined;
  /** Name of the skill, for hosts that repeat the typed line. */
  readonly name?: string;
  /** Names of the arguments, in order. */
  readonly names: readonly string[];
  readonly rule: ArgumentRule;
  /** Values of the host's placeholders. The keys are the placeholders as written: `${SKILL_DIR}`, `{{workspace}}`. */
  readonly hostPlaceholders: Readonly<Record<string, string>>;
  /** Maximum characters of the result. A longer text is never built in full. */
  readonly maxChars?: number;
  /** Returns the absolute path of a file of the skill, if the file exists. */
  readonly absolute?: (path: string) => string | undefined;
}

export interface SubstitutedText {
  readonly text: string;
  readonly shell: readonly PositionedExpression[];
  /** All inserted values, in order. */
  readonly inserted: readonly string[];
  /** Text to append if no placeholder received the arguments; otherwise empty. */
  readonly appended: string;
  /** True if a quote in the arguments is unclosed. */
  readonly unclosed: boolean;
  /**
   * The cut, if the text was cut: the text's full length, and the offset in the body at which the remaining text
   * begins.
   */
  readonly cut?: { readonly from: number; readonly at: number };
}

export function substitute(body: string, given: SubstitutionInput): SubstitutedText {
  const { rule, names, maxChars = Number.POSITIVE_INFINITY } = given;
  const typed = given.arguments ?? "";
  const asked = typed.trim() !== "";
  if (!asked && given.absolute === undefined && isPlainText(body) && body.length <= maxChars)
    return { text: body, shell: [], inserted: [], appended: "", unclosed: false };
  const syntax = placeholderSyntaxOf(rule);
  const { words, unclosed } = splitArguments(typed, syntax);
  const placeholders =
    rule.base === "none" ? undefined : findPlaceholders(body, { typed, asked, words, names, rule, syntax });
  const { found, results } = given.shellExpressions ?? { found: shellExpressionsOf(body, rule), results: [] };
  const pieces: ReplacedPiece[][] = [
    [...shellPieces(found, results, names)],
    [...(placeholders?.pieces ?? [])],
    findHostPlaceholders(body, given.hostPlaceholders),
    given.absolute ? findReferences(body, given.absolute) : [],
  ];
  const { text, cut, kept } = assemblePieces(body, pieces, maxChars);
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

/**
 * Returns true if a text contains neither a placeholder nor a command. Each of them contains `$`, `!` or `{`, and most
 * texts contain none of these characters.
 */
export function isPlainText(body: string): boolean {
  return !/[$!{]/.test(body);
}

export function shellExpressionsOf(body: string, { shell, shellIn = "text" }: ArgumentRule): readonly FoundShell[] {
  return shell ? findShell(body, shellIn) : [];
}

/** Returns the placeholder syntax of this host. */
export function placeholderSyntaxOf({ placeholders = "claude-code" }: ArgumentRule): PlaceholderSyntax {
  return PLACEHOLDER_SYNTAXES[placeholders];
}
