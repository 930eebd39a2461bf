import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { git, withGitTree } from "../../../src/install/fetch/git/git.ts";
import type { FetchedSource } from "../../../src/install/source.ts";
import { INSTALL_LIMITS } from "../../../src/model/skills/bundle.ts";
import { nodeSpawn } from "../../../src/platform/processes/node-spawn.ts";
import type { Spawn, Spawned } from "../../../src/platform/processes/spawn.ts";
import { type Machine, makeMachine } from "../context.ts";
import { skillText } from "./contract/contract.ts";
import { commitTree, runGit, writeTree } from "./git-fixture.ts";

let machine: Machine;
let repository: string;
beforeEach(() => {
  machine = makeMachine();
  repository = join(machine.work, "repo");
});
afterEach(() => machine.remove());

const PDF = { "skills/pdf/SKILL.md": skillText("pdf") };
const fetchAll = (suffix = "", changes = {}): Promise<FetchedSource> =>
  git.fetch(`file://${repository}${suffix}`, machine.context(changes));
const brief = ({ skills, diagnostics }: FetchedSource): object => ({
  skills: skills.map(({ name, origin }) => `${name} ${origin.path}`),
  findings: diagnostics.map(({ code, message }) => `${code} ${message}`),
});

describe("[I21] which skills a repository offers", () => {
  const s = (path: string): Record<string, string> => ({ [`${path}/SKILL.md`]: skillText("x") });
  test.each([
    ["one at the top is all of it", { "SKILL.md": "", ...s("skills/a") }, ["repo "]],
    ["skills", { ...s("skills/a"), ...s("skills/group/b"), ...s("test/c") }, ["a skills/a", "b skills/group/b"]],
    [
      "hosts' own places",
      { ...s(".claude/skills/a"), ...s(".agents/skills/b"), ...s("other/c") },
      ["b .agents/skills/b", "a .claude/skills/a"],
    ],
    ["anywhere, where no place has any", { ...s("a"), ...s("deep/er/b") }, ["a a", "b deep/er/b"]],
    ["never what it depends on", { ...s("a"), ...s("node_modules/x/skills/b") }, ["a a"]],
    ["the outermost", { ...s("skills/a"), ...s("skills/a/examples/b") }, ["a skills/a"]],
  ])("%s", async (_, tree, skills) => {
    commitTree(repository, tree);
    expect(brief(await fetchAll())).toEqual({ skills, findings: [] });
  });

  test("[I21] of two that are called alike, the more public place's is taken, and the other named", async () => {
    commitTree(repository, { ...s(".claude/skills/a"), ...s("skills/a") });
    expect(brief(await fetchAll())).toEqual({
      skills: ["a skills/a"],
      findings: ["SK606 `.claude/skills/a` has the same name as `skills/a`, and is left out"],
    });
  });

  test("[I21] a file that is wanted after the revision is known is still read", async () => {
    commitTree(repository, { ...s("skills/a"), "notes.md": "Notes." });
    let read: string[] = [];
    await withGitTree(`file://${repository}`, machine.context(), async (tree) => {
      const notes = tree.entries.filter(({ path }) => path === "notes.md");
      const before = await tree.read([]);
      await tree.origin();
      read = [before, ...(await tree.read(notes))].map(String);
      return { skills: [], diagnostics: [] };
    });
    expect(read).toEqual(["", "Notes."]);
  });

  test("[I27] a directory and a reference", async () => {
    const first = commitTree(repository, s("elsewhere/a"));
    runGit(repository, "tag", "--annotate", "--message=v1", "v1");
    const second = commitTree(repository, s("elsewhere/b"));
    for (const [suffix, commit, skills] of [
      ["//elsewhere#v1", first, ["a a"]],
      ["//elsewhere", second, ["a a", "b b"]],
      ["//elsewhere/b#main", second, ["b "]],
      [`#${first}`, first, ["a elsewhere/a"]],
    ] as const) {
      const fetched = await fetchAll(suffix);
      expect(brief(fetched)).toEqual({ skills, findings: [] });
      expect(fetched.skills[0]?.origin).toMatchObject({ source: `file://${repository}${suffix}`, resolved: commit });
    }
  });

  test("[I27] a directory that is not there is SK602", async () => {
    commitTree(repository, PDF);
    await expect(fetchAll("//missing")).rejects.toMatchObject({ code: "SK602" });
  });
});

