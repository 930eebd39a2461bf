/** Lists the modules that each command loads at start. Unlike a time, a list is the same on every machine. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
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
  const home = join(box.directory, "compiled");
  const directory = join(home, ".cache", "skillwright", "code");
  for (const name of ["dist", "skills", "package.json"])
    cpSync(join(packageRoot, name), join(copy, name), { recursive: true });

  const run = (args: readonly string[], variables: NodeJS.ProcessEnv = {}) => {
    const { status, stdout, stderr } = spawnSync(node, [join(copy, "dist", "bin.cjs"), ...args], {
      cwd: box.project,
      env: { PATH: "", HOME: home, ...variables },
      encoding: "utf8",
    });
    return { status, stdout, stderr };
  };
  const list = () => run(["list", "--json"]);
  const stored = (): string => join(directory, readdirSync(directory)[0]!);
  const forget = (): void => rmSync(home, { recursive: true, force: true });

  test("is stored by the first run, for its owner only, and read by the next one", () => {
    forget();
    const first = list();
    expect([first.status, first.stderr]).toEqual([0, ""]);
    expect(readdirSync(directory)).toEqual([expect.stringMatching(/^list-v[\d.]+-\w+\.bin$/)]);
    expect([directory, stored()].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
    const { ino } = statSync(stored());
    expect(list()).toEqual(first);
    expect(statSync(stored()).ino).toBe(ino);
  });

  // Node refuses `import()` in code that comes from a cache.
  test("is loaded without `import()`, so that every command can run again", () => {
    const files = readdirSync(join(copy, "dist"), { recursive: true, encoding: "utf8" });
    const imports = files
      .filter((file) => file.endsWith(".cjs"))
      .flatMap((file) => readFileSync(join(copy, "dist", file), "latin1").match(/[^\w.$]import\(.{0,40}/g) ?? []);
    expect(imports.filter((each) => !each.startsWith('?import("node:crypto")'))).toEqual([]);
    forget();
    const ask = () => run(["explain", "--message", "$nothing here"]);
    expect(ask()).toEqual(ask());
  });

  test.each<[string, (file: string) => void]>([
    ["is empty", (file) => writeFileSync(file, "")],
    ["is damaged", (file) => writeFileSync(file, "nothing that V8 ever made\n")],
    ["is damaged in the middle", (file) => writeFileSync(file, readFileSync(file).fill(7, 2000))],
    ["is cut off", (file) => truncateSync(file, 5000)],
    [
      "is of another build",
      (file) => writeFileSync(file, readFileSync(file, "latin1").replace(/\w{16}/, "0".repeat(16))),
    ],
    ["can be written by other users", (file) => chmodSync(file, 0o666)],
  ])("that %s is compiled and stored again", (_, change) => {
    forget();
    const first = list();
    change(stored());
    const changed = statSync(stored()).ino;
    expect(list()).toEqual(first);
    expect(statSync(stored()).ino).not.toBe(changed);
  });

  onlyIf(process.getuid?.() === 0, "only root can give a file to another user").test(
    "of another user is never run",
    () => {
      forget();
      const first = list();
      chownSync(stored(), 65_534, 65_534);
      expect(list()).toEqual(first);
      expect(statSync(stored()).uid).toBe(0);
    },
  );

  test("of a file that was changed since is not used, even if the length is the same", () => {
    forget();
    const main = join(copy, "dist", "main.cjs");
    const source = readFileSync(main, "latin1");
    const before = run(["--help"]).stdout;
    writeFileSync(main, source.replace("Review and install skills", "REVIEW AND INSTALL SKILLS"), "latin1");
    const after = run(["--help"]).stdout;
    writeFileSync(main, source, "latin1");
    expect(before).not.toContain("REVIEW AND");
    expect(after).toContain("REVIEW AND");
  });

  test.each<[string, NodeJS.ProcessEnv]>([
    ["a home that is a file", { HOME: join(packageRoot, "package.json"), SKILLWRIGHT_HOME: box.directory }],
    ["a relative home", { HOME: "." }],
    ["a relative cache directory", { XDG_CACHE_HOME: "caches" }],
    ["NODE_DISABLE_COMPILE_CACHE", { NODE_DISABLE_COMPILE_CACHE: "1" }],
  ])("is not stored with %s, and the command does the same", (_, variables) => {
    forget();
    const before = readdirSync(box.project).sort();
    const { status, stderr } = run(["--version"], variables);
    expect([status, stderr, existsSync(directory), readdirSync(box.project).sort()]).toEqual([0, "", false, before]);
  });

  test("is not stored after a wrong call", () => {
    forget();
    expect([run(["lisst"]).status, existsSync(directory)]).toEqual([2, false]);
  });
});
