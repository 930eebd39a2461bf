import type { ArgumentRule } from "../../../model/host-profile.ts";
import type { ReplacedPiece } from "./pieces.ts";
import type { PlaceholderSyntax } from "./placeholder-syntax.ts";

interface Arguments {
  readonly typed: string;
  /** True if the text contains placeholders for arguments. */
  readonly asked: boolean;
  readonly words: readonly string[];
  readonly names: readonly string[];
  readonly rule: ArgumentRule;
  readonly syntax: PlaceholderSyntax;
}

export interface Placeholders {
  readonly pieces: readonly ReplacedPiece[];
  /** Placeholders that receive the arguments of the user. */
  readonly receiving: ReadonlySet<ReplacedPiece>;
}

/**
 * Matches `$ARGUMENTS`, `$ARGUMENTS[1]`, `$1`, `$name` and similar placeholders. The expression is unambiguous, so each
 * character is read once.
 */
const TOKEN = /\$(?:(ARGUMENTS)(?:\[(\d+)\])?|(\d+)|([\p{L}_][\p{L}\p{N}_-]*))/gu;

interface Token {
  readonly start: number;
  readonly end: number;
  /** Value of the placeholder. Undefined if the placeholder has no value and stays unchanged. */
  readonly value: string | undefined;
}

/** Finds the placeholders for arguments and their values. */
export function findPlaceholders(body: string, given: Arguments): Placeholders {
  const pieces: ReplacedPiece[] = [];
  const receiving = new Set<ReplacedPiece>();
  if (!body.includes("$") || (!given.asked && given.rule.absent === "untouched")) return { pieces, receiving };
  const read = reader(body, given);
  for (const match of body.matchAll(TOKEN)) {
    const token = read(match);
    if (token === undefined) continue;
    const { start, end, value } = token;
    if (given.syntax.escapes && isEscaped(body, start)) {
      pieces.push({ start: start - 1, end, value: body.slice(start, end) });
      continue;
    }
    if (value === undefined) continue;
    const piece = { start, end, value };
    pieces.push(piece);
    receiving.add(piece);
  }
  return { pieces, receiving };
}

/** Returns true if an odd number of backslashes is before the character, because they then escape it. */
function isEscaped(body: string, start: number): boolean {
  return body[start - 1] === "\\" && body[start - 2] !== "\\";
}

function reader(body: string, given: Arguments): (match: RegExpExecArray) => Token | undefined {
  const { typed, words, rule, syntax } = given;
  const base = rule.base === "none" ? 0 : rule.base;
  const last = rule.rest ? highest(body) : undefined;
  const named = nameReader(body, given);
  // Without arguments, only named placeholders are replaced. A `$1` stays unchanged, because it may be part of an awk
  // program in the text.
  const silent = !given.asked && rule.absent !== "filled";
  const nth = (index: number): string | undefined => words[index] ?? (rule.missing === "empty" ? "" : undefined);

  return (match) => {
    const [whole, all, index, position, name] = match;
    const start = match.index;
    if (name !== undefined) return named(start, name);
    if (silent) return undefined;
    const end = start + whole.length;
    if (all !== undefined) {
      if (index !== undefined && syntax.indexed)
        return { start, end, value: nth(Number(index) - (rule.indexBase ?? base)) };
      const ends = start + 1 + all.length;
      return syntax.boundedAll && isWord(body[ends]) ? undefined : { start, end: ends, value: typed };
    }
    if (position === undefined || (syntax.bounded && isWord(body[end]))) return undefined;
    const at = Number(position) - base;
    if (Number(position) === last && at >= 0) return { start, end, value: words.slice(at).join(" ") };
    return { start, end, value: nth(at) };
  };
}

/**
 * Reads `$name` for the names that the skill declares. A name without a value becomes empty, even if the host keeps
 * numbered placeholders without a value.
 */
function nameReader(
  body: string,
  { names, words, syntax }: Arguments,
): (start: number, written: string) => Token | undefined {
  const positions = new Map<string, number>();
  for (const [index, name] of names.entries()) if (NAME.test(name) && !positions.has(name)) positions.set(name, index);
  const lengths = [...new Set([...positions.keys()].map((name) => name.length))].sort((a, b) => b - a);
  const token = (start: number, name: string): Token | undefined => {
    const position = positions.get(name);
    return position === undefined ? undefined : { start, end: start + 1 + name.length, value: words[position] ?? "" };
  };
  if (syntax.names === "none" || positions.size === 0) return () => undefined;
  if (syntax.names === "whole") return token;
  return (start, written) => {
    for (const length of lengths) {
      const behind = body[start + 1 + length];
      if (length > written.length || behind === "[" || isWord(behind)) continue;
      const found = token(start, written.slice(0, length));
      if (found) return found;
    }
    return undefined;
  };
}

const NAME = /^[\p{L}_][\p{L}\p{N}_-]*$/u;

function highest(body: string): number {
  let last = 0;
  for (const [, digits] of body.matchAll(/\$(\d+)/g)) last = Math.max(last, Number(digits));
  return last;
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /\w/.test(character);
}
