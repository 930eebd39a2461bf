/** Makes real repositories without the machine's own configuration. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { PublishedTree } from "./contract/contract.ts";

export function writeTree(directory: string, tree: PublishedTree): void {
  mkdirSync(directory, { recursive: true });
  for (const [path, value] of Object.entries(tree)) {
    const target = join(directory, path);
    mkdirSync(dirname(target), { recursive: true });
    if (typeof value === "string") writeFileSync(target, value);
    else if ("link" in value) symlinkSync(value.link, target);
    else {
      writeFileSync(target, value.text);
      if (value.executable) chmodSync(target, 0o755);
    }
  }
}

const VARIABLES = {
  PATH: process.env["PATH"] ?? "",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "a",
  GIT_AUTHOR_EMAIL: "a@invalid.test",
  GIT_AUTHOR_DATE: "2026-01-01T00:00:00Z",
  GIT_COMMITTER_NAME: "a",
  GIT_COMMITTER_EMAIL: "a@invalid.test",
  GIT_COMMITTER_DATE: "2026-01-01T00:00:00Z",
};

export function runGit(directory: string, ...args: string[]): string {
  return execFileSync("git", ["-C", directory, ...args], { env: VARIABLES, encoding: "utf8", stdio: "pipe" }).trim();
}

/** Commits a tree on top of the existing one. Returns the commit. */
export function commitTree(directory: string, tree: PublishedTree): string {
  writeTree(directory, tree);
  runGit(directory, "init", "--quiet", "--initial-branch=main");
  runGit(directory, "add", "--all", "--force");
  runGit(directory, "commit", "--quiet", "--allow-empty", "--message=skills");
  return runGit(directory, "rev-parse", "HEAD");
}