/** Marks the repository as one with objects in other directories, which only git finds. */
function haveFetched(): void {
  writeFileSync(join(repository, ".git/objects/info/alternates"), "");
}

const IN_PLACE = [
  ["ls-tree", "-r", "-l", "-z", "<commit>"],
  ["cat-file", "--batch", "--buffer"],
];
const FETCHED = [
  [
    ...["fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules", "--"],
    ...["file://<repository>", "+HEAD:refs/fetched/revision"],
  ],
  ["ls-tree", "-r", "-l", "-z", "refs/fetched/revision"],
  ["cat-file", "--batch", "--buffer"],
];

describe.each([
  ["read where it stands", undefined, IN_PLACE],
  ["fetched", haveFetched, FETCHED],
] as const)("[I29] nothing of a repository's acts: %s", (how, prepare, asked) => {
  test("no hook, filter, attribute or configuration of it is run", async () => {
    const mark = join(machine.work, "ran");
    const script = `#!/bin/sh\ntouch ${mark}\n`;
    commitTree(repository, {
      ...PDF,
      ".gitattributes": "* filter=evil diff=evil merge=evil\n",
      ".gitmodules": `[submodule "x"]\n\tpath = x\n\turl = ext::sh -c touch% ${mark}\n\tupdate = !touch ${mark}\n`,
      ".lfsconfig": "[lfs]\n\turl = http://127.0.0.1:1/\n",
    });
    const hooks = join(repository, ".git", "hooks");
    mkdirSync(hooks, { recursive: true });
    for (const hook of ["post-checkout", "reference-transaction", "post-merge", "pre-auto-gc", "fsmonitor-watchman"]) {
      writeFileSync(join(hooks, hook), script);
      chmodSync(join(hooks, hook), 0o755);
    }
    for (const key of [
      "filter.evil.smudge",
      "filter.evil.clean",
      "core.fsmonitor",
      "core.sshCommand",
      "uploadpack.packObjectsHook",
    ])
      runGit(repository, "config", key, `touch ${mark}`);
    prepare?.();
    expect(brief(await fetchAll())).toEqual({ skills: ["pdf skills/pdf"], findings: [] });
    expect(existsSync(mark)).toBe(false);
  });

  test("the user's own configuration and variables count neither", async () => {
    commitTree(repository, PDF);
    prepare?.();
    const mark = join(machine.work, "ran");
    writeFileSync(
      join(machine.home, ".gitconfig"),
      `[url "file:///nowhere/"]\n\tinsteadOf = file://\n[core]\n\tsshCommand = touch ${mark}\n`,
    );
    const variables = {
      PATH: process.env["PATH"],
      HOME: machine.home,
      GIT_DIR: "/nowhere",
      GIT_TRACE: mark,
      GIT_EXEC_PATH: "/nowhere",
      GIT_CONFIG_COUNT: "x",
    };
    const environment = { ...machine.context().environment, variables };
    expect(brief(await fetchAll("", { environment }))).toEqual({ skills: ["pdf skills/pdf"], findings: [] });
    expect(existsSync(mark)).toBe(false);
  });

  test("operands follow `--`, git skips the excluded parts, and manifests are read together with the rest", async () => {
    const commit = commitTree(repository, { ...PDF, ".claude-plugin/plugin.json": '{ "name": "papers" }' });
    prepare?.();
    const calls: { args: readonly string[]; variables: Readonly<Record<string, string>> }[] = [];
    const spawn: Spawn = (program, args, options) => {
      calls.push({ args, variables: options.variables });
      return nodeSpawn(program, args, options);
    };
    await fetchAll("", { spawn });
    const hide = (text: string): string => text.replace(repository, "<repository>").replace(commit, "<commit>");
    expect(calls.map(({ args }) => args.slice(1).map(hide))).toEqual(asked);
    for (const { variables } of calls)
      expect(variables).toEqual({
        PATH: process.env["PATH"],
        HOME: machine.home,
        LC_ALL: "C",
        GIT_ALLOW_PROTOCOL: "file",
        GIT_ATTR_NOSYSTEM: "1",
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_NO_LAZY_FETCH: "1",
        GIT_SSH_COMMAND: "ssh -o UpdateHostKeys=no",
        GIT_OPTIONAL_LOCKS: "0",
        GIT_TERMINAL_PROMPT: "0",
        ...(how === "fetched" ? {} : { GIT_ALTERNATE_OBJECT_DIRECTORIES: `${repository}/.git/objects` }),
      });
  });

  test("without git it is SK604", async () => {
    const variables = { PATH: machine.work };
    const environment = { ...machine.context().environment, variables };
    await expect(fetchAll("", { environment })).rejects.toMatchObject({
      code: "SK604",
      message: "there is no program `git` on this machine",
    });
  });

  test("[F9] without a PATH, the error reports that", async () => {
    const environment = { ...machine.context().environment, variables: {} };
    const spawn: Spawn = () => Promise.reject(Object.assign(new Error("spawn git"), { code: "ENOENT" }));
    await expect(fetchAll("", { environment, spawn })).rejects.toMatchObject({
      code: "SK604",
      message:
        "the program `git` is not found: the variable PATH is not set (set PATH, or pass it in `environment.variables`)",
      hint: expect.stringMatching(/`ambient: false`/),
    });
  });
});

