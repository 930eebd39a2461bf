/** Addresses in a project's lock are untrusted: no host is contacted before the user accepts it. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, isIP } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hostOfSource, isInnerHost } from "../../src/install/accepted-hosts.ts";
import { OperationError } from "../../src/model/errors.ts";
import { withoutSecrets } from "../../src/model/text/display/without-secrets.ts";
import type { Installer, InstallerOptions } from "../../src/ops/open-installer.ts";
import { startProcessorTimer } from "../processor-time.ts";
import { makeTarGz } from "./fetch/archives/make-tar.ts";
import { Machine, skill } from "./machine.ts";

let server: Server;
let host = "";
let asked = 0;

beforeAll(async () => {
  server = createServer((_, response) => {
    asked++;
    response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  server.on("connection", () => asked++);
  await once(server, "listening");
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const SOURCES: readonly (readonly [kind: string, source: string])[] = [
  ["archive", "http://HOST/x.tar.gz"],
  ["well-known", "http://HOST/"],
  ["well-known", "http://HOST/a/b"],
  ["git", "http://HOST/x.git"],
  ["git", "git+http://HOST/x.git"],
  ["git", "git://HOST/x.git"],
  ["git", "ssh://git@HOST/x.git"],
  ["oci", "oci://HOST/x"],
  ["plugin", "plugin:http://HOST/x.git"],
];

const READERS: Readonly<Record<string, (installer: Installer) => Promise<unknown>>> = {
  install: (installer) => installer.planInstall(),
  "install --frozen": (installer) => installer.planInstall({ frozen: true }),
  update: (installer) => installer.planUpdate(),
  outdated: (installer) => installer.outdated(),
  verify: (installer) => installer.verify(),
  remove: (installer) => installer.remove(["x"], { dryRun: true }),
};

async function withLock(kind: string, source: string): Promise<Machine> {
  const machine = new Machine({ "v1/good/SKILL.md": skill("good") });
  await machine.add("../v1/good");
  const lock = JSON.parse(machine.read("project/skills.lock"));
  const entry = lock.skills[".agents/skills/good"];
  const other = { ...entry, name: "x", digest: `sha256:${"0".repeat(64)}`, origin: { kind, source, path: "" } };
  machine.write({ "project/skills.lock": JSON.stringify({ schema: 1, skills: { ".agents/skills/x": other } }) });
  return machine;
}

describe("[Y27] a host that only a project's lock names", () => {
  test.each(SOURCES)("is not contacted: %s %s", async (kind, source) => {
    const machine = await withLock(kind, source.replace("HOST", host));
    asked = 0;
    for (const [name, read] of Object.entries(READERS))
      for (const acceptPublicHosts of [false, true]) {
        const installer = await machine.installer({ acceptPublicHosts });
        const said = await read(installer).catch((error: unknown) => {
          if (!(error instanceof OperationError)) throw error;
          return { code: error.code, message: error.message };
        });
        if (!["verify", "remove"].includes(name))
          expect(JSON.stringify(said)).toMatch(/which you have not accepted|SK661/);
      }
    expect(asked).toBe(0);
  });

  test("is contacted once the user accepts it, and is asked for once", async () => {
    const machine = await withLock("archive", `http://${host}/x.tar.gz`);
    asked = 0;
    const [named] = await (await machine.installer({ acceptHosts: [host] })).outdated();
    expect([named?.reason, asked > 0]).toEqual([expect.stringContaining("there is nothing at"), true]);
    const questions: string[] = [];
    const askHost = async (each: string): Promise<boolean> => questions.push(each) === 0;
    const installer = await machine.installer({ askHost });
    expect((await installer.outdated())[0]?.reason).toContain("not accepted");
    await installer.outdated();
    expect(questions).toEqual([host]);
  });

  test("typed in a source it is accepted from then on; a file of the project accepts nothing", async () => {
    const machine = await withLock("archive", `http://${host}/x.tar.gz`);
    machine.write({ "home/.config/skillwright/hosts.json": JSON.stringify({ schema: 1, hosts: [host] }) });
    expect((await (await machine.installer()).outdated())[0]?.reason).toContain("there is nothing at");
    machine.write({ "project/.own/hosts.json": JSON.stringify({ schema: 1, hosts: [host] }) });
    const environment = { ...machine.environment, variables: { SKILLWRIGHT_HOME: machine.path("project/.own") } };
    expect((await (await machine.installer({ environment })).outdated())[0]?.reason).toContain("not accepted");
  });
});

/** One address of each range that is private to a machine, a network or a cloud. */
const INNER = [
  "127.0.0.1",
  "127.8.8.8",
  "0.0.0.0",
  "10.0.0.1",
  "100.64.0.1",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.0.1",
  "198.18.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "168.63.129.16",
  "::",
  "::1",
  "::ffff:127.0.0.1",
  "64:ff9b::a00:1",
  "fc00::1",
  "fd12::1",
  "fe80::1",
  "ff02::1",
  "2002:7f00:1::",
];

