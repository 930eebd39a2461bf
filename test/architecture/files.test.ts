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

/** Returns the names that a file imports from a module whose path ends with `module`. */
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

/** The only files outside of `src/platform` that may use `node:fs`, with the reason. */
const RAW_FILES: Readonly<Record<string, string>> = {
  "bin.ts": "loads the command from its own package, before any other module exists",
  "run/sandbox/probe.ts": "is the text of a program that runs inside of a sandbox",
};

/** Every way to reach Node's functions for files, or to read a file without them. */
const RAW_ACCESS = [
  /["'`](?:node:)?fs(?:\/promises)?["'`]/,
  /\bprocess\.(?:binding|loadEnvFile|dlopen)\b/,
  /\bcreateRequire\b/,
  /\bBun\.file\b|\bDeno\.read/,
];

/** The only files outside of `src/platform` that start programs or open connections themselves, with the reason. */
const RAW_NETWORK: Readonly<Record<string, string>> = {
  "surfaces/cli/open-browser.ts": "starts the user's browser",
  "surfaces/mcp/serving/serve-http.ts": "is a server itself",
};

/** Functions that write whole files whose new content does not depend on the old content. */
const WHOLE_FILES: Readonly<Record<string, string>> = {
  "catalog/servers/file-cache.ts": "a cache, named after its content",
  "install/publish/write-registry.ts": "the output that the user asked for",
  "ops/check/fix-skills.ts": "repairs the author's file; two runs write the same",
  "ops/start-skill.ts": "a new file",
  "search/keep-index.ts": "a cache, made again if it is lost",
  "surfaces/cli/ask/agent-ports.ts": "the agent's edits of the user's own files",
  "surfaces/cli/verbs/matrix.ts": "the output that the user asked for",
};

/** Files that several processes change, and where each change is made. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  "configuration (`config.yaml`) and Codex's `config.toml`": ["ops/settings/edit-settings.ts"],
  "trust store": ["ops/trust/trust-folder.ts"],
  "hosts that the user accepted": ["install/accepted-hosts.ts"],
  "approvals of servers' skills": ["trust/folders/change-decisions.ts"],
  "damaged files": ["ops/settings/repair.ts"],
  "logins at servers": ["catalog/servers/login/login-store.ts"],
  "links that were placed": ["install/place/apply-placement.ts"],
  "MCP servers in the configuration of hosts": ["session/dependencies/mcp/apply-edit.ts"],
  "`skills.lock` after a merge": ["install/apply/merge-conflicted-locks.ts"],
  "`skills.lock`, approvals, journal, store, history and stamps": ["install/journal/lock-install.ts"],
  "compiled skills": ["ops/hosts/compile-skill.ts"],
  "downloaded programs": ["install/packages/download-program.ts"],
};

/** These files change shared files with the writer that the holder of the locks gives them. */
const UNDER_THE_LOCK = ["journal", "refresh-stamps", "store"].map((name) => `install/journal/${name}.ts`);

describe("[SF1] outside of src/platform", () => {
  test("[SF3] only these files use Node's own functions for files", () => {
    const users = files.filter((file) => RAW_ACCESS.some((way) => way.test(texts.get(file) ?? "")));
    expect(users).toEqual(Object.keys(RAW_FILES));
  });

  test("[SF3] only these files start programs or open connections themselves", () => {
    const raw =
      /^import \{(?!\s*type [^,}]*\}|\s*isIP\w*(?:, type \w+)* \})[^}]*\} from "node:(?:child_process|https?|http2|net|tls|dgram)";$/m;
    expect(files.filter((file) => raw.test(texts.get(file) ?? ""))).toEqual(Object.keys(RAW_NETWORK));
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
      return !text.includes("LockedFiles") || /writeFileAtomically|appendLine/.test(text);
    });
    expect(wrong).toEqual([]);
    const users = usersOf("lock-install.ts", (name) => /^(?:lock|tryLock)/.test(name));
    expect(users).toEqual(["install/journal/commit-installation.ts", "install/journal/journal.ts"]);
  });
});

test("[L4] every file system is a plain object, because others copy its functions", () => {
  expect(files.filter((file) => /\bimplements\s+(?:\w+,\s*)*Files\b/.test(texts.get(file) ?? ""))).toEqual([]);
});
