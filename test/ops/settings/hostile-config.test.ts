/** Edits slow or invalid configuration files: an edit ends quickly with SK030 and changes nothing. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { editConfig } from "../../../src/ops/settings/edit-config.ts";
import { editSettings } from "../../../src/ops/settings/edit-settings.ts";
import { setEnabled } from "../../../src/ops/settings/set-enabled.ts";
import { startProcessorTimer } from "../../processor-time.ts";
import { makeTree } from "../../tree.ts";

const many = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join("");

const HOSTILE: Readonly<Record<string, string>> = {
  "a bomb of aliases": `a0: &a0 [x,x,x]\n${many(11, (at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(10)}]\n`)}`,
  "an alias to itself": "a: &a [*a]\n",
  "30,000 aliases": `a: &a 1\nb: [${"*a,".repeat(30_000)}]\n`,
  "100,000 keys": many(100_000, (at) => `k${at}: 1\n`),
  "60,000 keys in one line": `a: {${many(60_000, (at) => `k${at}: 1,`)}}\n`,
  "80,000 items": `disable:\n${many(80_000, (at) => `  - s${at}\n`)}`,
  "400,000 comments": "#\n".repeat(400_000),
  "10 MB": `# ${"x".repeat(10_000_000)}\n`,
  "20,000 levels of lists": `a: ${"[".repeat(20_000)}${"]".repeat(20_000)}\n`,
  "1,000 levels of mappings": many(1_000, (at) => `${" ".repeat(at)}a:\n`),
  "a key twice": "disable: [a]\ndisable: [b]\n",
  "a mapping in the place of a list": "disable: {a: 1}\ncatalog: {pinned: 1}\n",
  "a number in the place of a list": "enable: 5\ncatalog: x\n",
  "lists in a list": "disable: [[a]]\ncatalog: [1]\n",
  "a list": "- a\n- b\n",
  "a text": "hello\n",
  "two documents": "a: 1\n---\nb: 2\n",
  "half of a text": 'a: "b\n',
};

describe("[K11] a configuration file", () => {
  test.each(Object.keys(HOSTILE))("with %s is left alone, within two seconds", async (name) => {
    const tree = makeTree({ "config.yaml": HOSTILE[name] as string });
    const path = tree.at("config.yaml");
    const elapsed = startProcessorTimer();
    const edits = [{ key: "catalog.pinned", add: ["pdf"] }];
    const attempts = [
      setEnabled("pdf", false, path),
      setEnabled("pdf", true, path),
      ...(name === "a key twice" || !/^an? /.test(name)
        ? [editSettings(path, (text) => editConfig(text, edits, path))]
        : []),
    ];
    for (const attempt of await Promise.allSettled(attempts))
      expect(attempt).toMatchObject({ status: "rejected", reason: { code: "SK030", hint: expect.any(String) } });
    expect(elapsed()).toBeLessThan(2_000 * attempts.length);
    expect(readFileSync(path, "utf8") === HOSTILE[name]).toBe(true);
  });

  test.each(["catalog: x\n", "catalog: [1]\n", "catalog: {pinned: 1}\n", "catalog: {pinned: {a: 1}}\n"])(
    "with %j is left alone by an edit of `catalog.pinned`",
    async (text) => {
      await expect(editConfig(text, [{ key: "catalog.pinned", add: ["pdf"] }], "config.yaml")).rejects.toMatchObject({
        code: "SK030",
      });
    },
  );

  test("with 1,000 keys, 1,000 comments and 1,000 items is edited", async () => {
    const text = many(1_000, (at) => `# ${at}\nk${at}: ${at}\n`);
    const tree = makeTree({ "config.yaml": `${text}disable:\n${many(1_000, (at) => `  - s${at}\n`)}` });
    const path = tree.at("config.yaml");
    await setEnabled("pdf", false, path);
    expect(readFileSync(path, "utf8").endsWith("  - s999\n  - pdf\n")).toBe(true);
  });
});
