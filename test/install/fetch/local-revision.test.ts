/** Tests repositories on this machine. Some are read in place, and the result is the same as that of a fetch. */
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { git } from "../../../src/install/fetch/git/git.ts";
import { parseGitAddress } from "../../../src/install/fetch/git/git-address.ts";
import { localRevision } from "../../../src/install/fetch/git/local-revision.ts";
import { nodeFiles } from "../../../src/platform/files/node-files.ts";
import { type Machine, makeMachine } from "../context.ts";
import { skillText } from "./contract/contract.ts";
import { commitTree, runGit } from "./git-fixture.ts";

let machine: Machine;
let repository: string;
beforeEach(() => {
  machine = makeMachine();
  repository = join(machine.work, "repo");
  commitTree(repository, { "skills/old/SKILL.md": skillText("old") });
  commitTree(repository, {
    "skills/pdf/SKILL.md": skillText("pdf"),
    "skills/pdf/run.sh": { text: "x", executable: true },
  });
});
afterEach(() => machine.remove());

const idIn = (path: string, suffix = ""): string | undefined =>
  localRevision(parseGitAddress(`file://${path}${suffix}`), nodeFiles)?.id;
const here = (...args: string[]): string => runGit(repository, ...args);

describe("[I29] a revision of a plain repository is found as git finds it", () => {
  const rows: readonly [what: string, suffix: string, revision: string, prepare?: () => void][] = [
    ["the branch that it is on", "", "HEAD"],
    ["packed references", "", "HEAD", () => here("pack-refs", "--all", "--prune")],
    [
      "packed references that were changed since",
      "#main",
      "main",
      () => {
        here("pack-refs", "--all");
        here("reset", "--quiet", "--hard", "HEAD~");
      },
    ],
    ["packed objects", "", "HEAD", () => here("gc", "--quiet")],
    ["no branch", "", "HEAD", () => here("checkout", "--quiet", "--detach", "HEAD~")],
    ["a branch", "#a/b", "a/b", () => here("branch", "a/b", "HEAD~")],
    ["a tag", "#v1", "v1", () => here("tag", "v1", "HEAD~")],
    ["a tag with a message", "#v1", "refs/tags/v1", () => here("tag", "-m", "one", "v1", "HEAD~")],
    [
      "a tag before a branch of its name",
      "#x",
      "refs/tags/x",
      () => {
        here("branch", "x");
        here("tag", "x", "HEAD~");
      },
    ],
    ["a whole name", "#refs/heads/main", "main"],
    ["one that leads to another", "#also", "main", () => here("symbolic-ref", "refs/heads/also", "refs/heads/main")],
  ];
  test.each(rows)("%s", async (_, suffix, revision, prepare) => {
    prepare?.();
    expect(idIn(repository, suffix)).toBe(here("rev-parse", revision));
    expect(await fetched(suffix)).toEqual(await fetched(suffix, true));
  });

  test("a commit", async () => {
    const id = here("rev-parse", "HEAD~");
    expect(idIn(repository, `#${id}`)).toBe(id);
    expect(await fetched(`#${id}`)).toEqual(await fetched(`#${id}`, true));
  });

  test("a bare one", () => {
    runGit(machine.work, "clone", "--quiet", "--bare", repository, "bare.git");
    expect(idIn(join(machine.work, "bare.git"))).toBe(here("rev-parse", "HEAD"));
  });
});

/** Returns the complete result of a source, read in place or fetched. */
async function fetched(suffix: string, elsewhere = false): Promise<unknown> {
  const info = join(repository, ".git/objects/info");
  mkdirSync(info, { recursive: true });
  if (elsewhere) writeFileSync(join(info, "alternates"), "");
  expect(idIn(repository, suffix) === undefined).toBe(elsewhere);
  return git.fetch(`file://${repository}${suffix}`, machine.context());
}

describe("[I29] what is not plain is left to git", () => {
  const rows: readonly [what: string, prepare: () => string | undefined][] = [
    ["nothing", () => join(machine.work, "nothing")],
    ["a directory that is not a repository", () => machine.work],
    [
      "objects that are kept elsewhere",
      () => {
        runGit(machine.work, "clone", "--quiet", "--bare", "--shared", repository, "shared.git");
        return join(machine.work, "shared.git");
      },
    ],
    [
      "another worktree",
      () => {
        here("worktree", "add", "--quiet", "../tree", "HEAD~");
        return join(machine.work, "tree");
      },
    ],
    [
      "another hash",
      () => {
        runGit(machine.work, "init", "--quiet", "--bare", "--object-format=sha256", "sha.git");
        return join(machine.work, "sha.git");
      },
    ],
    ["objects that are still to be fetched", () => void here("config", "extensions.partialClone", "origin")],
    ["a later format", () => void here("config", "core.repositoryFormatVersion", "1")],
    [
      "a head that is a link",
      () => {
        renameSync(join(repository, ".git/HEAD"), join(repository, ".git/head"));
        symlinkSync("head", join(repository, ".git/HEAD"));
        return repository;
      },
    ],
    [
      "a head that leads out",
      () => void writeFileSync(join(repository, ".git/HEAD"), "ref: refs/../../../etc/passwd\n"),
    ],
    [
      "a head that leads in a circle",
      () => void writeFileSync(join(repository, ".git/refs/heads/main"), "ref: refs/heads/main\n"),
    ],
    ["a head that is none", () => void writeFileSync(join(repository, ".git/HEAD"), "x".repeat(100))],
    ["a branch without a commit", () => void here("checkout", "--quiet", "--orphan", "none")],
  ];
  test.each(rows)("%s", (_, prepare) => {
    expect(idIn(prepare() ?? repository)).toBeUndefined();
  });

  test.each(["#missing", "#deadbeef", "#refs/heads"])("%s", (suffix) => {
    expect(idIn(repository, suffix)).toBeUndefined();
  });

  test("a name with what parts a list of directories", () => {
    const odd = join(machine.work, "a:b");
    renameSync(repository, odd);
    expect(idIn(odd)).toBeUndefined();
  });
});