const NAMED: readonly (readonly [kind: string, source: string])[] = [
  ["archive", "https://HOST/x.tar.gz"],
  ["well-known", "https://HOST/a"],
  ["git", "https://HOST/x.git"],
  ["git", "git+https://HOST/x.git#v1"],
  ["git", "ssh://git@HOST/x.git"],
  ["git", "git@HOST:x.git"],
  ["git", "git://HOST/x.git"],
  ["oci", "oci://HOST/x"],
  ["plugin", "plugin:https://HOST/x.git"],
];

describe("[Y27] a public name that leads to an address of the machine or its network", () => {
  const NAME = "skills.example";
  const known = { "home/.config/skillwright/hosts.json": JSON.stringify({ schema: 1, hosts: [NAME] }) };

  test.each(NAMED)("is not contacted with a yes to its name alone: %s %s", async (kind, source) => {
    const machine = await withLock(kind, source.replace("HOST", NAME));
    const contacts: string[] = [];
    const asked: (string | undefined)[] = [];
    const ways: readonly InstallerOptions[] = [
      { acceptPublicHosts: true },
      { acceptHosts: [NAME] },
      { acceptHosts: [NAME, "127.0.0.1"], acceptPublicHosts: true },
      { acceptHosts: [NAME, `${NAME}=9.9.9.9`], acceptPublicHosts: true },
      { askHost: async (_, address) => asked.push(address) > 0 && address === undefined },
    ];
    for (const [turn, address] of INNER.entries())
      for (const [name, read] of Object.entries(READERS)) {
        const way = ways[turn % ways.length];
        // The host is known from an earlier run.
        if (turn % 2 === 0) machine.write(known);
        const installer = await machine.installer({
          ...way,
          // A host with several addresses is private if any of them is private.
          resolve: async () => [...(turn % 3 === 0 ? [resolved("8.8.8.8")] : []), resolved(address)],
          fetch: async (url) => Promise.reject(new Error(`${contacts.push(url)}`)),
          spawn: async (program) => Promise.reject(new Error(`${contacts.push(program)}`)),
        });
        const said = await read(installer).catch((error: unknown) => {
          if (!(error instanceof OperationError)) throw error;
          return { code: error.code, message: error.message };
        });
        if (!["verify", "remove"].includes(name))
          expect([address, name, JSON.stringify(said)]).toEqual([
            address,
            name,
            expect.stringMatching(/on this machine or in its network|which you have not accepted|SK661/),
          ]);
      }
    expect(contacts).toEqual([]);
    expect(asked).toContain(INNER[4]);
  });

  /** The test runs the real git, which gets the checked address from us. */
  test.each([
    ["archive", "https://NAME/x.tar.gz"],
    ["well-known", "https://NAME/a"],
    ["oci", "oci://NAME/x"],
    ["git", "https://NAME/x.git"],
    ["plugin", "plugin:https://NAME/x.git"],
  ])("is contacted at the address that the user named, and at no later one: %s %s", async (kind, source) => {
    const name = `${NAME}:${host.split(":")[1]}`;
    const machine = await withLock(kind, source.replace("NAME", name));
    const lookups: string[] = [];
    const environment = { ...machine.environment, variables: { PATH: process.env["PATH"] ?? "" } };
    const resolve = async (hostname: string): Promise<ReturnType<typeof resolved>[]> => {
      lookups.push(hostname);
      return [resolved(lookups.length === 1 ? "127.0.0.1" : "127.9.9.9")];
    };
    asked = 0;
    const refused = await machine.installer({ environment, acceptHosts: [name], resolve });
    expect([(await refused.outdated())[0]?.reason, asked]).toEqual([
      `the lock of this project names the host \`${name}\`, which resolves to \`127.0.0.1\` on this machine or in its network`,
      0,
    ]);
    lookups.length = 0;
    const installer = await machine.installer({ environment, acceptHosts: [name, `${name}=127.0.0.1`], resolve });
    const [{ reason = "" } = {}] = await installer.outdated();
    expect([reason.includes("network"), asked > 0, lookups]).toEqual([false, true, [NAME]]);
  });

  test("is accepted for later runs when the user types it, with the addresses that it has then", async () => {
    const machine = new Machine();
    const bytes = makeTarGz([{ name: "good/SKILL.md", content: skill("good") }]);
    const options: InstallerOptions = {
      resolve: async () => [resolved("10.0.0.7")],
      fetch: async (url) => ({ status: 200, headers: {}, url, bytes }),
    };
    const hosts = (): string[] => JSON.parse(machine.read("home/.config/skillwright/hosts.json")).hosts;
    await machine.add("https://git.company.example/good.tar.gz", options);
    expect(hosts()).toEqual(["git.company.example", "git.company.example=10.0.0.7"]);
    expect((await (await machine.installer(options)).outdated())[0]?.state).toBe("current");
    const moved = { ...options, resolve: async () => [resolved("127.0.0.1")] };
    expect((await (await machine.installer(moved)).outdated())[0]?.reason).toContain("resolves to `127.0.0.1`");
  });

  test("that has no address is not contacted with `--yes`", async () => {
    const machine = await withLock("git", `git@alias.example:x.git`);
    const spawn = async (): Promise<never> => Promise.reject(new OperationError("SK604", "git was started", {}));
    const reasonWith = async (options: InstallerOptions): Promise<string | undefined> =>
      (await (await machine.installer({ ...options, spawn })).outdated())[0]?.reason;
    expect(await reasonWith({ acceptPublicHosts: true })).toBe("the server `alias.example` cannot be found");
    expect(await reasonWith({ acceptHosts: ["alias.example"] })).toBe("git was started");
    await expect((await machine.installer({ acceptPublicHosts: true, spawn })).planInstall()).rejects.toMatchObject({
      code: "SK621",
      hint: "check the address and the network",
    });
  });

  test("is not accepted by a file of accepted hosts that is larger than 1 MiB", async () => {
    const machine = await withLock("archive", "https://other.example/x.tar.gz");
    const hosts = JSON.stringify({ schema: 1, hosts: ["other.example"] });
    const path = machine.path("home/.config/skillwright/hosts.json");
    const installer = async (size: number): Promise<Installer> => {
      machine.write({ "home/.config/skillwright/hosts.json": hosts.padEnd(size) });
      return machine.installer({
        resolve: async () => [resolved("8.8.8.8")],
        fetch: () => Promise.reject(new OperationError("SK604", "asked", {})),
      });
    };
    expect((await (await installer(1024 * 1024)).outdated())[0]?.reason).toBe("asked");
    expect((await (await installer(1024 * 1024 + 1)).outdated())[0]?.reason).toBe(
      `\`${path}\` cannot be used: it is too large`,
    );
  });
});

