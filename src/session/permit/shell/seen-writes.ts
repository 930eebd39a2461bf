/**
 * Of a line whose every program is granted, by `Bash` alone: what can be seen in it to write where it is decided over skills.
 * What a program does by itself is not seen; who grants a whole shell has granted that.
 */
import { mentioned, namesPlaces } from "./mentions.ts";
import type { Grants } from "./prove-line.ts";
import type { ShellLine, ShellWord, SimpleCommand } from "./read/line.ts";
import { namedByAddress, unpackedBelow } from "./read/unpack.ts";
import { unwrap } from "./read/unwrap.ts";
import { MOVES, writtenPaths } from "./writers.ts";

type Eyes = Pick<Grants, "reach" | "isOpen" | "read">;

/** Shells inside of shells. */
const MAX_DEPTH = 3;

/** [B24] `text` is the line as it was written. */
export function seenWrites(line: ShellLine, text: string, eyes: Eyes, depth = 0): boolean {
  if ("unproven" in line || depth > MAX_DEPTH) return namesPlaces(text);
  const moved = line.commands.some(({ words }) => movesThere(words, eyes));
  return line.commands.some((command) => writes(command, moved, eyes) || runs(command.words, eyes, depth));
}

function movesThere([program, to]: readonly ShellWord[], { reach }: Eyes): boolean {
  return MOVES.has(program?.text ?? "") && to !== undefined && to.text !== "" && reach(to.text) === "inside";
}

function writes({ words, writes: files }: SimpleCommand, moved: boolean, eyes: Eyes): boolean {
  const named = [writtenPaths(words), namedByAddress(words), unpackedBelow(words)].flatMap((paths) => paths ?? []);
  const all = [...files, ...named];
  if (moved && all.some((path) => !path.startsWith("/"))) return true;
  return all.some((path) => eyes.reach(path) === "inside") || mentioned(words, () => false, eyes) !== undefined;
}

function runs(words: readonly ShellWord[], eyes: Eyes, depth: number): boolean {
  const inside = unwrap(words);
  if (inside === undefined || "unproven" in inside) return false;
  const line = "line" in inside ? eyes.read(inside.line) : { commands: [{ ...inside, writes: [] }] };
  return seenWrites(line, "line" in inside ? inside.line : "", eyes, depth + 1);
}
