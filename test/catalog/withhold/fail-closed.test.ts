/**
 * Files that withhold skills fail closed. If one is damaged, no further skill is offered, and the load reports the
 * file.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { loadSkills } from "../../../src/catalog/load/load.ts";
import { repairFiles } from "../../../src/ops/settings/repair.ts";
import { setEnabled } from "../../../src/ops/settings/set-enabled.ts";
import { type Files, systemError } from "../../../src/platform/files/files.ts";
import { nodeFiles } from "../../../src/platform/files/node-files.ts";
import { formatTrustStore } from "../../../src/trust/folders/vouch-for-root.ts";
import { Machine, skill } from "../../install/machine.ts";

const CONFIG = "home/.config/skillwright";
const ADMIN = "/etc/skillwright";
const NAMES = [
  "approved",
  "barred",
  "denied-a",
  "denied-b",
  "fine",
  "locked",
  "off-a",
  "off-b",
  "own",
  "project",
  "ruled",
];
const CONFIGURATION = "disable:\n  - off-a\n  - off-b\n";
const POLICY = "rules:\n  - deny: {skill: denied-a}\n  - deny: {skill: denied-b}\n";

/** Makes a skill for each reason to withhold, one offered skill, and one in a trusted project. */
async function machineWith(): Promise<Machine> {
  const machine = new Machine(
    Object.fromEntries(NAMES.map((name) => [`${placeOf(name)}/${name}/SKILL.md`, skill(name)])),
  );
  machine.write({
    [`${CONFIG}/trust.json`]: formatTrustStore([machine.project]),
    "v1/locked/SKILL.md": skill("locked"),
    "v1/own/SKILL.md": skill("own"),
  });
  await machine.add("../v1/locked");
  const adder = await machine.installer();
  await adder.apply(await adder.planAdd({ source: "../v1/own", where: "user" }), { person: true });
  // An install also writes an approval. Without it, only the lock withholds the skill.
  rmSync(machine.path(`${CONFIG}/approvals.json`), { force: true });
  const installer = await machine.installer();
  const approved = { name: "approved", directory: machine.path("home/.agents/skills/approved") };
  await installer.apply(await installer.planApprove([approved]), { person: true });
  machine.write({
    [`${CONFIG}/config.yaml`]: CONFIGURATION,
    [`${CONFIG}/policy.yaml`]: POLICY,
    "admin/config.yaml": "disable:\n  - barred\n",
    "admin/policy.yaml": "rules:\n  - deny: {skill: ruled}\n",
    "home/.agents/skills/own/SKILL.md": skill("own", "Changed."),
    "project/.agents/skills/locked/SKILL.md": skill("locked", "Changed."),
    "home/.agents/skills/approved/SKILL.md": skill("approved", "Changed."),
  });
  return machine;
}

function placeOf(name: string): string {
  if (name === "locked" || name === "own") return "v0";
  return name === "project" ? "project/.agents/skills" : "home/.agents/skills";
}

interface Seen {
  readonly offered: readonly string[];
  readonly reported: readonly string[];
}

/** Moves the administrator's directory into the test machine. */
function withAdmin(machine: Machine, files: Files): Files {
  const real = (path: unknown): unknown =>
    typeof path === "string" && path.startsWith(ADMIN) ? machine.path(`admin${path.slice(ADMIN.length)}`) : path;
  return new Proxy(files, {
    get: (target, key) => {
      const act = Reflect.get(target, key) as (...args: unknown[]) => unknown;
      return (path: unknown, ...rest: unknown[]) => act.call(target, real(path), ...rest);
    },
  });
}

async function look(machine: Machine, host = "skillwright", files: Files = nodeFiles): Promise<Seen> {
  const reported = new Set<string>();
  const { snapshot } = await loadSkills({
    environment: machine.environment,
    defaultSkills: false,
    host,
    files: withAdmin(machine, files),
    onDamage: (findings) => {
      for (const { path, at, message } of findings)
        reported.add(`${path ?? at?.path ?? message}`.replace(ADMIN, machine.path("admin")));
    },
  });
  const offered = snapshot.skills.filter(({ withheld }) => withheld === undefined).map(({ skill: { name } }) => name);
  return { offered: offered.sort(), reported: [...reported] };
}

