import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { apiPage, publicNames } from "../../scripts/api-report.mjs";
import { ENTRY_POINTS } from "../../scripts/entry-points.mjs";

const root = resolve(import.meta.dirname, "../..");

interface PublicName {
  readonly name: string;
  readonly about: string;
}

/** Programs that use the library as its users do. CI runs the examples, and tests run the agent and the adapters. */
const PROGRAMS = ["examples", "src/surfaces/agent", "src/surfaces/adapters"];

/** Returns `entry/name` for every name that a program imports from an entry point. */
function usedNames(): Set<string> {
  const files = PROGRAMS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(?:mjs|ts)$/.test(file))
      .map((file) => readFileSync(join(root, folder, file), "utf8")),
  );
  const imports = /import (?:type )?\{([^}]*)\} from "(?:skillwright(?:\/([\w-]+))?|(?:\.\.\/)+api\/(\w+)\.ts)";/g;
  return new Set(
    files.flatMap((text) =>
      [...text.matchAll(imports)].flatMap(([, names = "", subpath, file]) =>
        names.split(",").map((name) => `${subpath ?? file ?? "index"}/${name.trim().replace(/^type /, "")}`),
      ),
    ),
  );
}

describe("the public API", () => {
  let names: Record<string, readonly PublicName[]>;

  beforeAll(() => {
    names = publicNames();
  });

  test("[L5] docs/api.md has every public name and its declaration (`node scripts/api-report.mjs`)", () => {
    expect(readFileSync(join(root, "docs/api.md"), "utf8")).toBe(apiPage(names));
  });

  test("[L5] the entry points are those of package.json", () => {
    const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const subpaths = Object.keys(exports).filter((name) => !name.endsWith(".json"));
    expect(subpaths).toEqual(Object.keys(ENTRY_POINTS).map((name) => (name === "index" ? "." : `./${name}`)));
  });

  test("[L5] the root has at most 60 names", () => {
    expect(names["index"]?.length).toBeLessThanOrEqual(60);
  });

  test("[L5] every public name has a comment", () => {
    const bare = Object.entries(names).flatMap(([entry, list]) =>
      list.filter(({ about }) => about === "").map(({ name }) => `${entry}/${name}`),
    );
    expect(bare).toEqual([]);
  });

  test("[L5] a program uses every name of the root", () => {
    const used = usedNames();
    expect(names["index"]?.map(({ name }) => name).filter((name) => !used.has(`index/${name}`))).toEqual([]);
  });
});

test.each(readdirSync(join(root, "examples/adapters")))(
  "[L6] examples/adapters/%s has at most fifteen lines, and the guide quotes it",
  (file) => {
    const program = readFileSync(join(root, "examples/adapters", file), "utf8");
    expect(program.split("\n").filter((line) => /^(?!\/\/).*\S/.test(line)).length).toBeLessThanOrEqual(15);
    expect(readFileSync(join(root, "docs/guide.md"), "utf8")).toContain(`\`\`\`js\n${program}\`\`\``);
  },
);

test("[L6] the README's example is one that CI runs", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const [, program] = /```js\n(.*?)```/s.exec(readme) ?? [];
  expect(program).toBe(readFileSync(join(root, "examples/adapters/ai-sdk.mjs"), "utf8"));
  const linked = [...readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map((match) => match[1] as string);
  const missing = linked.filter((path) => {
    try {
      readFileSync(join(root, path));
      return false;
    } catch (error) {
      return (error as { code?: string }).code !== "EISDIR";
    }
  });
  expect(missing).toEqual([]);
});
