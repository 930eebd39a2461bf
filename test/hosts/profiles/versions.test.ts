/** Compares the version of a host that its facts describe with the installed version. */
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { PEERS as peers } from "../../../conformance/lib/peers.mjs";
import { loadSkills } from "../../../src/catalog/load/load.ts";
import { claudeCodeLine } from "../../../src/hosts/dialects/claude-code/claude-code-text.ts";
import { findProfile } from "../../../src/hosts/profiles/profiles.ts";
import { compareVersions } from "../../../src/hosts/profiles/version-ranges.ts";
import { installedVersion } from "../../../src/hosts/profiles/versions.ts";
import type { HostProfile } from "../../../src/model/host-profile.ts";
import { viewAsHosts } from "../../../src/ops/hosts/look-hosts.ts";
import type { Environment } from "../../../src/platform/environment.ts";
import { nodeFiles } from "../../../src/platform/files/node-files.ts";
import { appFor } from "../../surfaces/http/app-for.ts";
import { makeTree, skill } from "../../tree.ts";

/** Makes a program at `program`, a symlink to it on the PATH, and a `package.json` beside it. */
function machineWith(program: string, manifest?: object): Environment {
  const tree = makeTree({
    "project/.git/HEAD": "ref",
    "home/.claude/skills/a/SKILL.md": skill("a", "One."),
    "project/.claude/skills/a/SKILL.md": skill("a", "Two."),
    [program]: { content: "#!/bin/sh\nexit 1\n", mode: 0o755 },
    ...(manifest ? { [join(dirname(program), "package.json")]: JSON.stringify(manifest) } : {}),
    "bin/claude": { link: `../${program}` },
  });
  return { ...tree.environment, variables: { PATH: tree.at("bin") } };
}

const PACKAGE = "lib/node_modules/@anthropic-ai/claude-code/cli.js";
interface Peer {
  readonly package: string;
  readonly packages?: Readonly<Record<string, string>>;
  readonly version: string;
  readonly program: string;
}
const PEERS: Readonly<Record<string, Peer>> = peers;
const claude = findProfile("claude-code") as HostProfile;

describe("[V17] a version", () => {
  test.each([
    ["claude-code", "2.1.328", undefined],
    ["claude-code@2.1.328", "2.1.328", undefined],
    ["claude-code@2.1.197", "2.1.197", undefined],
    ["claude-code@2.1.300", "2.1.197", "2.1.300"],
    ["claude-code@2.1.999", "2.1.328", "2.1.999"],
    ["claude-code@1.0.0", "2.1.197", "1.0.0"],
  ])("%s has the facts of %s", (asked, version, programVersion) => {
    const found = findProfile(asked);
    expect([found?.version, found?.programVersion]).toEqual([version, programVersion]);
  });

  test.each(["claude-code@newest", "claude-code@", "claude-code@3", "nothing@1.0.0"])("%s is unknown", (asked) => {
    expect(findProfile(asked)).toBeUndefined();
  });

  test.each([
    ["1.2.3", "1.2.3", 0],
    ["1.2.10", "1.2.9", 1],
    ["1.2.3-beta.1", "1.2.3", -1],
  ])("%s against %s is %d", (a, b, sign) => expect(Math.sign(compareVersions(a, b))).toBe(sign));
});

describe("[V17] the installed version", () => {
  test.each<[string, string, object | undefined, string | undefined]>([
    ["in the package.json of npm", PACKAGE, { name: "@anthropic-ai/claude-code", version: "2.1.197" }, "2.1.197"],
    ["in a directory of an installer", "share/claude/versions/2.1.300/claude", undefined, "2.1.300"],
    ["not in the package.json of another package", PACKAGE, { name: "other", version: "9.9.9" }, undefined],
    ["not in a package.json without a version", PACKAGE, { name: "@anthropic-ai/claude-code", version: 7 }, undefined],
  ])("%s", (_, program, manifest, version) => {
    const environment = machineWith(program, manifest);
    expect(installedVersion(claude, environment, nodeFiles)).toBe(version);
  });

  test.each(Object.entries(PEERS))("of %s comes from the package that conformance installs", (host, peer) => {
    const profile = findProfile(host) as HostProfile;
    expect(profile.version).toBe(peer.version);
    expect(profile.detect.packages).toEqual(
      expect.arrayContaining([peer.package, ...Object.values(peer.packages ?? {})]),
    );
    const tree = makeTree({
      [`lib/node_modules/${peer.package}/bin/run.js`]: { content: "#!/bin/sh\nexit 1\n", mode: 0o755 },
      [`lib/node_modules/${peer.package}/package.json`]: JSON.stringify({ name: peer.package, version: "7.8.9" }),
      [`bin/${peer.program}`]: { link: `../lib/node_modules/${peer.package}/bin/run.js` },
    });
    const environment = { ...tree.environment, variables: { PATH: tree.at("bin") } };
    expect(installedVersion(profile, environment, nodeFiles)).toBe("7.8.9");
  });

  test("decides which facts hold, and a newer one is reported once on every surface", async () => {
    const environment = machineWith(PACKAGE, { name: "@anthropic-ai/claude-code", version: "2.1.197" });
    const names = async (host: string): Promise<string[]> =>
      (await loadSkills({ host, environment, trust: "all" })).snapshot.skills.map((each) => each.skill.name);
    expect(await names("claude-code")).toEqual(["a", "a"]);
    expect(await names("claude-code@2.1.328")).toEqual(["a"]);

    const said: string[] = [];
    const onDamage = (findings: readonly { code: string }[]): void => {
      said.push(...findings.map(({ code }) => code));
    };
    const { snapshot } = await loadSkills({ host: "claude-code@9.0.0", environment, trust: "all", onDamage });
    expect(snapshot.diagnostics.filter(({ code }) => code === "SK760").map(({ message }) => message)).toEqual([
      "Claude Code 9.0.0 is newer than 2.1.328, which was verified; it may see other skills",
    ]);
    await viewAsHosts({ hosts: ["claude-code@9.0.0"], environment, onDamage });
    await viewAsHosts({ hosts: ["claude-code"], environment, onDamage });
    expect(said).toEqual(["SK760", "SK760"]);
  });
});

test.each(["/api/skills", "/api/matrix", "/api/skills/a/hosts", "/api/doctor"])(
  "[V17] %s has a newer version as a finding",
  async (path) => {
    const environment = machineWith(PACKAGE, { name: "@anthropic-ai/claude-code", version: "9.0.0" });
    const { get } = await appFor({ environment, trust: "all", host: "claude-code" });
    const { diagnostics } = (await (await get(path)).json()) as { diagnostics: { code: string }[] };
    expect(diagnostics.map(({ code }) => code).filter((code) => code === "SK760")).toEqual(["SK760"]);
  },
);

describe("[V11] one line", () => {
  test.each([
    ["a\n\tb", "a b"],
    ["a <b> & c", "a &lt;b&gt; & c"],
    ["red \u001b[31mtext\u001b[0m", "red text"],
    ["a\u001b]0;title\u0007b", "ab"],
    ["zero\u200bwidth", "zero width"],
    ["👩\u200d💻 works", "👩\u200d💻 works"],
    ["می\u200cخواهم", "می\u200cخواهم"],
  ])("%j is shown as %j", (text, shown) => expect(claudeCodeLine(text)).toBe(shown));
});