describe("what a repository has instead of files", () => {
  test("[I24] links and submodules where a skill could be are named and left out", async () => {
    commitTree(repository, { ...PDF, ".claude/skills": { link: "../skills" }, "skills/other": { link: "pdf" } });
    runGit(repository, "update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},skills/module`);
    runGit(repository, "commit", "--quiet", "--message=module");
    expect(brief(await fetchAll())).toEqual({
      skills: ["pdf skills/pdf"],
      findings: [
        "SK606 `.claude/skills` is a symbolic link, and is left out",
        "SK606 `skills/module` is another repository (a submodule), and is left out",
        "SK606 `skills/other` is a symbolic link, and is left out",
      ],
    });
  });

  test("[I21] a submodule inside a skill speaks against it", async () => {
    commitTree(repository, PDF);
    runGit(repository, "update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},skills/pdf/module`);
    runGit(repository, "commit", "--quiet", "--message=module");
    expect(brief(await fetchAll())).toEqual({
      skills: [],
      findings: ["SK643 `skills/pdf/module` is another repository (a submodule)"],
    });
  });

  test("[I24] reports a pointer of large file storage", async () => {
    const pointer = `version https://lfs.invalid/spec/v1\noid sha256:${"0".repeat(64)}\nsize 12345\n`;
    commitTree(repository, { ...PDF, "skills/pdf/model.bin": pointer, "skills/pdf/not.txt": `x\n${pointer}` });
    const fetched = await fetchAll();
    expect(brief(fetched)).toEqual({
      skills: ["pdf skills/pdf"],
      findings: ["SK607 `skills/pdf/model.bin` is a Git LFS pointer, not the file itself"],
    });
    expect(fetched.diagnostics[0]?.help).toBe(
      "the skill will not find what it expects; ask its author to keep small files in the repository itself",
    );
  });

  test("[I21] names that only a repository can hold", async () => {
    commitTree(repository, PDF);
    const blob = runGit(repository, "rev-parse", "HEAD:skills/pdf/SKILL.md");
    const tree = (entries: Buffer): string => {
      const path = join(machine.work, "tree");
      writeFileSync(path, entries);
      return runGit(repository, "hash-object", "-t", "tree", "--literally", "-w", path);
    };
    const entry = (mode: string, name: string | Buffer, id: string): Buffer =>
      Buffer.concat([Buffer.from(`${mode} `), Buffer.from(name), Buffer.from([0]), Buffer.from(id, "hex")]);
    for (const [name, code] of [
      ["..", "SK640"],
      [".git", "SK640"],
      ["a\nb", "SK640"],
      [Buffer.from([0xff, 0xfe]), "SK640"],
      ["SKILL.md", "SK641"],
      ["x".repeat(5000), "SK642"],
    ] as const) {
      const skill = tree(Buffer.concat([entry("100644", "SKILL.md", blob), entry("100644", name, blob)]));
      const skills = tree(entry("40000", "bad", skill));
      const commit = runGit(repository, "commit-tree", "-m", "bad", tree(entry("40000", "skills", skills)));
      runGit(repository, "update-ref", "refs/heads/bad", commit);
      const { skills: found, diagnostics } = await fetchAll("#bad");
      expect([String(name), found, diagnostics.map((each) => each.code)]).toEqual([String(name), [], [code]]);
    }
  });
});

test.each([
  ["read where it stands", undefined],
  ["fetched", haveFetched],
])("[I21] a tree that unfolds without end is left at the limit: %s", async (_, prepare) => {
  commitTree(repository, PDF);
  let id = runGit(repository, "rev-parse", "HEAD:skills");
  for (let level = 0; level < 10; level++) {
    const path = join(machine.work, "tree");
    const names = "0123456789".split("");
    writeFileSync(
      path,
      Buffer.concat(names.map((name) => Buffer.concat([Buffer.from(`40000 ${name}\0`), Buffer.from(id, "hex")]))),
    );
    id = runGit(repository, "hash-object", "-t", "tree", "-w", path);
  }
  runGit(repository, "update-ref", "refs/heads/bomb", runGit(repository, "commit-tree", "-m", "bomb", id));
  prepare?.();
  await expect(fetchAll("#bomb")).rejects.toMatchObject({ code: "SK604" });
});

test("[I21] a revision larger than the limit is left midway", async () => {
  commitTree(repository, {
    ...PDF,
    "data.bin": Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))).toString("latin1"),
  });
  haveFetched();
  let bytes = 0;
  const files = { ...machine.context().files, lstat: () => ({ ...machine.context().files.lstat("/"), size: 1e12 }) };
  const slow: Spawn = async (program, args, options) => {
    const pack = join(machine.temporary, String(args[0]).split("/").at(-1) as string, "objects", "pack");
    mkdirSync(pack, { recursive: true });
    writeFileSync(join(pack, "tmp_pack"), "");
    await new Promise<void>((resolve) => options.signal?.addEventListener("abort", resolve, { once: true }));
    return nodeSpawn(program, args, options);
  };
  const progress = ({ done }: { done: number }): void => {
    bytes = Math.max(bytes, done);
  };
  await expect(fetchAll("", { spawn: slow, files, progress })).rejects.toMatchObject({
    code: "SK604",
    message: `\`file://${repository}\` has more than ${8 * INSTALL_LIMITS.maxBytes} bytes`,
  });
  expect(bytes).toBe(1e12);
});

