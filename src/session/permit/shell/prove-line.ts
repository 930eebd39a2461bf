/**
 * The proof that a command line is granted: every program that it would run, in whatever part of it, is one that a pattern
 * covers, with words that a wildcard may swallow. Out comes nothing, or the reason why there is no proof.
 */
import { type CommandPattern, grantsAnyUse, isExact, matchCommand } from "./command-pattern.ts";
import { HARMLESS_VARIABLES } from "./dangers.ts";
import { findDanger, hasDangers } from "./find-danger.ts";
import { mayMention, mentioned } from "./mentions.ts";
import type { ShellLine, ShellWord, SimpleCommand } from "./read/line.ts";
import { namedByAddress, unpackedBelow } from "./read/unpack.ts";
import { unwrap } from "./read/unwrap.ts";
import { isWriter, MOVES, WRITES_BELOW, writtenPaths } from "./writers.ts";

export interface Grants {
  /** Those that a program can fit. */
  readonly patterns: (program: string) => readonly CommandPattern[];
  /** Whether a file may be written that output is sent to. */
  readonly mayWrite: (path: string) => boolean;
  /** Where a path leads, seen from what decides over skills; `inside` also where that cannot be said. */
  readonly reach: (path: string) => Reach;
  /** Whether a path lies in a skill whose files are read without asking. */
  readonly isOpen: (path: string) => boolean;
  /** Takes a line apart, for the commands that are written inside of others. */
  readonly read: (text: string) => ShellLine;
}

export type Reach = "inside" | "around" | "elsewhere";

/** Shells inside of shells. */
const MAX_DEPTH = 3;

/** How deep in other lines, and whether one of them has gone to another directory. */
interface Place {
  readonly depth: number;
  readonly moved: boolean;
}

const OUTSIDE: Place = { depth: 0, moved: false };

/** Says yes only where `proveLine` has no reason, and at once: one program, of which nothing special is known. */
export function isPlainlyGranted(line: ShellLine, patterns: Grants["patterns"]): boolean {
  if ("unproven" in line || line.commands.length !== 1) return false;
  const command = line.commands[0] as SimpleCommand;
  const program = command.program ?? programOf(command);
  if (command.sets.length > 0 || command.writes.length > 0 || hasDangers(program) || isWriter(program)) return false;
  if (mayMention(program, command)) return false;
  for (const pattern of patterns(program))
    if (grantsAnyUse(pattern, program) || matchCommand(pattern, command.words)) return true;
  return false;
}

/** [B10] */
export function proveLine(line: ShellLine, grants: Grants, { depth, moved: before } = OUTSIDE): string | undefined {
  if ("unproven" in line) return line.unproven;
  if (depth > MAX_DEPTH) return "the command is too intricate";
  const place = { depth, moved: before || line.commands.some((command) => MOVES.has(programOf(command))) };
  let granted = 0;
  for (const command of line.commands) {
    const reason = proveWrites(command, grants, place);
    if (reason !== undefined) return reason;
    const unproven = proveCommand(command, grants, place);
    if (unproven === undefined) granted++;
    else if (!isPure(command)) return unproven;
  }
  return granted === 0 ? `nothing grants \`${programOf(line.commands[0])}\`` : undefined;
}

/** [B22] Of a line that a rule spells out: what it may not write although every letter of it is granted. */
export function findProtected(line: ShellLine, grants: Pick<Grants, "reach">): string | undefined {
  if ("unproven" in line) return undefined;
  for (const { words, writes } of line.commands) {
    const reason = writes.some((path) => grants.reach(path) === "inside") ? PROTECTED : provePaths(words, grants);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function proveWrites({ writes }: SimpleCommand, { mayWrite }: Grants, { moved }: Place): string | undefined {
  if (writes.length === 0) return undefined;
  if (moved && writes.some(isRelative)) return AFTER_MOVING;
  const file = writes.find((path) => !mayWrite(path));
  return file === undefined ? undefined : `the command writes to \`${file}\``;
}

export const PROTECTED = "it could change what decides over skills";
const AFTER_MOVING = "where it writes hangs on a `cd`";

/** [B22] What a program writes where its words say. */
function provePaths(
  words: readonly ShellWord[],
  { reach }: Pick<Grants, "reach">,
  { moved } = OUTSIDE,
): string | undefined {
  const program = programOf({ words });
  const [paths, named, below] = [writtenPaths(words), namedByAddress(words), unpackedBelow(words)];
  if (!paths || !named || !below) return `where \`${program}\` writes is only known when it runs`;
  if (moved && [...paths, ...named, ...below].some(isRelative)) return AFTER_MOVING;
  const reached = [...paths, ...named].map(reach);
  const around = WRITES_BELOW.has(program) && reached.includes("around");
  const unpacked = below.some((path) => reach(path) !== "elsewhere");
  return reached.includes("inside") || around || unpacked ? PROTECTED : undefined;
}

function isRelative(path: string): boolean {
  return !path.startsWith("/") && !path.startsWith("-");
}

function proveCommand(command: SimpleCommand, grants: Grants, place: Place): string | undefined {
  const set = command.sets.length === 0 ? undefined : command.sets.find((name) => !HARMLESS_VARIABLES.test(name));
  if (set !== undefined) return `the command sets \`${set}\`, which can change what runs`;
  const direct = cover(command.words, grants);
  if (direct === undefined) return provePaths(command.words, grants, place);
  const inside = unwrap(command.words);
  if (inside === undefined) return direct;
  if ("unproven" in inside) return inside.unproven;
  const deeper = { ...place, depth: place.depth + 1 };
  if ("line" in inside) return proveLine(grants.read(inside.line), grants, deeper);
  if (place.depth > MAX_DEPTH) return "the command is too intricate";
  return proveCommand({ ...inside, writes: [] }, grants, deeper);
}

/** Nothing where some pattern covers these words; else the best reason there is. */
function cover(words: readonly ShellWord[], grants: Grants): string | undefined {
  const patterns = grants.patterns(programOf({ words }));
  let reason: string | undefined;
  for (const pattern of patterns) {
    const spelled = matchCommand(pattern, words);
    if (spelled === undefined) continue;
    if (isExact(pattern)) return undefined;
    const danger =
      findDanger(words, spelled) ?? (mentioned(words, spelled, grants) === undefined ? undefined : PROTECTED);
    if (danger === undefined) return undefined;
    reason ??= danger;
  }
  return reason ?? `nothing grants \`${namedIn(words, patterns)}\``;
}

/** The program; and what is asked of it, where something else of it is granted. */
function namedIn(words: readonly ShellWord[], patterns: readonly CommandPattern[]): string {
  const [, next] = words;
  const program = programOf({ words });
  return patterns.length > 0 && next?.whole ? `${program} ${next.text.slice(0, MAX_NAMED)}` : program;
}

const MAX_NAMED = 40;

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
