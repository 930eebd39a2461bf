/**
 * Tests the package manager commands of a skill: those that never run, those that are only shown, and the arguments of the
 * program.
 */
import { createHash } from "node:crypto";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { installCommand } from "../../../src/install/packages/install-command.ts";
import { runInstall } from "../../../src/install/packages/install-executor.ts";
import {
  type ExecutorContext,
  type InstallSpec,
  installSpecs,
  PACKAGE_KINDS,
  type PackageKind,
} from "../../../src/install/packages/install-spec.ts";
import type { Environment } from "../../../src/platform/environment.ts";
import { nodeFiles } from "../../../src/platform/files/node-files.ts";
import { binaryFinder } from "../../../src/platform/processes/find-binary.ts";
import { nodeSpawn } from "../../../src/platform/processes/node-spawn.ts";

const spec = (kind: PackageKind, name: string, more: Partial<InstallSpec> = {}): InstallSpec => ({
  id: "tool",
  kind,
  package: name,
  bins: [],
  os: [],
  ...more,
});

test("[J21] the first 50 packages of each list are read", () => {
  const install = Array.from({ length: 51 }, (_, at) => ({ kind: "npm", package: `p${at}` }));
  const read = installSpecs({ extra: { install }, metadata: { openclaw: { install } } } as unknown as Parameters<
    typeof installSpecs
  >[0]);
  expect([read.length, read[49]?.package, read[50]?.package]).toEqual([100, "p49", "p0"]);
});

describe("[J22] a name", () => {
  test.each<[PackageKind, string, string[]]>([
    ["brew", "jq", ["brew", "install", "--formula", "--", "jq"]],
    ["brew", "hashicorp/tap/vault", ["brew", "install", "--formula", "--", "hashicorp/tap/vault"]],
    ["brew", "python@3.12", ["brew", "install", "--formula", "--", "python@3.12"]],
    [
      "apt",
      "g++",
      [
        "apt-get",
        "install",
        "--yes",
        "--no-install-recommends",
        "--no-remove",
        "-o",
        "APT::Cmd::Pattern-Only=true",
        "--",
        "g++",
      ],
    ],
    [
      "apt",
      "libc6:amd64=2.36-9+deb12u1",
      [
        "apt-get",
        "install",
        "--yes",
        "--no-install-recommends",
        "--no-remove",
        "-o",
        "APT::Cmd::Pattern-Only=true",
        "--",
        "libc6:amd64=2.36-9+deb12u1",
      ],
    ],
    [
      "npm",
      "@scope/tool@1.0.0",
      ["npm", "install", "--global", "--ignore-scripts", "--no-audit", "--no-fund", "--", "@scope/tool@1.0.0"],
    ],
    ["uv", "ruff==0.5.0", ["uv", "tool", "install", "--no-config", "--", "ruff==0.5.0"]],
    ["go", "github.com/owner/tool/cmd/x", ["go", "install", "--", "github.com/owner/tool/cmd/x@latest"]],
    ["go", "example.com/tool@v1.2.3", ["go", "install", "--", "example.com/tool@v1.2.3"]],
  ])("%s %s", (kind, name, expected) => {
    const command = installCommand(spec(kind, name));
    expect("wrong" in command ? command : [command.program, ...command.args]).toEqual(expected);
  });

  test.each<[string, PackageKind, string]>([
    ["an option", "npm", "--registry=https://evil.test"],
    ["a short option", "apt", "-o=x"],
    ["a removal", "apt", "vim-"],
    ["a local package", "apt", "./evil.deb"],
    ["a package by path", "apt", "/tmp/evil.deb"],
    ["an address", "npm", "https://evil.test/x.tgz"],
    ["a repository", "npm", "git+https://evil.test/x.git"],
    ["a short repository", "npm", "owner/repo"],
    ["a directory", "npm", "./evil"],
    ["a home", "npm", "~/evil"],
    ["an alias", "npm", "tool@npm:evil"],
    ["a path upwards", "go", "example.com/../evil"],
    ["a local module", "go", "./cmd"],
    ["a formula at an address", "brew", "https://evil.test/x.rb"],
    ["a formula by path", "brew", "../x.rb"],
    ["a wheel by address", "uv", "https://evil.test/x.whl"],
    ["a requirement file", "uv", "-r"],
    ["nothing", "npm", ""],
    ["two words", "npm", "a b"],
    ["a long name", "npm", "a".repeat(300)],
    ["an accent", "npm", "tóol"],
    ["a line break", "npm", "tool\n"],
  ])("%s: %s %j is refused", (_, kind, name) => {
    expect(installCommand(spec(kind, name))).toHaveProperty("wrong");
  });

  test("[J22] no character that means something to a shell, and no leading hyphen, reaches an argument", () => {
    const hostile = fc.string({
      unit: fc.constantFrom(..."aZ9_./:@+=~- $`'\"\\;|&<>(){}[]*?!#%^,\n\t\0é"),
      maxLength: 20,
    });
    fc.assert(
      fc.property(fc.constantFrom(...PACKAGE_KINDS), fc.oneof(hostile, fc.string()), (kind, name) => {
        const command = installCommand(spec(kind, name));
        if ("wrong" in command) return;
        const last = command.args.at(-1) as string;
        expect(last.replace(/@latest$/, "")).toBe(name.replace(/@latest$/, ""));
        expect(last).toMatch(/^[A-Za-z0-9_./:@+=~][A-Za-z0-9_./:@+=~-]*$/);
        expect(command.args.at(-2)).toBe("--");
      }),
      { numRuns: 2000 },
    );
  });
});

