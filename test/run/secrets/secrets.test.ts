import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Secrets } from "../../../src/run/secrets/secrets.ts";

const TOKEN = "s3cr3t/tok+en==&x";

function holding(...values: readonly string[]): Secrets {
  const secrets = new Secrets();
  values.forEach((value, at) => void secrets.set(`V${at}`, value));
  return secrets;
}

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function percentEscape(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
}

function percentOfByte(byte: number): string {
  return `%${byte.toString(16).padStart(2, "0")}`;
}

function hexOf(value: string): string[] {
  return [...Buffer.from(value)].map((byte) => byte.toString(16).padStart(2, "0"));
}

function lines(text: string, width: number): string {
  return text.replace(new RegExp(`.{${width}}(?=.)`, "g"), "$&\n");
}

/** Every form in which a program writes a value. */
const FORMS: readonly (readonly [string, (value: string) => string])[] = [
  ["plain", (value) => value],
  ["JSON", (value) => JSON.stringify({ value })],
  ["address", (value) => `https://x.test/?token=${encodeURIComponent(value)}&y=1`],
  ["form", (value) => new URLSearchParams({ value }).toString()],
  ["lower hex escapes", (value) => encodeURIComponent(value).replace(/%../g, (code) => code.toLowerCase())],
  ["hexadecimal", (value) => Buffer.from(value).toString("hex")],
  ["HEXADECIMAL", (value) => Buffer.from(value).toString("hex").toUpperCase()],
  ["base64", (value) => Buffer.from(value).toString("base64")],
  ["base64url", (value) => Buffer.from(value).toString("base64url")],
  ["basic authorization", (value) => `Basic ${Buffer.from(`me:${value}`).toString("base64")}`],
  ["base64 after one byte", (value) => Buffer.from(`:${value}:`).toString("base64")],
  ["JSON of Python", (value) => JSON.stringify({ value }).replace(/[^ -~]/g, unicodeEscape)],
  ["JSON of PHP", (value) => JSON.stringify({ value }).replaceAll("/", "\\/")],
  ["JSON with every character escaped", (value) => value.replace(/[\s\S]/g, unicodeEscape)],
  ["JSON in JSON", (value) => JSON.stringify(JSON.stringify(JSON.stringify(value)))],
  ["address of Python", (value) => encodeURIComponent(value).replace(/[!'()*]/g, percentEscape)],
  ["address with slashes", (value) => encodeURIComponent(value).replaceAll("%2F", "/")],
  ["address with every byte escaped", (value) => [...Buffer.from(value)].map(percentOfByte).join("")],
  [
    "mixed hexadecimal",
    (value) =>
      hexOf(value)
        .join("")
        .replace(/[a-f]/, (digit) => digit.toUpperCase()),
  ],
  ...[":", " ", "\n", "\n ", "\\x", ", 0x", ",0x"].map(
    (between) =>
      [`hexadecimal with ${JSON.stringify(between)}`, (value: string) => hexOf(value).join(between)] as const,
  ),
  ["xxd -p", (value) => lines(hexOf(value).join(""), 60)],
  ["base64 in lines", (value) => lines(Buffer.from(value).toString("base64"), 16)],
  ["base64 in lines in JSON", (value) => JSON.stringify(lines(Buffer.from(value).toString("base64"), 16))],
  ["base64 in an address", (value) => encodeURIComponent(Buffer.from(value).toString("base64"))],
  ["base64 in the middle", (value) => Buffer.from(`user:${value}@host`).toString("base64")],
];

describe("values of a session", () => {
  test("[DP11] of five characters are redacted only as whole words, and of six anywhere", () => {
    expect(holding("k3ys1").redact("k3ys1 ak3ys1b")).toBe("*** ak3ys1b");
    expect(holding("k3ys12").redact("k3ys12 ak3ys12b")).toBe("*** a***b");
  });

  test("[DP11] are forgotten when the session ends, those that are only redacted, too", () => {
    const secrets = holding(TOKEN);
    secrets.watch("PROXY", "hunter2");
    expect(secrets.redact(`${TOKEN} hunter2`)).toBe("*** ***");
    secrets.clear();
    expect(secrets.redact(`${TOKEN} hunter2`)).toBe(`${TOKEN} hunter2`);
  });

  test("[DP11] are redacted from the moment they are known", () => {
    const secrets = holding(TOKEN);
    const said = (): string => secrets.redact("hunter2 hunter3");
    const texts = [said()];
    secrets.set("LATER", "hunter2");
    texts.push(said());
    secrets.watch("PROXY", "hunter3");
    expect([...texts, said()]).toEqual(["hunter2 hunter3", "*** hunter3", "*** ***"]);
  });

  test.each(FORMS)("[DP11] are taken out of a text: %s", (_, write) => {
    const written = write(TOKEN);
    const kept = holding(TOKEN).redact(`before ${written} after`);
    expect(kept).toMatch(/^before .*\*\*\*.* after$/);
    expect(kept).not.toContain(TOKEN);
    // The length proves that little of the value is left beside `***`.
    expect(kept.length).toBeLessThan(`before ${write("")} after`.length + 24);
  });

  test.each([
    ["on", "the lights are on, go on: one-on-one", "the lights are ***, go ***: one-on-one"],
    ["42", "42 of 1042 at 42%", "*** of 1042 at ***%"],
    ["prod", "to prod; product reproduced in prod-2", "to ***; product reproduced in prod-2"],
  ])("[DP11] a short one only where it stands alone: %s", (value, text, expected) => {
    expect(holding(value).redact(text)).toBe(expected);
  });

  test("[DP11] of a key in several lines, each line", () => {
    const key = "-----BEGIN KEY-----\nMIIEvQIBADANBgkq\nhkiG9w0BAQEFAASC\n-----END KEY-----\n";
    expect(holding(key).redact(`line 2: MIIEvQIBADANBgkq\nall: ${JSON.stringify(key)}\nok`)).toBe(
      'line 2: ***\nall: "***"\nok',
    );
  });

  test("[DP11] the longer of two wins, and characters that mean something elsewhere do not", () => {
    expect(holding("abcdef", "abcdefgh").redact("abcdefgh abcdefx")).toBe("*** ***x");
    expect(holding("a.c*e+g?(").redact("abcdefgh a.c*e+g?(")).toBe("abcdefgh ***");
  });

  test("[DP11] any value, in any form, anywhere", () => {
    const value = fc
      .oneof(
        fc.string({ unit: "grapheme-ascii", minLength: 8, maxLength: 60 }),
        fc.string({ unit: "grapheme", minLength: 8, maxLength: 60 }),
      )
      .filter((text) => /\w{4}/.test(text));
    fc.assert(
      fc.property(value, fc.string(), fc.constantFrom(...FORMS), (secret, around, [, write]) => {
        const text = holding(secret).redact(`${around}\n${write(secret)}\n${around}`);
        return !text.replaceAll(around, "").includes(write(secret));
      }),
    );
  });

  test("[DP11] no character of a long value stays, in any form", () => {
    const secret = 'pä/s+s "w\\ord"!~ 😀 (long) and longer, longer, longer, longer, longer than a line';
    const kept = FORMS.map(([name, write]) => [name, holding(secret).redact(`${write(secret)} `).length] as const);
    expect(kept.filter(([, length]) => length > 40)).toEqual([]);
  });

  test.each([
    ["backslashes", '\\\\\\n"/', "\\"],
    ["line breaks", "\n\n\nabcdef\n\n", "\n"],
    ["hexadecimal digits", "aaaaaaaaaaaa", "61 "],
    ["base64", "iiiiiiiiiiii", "aWlp\n"],
  ])("[DP11] a hostile text of %s takes time in proportion to its length", (_, value, unit) => {
    const text = unit.repeat(300_000 / unit.length);
    expect(holding(value, `${value}x`).redact(`${text}!end`).endsWith("!end")).toBe(true);
  });

  test("[DP11] takes time in proportion to the text", () => {
    const many = holding(...Array.from({ length: 100 }, (_, at) => `value-number-${at}-${"a".repeat(40)}`));
    expect(many.redact("a".repeat(300_000))).toHaveLength(300_000);
  });

  test("[DP5] are in no JSON and no print", () => {
    const secrets = holding(TOKEN, "second-one");
    expect([JSON.stringify({ secrets }), inspect(secrets), `${Object.keys(secrets)}`]).toEqual([
      '{"secrets":{"secrets":2}}',
      "Secrets { 2 }",
      "",
    ]);
  });

  test("an empty value is none, and only what is asked for is handed out", () => {
    const secrets = holding("", "one-value");
    expect([secrets.names, secrets.variables(["V0", "V1", "PATH"]), secrets.get("V0")]).toEqual([
      ["V1"],
      { V1: "one-value" },
      undefined,
    ]);
    secrets.clear();
    expect([secrets.names, secrets.redact("one-value")]).toEqual([[], "one-value"]);
  });
});