function resolved(address: string): { address: string; family: number } {
  return { address, family: isIP(address) };
}

test.each([
  ["oci://r.example/a/b"],
  ["oci://r.example/a/b:1.0"],
  [`oci://r.example/a/b@sha256:${"2".repeat(64)}`],
  [`oci://r.example/a/b:1.0@sha256:${"2".repeat(64)}`],
])("[Y19] the lock of %s names the image by its digest, and no tag", async (source) => {
  const machine = await withLock("oci", source);
  const lock = JSON.parse(machine.read("project/skills.lock"));
  lock.skills[".agents/skills/x"].origin.resolved = `sha256:${"1".repeat(64)}`;
  machine.write({ "project/skills.lock": JSON.stringify(lock) });
  const asked: string[] = [];
  const installer = await machine.installer({
    acceptHosts: ["r.example"],
    resolve: async () => [resolved("8.8.8.8")],
    fetch: (url) => {
      asked.push(url);
      return Promise.reject(new OperationError("SK604", "asked", {}));
    },
  });
  await expect(installer.planInstall()).rejects.toMatchObject({ code: "SK604" });
  expect(asked[0]).toBe(`https://r.example/v2/a/b/manifests/sha256:${"1".repeat(64)}`);
});

test("[Y19] the lock of a plugin from npm names its version", async () => {
  const machine = await withLock("plugin", "plugin:npm:x@^1");
  const lock = JSON.parse(machine.read("project/skills.lock"));
  lock.skills[".agents/skills/x"].origin.resolved = "1.2.3";
  machine.write({ "project/skills.lock": JSON.stringify(lock) });
  const asked: string[] = [];
  const released = (version: string) => [
    version,
    {
      name: "x",
      version,
      dist: { tarball: `https://registry.npmjs.org/x/-/x-${version}.tgz`, integrity: "sha512-AAAA" },
    },
  ];
  const versions = Object.fromEntries(["1.2.3", "1.3.0"].map(released));
  const document = { name: "x", "dist-tags": { latest: "1.3.0" }, versions };
  const installer = await machine.installer({
    fetch: async (url) => {
      asked.push(url.slice(url.lastIndexOf("/") + 1));
      if (!url.endsWith("/x")) throw new OperationError("SK604", "asked", {});
      return { status: 200, headers: {}, url, bytes: Buffer.from(JSON.stringify(document)) };
    },
  });
  await expect(installer.planInstall()).rejects.toMatchObject({ code: "SK604" });
  expect(asked.slice(0, 2)).toEqual(["x", "x-1.2.3.tgz"]);
});