test("[J21] specs of Aleph and OpenClaw; what cannot be understood is not one", () => {
  const manifest = {
    extra: {
      install: [
        { id: "a", kind: "apt", package: "jq", bins: ["jq"], os: ["linux"] },
        { kind: "pip", package: "x" },
        "jq",
        { kind: "npm" },
      ],
    },
    metadata: {
      openclaw: {
        install: [
          { kind: "brew", formula: "jq" },
          { id: "n", kind: "node", package: "tool" },
          { kind: "go", module: "example.com/x" },
          { kind: "download", url: "https://x.test/y", sha256: "00", bins: "y" },
        ],
      },
    },
  };
  expect(installSpecs(manifest)).toEqual([
    { id: "a", kind: "apt", package: "jq", bins: ["jq"], os: ["linux"] },
    { id: "install-5", kind: "brew", package: "jq", bins: [], os: [] },
    { id: "n", kind: "npm", package: "tool", bins: [], os: [] },
    { id: "install-7", kind: "go", package: "example.com/x", bins: [], os: [] },
    { id: "install-8", kind: "download", package: "https://x.test/y", bins: ["y"], os: [], sha256: "00" },
  ]);
  expect(installSpecs({})).toEqual([]);
});

/** Makes a machine with our programs in place of the package managers. Each records its arguments. */
function machine(programs: Readonly<Record<string, string>>) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-packages-")));
  for (const directory of ["bin", "home", "project"]) mkdirSync(join(root, directory));
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(root, "bin", name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(root, "bin", name), 0o755);
  }
  const environment: Environment = {
    cwd: join(root, "project"),
    home: join(root, "home"),
    platform: "linux",
    variables: {
      PATH: `${join(root, "bin")}:/usr/bin:/bin`,
      HOME: join(root, "home"),
      AWS_SECRET_ACCESS_KEY: "secret",
    },
  };
  const context: ExecutorContext = {
    environment,
    spawn: nodeSpawn,
    fetch: () => Promise.reject(new Error("nobody asked for the network")),
    hasBinary: binaryFinder(environment, nodeFiles),
    programs: join(root, "programs"),
  };
  return { root, context, ran: () => readdirSync(join(root, "home")) };
}

const NOTE = 'for each in "$@"; do echo "$each"; done > "$HOME/args"; env > "$HOME/env"; pwd > "$HOME/cwd"';

