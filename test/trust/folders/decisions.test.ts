import { expect, test } from "vitest";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";
import {
  formatDecisions,
  readDecisions,
  refuseDamaged,
  SERVER_APPROVALS,
  SERVER_PROGRAMS,
  TRUSTED_FOLDERS,
} from "../../../src/trust/folders/decisions.ts";
import { makeTree } from "../../tree.ts";

test("[T8] a damaged file is refused before a command writes over it", () => {
  expect(() => refuseDamaged({ path: "/h/trust.json", value: undefined })).not.toThrow();
  expect(() => refuseDamaged({ path: "/h/trust.json", value: undefined, damaged: "it is empty" })).toThrow(
    expect.objectContaining({ code: "SK530", message: "`/h/trust.json` cannot be used: it is empty" }),
  );
});

test("[Y40] a directory of decisions that is a file or a broken link is damaged, a missing one is not", () => {
  const tree = makeTree({ file: "", link: { link: "nowhere" } });
  const damageIn = (name: string) => readDecisions(TRUSTED_FOLDERS, tree.at(name), tree.files).damaged;
  expect(damageIn("missing")).toBeUndefined();
  expect(damageIn("file")).toBeDefined();
  expect(damageIn("link")).toBeDefined();
});

const VALUES = [
  [TRUSTED_FOLDERS, ["/a", "/b c"]],
  [SERVER_APPROVALS, { "mcp:one": "sha256:1", two: "x" }],
  [SERVER_PROGRAMS, { "/p one": "sha256:1" }],
] as const;

test.each(VALUES)(
  "[Y40] a file of decisions that is cut off at any byte allows nothing and is damaged: %j",
  (file, value) => {
    const text = formatDecisions(file, value);
    const read = (content: string) => readDecisions(file, "/c", memoryFiles({ [`/c/${file.name}`]: content }));
    expect(read(text).value).toEqual(value);
    for (let size = 0; size < text.trimEnd().length; size++) {
      const { value: allowed, damaged } = read(text.slice(0, size));
      expect([size, allowed, damaged]).toEqual([size, undefined, expect.stringMatching(/^it is (?:empty|not JSON)$/)]);
    }
  },
);

test.each(VALUES)("[Y40] a file of decisions with one wrong value allows nothing: %j", (file, value) => {
  const wrong = (own: unknown): unknown[] =>
    [null, 7, true, [], {}, "", "relative"].filter((each) => JSON.stringify(each) !== JSON.stringify(own));
  const list = Array.isArray(value);
  const entries = Object.entries(value);
  const cases = [
    ...wrong(value).filter((each) => JSON.stringify(each) !== JSON.stringify(file.empty)),
    ...entries.flatMap(([key], at) =>
      [null, 7, true, [], {}].map((bad) =>
        list ? entries.map(([, own], index) => (index === at ? bad : own)) : { ...value, [key]: bad },
      ),
    ),
  ];
  for (const each of cases) {
    const files = memoryFiles({ [`/c/${file.name}`]: formatDecisions(file, each) });
    expect([each, readDecisions(file, "/c", files).value]).toEqual([each, undefined]);
  }
});
