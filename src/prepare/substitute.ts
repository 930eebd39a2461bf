/**
 * A skill's text and what was typed after its name come in, and out goes what the model is to read. Everything that can be
 * replaced is found in the original text and replaced once: what is put in is never looked at again, so that an argument
 * can carry neither a placeholder nor a command. Nothing is run here, and no file is read.
 */
import type { ShellExpression } from "../model/activation.ts";
import type { ArgumentRule } from "../model/host-profile.ts";
import { findPlaceholders } from "./find-placeholders.ts";
import { findReferences } from "./find-references.ts";
import { findShell } from "./find-shell.ts";
import { findVariables } from "./find-variables.ts";
import { LEXES } from "./lexis.ts";
import { assemble, type Piece } from "./pieces.ts";
import { splitArguments } from "./split-arguments.ts";

export interface Given {
  /** As typed; undefined or blank where there are none. */
  readonly arguments?: string | undefined;
  /** Of the skill, for hosts that repeat the line as it was typed. */
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
  /** With the place of each in the body. */
  readonly shell: readonly (ShellExpression & { readonly at: number })[];
  /** Everything that was put in, in its order. */
  readonly inserted: readonly string[];
  /** What follows, because nothing in the text took the arguments; empty where something did. */
  readonly appended: string;
  /** A quote in the arguments has no end. */
  readonly unclosed: boolean;
  /** Where the text was cut: how long it would have been, and at which character of the body the rest begins. */
  readonly cut?: { readonly from: number; readonly at: number };
}

/** Why no command of a skill is run. */
export const NOT_RUN = "no policy allows commands of skills to run";

export function substitute(body: string, given: Given): Substituted {
  const { rule, names, maxChars = Number.POSITIVE_INFINITY } = given;
  const typed = given.arguments ?? "";
  const asked = typed.trim() !== "";
  const lexis = LEXES[rule.lexis ?? "claude-code"];
  const { words, unclosed } = splitArguments(typed, lexis);
  const shell = rule.shell ? findShell(body, rule.shellIn ?? "text") : [];
  const placeholders =
    rule.base === "none" ? undefined : findPlaceholders(body, { typed, asked, words, names, rule, lexis });
  const pieces: Piece[][] = [
    shell.map(({ start, end, marker }) => ({ start, end, value: marker(NOT_RUN) })),
    [...(placeholders?.pieces ?? [])],
    findVariables(body, given.variables),
    given.absolute ? findReferences(body, given.absolute) : [],
  ];
  const { text, cut, kept } = assemble(body, pieces, maxChars);
  const whatIsMeant = (word: string): string => (word === "{name}" ? (given.name ?? word) : typed);
  const received = kept.some((piece) => placeholders?.receiving.has(piece) === true);
  return {
    text,
    shell: shell.map(({ command, form, line, start }) => ({ command, form, line, refused: NOT_RUN, at: start })),
    inserted: kept.map((piece) => piece.value),
    appended: asked && !received ? rule.appended.replace(/\{(?:name|arguments)\}/g, whatIsMeant) : "",
    unclosed,
    ...(cut ? { cut } : {}),
  };
}
