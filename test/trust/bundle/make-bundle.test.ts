import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type BundleFile,
  INSTALL_LIMITS,
  type InstallLimits,
  type Unpacked,
} from "../../../src/model/skills/bundle.ts";
import { digestBundle, digestDirectory } from "../../../src/trust/bundle/digest.ts";
import { makeBundle } from "../../../src/trust/bundle/make-bundle.ts";
import { makeTree } from "../../tree.ts";
import { arbitraryBundle } from "./arbitrary-bundle.ts";

function file(path: string, content = "", executable = false): BundleFile {
  return { path, bytes: Buffer.from(content), executable };
}

function made(paths: readonly string[], limits: InstallLimits = INSTALL_LIMITS): Unpacked {
  return makeBundle(
    paths.map((path) => file(path)),
    limits,
  );
}

/** Returns `CODE message` of each finding, or the paths in order. */
function told(unpacked: Unpacked): readonly string[] {
  return "refused" in unpacked
    ? unpacked.refused.map(({ code, message }) => `${code} ${message}`)
    : unpacked.bundle.files.map(({ path }) => path);
}

const fine = [
  "SKILL.md",
  "scripts/run.sh",
  ".gitignore",
  ".github/x",
  "...a",
  "..a/b..c",
  "a b/c d",
  "-rf",
  "~/x",
  "con-fig.md",
  "nully",
  "com",
  "com10",
  "résumé/日本語.md",
  "🎉.md",
  "a\u00a0b",
  `${"x".repeat(251)}.txt`,
];

const unsafe: [path: string, what: string][] = [
  ["", "is not a valid path"],
  ["/", "leaves the skill: it is absolute"],
  ["/etc/passwd", "leaves the skill: it is absolute"],
  ["..", "leaves the skill by `..`"],
  ["../a", "leaves the skill by `..`"],
  ["a/..", "leaves the skill by `..`"],
  ["a/../b", "leaves the skill by `..`"],
  [".", "has an empty part or `.` in it"],
  ["./a", "has an empty part or `.` in it"],
  ["a/./b", "has an empty part or `.` in it"],
  ["a//b", "has an empty part or `.` in it"],
  ["a/", "has an empty part or `.` in it"],
  ["a\\b", "has a backslash, which some systems take for `/`"],
  ["c:", "leaves the skill: it begins with a drive"],
  ["C:/windows", "leaves the skill: it begins with a drive"],
  ["a/b:c", "has `:` in it, which no file on Windows can have"],
  ["a?", "has `?` in it, which no file on Windows can have"],
  ["a*", "has `*` in it, which no file on Windows can have"],
  ['a"', 'has `"` in it, which no file on Windows can have'],
  ["<a>", "has `<` in it, which no file on Windows can have"],
  ["a|b", "has `|` in it, which no file on Windows can have"],
  ["a.", "has a name that ends in a dot or a space"],
  ["a /b", "has a name that ends in a dot or a space"],
  ["...", "has a name that ends in a dot or a space"],
  ...[
    "con",
    "CON",
    "a/aux.txt",
    "nul",
    "NUL .md",
    "prn",
    "com1",
    "COM0.x",
    "lpt9",
    "lpt¹",
    "com³.md",
    "conin$",
    "CONOUT$",
  ].map((path): [string, string] => [path, "has a name that Windows reserves for a device"]),
  ...[".git", ".git/hooks/x", "a/.Git/config", "git~1", "GIT~2/x"].map((path): [string, string] => [
    path,
    "is part of a git repository",
  ]),
  ["e\u0301", "is not in Unicode's composed form (NFC)"],
  ["\u212b", "is not in Unicode's composed form (NFC)"],
  ["a\ufffd", "is not UTF-8"],
];

// One character of each kind: C0, DEL, C1, soft hyphen, zero width, marks of direction, separators, joiners, fillers, selectors,
// tags, private use, surrogates, noncharacters.
const HIDDEN = [
  0, 9, 10, 13, 0x1b, 0x7f, 0x85, 0x9b, 0xad, 0x34f, 0x61c, 0x115f, 0x180e, 0x200b, 0x200d, 0x200e, 0x2028, 0x2029,
  0x202e, 0x2060, 0x2066, 0x3164, 0xd800, 0xe000, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xffff, 0xe0001, 0xe0041, 0xe0100,
  0xf0000, 0x10ffff,
];