test("[I6] credentials reach the server, and neither the arguments, the origin nor a message", async () => {
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const spoken: string[] = [];
  const spawn: Spawn = (program, args, options) => {
    spoken.push(args.join(" "));
    return nodeSpawn(program, args, options);
  };
  try {
    const text = `http://user:top-secret@127.0.0.1:${(server.address() as AddressInfo).port}/a.git`;
    const error = await git.fetch(text, machine.context({ spawn })).catch((reason: unknown) => reason);
    spoken.push(String(error), JSON.stringify(error));
    expect(seen[0]).toBe(`Basic ${Buffer.from("user:top-secret").toString("base64")}`);
    expect(spoken.join("\n")).not.toMatch(/top-secret|dXNlcj/);
  } finally {
    server.close();
  }
});

test.each([
  ["for a name", "", 401, "could not read Username"],
  ["for another password", "user:top-secret@", 401, "could not read Username"],
  ["for more rights", "user:top-secret@", 403, "returned error: 403"],
])("[I6] if a server asks %s, the message reports it and the hint names a way out", async (_, user, status, said) => {
  const server = createServer((_request, response) => {
    response.writeHead(status, { "www-authenticate": 'Basic realm="skills"' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}/a.git`;
  const error = git.fetch(`http://${user}${place}`, machine.context());
  await expect(error.finally(() => server.close())).rejects.toMatchObject({
    code: "SK604",
    message: expect.stringMatching(
      new RegExp(`^the server of \`http://${place}\` requires a login; git says: "(?!.*secret).*${said}.*"$`),
    ),
    hint: "use ssh, or put a token into the address: `https://TOKEN@host/…`; the token is neither shown nor stored",
  });
});

test("[I24] a repository read as a directory leaves git's own files alone", async () => {
  commitTree(repository, { "SKILL.md": skillText("repo") });
  const { directory } = await import("../../../src/install/fetch/local/directory.ts");
  const { skills } = await directory.fetch(repository, machine.context());
  expect(skills.map(({ name, bundle }) => [name, bundle.files.map(({ path }) => path)])).toEqual([
    ["repo", ["SKILL.md"]],
  ]);
  expect(readFileSync(join(repository, ".git", "HEAD"), "utf8")).toBe("ref: refs/heads/main\n");
});

test("[I27] `owner/repo` that is a directory here is neither", async () => {
  writeTree(machine.work, { "owner/repo/SKILL.md": skillText("x") });
  for (const text of ["owner/repo", "owner/repo#main"])
    await expect(git.fetch(text, machine.context())).rejects.toMatchObject({
      code: "SK603",
      message: "`owner/repo` is a directory here, and could also be a repository",
    });
});

test("[I27] `owner/repo` is on the server that the user has set", async () => {
  const asked: string[] = [];
  const spawn: Spawn = async (_, args) => {
    asked.push(args.at(-2) as string);
    return { code: 128, stdout: new Uint8Array(), stderr: "fatal: repository not found", ended: "exited" };
  };
  for (const changes of [{}, { gitHost: "git.acme.test:8443" }, { gitHost: "-oProxyCommand=id" }])
    await git
      .fetch("owner/repo", machine.context({ spawn, ...changes }))
      .catch((error: { code: string }) => asked.push(error.code));
  expect(asked).toEqual([
    "https://github.com/owner/repo.git",
    "SK602",
    "https://git.acme.test:8443/owner/repo.git",
    "SK602",
    "SK603",
  ]);
});

describe("[I29] a failure of git says what happened and what to do", () => {
  const ACCESS =
    "check the address, the network and your access; git runs without credential helpers, redirects and passwords";
  const NAME =
    "check the name, the part after `#` and your access; write the full hash of a commit, and begin a local directory with `./`";
  test.each<[Partial<Spawned>, string, string, string]>([
    [{ ended: "timed-out" }, "SK604", "`owner/repo` did not answer within 1234 ms", "try again later"],
    [{ ended: "too-much-output" }, "SK604", "`owner/repo` has too many files", "name a repository of skills"],
    [{ stderr: "" }, "SK604", "git could not fetch `owner/repo`; git gives no reason", ACCESS],
    [{ stderr: "fatal: odd\nmore\n" }, "SK604", 'git could not fetch `owner/repo`; git says: "fatal: odd"', ACCESS],
    [{ stderr: "a\nb\n" }, "SK604", 'git could not fetch `owner/repo`; git says: "b"', ACCESS],
    [
      { stderr: "fatal: repository not found" },
      "SK602",
      'there is nothing at `owner/repo`; git says: "fatal: repository not found"',
      NAME,
    ],
  ])("%j", async (spawned, code, message, hint) => {
    const spawn: Spawn = async () => ({ code: 128, stdout: Buffer.from(""), stderr: "", ended: "exited", ...spawned });
    const limits = { ...INSTALL_LIMITS, timeoutMs: 1234 };
    await expect(git.fetch("owner/repo", machine.context({ spawn, limits }))).rejects.toMatchObject({
      code,
      message,
      hint,
    });
  });
});

describe("[I21] a skill at the top of a repository", () => {
  test.each([
    ["is called what it calls itself", "---\nname: pdf-tools\n---\n", "pdf-tools"],
    ["in quotes too", '---\r\nlicense: MIT\r\nname: "pdf"\r\n---\r\n', "pdf"],
    ["or like the repository if that is not a name", "---\nname: ../../evil\n---\n", "repo"],
    ["or is none", "name: pdf\n", "repo"],
    ["or is not in the frontmatter", "---\nlicense: MIT\n---\nname: pdf\n", "repo"],
  ])("%s", async (_, text, name) => {
    commitTree(repository, { "SKILL.md": text });
    expect((await fetchAll()).skills.map((each) => each.name)).toEqual([name]);
  });

  test("and of a directory in it like the directory", async () => {
    commitTree(repository, { "skills/pdf/SKILL.md": skillText("other") });
    expect((await fetchAll("//skills/pdf")).skills.map((each) => each.name)).toEqual(["pdf"]);
  });
});