const HOLDING: readonly string[] = [
  `${CONFIG}/approvals.json`,
  `${CONFIG}/trust.json`,
  `${CONFIG}/config.yaml`,
  `${CONFIG}/policy.yaml`,
  `${CONFIG}/skills.lock`,
  "admin/config.yaml",
  "admin/policy.yaml",
  "project/skills.lock",
];

const HOSTS: readonly string[] = ["skillwright", "codex", "claude-code"];

/** The skills that each host offers if no file is damaged. */
const OFFERED = new Map<string, readonly string[]>();

/** Ways to damage a file. Each function receives the whole text of the file. */
const FORMS: readonly (readonly [form: string, damage: (path: string, text: string) => void])[] = [
  ["a NUL in its middle", (path, text) => writeFileSync(path, `${text.slice(0, 20)}\0${text.slice(20)}`)],
  ["invalid UTF-8 and no structure", (path) => writeFileSync(path, Buffer.from([0xff, 0xfe, 0x7b, 0x00]))],
  ["HTML", (path) => writeFileSync(path, "<!doctype html><title>404</title>\n")],
  ["a list", (path) => writeFileSync(path, "[]\n")],
  ["text", (path) => writeFileSync(path, '"text"\n')],
  ["a number", (path) => writeFileSync(path, "7\n")],
  ["keys with the wrong types", (path) => writeFileSync(path, WRONG)],
  ["a merge conflict", (path, text) => writeFileSync(path, `<<<<<<< ours\n${text}=======\n}\n>>>>>>> theirs\n`)],
  ["more than any limit", (path) => writeFileSync(path, Buffer.alloc(65 * 1024 * 1024, "#"))],
  ["a directory", (path) => replaceBy(path, () => mkdirSync(path))],
  ["a FIFO", (path) => replaceBy(path, () => execFileSync("mkfifo", [path]))],
  ["a link that leads nowhere", (path) => replaceBy(path, () => symlinkSync("/nowhere/at/all", path))],
  ["a link to itself", (path) => replaceBy(path, () => symlinkSync(path, path))],
  ["a link to a device", (path) => replaceBy(path, () => symlinkSync("/dev/zero", path))],
];

/** Valid JSON and YAML, in which every key that withholds or allows a skill has the wrong type. */
const WRONG = `${JSON.stringify({ schema: 1, approvals: [], skills: 3, folders: {}, disable: { a: 1 }, rules: 3 })}\n`;

function replaceBy(path: string, make: () => void): void {
  rmSync(path, { recursive: true, force: true });
  make();
}