describe("paths", () => {
  test.each(fine)("[Z1] %j is fine", (path) => {
    expect(told(made([path]))).toEqual([path]);
  });

  test.each(unsafe)("[Z1] %j %s", (path, what) => {
    expect(told(made([path]))).toEqual([`SK640 \`${path}\` ${what}`]);
  });

  test.each(HIDDEN.map((code) => [code.toString(16), code] as const))("[Z1] U+%s is not in any name", (hex, code) => {
    const [finding] = told(made([`a/b${String.fromCodePoint(code)}c.md`]));
    expect(finding).toBe(
      `SK640 \`a/b\\u{${hex}}c.md\` has the hidden character U+${hex.toUpperCase().padStart(4, "0")}`,
    );
  });

  test("[Z11] the hint is to pack the skill's directory, or to rename the file", () => {
    const help = (path: string): unknown => {
      const unpacked = made([path]);
      return "refused" in unpacked ? unpacked.refused[0]?.help : undefined;
    };
    expect(help("../a")).toBe("a file's path is relative and stays inside the skill; pack the skill's directory again");
    expect(help("ab:c")).toBe("rename the file in the original skill, and pack the skill again");
  });

  test("[Z1] every path is judged, up to twenty", () => {
    expect(told(made(["a", "/b", "c", "../d"]))).toEqual([
      "SK640 `/b` leaves the skill: it is absolute",
      "SK640 `../d` leaves the skill by `..`",
    ]);
    const many = Array.from({ length: 500 }, (_, at) => `/${at}`);
    expect(told(made(many))).toHaveLength(20);
    expect(told(makeBundle([], INSTALL_LIMITS, many))).toHaveLength(20);
  });
});

describe("collisions", () => {
  const letters = (a: string, b: string): string => `SK641 \`${b}\` differs from \`${a}\` only in case or Unicode form`;
  const pairs: [a: string, b: string, finding: string][] = [
    ["a", "a", "SK641 `a` appears twice"],
    ["a", "A", letters("a", "A")],
    ["É", "é", letters("É", "é")],
    ["ΟΔΟΣ", "οδος", letters("ΟΔΟΣ", "οδος")],
    ["οδοσ", "οδος", letters("οδοσ", "οδος")],
    ["ß", "SS", letters("ß", "SS")],
    ["ẞ", "ss", letters("ẞ", "ss")],
    ["ﬁ", "fi", letters("ﬁ", "fi")],
    ["ſ", "s", letters("ſ", "s")],
    ["ı", "I", letters("ı", "I")],
    ["a/b", "a/B", letters("a/b", "a/B")],
    ["a/x", "A/y", "SK641 `A/y` is in `A`, which differs from `a` only in case or Unicode form"],
    ["a", "A/y", "SK641 `A/y` is in `A`, which differs from `a` only in case or Unicode form"],
    ["a", "a/b", "SK641 `a/b` is below the file `a`"],
    ["a/b/c", "a/b", "SK641 `a/b` is a file and a directory"],
  ];

  test.each(pairs)("[Z1] %j and %j", (a, b, finding) => {
    expect(told(made([a, b]))).toEqual([finding]);
  });

  test.each([
    ["a", "b"],
    ["a/x", "a/y"],
    ["a.b", "a/b"],
    ["i", "İ"],
  ])("[Z1] %j and %j are two", (a, b) => {
    expect(told(made([a, b]))).toEqual([a, b]);
  });

  test("[Z1] a directory that a source names counts too", () => {
    const named = (...directories: string[]): readonly string[] =>
      told(makeBundle([file("a/b")], INSTALL_LIMITS, directories));
    expect(named("a", "c", "c/d")).toEqual(["a/b"]);
    expect(named("a", "a")).toEqual(["SK641 `a` appears twice"]);
    expect(named("A")).toEqual(["SK641 `A` differs from `a` only in case or Unicode form"]);
    expect(named("a/b")).toEqual(["SK641 `a/b` is a file and a directory"]);
    expect(named("a/b/c")).toEqual(["SK641 `a/b/c` is below the file `a/b`"]);
    expect(named("../c")).toEqual(["SK640 `../c` leaves the skill by `..`"]);
  });
});

