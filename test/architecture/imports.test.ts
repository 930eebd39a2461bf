import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const source = join(root, "src");

interface Row {
  readonly part: string;
  readonly may: readonly string[];
  readonly npm: readonly string[];
}

const rows: Row[] = readFileSync(join(root, "ARCHITECTURE.md"), "utf8")
  .split("\n")
  .map((line) => /^\| `([^`]+)` \| (.*?) \|(.*)\|$/.exec(line))
  .filter((match) => match !== null)
  .map(([, part, what, may]) => ({
    part: part as string,
    may: names(may as string),
    npm: names((what as string).split("→ npm")[1] ?? ""),
  }));

function names(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] as string);
}

const files = readdirSync(source, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /\.tsx?$/.test(file))
  .sort();

function rowOf(file: string): Row | undefined {
  return rows.find((row) => file === row.part || file.startsWith(`${row.part}/`));
}

function importsOf(file: string): { relative: string[]; packages: string[] } {
  const text = readFileSync(join(source, file), "utf8");
  const specifiers = [...text.matchAll(/^(?:import|export)\s[^;]*?from "([^"]+)"|\bimport\("([^"]+)"\)/gm)].map(
    (match) => (match[1] ?? match[2]) as string,
  );
  return {
    relative: specifiers
      .filter((each) => each.startsWith("."))
      .map((each) => relative(source, resolve(source, dirname(file), each)).replaceAll("\\", "/")),
    packages: specifiers.filter((each) => !each.startsWith(".") && !each.startsWith("node:")),
  };
}

describe("the table in ARCHITECTURE.md", () => {
  test("has a row for every folder and file", () => {
    expect(files.filter((file) => rowOf(file) === undefined)).toEqual([]);
  });

  test("has no row for what is not there", () => {
    expect(
      rows
        .filter((row) => !files.some((file) => file === row.part || file.startsWith(`${row.part}/`)))
        .map((row) => row.part),
    ).toEqual([]);
  });

  test.each(files)("allows the imports of %s", (file) => {
    const row = rowOf(file) as Row;
    const { relative: imported, packages } = importsOf(file);
    const everythingAbove = row.part === "index.ts";
    const forbidden = imported.filter((target) => {
      const part = rowOf(target)?.part;
      return part !== row.part && !everythingAbove && !row.may.includes(part ?? target);
    });
    expect({ forbidden, packages: packages.filter((name) => !row.npm.includes(name)) }).toEqual({
      forbidden: [],
      packages: [],
    });
  });

  test("has no cycle", () => {
    const order = new Map(rows.map((row, index) => [row.part, index]));
    const upwards = rows.flatMap((row) =>
      row.may
        .filter((name) => (order.get(name) ?? Number.POSITIVE_INFINITY) >= (order.get(row.part) ?? 0))
        .map((name) => `${row.part} → ${name}`),
    );
    expect(upwards).toEqual([]);
  });
});
