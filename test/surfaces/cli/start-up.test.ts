/** Lists the modules that each command loads at start. Unlike a time, a list is the same on every machine. */
import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { onlyIf } from "../../needs.ts";
import { bin, packageRoot, Sandbox, skill } from "./run.ts";

const other = process.env["SKILLWRIGHT_TEST_NODE"];
const node = other || process.execPath;
const modules = JSON.parse(readFileSync(join(packageRoot, "dist", "modules.json"), "utf8")) as Record<string, string[]>;
const box = new Sandbox({ ".agents/skills/pdf/SKILL.md": skill("pdf") });

interface Loaded {
  readonly own: readonly string[];
  readonly node: readonly string[];
}

/** Each of these modules takes as long as several of our files. */
const LARGE = /^(?:crypto|stream|child_process|https?|net|tls|zlib|perf_hooks|worker_threads)/;

function loadedBy(args: readonly string[]): Loaded {
  return runWithList([bin, ...args]);
}

function runWithList(args: readonly string[]): Loaded {
  const result = spawnSync(node, ["--require", join(import.meta.dirname, "loaded.cjs"), ...args], {
    cwd: box.project,
    env: { PATH: join(box.directory, "bin"), HOME: box.home },
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  return JSON.parse(String(result.output[3])) as Loaded;
}

/** Returns the folders of `src/` and the packages that are part of these files. */
function partsOf(files: readonly string[]): string[] {
  const paths = files.flatMap((file) => modules[file] ?? []).filter((path) => /^(?:src|node_modules)\//.test(path));
  const parts = paths.map(
    (path) => /^(?:src\/(?:surfaces\/)?|node_modules\/)((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path,
  );
  return [...new Set(parts.filter((part) => !part.endsWith(".ts")))].sort();
}

describe("[SP2] what is loaded", () => {
  onlyIf(!other, "another Node loads other modules of its own").test(
    "by `list` and `list --json`: the same few files, of these modules, and next to nothing of Node's",
    async () => {
      const { own, node } = loadedBy(["list", "--json"]);
      expect(node).toEqual(["vm", "os", "process"]);
      expect(own.length).toBeLessThanOrEqual(8);
      expect(loadedBy(["list"]).own).toEqual(own);
      const parts = own.flatMap((file) => modules[file] ?? []).filter((path) => path.startsWith("src/"));
      await expect(`${parts.sort().join("\n")}\n`).toMatchFileSnapshot("__snapshots__/start-up-list.txt");
    },
  );

  onlyIf(!other, "another Node loads other modules of its own").test(
    "by a program that opens skills and asks a session for the catalog: none of Node's large modules",
    () => {
      const program = join(box.directory, "session.mjs");
      const library = pathToFileURL(join(packageRoot, "dist", "index.js")).href;
      writeFileSync(
        program,
        `import { openSkills } from ${JSON.stringify(library)};
const skills = await openSkills({ ambient: false, roots: [${JSON.stringify(join(box.project, ".agents", "skills"))}] });
const { text } = await (await skills.session()).catalog();
if (!text.includes("pdf")) throw new Error(text);
`,
      );
      const { node } = runWithList([program]);
      expect(node.filter((name) => LARGE.test(name))).toEqual([]);
    },
  );

  test("by the other commands: parts of these folders and packages", async () => {
    const commands = [
      "list",
      "show pdf",
      "explain pdf",
      "list --roots",
      "list --all",
      "hosts",
      "config",
      "check",
      "catalog",
    ];
    commands.push("resolve hello", "load pdf", "search pdf", "help", "--version", "completion bash");
    const lines = commands.map((command) => `${command}: ${partsOf(loadedBy(command.split(" ")).own).join(" ")}`);
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("__snapshots__/start-up.txt");
  });
});

describe("[SP3] the compiled code", () => {
  const copy = join(box.directory, "copy");
  const compiled = (): string[] => readdirSync(join(copy, "dist")).filter((name) => name.endsWith(".bin"));

  test.each<[string, (file: string) => void]>([
    ["is there", () => undefined],
    ["is not there", (file) => rmSync(file)],
    ["is another's", (file) => writeFileSync(file, "nothing that V8 ever made")],
    ["is empty", (file) => writeFileSync(file, "")],
  ])("when it %s, the command does the same", (_, change) => {
    rmSync(copy, { recursive: true, force: true });
    for (const name of ["dist", "skills", "package.json"])
      cpSync(join(packageRoot, name), join(copy, name), { recursive: true });
    for (const name of compiled()) change(join(copy, "dist", name));
    const { status, stdout, stderr } = spawnSync(node, [join(copy, "dist", "bin.cjs"), "list", "--json"], {
      cwd: box.project,
      env: { PATH: "", HOME: box.home, NODE_COMPILE_CACHE: join(box.directory, "cache") },
      encoding: "utf8",
    });
    const { skills } = JSON.parse(stdout) as { skills: { name: string }[] };
    expect([status, stderr, skills.map((each) => each.name)]).toEqual([
      0,
      "",
      ["pdf", "skill-creator", "skill-doctor", "skill-installer"],
    ]);
  });
});
