/**
 * The proof that a command line is granted: every program that it would run, in whatever part of it, is one that a pattern
 * covers, with words that a wildcard may swallow. Out comes nothing, or the reason why there is no proof.
 */
import { type CommandPattern, isExact, matchCommand } from "./command-pattern.ts";
import { HARMLESS_VARIABLES } from "./dangers.ts";
import { findDanger } from "./find-danger.ts";
import type { ShellLine, ShellWord, SimpleCommand } from "./line.ts";
import { unwrap } from "./unwrap.ts";

export interface Grants {
  /** Those that a program can fit. */
  readonly patterns: (program: string) => readonly CommandPattern[];
  /** Whether a file may be written that output is sent to. */
  readonly mayWrite: (path: string) => boolean;
  /** Takes a line apart, for the commands that are written inside of others. */
  readonly read: (text: string) => ShellLine;
}

/** Shells inside of shells. */
const MAX_DEPTH = 3;

/** [B10] */
export function proveLine(line: ShellLine, grants: Grants, depth = 0): string | undefined {
  if ("unproven" in line) return line.unproven;
  if (depth > MAX_DEPTH) return "the command is too intricate";
  let granted = 0;
  for (const command of line.commands) {
    const reason = proveWrites(command, grants);
    if (reason !== undefined) return reason;
    const unproven = proveCommand(command, grants, depth);
    if (unproven === undefined) granted++;
    else if (!isPure(command)) return unproven;
  }
  return granted === 0 ? `nothing grants \`${programOf(line.commands[0])}\`` : undefined;
}

function proveWrites({ writes }: SimpleCommand, { mayWrite }: Grants): string | undefined {
  if (writes.length === 0) return undefined;
  const file = writes.find((path) => !mayWrite(path));
  return file === undefined ? undefined : `the command writes to \`${file}\``;
}

function proveCommand(command: SimpleCommand, grants: Grants, depth: number): string | undefined {
  const set = command.sets.length === 0 ? undefined : command.sets.find((name) => !HARMLESS_VARIABLES.test(name));
  if (set !== undefined) return `the command sets \`${set}\`, which can change what runs`;
  const direct = cover(command.words, grants.patterns(programOf(command)));
  if (direct === undefined) return undefined;
  const inside = unwrap(command.words);
  if (inside === undefined) return direct;
  if ("unproven" in inside) return inside.unproven;
  if ("line" in inside) return proveLine(grants.read(inside.line), grants, depth + 1);
  if (depth > MAX_DEPTH) return "the command is too intricate";
  return proveCommand({ ...inside, writes: [] }, grants, depth + 1);
}

/** Nothing where some pattern covers these words; else the best reason there is. */
function cover(words: readonly ShellWord[], patterns: readonly CommandPattern[]): string | undefined {
  let reason: string | undefined;
  for (const pattern of patterns) {
    const spelled = matchCommand(pattern, words);
    if (spelled === undefined) continue;
    const danger = isExact(pattern) ? undefined : findDanger(words, spelled);
    if (danger === undefined) return undefined;
    reason ??= danger;
  }
  return reason ?? `nothing grants \`${programOf({ words })}\``;
}

/** [B13] What only prints its own words, or what it is fed with, may stand beside what is granted. */
function isPure({ words, sets }: SimpleCommand): boolean {
  const [program, ...rest] = words;
  if (sets.length > 0) return false;
  switch (program?.text) {
    case "echo":
    case "true":
    case "false":
    case ":":
    case "pwd":
      return true;
    case "cat":
      return rest.length === 0;
    default:
      return false;
  }
}

function programOf(command: Pick<SimpleCommand, "words"> | undefined): string {
  return command?.words[0]?.text ?? "";
}
