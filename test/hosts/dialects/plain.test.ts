/** A file that is read once for all hosts gives the same result as each host's own reader. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DIALECTS } from "../../../src/hosts/dialects/dialects.ts";
import { type HeadReading, readPlain } from "../../../src/hosts/dialects/plain.ts";
import { Readings } from "../../../src/hosts/views/steps/readings.ts";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";

/** Words as skills use them, and similar text. */
const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,9}$/);
const odd = fc.constantFrom(
  ": ",
  ":",
  " #",
  "#",
  "- ",
  "-",
  "--",
  "---",
  " - ",
  ", ",
  ". ",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  "'",
  '"',
  "\\",
  "\\n",
  '\\"',
  "`",
  "@",
  "%",
  "&",
  "*",
  "!",
  "|",
  ">",
  ">-",
  "<",
  "=",
  "?",
  "~",
  "/",
  "//",
  "  ",
  "\t",
  "\r",
  "é",
  "ü",
  "—",
  "…",
  "“",
  "’",
  "日本",
  "😀",
  "\u00a0",
  "\u2028",
  "\u0085",
  "\u200b",
  "\ufeff",
  "\ufffd",
  "$1",
  "{{x}}",
  "<b>",
  "yes",
  "null",
  "1.0",
  "0x1",
  "2026-01-01",
);
const value = fc.oneof(
  { weight: 3, arbitrary: fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(" ")) },
  {
    weight: 3,
    arbitrary: fc
      .array(fc.oneof(word, odd, fc.constant(" ")), { minLength: 1, maxLength: 10 })
      .map((parts) => parts.join("")),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "yes",
      "No",
      "null",
      "12",
      "1.5",
      ".inf",
      "NaN",
      "y",
      "on",
      "TRUE",
      "~",
      "e1",
      "Infinity",
      "a".repeat(1100),
      "é".repeat(310),
      "x ".repeat(400).trim(),
    ),
  },
);
const written = fc.oneof(
  { weight: 4, arbitrary: value },
  { weight: 2, arbitrary: value.map((each) => `"${each}"`) },
  { weight: 1, arbitrary: value.map((each) => `'${each}'`) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(">-", ">", "|", "|-", ">+"), fc.array(value, { minLength: 1, maxLength: 3 }))
      .map(([sign, lines]) => [sign, ...lines.map((line) => `  ${line}`)].join("\n")),
  },
);
const key = fc.constantFrom(
  "name",
  "description",
  "license",
  "version",
  "author",
  "compatibility",
  "allowed-tools",
  "argument-hint",
  "when_to_use",
  "category",
  "homepage",
  "model",
  "paths",
  "tags",
  "Name",
  "hooks",
  "context",
  "disable-model-invocation",
);
const line = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(key, written).map(([name, text]) => `${name}: ${text}`) },
  { weight: 2, arbitrary: fc.tuple(word, written).map(([name, text]) => `metadata:\n  ${name}: ${text}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "",
      "# a comment",
      "metadata:",
      "...",
      "- item",
      "  indented: yes",
      "license:",
      "author:   x",
    ),
  },
);
const header = fc
  .tuple(written, written, fc.array(line, { maxLength: 3 }), fc.boolean())
  .map(([name, description, more, first]) => {
    const own = [`name: ${name}`, `description: ${description}`];
    return (first ? [...more, ...own] : [...own, ...more]).join("\n");
  });
const body = fc.constantFrom(
  "\nText.\n",
  "Text",
  "# Title\n\n---\n\nMore\n",
  "\n\n",
  "",
  "---\nname: other\n---\n",
  "text --- text\n",
);
const file = fc.tuple(header, body).map(([head, text]) => `---\n${head}\n---\n${text}`);

describe("[V7] plain frontmatter", () => {
  test.each(Object.entries(DIALECTS))("is to %s what it is to all", (_, read) => {
    let plain = 0;
    fc.assert(
      fc.property(file, (text) => {
        const own = readPlain(text);
        if (own === undefined) return;
        plain++;
        const { name, description, failure, repaired, descriptionFrom } = read(Buffer.from(text));
        expect({ name, description, failure, repaired: repaired ?? false, descriptionFrom, text }).toEqual({
          name: own.name,
          description: own.description,
          failure: undefined,
          repaired: false,
          descriptionFrom: undefined,
          text,
        });
      }),
      { numRuns: 4000, seed: 20260204 },
    );
    expect(plain).toBeGreaterThan(100);
  });

  test.each([
    ["---\nname: a\ndescription: Plain text.\n---\nText\n", true],
    ['---\nname: a\ndescription: "Quoted: text."\n---\nText\n', true],
    ["---\nname: a\ndescription: >-\n  Folded\n  text.\n---\nText\n", true],
    ["---\nname: a\ndescription: b\nmetadata:\n  author: me\n---\nText\n", true],
    ["---\nname: a\ndescription: b: c\n---\nText\n", false],
    ["---\nname: a\ndescription: b # c\n---\nText\n", false],
    ["---\nname: a\ndescription: b --- c\n---\nText\n", false],
    ["---\nname: 12\ndescription: b\n---\nText\n", false],
    ["---\nname: yes\ndescription: b\n---\nText\n", false],
    ["---\nname: a\nname: a\ndescription: b\n---\nText\n", false],
    ["---\nname: a\ndescription: b\n---\n", false],
    ["---\r\nname: a\r\ndescription: b\r\n---\r\nText\n", false],
    ["\ufeff---\nname: a\ndescription: b\n---\nText\n", false],
    ["---\nname: a\ndescription: b\n", false],
    ["---\nname: a\n---\nText\n", false],
  ])("%j: %s", (text, plain) => {
    expect(readPlain(text) !== undefined).toBe(plain);
  });

  test("an unusual file is parsed once for views that share their readings, also through a new symlink", async () => {
    const files = memoryFiles({ "/odd": "---\nname: a\ndescription: 'b'\n---\nText\n" });
    const linked = { ...files, readHead: () => -1, readFile: () => Buffer.from("---\nname: c\n---\n") };
    const through = { ...linked, realPath: () => "/odd" };
    const shared = new Map<string, HeadReading>();
    const read = async (readings: Readings, path: string): Promise<HeadReading> => {
      await readings.prepare([path]);
      await readings.allDialects();
      return readings.read(path, "codex");
    };
    const first = await read(new Readings(files, shared), "/odd");
    expect(first.name).toBe("a");
    expect(await read(new Readings(through, shared), "/link")).toBe(first);
    expect((await read(new Readings({ ...linked, realPath: (path) => path }, shared), "/other")).name).toBe("c");
  });

  test("a file is read once for all hosts", async () => {
    let reads = 0;
    const inner = memoryFiles({
      "/plain": "---\nname: a\ndescription: b\n---\nText\n",
      "/odd": "---\nname: a\ndescription: 'b'\n---\nText\n",
    });
    const readings = new Readings({
      ...inner,
      readFile(path, most) {
        reads++;
        return inner.readFile(path, most);
      },
      readHead(path, into, most) {
        reads++;
        return inner.readHead(path, into, most);
      },
    });
    await readings.prepare(["/plain", "/odd"]);
    for (const dialect of Object.keys(DIALECTS))
      for (const path of ["/plain", "/odd"])
        expect(readings.read(path, dialect)).toMatchObject({ name: "a", description: "b" });
    for (const path of ["/plain", "/odd"]) expect(readings.read(path, "codex")).toBe(readings.read(path, "codex"));
    expect(reads).toBeLessThanOrEqual(3);
  });
});

describe("[V7] any bytes", () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    file.map((text) => Buffer.from(text)),
    fc.tuple(file, fc.nat(400), fc.uint8Array({ maxLength: 4 })).map(([text, at, more]) => {
      const whole = Buffer.from(text);
      return Buffer.concat([whole.subarray(0, at), more, whole.subarray(at)]);
    }),
  );

  test.each(Object.entries(DIALECTS))("give a reading, the same twice: %s", (_, read) => {
    fc.assert(
      fc.property(bytes, (each) => {
        const reading = read(each);
        expect(read(each)).toEqual(reading);
        expect([typeof reading.body, typeof (reading.name ?? ""), typeof (reading.description ?? "")]).toEqual([
          "string",
          "string",
          "string",
        ]);
        JSON.stringify(reading.fields);
      }),
      { numRuns: 600, seed: 20260205 },
    );
  });
});