describe("[Y40] a damaged file that withholds skills lets no skill through", () => {
  test("the skills of this test", async () => {
    const seen = await look(await machineWith());
    expect(seen).toEqual({ offered: ["fine", "project"], reported: [] });
  });

  test.each(HOLDING.filter((file) => !file.endsWith(".yaml")))("%s, cut off at every byte", async (file) => {
    const machine = await machineWith();
    const before = await look(machine);
    const path = machine.path(file);
    const text = readFileSync(path);
    // One parser reads both locks.
    const step = file === `${CONFIG}/skills.lock` ? 7 : 1;
    for (let size = text.length - 1; size >= 0; size -= step) {
      writeFileSync(path, text.subarray(0, size));
      const after = await look(machine);
      const extra = after.offered.filter((name) => !before.offered.includes(name));
      expect([size, extra]).toEqual([size, []]);
      if (JSON.stringify(after.offered) !== JSON.stringify(before.offered)) expect(after.reported).toContain(path);
      else if (size < text.length - 1) expect([size, after.reported]).toEqual([size, [path]]);
    }
  });

  describe.each(HOLDING)("%s", (file) => {
    test.each(FORMS)("%s", async (_, damage) => {
      const machine = await machineWith();
      const path = machine.path(file);
      for (const host of HOSTS) if (!OFFERED.has(host)) OFFERED.set(host, (await look(machine, host)).offered);
      damage(path, readFileSync(path, "utf8"));
      for (const host of HOSTS) {
        const after = await look(machine, host);
        expect([host, after.offered.filter((name) => !OFFERED.get(host)?.includes(name))]).toEqual([host, []]);
        expect([host, after.reported]).toEqual([host, [path]]);
      }
    });

    test("no permission to read it", async () => {
      const machine = await machineWith();
      const path = machine.path(file);
      const { offered: before } = await look(machine);
      const denied: Files = {
        ...nodeFiles,
        readFile: (each, most) => {
          if (each === path) throw systemError("EACCES", each);
          return nodeFiles.readFile(each, most);
        },
      };
      // `chmod` changes the stamps, so cached digests do not replace the file.
      chmodSync(path, 0o000);
      const { offered, reported } = await look(machine, "skillwright", denied);
      expect(offered.filter((name) => !before.includes(name))).toEqual([]);
      expect(reported).toEqual([path]);
    });
  });

  test("a damaged lock of an untrusted project withholds none of the user's skills", async () => {
    const machine = await machineWith();
    machine.write({ "project/skills.lock": "{", [`${CONFIG}/trust.json`]: formatTrustStore([]) });
    expect((await look(machine)).offered).toEqual(["fine"]);
  });

  test("a lock of a project names no directory outside of the project", async () => {
    const machine = await machineWith();
    const directory = machine.path("home/.agents/skills/fine");
    const entry = { digest: `sha256:${"0".repeat(64)}` };
    machine.write({ "project/skills.lock": JSON.stringify({ schema: 1, skills: { [directory]: entry } }) });
    expect((await look(machine)).offered).toContain("fine");
  });

  test("the configuration of an untrusted project withholds nothing, whatever is in its place", async () => {
    const machine = await machineWith();
    machine.write({ "project/.skillwright/config.yaml": "disable: {", [`${CONFIG}/trust.json`]: formatTrustStore([]) });
    expect(await look(machine)).toEqual({ offered: ["fine"], reported: [] });
    machine.write({ [`${CONFIG}/trust.json`]: formatTrustStore([machine.project]) });
    const path = machine.path("project/.skillwright/config.yaml");
    expect(await look(machine)).toEqual({ offered: [], reported: [path] });
  });

  test.each([
    ["disable: [off-a]\ndisable: [off-b]\n", "twice"],
    ["disable: [off-a, [off-b]]\n", "a list in the list"],
    ["default_skills: 'no'\n", "another switch"],
  ])("%j: %s", async (text) => {
    const machine = await machineWith();
    machine.write({ [`${CONFIG}/config.yaml`]: text });
    expect((await look(machine)).offered).toEqual([]);
  });
});

describe("[Y6] a locked or approved skill", () => {
  const HELD = /\/skills\/(?:approved|locked|own)(?:\/|$)/;

  /** Makes call number `at` about these skills fail, as if another process had just changed them. Counts the calls. */
  function refusing(at: number, code: string): { readonly files: Files; readonly calls: () => number } {
    let calls = 0;
    const files = new Proxy(nodeFiles, {
      get: (target, key) => {
        const act = Reflect.get(target, key) as (...args: unknown[]) => unknown;
        return (path: unknown, ...rest: unknown[]) => {
          if (!HELD.test(String(path)) || calls++ !== at) return act.call(target, path, ...rest);
          if (key === "exists" || key === "isExecutable") return false;
          throw systemError(code, String(path));
        };
      },
    });
    return { files, calls: () => calls };
  }

  test.each(["ENOENT", "EACCES", "ENOTDIR", "EIO"])("that fails with %s at any call ends no load", async (code) => {
    const machine = await machineWith();
    const { offered } = await look(machine);
    // Without the cache, every byte is read.
    rmSync(machine.data, { recursive: true, force: true });
    const whole = refusing(-1, code);
    await look(machine, "skillwright", whole.files);
    expect(whole.calls()).toBeGreaterThan(10);
    for (let at = 0; at < whole.calls(); at++) {
      const after = await look(machine, "skillwright", refusing(at, code).files);
      expect([at, after.offered.filter((name) => !offered.includes(name))]).toEqual([at, []]);
    }
  });

  test.each(["ENOENT", "EACCES"])("of the right bytes that fails with %s at any call ends no load", async (code) => {
    const machine = await machineWith();
    machine.write({
      "project/.agents/skills/locked/SKILL.md": skill("locked"),
      "home/.agents/skills/own/SKILL.md": skill("own"),
      "home/.agents/skills/approved/SKILL.md": skill("approved"),
    });
    rmSync(machine.data, { recursive: true, force: true });
    const whole = refusing(-1, code);
    expect((await look(machine, "skillwright", whole.files)).offered).toEqual([
      "approved",
      "fine",
      "locked",
      "own",
      "project",
    ]);
    for (let at = 0; at < whole.calls(); at++)
      expect((await look(machine, "skillwright", refusing(at, code).files)).offered).toContain("fine");
  });
});