describe("limits", () => {
  const limited = (limits: Partial<InstallLimits>, ...files: BundleFile[]): readonly string[] =>
    told(makeBundle(files, { ...INSTALL_LIMITS, ...limits }));

  test.each<[string, Partial<InstallLimits>, BundleFile[], string[]]>([
    ["as many files as allowed", { maxFiles: 2 }, [file("a"), file("b")], ["a", "b"]],
    ["one more", { maxFiles: 2 }, [file("a"), file("b"), file("c")], ["SK642 there are more than 2 files"]],
    ["a file as large as allowed", { maxFileBytes: 2 }, [file("a", "xx")], ["a"]],
    ["a larger one", { maxFileBytes: 2 }, [file("a", "xxx")], ["SK642 `a` is larger than 2 bytes"]],
    ["as many bytes as allowed", { maxBytes: 3 }, [file("a", "xx"), file("b", "x")], ["a", "b"]],
    ["more", { maxBytes: 3 }, [file("a", "xx"), file("b", "xx")], ["SK642 there are more than 3 bytes"]],
    ["as deep as allowed", { maxDepth: 2 }, [file("a/b/c")], ["a/b/c"]],
    ["deeper", { maxDepth: 2 }, [file("a/b/c/d")], ["SK642 `a/b/c/d` is deeper than 2 directories"]],
    ["a path as long as allowed", { maxPathBytes: 5 }, [file("é/é")], ["é/é"]],
    ["a longer one", { maxPathBytes: 4 }, [file("é/é")], ["SK642 `é/é` is longer than 4 bytes"]],
    [
      "a name too long for file systems",
      {},
      [file("é".repeat(128))],
      [`SK642 \`${"é".repeat(128)}\` has a name of more than 255 bytes`],
    ],
  ])("[Z3] %s", (_, limits, files, expected) => {
    expect(limited(limits, ...files)).toEqual(expected);
  });

  test("[Z3] a source without an end is left at the limit", () => {
    function* endless(): Generator<BundleFile> {
      for (let at = 0; ; at++) yield file(String(at));
    }
    expect(told(makeBundle(endless()))).toEqual(["SK642 there are more than 2000 files"]);
  });

  test("[Z3] a path of a megabyte is not gone through", () => {
    const [finding = ""] = told(made(["a/".repeat(500_000)]));
    expect(finding.length).toBeLessThan(300);
    expect(finding).toMatch(/^SK642 `(a\/)+…` is longer than 512 bytes$/);
  });
});

describe("what comes out", () => {
  test("[Z1] files come in the order of their paths' bytes", () => {
    expect(told(made(["b", "a/b", "\u{10000}", "a", "\uff5e", "B2", "a-b"].filter((path) => path !== "a")))).toEqual([
      "B2",
      "a-b",
      "a/b",
      "b",
      "\uff5e",
      "\u{10000}",
    ]);
  });

  test("[Z11] no finding carries a control or hidden character, whatever the path is", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" }), { maxLength: 4 }), (paths) => {
        const unpacked = made(paths);
        if ("bundle" in unpacked) return;
        for (const { message, path = "" } of unpacked.refused) {
          expect(message + path).not.toMatch(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
          expect(message.length).toBeLessThan(2000);
        }
      }),
    );
  });

  test("[Z4] its digest is that of the directory that it becomes", () => {
    fc.assert(
      fc.property(arbitraryBundle, (bundle) => {
        const entries = bundle.files.map(({ path, bytes, executable }) => [
          `s/${path}`,
          { content: Buffer.from(bytes).toString("latin1"), mode: executable ? 0o755 : 0o644 },
        ]);
        const tree = makeTree({ s: { special: "directory" }, ...Object.fromEntries(entries) });
        expect(digestBundle(bundle)).toBe(digestDirectory(tree.at("s")));
      }),
      { numRuns: 30 },
    );
  });
});
