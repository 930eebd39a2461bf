/** Lists every place outside of `src/platform` that writes a file, and proves that shared files are changed under their lock. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const source = join(resolve(import.meta.dirname, "../.."), "src");

const files = readdirSync(source, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("platform/"))
  .sort();

const texts = new Map(files.map((file) => [file, readFileSync(join(source, file), "utf8")]));

/** Names that a file imports from a module whose path ends like this. */
function importsFrom(file: string, module: string): string[] {
  const found = (texts.get(file) ?? "").matchAll(/^import (?:type )?\{([^}]*)\} from "([^"]+)";$/gm);
  return [...found]
    .filter(([, , from]) => from === module || from?.endsWith(`/${module}`))
    .flatMap(([, names]) => (names ?? "").split(","))
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type "));
}

function usersOf(module: string, names: (name: string) => boolean): string[] {
  return files.filter((file) => importsFrom(file, module).some(names));
}

const LOOKS = ["existsSync", "fstatSync", "lstatSync", "readdirSync", "readlinkSync", "realpathSync", "statSync"];
const READS = ["readFileSync", "readSync", "openSync", "closeSync"];

/** Node's own writing functions. A file of this list writes only what no other process changes. */
const RAW_WRITERS: Readonly<Record<string, string>> = {
  "catalog/servers/file-cache.ts": "removes what it caches of servers that are gone",
  "install/fetch/git/git-repository.ts": "fills a temporary directory of its own",
  "install/journal/wait-past.ts": "writes a temporary file to read the clock of the disk; holds the journal's lock",
  "install/place/apply-placement.ts": "makes and removes links; holds the lock of its notes",
  "install/system-skills/disk.ts": "is the port that copies the embedded skills into a directory of their own",
  "ops/compile-skill.ts": "replaces a directory; holds its lock",
  "run/process/private-copy.ts": "fills a temporary directory of its own",
  "run/sandbox/self-test.ts": "fills a temporary directory of its own",
  "search/keep-index.ts": "removes the oldest files of its cache",
  "surfaces/cli/open-browser.ts": "fills a temporary directory of its own",
  "surfaces/cli/output/output.ts": "writes to the terminal",
};

/** Writers of whole files whose content does not depend on the file before. */
const WHOLE_FILES: Readonly<Record<string, string>> = {
  "catalog/servers/file-cache.ts": "a cache, named after its content",
  "install/publish/write-registry.ts": "the output that the user asked for",
  "ops/check/fix-skills.ts": "repairs the author's file; two runs write the same",
  "ops/start-skill.ts": "a new file",
  "search/keep-index.ts": "a cache, made again if it is lost",
  "surfaces/cli/ask/agent-ports.ts": "the agent's edits of the user's own files",
  "surfaces/cli/commands/matrix.ts": "the output that the user asked for",
};

/** Files that several processes read, change and write, and where that is done. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  "configuration (`config.yaml`) and Codex's `config.toml`": ["ops/settings/edit-settings.ts"],
  "trust store": ["ops/settings/trust-folder.ts"],
  "approvals of servers' skills": ["catalog/servers/approvals.ts"],
  "logins at servers": ["catalog/servers/login/login-store.ts"],
  "links that were placed": ["install/place/apply-placement.ts"],
  "MCP servers in the configuration of hosts": ["session/dependencies/mcp/apply-edit.ts"],
  "`skills.lock` after a merge": ["install/apply/settle-lock.ts"],
  "`skills.lock`, approvals, journal, store, history and stamps": ["install/journal/lock-install.ts"],
  "compiled skills": ["ops/compile-skill.ts"],
  "downloaded programs": ["install/packages/download.ts"],
};

/** Change shared files with the writer that the holder of the locks gives them. */
const UNDER_THE_LOCK = ["history", "journal", "made", "refresh-stamps", "store"].map(
  (name) => `install/journal/${name}.ts`,
);

describe("[SF2] outside of src/platform", () => {
  test("only these files write with Node's own functions", () => {
    const known = new Set([...LOOKS, ...READS]);
    expect(usersOf("node:fs", (name) => !known.has(name))).toEqual(Object.keys(RAW_WRITERS));
  });

  test("no file imports all of `node:fs`, or its other forms", () => {
    const other = /from "(?:node:)?fs\/promises"|from "fs"|import \* as \w+ from "node:fs"|import \w+ from "node:fs"/;
    const builtin = /(?:getBuiltinModule|require|import)\("(?:node:)?fs(?:\/promises)?"\)/;
    const found = files.filter((file) => other.test(texts.get(file) ?? "") || builtin.test(texts.get(file) ?? ""));
    // A program that runs inside of a sandbox, as a text.
    expect(found).toEqual(["run/sandbox/probe.ts"]);
  });

  test("only these files replace a whole file", () => {
    expect(usersOf("platform/writing/write-file.ts", (name) => name === "writeFileAtomically")).toEqual(
      Object.keys(WHOLE_FILES),
    );
  });

  test("shared files are changed in these places, each under its lock", () => {
    expect(usersOf("platform/writing/change-files.ts", (name) => /^(?:try)?[cC]hangeFiles$/.test(name))).toEqual(
      [...new Set(Object.values(SHARED).flat())].sort(),
    );
  });

  test("the journal's files are written by the holder of the locks alone", () => {
    const wrong = UNDER_THE_LOCK.filter((file) => {
      const text = texts.get(file) ?? "";
      return !text.includes("LockedFiles") || /writeFileAtomically|\brmSync|appendLine/.test(text);
    });
    expect(wrong).toEqual([]);
    const users = usersOf("lock-install.ts", (name) => /^(?:lock|tryLock)/.test(name));
    expect(users).toEqual(["install/journal/commit.ts", "install/journal/recover.ts"]);
  });
});
