/** Tests the files in `src/session/permit/shell/programs/`. A spelling mistake in a file must not grant or forbid something else. */
import { expect, test } from "vitest";
import { PATH_CHECKS } from "../../../src/session/permit/paths/path-checks.ts";
import * as files from "../../../src/session/permit/shell/programs/files.ts";
import {
  findProgram,
  type Operand,
  PROGRAM_NAMES,
  type Program,
  type ProgramFile,
  type ProgramFormData,
} from "../../../src/session/permit/shell/programs/programs.ts";
import { WORD_PROOFS } from "../../../src/session/permit/shell/why-word-asks.ts";
import kinds from "../../../src/session/permit/shell/word-kinds.json" with { type: "json" };

const FILES = Object.values(files) as unknown as readonly ProgramFile[];

const KEYS = new Set(
  (
    "implies onlyOperands fed pure transparent here hidden brings fetchesAny apart " +
    "options operands afterDashes needs commands"
  ).split(" "),
);

function usesBelow(uses: ProgramFormData | readonly ProgramFormData[]): readonly ProgramFormData[] {
  return [uses].flat().flatMap((use) => [use, ...Object.values(use.commands ?? {}).flatMap(usesBelow)]);
}

test("[B12] every option in an allow-list has the reason why it is harmless", () => {
  const options = FILES.flatMap(({ options: shared, uses }) => [{ options: shared }, ...usesBelow(uses)]).flatMap(
    (use) => Object.entries(use.options ?? {}),
  );
  expect(options.length).toBeGreaterThan(200);
  expect(options.filter(([, reason]) => !/^[a-z].* /.test(reason))).toEqual([]);
});

test("[B12] an allow-list has no unknown key, and names no program twice", () => {
  const keys = FILES.flatMap(({ uses }) => usesBelow(uses)).flatMap((use) => Object.keys(use));
  expect(keys.filter((key) => !KEYS.has(key))).toEqual([]);
  expect(FILES.flatMap(({ names }) => names.split(" "))).toEqual(PROGRAM_NAMES);
});

function kindsIn(program: Program): readonly string[] {
  return program.flatMap(({ operands, afterDashes = [], options, commands }) => [
    ...[...operands, ...afterDashes, ...options.values()].flatMap((each: Operand | undefined) => each?.kind ?? []),
    ...[...(commands?.values() ?? [])].flatMap(kindsIn),
  ]);
}

test("[B12] every kind of word in an allow-list is defined", () => {
  const used = PROGRAM_NAMES.flatMap((name) => kindsIn(findProgram(name) ?? []));
  expect(used.length).toBeGreaterThan(500);
  expect(used.filter((kind) => !Object.hasOwn(kinds.kinds, kind))).toEqual([]);
});

test("[B12] every kind of word names proofs that exist, and says what a word that does not fit is not", () => {
  const keys = new Set("why free shape pattern names is proof checks use".split(" "));
  const rows: Readonly<Record<string, Readonly<Record<string, unknown>>>> = kinds.kinds;
  const odd = Object.entries(rows).filter(
    ([, row]) =>
      Object.keys(row).some((key) => !keys.has(key)) ||
      (Boolean(row["pattern"]) && row["is"] === undefined) ||
      !(row["proof"] === undefined || Object.hasOwn(WORD_PROOFS, String(row["proof"]))) ||
      [row["checks"] ?? []].flat().some((check) => !Object.hasOwn(PATH_CHECKS, String(check))),
  );
  expect(odd).toEqual([]);
});