test.each([
  ["./a", undefined],
  ["/a/b", undefined],
  ["~/a", undefined],
  ["owner/repo#v1", undefined],
  ["https://github.com/owner/repo", undefined],
  ["npm:x@^1", undefined],
  ["npm:.", undefined],
  ["file:///a/b.git", undefined],
  ["https://EXAMPLE.org/x.git", "example.org"],
  ["https://example.org:8443/x.zip", "example.org:8443"],
  ["https://u:p@example.org/x.zip", "example.org"],
  ["git@example.org:a/b", "example.org"],
  ["ssh://git@example.org:2222/a/b.git", "example.org:2222"],
  ["oci://example.org/a/b", "example.org"],
  ["plugin:git+https://example.org/a.git", "example.org"],
])("[Y27] %s names the host %j", async (text, expected) => {
  expect(await hostOfSource(text)).toBe(expected);
});

test.each([
  ["example.org", false],
  ["8.8.8.8", false],
  ["127.0.0.1:80", true],
  ["0x7f.1", true],
  ["2130706433", true],
  ["[::1]", true],
  ["[::ffff:10.0.0.1]:1", true],
  ["169.254.169.254", true],
  ["192.168.1.1", true],
  ["localhost", true],
  ["a.localhost", true],
  ["router.lan", true],
  ["intranet", true],
])("[Y27] `--yes` is not enough for %s: %j", (name, expected) => {
  expect(isInnerHost(name)).toBe(expected);
});

describe("[I6] a secret in a source", () => {
  test.each([
    ["https://u:SECRET@h.example/x.zip", "https://h.example/x.zip"],
    ["https://SECRET@h.example/x.git#v1", "https://h.example/x.git#v1"],
    ["https://h.example/x.zip?access_token=SECRET", "https://h.example/x.zip"],
    [
      "https://h.example/x.zip?raw=1&access_token=SECRET&ref=v1#sha256:0",
      "https://h.example/x.zip?raw=1&ref=v1#sha256:0",
    ],
    ["npm:x@https://u:SECRET@h/x", "npm:x@https://h/x"],
    ["plugin:git+https://u:SECRET@h/x.git", "plugin:git+https://h/x.git"],
    ["ssh://git@h/x.git", "ssh://git@h/x.git"],
    ["git@h:x", "git@h:x"],
    ["./what?/x", "./what?/x"],
  ])("is not written down: %s", (source, kept) => {
    expect(withoutSecrets(source)).toBe(kept);
  });

  test.each([
    "npm:x@https://u:SECRET@h/x",
    "npm:https://u:SECRET@h/x",
    "clawhub:https://u:SECRET@h/x",
    "oci://u:SECRET@h/x",
    "plugin:https://u:SECRET@h/x",
    "git+https://u:SECRET@127.0.0.1:1/x.git",
    "https://127.0.0.1:1/x.zip?access_token=SECRET",
    "https://127.0.0.1:1/x.git?access_token=SECRET",
    "https://u:SECRET@127.0.0.1:1/x.zip",
    "https://127.0.0.1:1/?access_token=SECRET",
    "owner/repo?access_token=SECRET",
    "foo://u:SECRET@h/x?token=SECRET",
    "oci://h/x?access_token=SECRET",
    "https://127.0.0.1:1/x.git#access_token=SECRET",
    "https://127.0.0.1:1/x.zip#access_token=SECRET",
    "https://127.0.0.1:1/#access_token=SECRET",
    "https://127.0.0.1:1/x.git#v1?access_token=SECRET",
    "owner/repo#access_token=SECRET",
    "npm:x#access_token=SECRET",
    "u:SECRET@h:r.git",
    "u:SECRET@h:r.git#v1",
    "u:SEC/RET:SECRET@h:r.git",
    "u:SECRET@h/r.git",
    "plugin:u:SECRET@h:r.git",
    "npm:u:SECRET@h:r.git",
    "git+u:SECRET@h:r.git",
  ])("is in no message: %s", async (source) => {
    const machine = new Machine();
    const installer = await machine.installer();
    const error = await installer.planAdd({ source, where: "project" }).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(OperationError);
    const { message, hint } = error as OperationError;
    expect(`${message} ${hint}`).not.toContain("SECRET");
    expect(JSON.stringify(machine.tree("home"))).not.toContain("SECRET");
  });

  test("of a lock is shown by no command", async () => {
    const machine = await withLock("archive", `http://u:SECRET@${host}/x.tar.gz?access_token=SECRET`);
    const installer = await machine.installer({ acceptHosts: [host] });
    expect(JSON.stringify(await installer.outdated())).not.toContain("SECRET");
    expect(JSON.stringify(await installer.planUpdate())).not.toContain("SECRET");
    await expect(installer.planInstall()).rejects.toThrow(/^(?!.*SECRET)/s);
  });
});

