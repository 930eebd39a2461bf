import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isInside } from "../../../src/model/text/is-inside.ts";

const part = fc
  .string({ unit: fc.constantFrom("a", "B", "k", ".", " ", "-", "é", "ß", "\u212a"), minLength: 1, maxLength: 4 })
  .filter((name) => name !== "." && name !== "..");
const parts = fc.array(part, { minLength: 1, maxLength: 4 });
const windowsPart = fc.string({ unit: fc.constantFrom("a", "B", "c", ".", "-"), minLength: 1, maxLength: 4 });
const separator = fc.constantFrom("/", "\\");

/** Joins parts with separators that may differ from one place to the next. */
const windowsPath = (names: readonly string[], drive: string, between: readonly string[]): string =>
  names.reduce((path, name, at) => `${path}${between[at % between.length]}${name}`, drive);

const swapCase = (text: string): string =>
  [...text].map((each) => (each === each.toLowerCase() ? each.toUpperCase() : each.toLowerCase())).join("");

describe("[SF4] isInside", () => {
  test.each([
    ["/p", "/p", true],
    ["/p/a", "/p", true],
    ["/p/a", "/p/", true],
    ["/pa", "/p", false],
    ["/p", "/p/a", false],
    ["/P/a", "/p", false],
    ["/p\\a", "/p", false],
    ["/a", "/", true],
    ["/", "/", true],
    ["", "/", false],
    ["a/b", "", true],
    ["a/b", "a", true],
    ["ab", "a", false],
    ["C:\\p\\a", "C:\\p", true],
    ["c:/P/A", "C:\\p", true],
    ["C:\\pa", "C:\\p", false],
    ["C:\\", "C:", true],
    ["C:\\p", "C:\\", true],
    ["D:\\p", "C:\\", false],
    ["\\\\Server\\Share\\x", "\\\\server\\share", true],
    ["\\\\server\\shared", "\\\\server\\share", false],
    ["c:d/E", "c:D", false],
  ])("%j in %j: %s", (path, directory, expected) => {
    expect(isInside(path, directory)).toBe(expected);
  });

  test("a POSIX path is inside exactly the directories above it", () => {
    fc.assert(
      fc.property(parts, parts, (names, others) => {
        const path = `/${names.join("/")}`;
        const other = `/${others.join("/")}`;
        const isAbove = others.every((name, at) => names[at] === name);
        expect(isInside(path, other)).toBe(isAbove);
        expect(isInside(path, `${other}/`)).toBe(isAbove);
        for (let at = 0; at <= names.length; at++)
          expect(isInside(path, `/${names.slice(0, at).join("/")}`)).toBe(true);
      }),
    );
  });

  test("a longer name of the same beginning is another directory", () => {
    fc.assert(
      fc.property(parts, part, (names, more) => {
        const directory = `/${names.join("/")}`;
        expect(isInside(directory + more, directory)).toBe(false);
        expect(isInside(`${directory}${more}/x`, directory)).toBe(false);
        expect(isInside(`${directory}\\${more}`, directory)).toBe(false);
      }),
    );
  });

  test("Windows paths are compared without regard to separators and case", () => {
    const paths = fc.array(windowsPart, { minLength: 1, maxLength: 4 });
    const separators = fc.array(separator, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(paths, paths, separators, separators, (names, others, one, two) => {
        const isAbove = others.every((name, at) => names[at]?.toLowerCase() === name.toLowerCase());
        const path = windowsPath(names, "C:", one);
        expect(isInside(path, windowsPath(others, "c:", two))).toBe(isAbove);
        expect(isInside(swapCase(path), windowsPath(names, "C:", two))).toBe(true);
        expect(isInside(path, windowsPath(names, "D:", one))).toBe(false);
      }),
    );
  });

  test("is transitive", () => {
    fc.assert(
      fc.property(parts, parts, parts, (a, b, c) => {
        const [outer, middle, inner] = [a, [...a, ...b], [...a, ...b, ...c]].map((each) => each.join("/")) as [
          string,
          string,
          string,
        ];
        expect([isInside(inner, middle), isInside(middle, outer), isInside(inner, outer)]).toEqual([true, true, true]);
        expect(isInside(outer, inner)).toBe(false);
      }),
    );
  });
});