describe("the executor", () => {
  test("[J21] without approval: the command, and nothing is run", async () => {
    const { context, ran } = machine({ brew: NOTE });
    const result = await runInstall(spec("brew", "jq-x"), context);
    expect(result).toEqual({ status: "planned", id: "tool", command: ["brew", "install", "--formula", "--", "jq-x"] });
    expect(ran()).toEqual([]);
  });

  test("[J22] with approval: arguments as they are, at home, without the user's secrets", async () => {
    const { root, context } = machine({ brew: NOTE });
    const result = await runInstall(spec("brew", "jq-x"), context, { approved: true });
    expect(result).toEqual({
      status: "installed",
      id: "tool",
      command: ["brew", "install", "--formula", "--", "jq-x"],
    });
    const read = (name: string): string => readFileSync(join(root, "home", name), "utf8");
    expect(read("args")).toBe("install\n--formula\n--\njq-x\n");
    expect(read("cwd")).toBe(`${root}/home\n`);
    expect(read("env")).not.toContain("secret");
  });

  test("[J22] what fails says how, and nothing is thrown", async () => {
    const { context } = machine({ brew: "echo 'no such formula' >&2; exit 3" });
    expect(await runInstall(spec("brew", "jq-x"), context, { approved: true })).toEqual({
      status: "failed",
      id: "tool",
      code: "SK692",
      reason: '`brew` ended with exit code 3; it says: "no such formula"',
    });
  });

  test("[J21] for another system, without its manager, or there already: not run", async () => {
    const { context, ran } = machine({ brew: NOTE, "jq-x": "" });
    const install = (each: InstallSpec) => runInstall(each, context, { approved: true });
    expect(await install(spec("brew", "jq", { os: ["macos"] }))).toMatchObject({ status: "skipped" });
    expect(await install(spec("uv", "ruff", { os: ["linux"] }))).toMatchObject({
      status: "skipped",
      reason: "the program `uv` is not installed",
    });
    const environment = { ...context.environment, variables: {} };
    const nowhere = { ...context, environment, hasBinary: () => false };
    // [F9]
    expect(await runInstall(spec("brew", "jq"), nowhere)).toMatchObject({
      status: "skipped",
      reason: expect.stringMatching(/^`brew` cannot be found: the variable PATH is not set/),
    });
    expect(await install(spec("brew", "jq", { bins: ["jq-x"] }))).toEqual({ status: "present", id: "tool" });
    expect(ran()).toEqual([]);
  });

  test("[J22] what is refused is not run, approval or not", async () => {
    const { context, ran } = machine({ "apt-get": NOTE });
    expect(await runInstall(spec("apt", "vim-"), context, { approved: true })).toEqual({
      status: "refused",
      id: "tool",
      code: "SK691",
      reason: "`vim-` is not a package name that apt accepts",
    });
    expect(ran()).toEqual([]);
  });
});

describe("[J22] a download", () => {
  const bytes = Buffer.from("#!/bin/sh\necho hi\n");
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const wanted = spec("download", "https://x.test/tool", { bins: ["tool-x"], sha256 });
  const serving =
    (status: number, content: Uint8Array): ExecutorContext["fetch"] =>
    async (url) => ({ status, headers: {}, url, bytes: content });

  test("is planned, and on approval put under its digest", async () => {
    const { root, context } = machine({});
    const fetch = serving(200, bytes);
    const command = ["download", "https://x.test/tool", join(root, "programs", sha256, "tool-x")];
    expect(await runInstall(wanted, context)).toEqual({ status: "planned", id: "tool", command });
    for (let twice = 0; twice < 2; twice += 1)
      expect(await runInstall(wanted, { ...context, fetch }, { approved: true })).toEqual({
        status: "installed",
        id: "tool",
        command,
      });
    expect(readFileSync(command[2] as string)).toEqual(bytes);
    expect(statSync(command[2] as string).mode & 0o777).toBe(0o555);
    expect(readdirSync(join(root, "programs"))).toEqual([sha256]);
  });

  test.each<[string, Partial<InstallSpec>]>([
    ["no digest", { sha256: "" }],
    ["plain http", { package: "http://x.test/tool" }],
    ["a file", { package: "file:///etc/passwd" }],
    ["no program", { bins: [] }],
    ["two programs", { bins: ["a-x", "b-x"] }],
    ["a path for a program", { bins: ["../../bin/sh-x"] }],
  ])("with %s is refused", async (_, changes) => {
    const { context } = machine({});
    const result = await runInstall({ ...wanted, ...changes }, context, { approved: true });
    expect(result).toMatchObject({ status: "refused", code: "SK691" });
  });

  test("of other bytes, or of none, leaves nothing", async () => {
    const { root, context } = machine({});
    const install = (fetch: ExecutorContext["fetch"]) => runInstall(wanted, { ...context, fetch }, { approved: true });
    expect(await install(serving(200, Buffer.from("other")))).toMatchObject({ status: "failed", code: "SK605" });
    expect(await install(serving(404, bytes))).toMatchObject({ status: "failed", code: "SK692" });
    expect(readdirSync(root).sort()).toEqual(["bin", "home", "project"]);
  });

  test("that ends in an error of our own is not taken for a failed download", async () => {
    const { context } = machine({});
    const fetch = () => Promise.reject(new TypeError("a bug"));
    await expect(runInstall(wanted, { ...context, fetch }, { approved: true })).rejects.toThrow("a bug");
  });
});