describe("[Y40] [K4] a configuration or policy that is shorter, and valid, applies as it is", () => {
  test.each<[file: string, text: string, offered: readonly string[]]>([
    ["config.yaml", "", ["off-a", "off-b"]],
    ["config.yaml", "# none\n", ["off-a", "off-b"]],
    ["config.yaml", "disable:\n", ["off-a", "off-b"]],
    ["config.yaml", "disable: []\n", ["off-a", "off-b"]],
    ["config.yaml", "disable:\n  - off-a\n", ["off-b"]],
    ["config.yaml", "disable:\n  - off-a", ["off-b"]],
    ["policy.yaml", "", ["denied-a", "denied-b"]],
    ["policy.yaml", "rules: []\n", ["denied-a", "denied-b"]],
    ["policy.yaml", "rules:\n  - deny: {skill: denied-a}\n", ["denied-b"]],
  ])("%s: %j", async (file, text, more) => {
    const machine = await machineWith();
    await look(machine);
    machine.write({ [`${CONFIG}/${file}`]: text });
    expect(await look(machine)).toEqual({ offered: [...more, "fine", "project"].sort(), reported: [] });
  });

  test("`enable` edits it", async () => {
    const machine = await machineWith();
    const path = machine.path(`${CONFIG}/config.yaml`);
    machine.write({ [`${CONFIG}/config.yaml`]: "disable:\n  - off-a\n" });
    await setEnabled("off-a", true, path);
    expect(await look(machine)).toEqual({ offered: ["fine", "off-a", "off-b", "project"], reported: [] });
  });
});

describe("[Y40] a repair lets no skill in", () => {
  const files = HOLDING.filter((file) => !file.endsWith(".yaml"));
  describe.each(files)("%s", (file) => {
    test.each(["with the cache", "without the cache"])("%s", async (how) => {
      const machine = await machineWith();
      const { offered } = await look(machine);
      const path = machine.path(file);
      writeFileSync(path, "{");
      if (how === "without the cache")
        rmSync(dirname(machine.path("home/.local/share/skillwright/x")), { recursive: true });
      const repairs = await repairFiles({ apply: true }, { environment: machine.environment, defaultSkills: false });
      expect(repairs.map((each) => [each.path, each.action])).toEqual([[path, "rewrite"]]);
      expect(readFileSync(`${path}.damaged`, "utf8")).toBe("{");
      const after = await look(machine);
      expect(after.reported).toEqual([]);
      expect(after.offered.filter((name) => !offered.includes(name))).toEqual([]);
    });
  });

  test("a directory in the place of the approvals", async () => {
    const machine = await machineWith();
    const path = machine.path(`${CONFIG}/approvals.json`);
    replaceBy(path, () => mkdirSync(path));
    await repairFiles({ apply: true }, { environment: machine.environment, defaultSkills: false });
    expect(await look(machine)).toEqual({ offered: ["fine", "project"], reported: [] });
  });
});
