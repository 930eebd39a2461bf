import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { setEnabled } from "../../../src/ops/settings/set-enabled.ts";
import { makeTree } from "../../tree.ts";

const tree = makeTree();
const path = tree.at("config.yaml");

/** Returns a configuration after a switch in it was changed. */
async function switched(config: string, pattern: string, enabled: boolean): Promise<string> {
  tree.add({ "config.yaml": config });
  await setEnabled(pattern, enabled, path);
  return readFileSync(path, "utf8");
}

const ODD = "# mine\n\nroots:   # where I keep them\n    - ~/more     # a\n\nsettings: {x: 1}   # keep\n";

describe("enable and disable", () => {
  test.each([
    ["an empty file", "", "disable:\n  - pdf\n"],
    ["only a comment", "# mine\n", "# mine\ndisable:\n  - pdf\n"],
    ["no list, no end of line", "host: codex", "host: codex\ndisable:\n  - pdf\n"],
    ["odd layout", `${ODD}# end\n`, `${ODD}# end\ndisable:\n  - pdf\n`],
    ["a flow list", `disable: [a,"b c"] # flow\n${ODD}`, `disable: [a,"b c", pdf] # flow\n${ODD}`],
    ["an empty flow list", `disable: [ ] # none\n${ODD}`, `disable: [pdf ] # none\n${ODD}`],
    ["a block list", `disable:\n- a # one\n-   b # two\n\n${ODD}`, `disable:\n- a # one\n-   b # two\n- pdf\n\n${ODD}`],
    ["a block list at the end", "disable:\n    - a", "disable:\n    - a\n    - pdf\n"],
    ["one text", `disable: a # one\n${ODD}`, `disable: [a, pdf] # one\n${ODD}`],
    ["nothing", `disable: # none\n${ODD}`, `disable: # none\n  - pdf\n${ODD}`],
    ["let in before", "enable:\n  - pdf # yes\n  - a # too\n", "enable:\n  - a # too\ndisable:\n  - pdf\n"],
    ["let in before, alone", `enable: [pdf]\n${ODD}`, `${ODD}disable:\n  - pdf\n`],
    ["left out already", `disable: [pdf,a]\n${ODD}`, `disable: [pdf,a]\n${ODD}`],
  ])("[O12] disable in %s", async (_, before, after) => {
    expect(await switched(before, "pdf", false)).toBe(after);
  });

  test.each([
    ["a flow list", `disable: [a,"b c", pdf] # flow\n${ODD}`, `disable: [a,"b c"] # flow\n${ODD}`],
    ["the beginning of one", `disable: [pdf, a] # flow\n${ODD}`, `disable: [a] # flow\n${ODD}`],
    [
      "a block list",
      `disable:\n  - a # one\n  - pdf # two\n  # three\n${ODD}`,
      `disable:\n  - a # one\n  # three\n${ODD}`,
    ],
    ["a list of one", `# before\ndisable:\n  - pdf\n${ODD}`, `# before\n${ODD}`],
    ["one text", `disable: pdf\n${ODD}`, ODD],
    ["another name's wildcard", `disable: [pdf, old-*]\n${ODD}`, `disable: [old-*]\n${ODD}`],
    ["its wildcard", `disable: [pdf, p*]\n${ODD}`, `disable: [p*]\n${ODD}enable:\n  - pdf\n`],
    ["nowhere", ODD, `${ODD}enable:\n  - pdf\n`],
  ])("[O12] enable in %s", async (_, before, after) => {
    expect(await switched(before, "pdf", true)).toBe(after);
  });

  test("[O12] what cannot be done in its place is done all the same", async () => {
    expect(await switched("{host: codex, disable: [a]}\n", "pdf", false)).toBe("{host: codex, disable: [a, pdf]}\n");
    expect(parse(await switched("{host: codex}\n", "pdf", false))).toEqual({ host: "codex", disable: ["pdf"] });
    expect(parse(await switched("x: &a [b]\ndisable: *a\n", "pdf", false))).toMatchObject({ disable: ["b", "pdf"] });
  });

  test("[O12] one undoes the other, to the byte, whatever is switched", async () => {
    const pattern = fc.oneof(
      fc.constantFrom("null", "true", "12", "~", "a b", "x: y", "- z", "#c", "db-*", "pdf@user", "user:~/a/b", "/a/b"),
      fc.string({ minLength: 1, maxLength: 8 }),
    );
    const config = fc.constantFrom(
      ODD,
      `disable: [a,"b c"] # flow\n${ODD}`,
      `disable:\n- a # one\n\n${ODD}# end\n`,
      "",
    );
    await fc.assert(
      fc.asyncProperty(config, pattern, async (before, each) => {
        fc.pre(each !== "a");
        const off = await switched(before, each, false);
        expect((parse(off) as { disable: unknown[] }).disable.at(-1)).toBe(each);
        expect(await switched(off, each, true)).toBe(before);
      }),
      { numRuns: 100, seed: 20260101 },
    );
  });
});