describe("[Y14] a lock with many entries", () => {
  test("is compared in bounded time: each source once, also if it fails, and at most a thousand", async () => {
    const machine = await withLock("directory", "./nothing");
    const entry = JSON.parse(machine.read("project/skills.lock")).skills[".agents/skills/x"];
    const skills = Array.from({ length: 3000 }, (_, index) => [
      `.agents/skills/s${index}`,
      {
        ...entry,
        name: `s${index}`,
        origin: { ...entry.origin, source: index < 1500 ? "./nothing" : `./nothing-${index}` },
      },
    ]);
    machine.write({ "project/skills.lock": JSON.stringify({ schema: 1, skills: Object.fromEntries(skills) }) });
    let turns = 0;
    const counting = setInterval(() => turns++, 0);
    const seen: number[] = [];
    const installer = await machine.installer({ progress: ({ done }) => seen.push(done) });
    const list = await installer.outdated();
    clearInterval(counting);
    expect([list.length, seen.length, turns > 5]).toEqual([3000, 3000, true]);
    expect(list.filter(({ reason }) => reason?.includes("more than 1000 sources"))).toHaveLength(501);
  });
});

test.each([
  ["each on another host", (index: number) => `https://h${index}.example/x.tar.gz`],
  ["all on one host", () => "https://h.example/x.tar.gz"],
  ["in directories that do not exist", (index: number) => `./nothing-${index}`],
])("[Y14] a lock with 60,000 entries takes at most ten seconds of processor time: %s", async (_, source) => {
  const machine = await withLock("archive", "./nothing");
  const entry = JSON.parse(machine.read("project/skills.lock")).skills[".agents/skills/x"];
  const skills = Array.from({ length: 60_000 }, (_, index) => [
    `.agents/skills/s${index}`,
    { ...entry, name: `s${index}`, origin: { kind: "archive", source: source(index), path: "" } },
  ]);
  machine.write({ "project/skills.lock": JSON.stringify({ schema: 1, skills: Object.fromEntries(skills) }) });
  let turns = 0;
  // Node handles a signal only between two turns of the event loop.
  const counting = setInterval(() => turns++, 0);
  const seen: number[] = [];
  const elapsedMs = startProcessorTimer();
  const installer = await machine.installer({ progress: ({ done }) => seen.push(done) });
  const list = await installer.outdated();
  const isFast = elapsedMs() < 10_000;
  clearInterval(counting);
  expect([list.length, seen.length, turns > 100, isFast]).toEqual([60_000, 60_000, true, true]);
  expect(list.every(({ state }) => state === "unknown")).toBe(true);
});

test("[Y19] a lock that names an older version than the approved one is called rolled back", async () => {
  const machine = new Machine({ "src/good/SKILL.md": skill("good", "One.") });
  await machine.add("../src/good");
  const old = machine.read("project/skills.lock");
  machine.write({ "src/good/SKILL.md": skill("good", "Two.") });
  await machine.add("../src/good");
  machine.write({ "project/skills.lock": old });
  const installer = await machine.installer();
  expect((await installer.verify()).map(({ state, rolledBack }) => [state, rolledBack])).toEqual([["unchanged", true]]);
  const rolledBack = expect.stringContaining("was rolled back: it names an older version of `good`");
  await expect(installer.planInstall({ frozen: true })).rejects.toMatchObject({ code: "SK661", message: rolledBack });
  const { diagnostics } = await installer.planInstall();
  expect(diagnostics).toMatchObject([{ code: "SK661", severity: "warning", message: rolledBack }]);
});
