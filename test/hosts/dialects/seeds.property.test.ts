/** The readers of the four seed projects accept any bytes. They agree on files that all other hosts read alike. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readPlain } from "../../../src/hosts/dialects/plain.ts";
import * as readers from "../../../src/hosts/dialects/seeds.ts";
import { startProcessorTimer } from "../../processor-time.ts";

const piece = fc.constantFrom(
  "---",
  "\n",
  "\r\n",
  "\ufeff",
  " ",
  "name",
  "description",
  "metadata",
  ": ",
  "x",
  "- ",
  "[",
  "]",
  "{",
  "}",
  '"',
  "'",
  "#",
  "&a",
  "*a",
  "<<",
  "!t",
  "|",
  ">",
  "\t",
  "~",
  "12",
  "yes",
  "2026-02-30",
  "\0",
  "é",
  "😀",
);
const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(""));
const framed = fc.tuple(text, text).map(([head, body]) => `---\nname: x\ndescription: y\n${head}\n---\n${body}`);
const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9 ,.()#:'"!?-]{0,80}$/);

describe.each(Object.entries(readers))("%s", (_, read) => {
  test("any bytes give a reading", () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.oneof(text, framed).map((each) => Buffer.from(each)),
    );
    fc.assert(
      fc.property(bytes, (each) => {
        const { name, description, body } = read(each);
        expect([typeof body, ["string", "undefined"].includes(typeof name)]).toEqual(["string", true]);
        expect(["string", "undefined"]).toContain(typeof description);
      }),
      { numRuns: 2000 },
    );
  });

  test("plain frontmatter is read as by every host", () => {
    fc.assert(
      fc.property(word, word, (name, description) => {
        const file = `---\nname: ${name}\ndescription: ${description}\n---\nBody\n`;
        const plain = readPlain(file);
        fc.pre(plain !== undefined);
        expect(read(Buffer.from(file))).toMatchObject({ name: plain?.name, description: plain?.description });
        expect(read(Buffer.from(file)).failure).toBeUndefined();
      }),
      { numRuns: 2000 },
    );
  });

  test("a large file takes no time to speak of", () => {
    const elapsedMs = startProcessorTimer();
    for (const unit of ["\n", "---", "\n---", "--- \n", "a: b\n", "[", "\ufeff"])
      read(Buffer.from(`---\n${unit.repeat(200_000)}`));
    expect(elapsedMs()).toBeLessThan(10_000);
  });
});
