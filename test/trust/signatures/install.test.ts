/** Installs signed skills: the signer is shown and kept, and a new version must not have a weaker signature. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { PlannedSkill } from "../../../src/install/plan/plan.ts";
import { collectPublication } from "../../../src/install/publish/collect-publication.ts";
import { signWith } from "../../../src/install/publish/sign-manifest.ts";
import { explainPolicy } from "../../../src/ops/explain/explain-policy.ts";
import type { InstallerOptions } from "../../../src/ops/open-installer.ts";
import { readDemands } from "../../../src/trust/signatures/check-origin.ts";
import { machineContext } from "../../install/context.ts";
import { Machine, skill } from "../../install/machine.ts";
import { needs } from "../../needs.ts";

class Signing extends Machine {
  key(name: string): string {
    const path = this.path(`${name}.key`);
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "", "-f", path]);
    return path;
  }

  /** Writes a signature into the source. */
  async sign(key: string): Promise<void> {
    const context = machineContext(this.directory);
    const { skills } = await collectPublication(this.path("source/pdf"), context, signWith(key, context));
    const file = skills[0]?.bundle.files.find(({ path }) => path === "skill.ssh.sig");
    this.write({ "source/pdf/skill.ssh.sig": Buffer.from(file?.bytes ?? []).toString("utf8") });
  }

  allow(...lines: [who: string, key: string][]): void {
    const text = lines.map(([who, key]) => `${who} ${readFileSync(`${key}.pub`, "utf8")}`).join("");
    this.write({ "home/.config/skillwright/signers/allowed_signers": text });
  }

  async plan(options: InstallerOptions = {}): Promise<PlannedSkill> {
    const plan = await (await this.installer(options)).planAdd({ source: this.path("source/pdf"), where: "project" });
    return plan.skills[0] as PlannedSkill;
  }
}

const codesOf = ({ findings }: PlannedSkill): string[] =>
  findings.map(({ code }) => code).filter((code) => code < "SK600");

test("[J12] unsigned is let in, and said", async () => {
  const machine = new Signing({ "source/pdf/SKILL.md": skill("pdf") });
  const planned = await machine.plan();
  expect([planned.signature, codesOf(planned), planned.need.need]).toEqual([{ state: "unsigned" }, [], "yes"]);
});

test("[J12] a wrong signature takes the digest", async () => {
  const machine = new Signing({ "source/pdf/SKILL.md": skill("pdf"), "source/pdf/skill.oms.sig": "{}" });
  const planned = await machine.plan();
  expect([planned.signature.state, codesOf(planned), planned.need.need]).toEqual(["invalid", ["SK520"], "digest"]);
});

test("[J13] what the user demands to be signed, and is not, takes the digest", async () => {
  const machine = new Signing({ "source/pdf/SKILL.md": skill("pdf") });
  const policy = { signatures: { require: [{ source: "*" }], minReleaseAgeMs: 0 } };
  const planned = await machine.plan({ policy });
  expect([codesOf(planned), planned.need.need]).toEqual([["SK521"], "digest"]);
});

test("[J13] the settings of the user demand it; a project's do not count", async () => {
  const machine = new Signing({
    "source/pdf/SKILL.md": skill("pdf"),
    "project/.skillwright/config.yaml": "install:\n  require_signatures: ['*']\n",
  });
  machine.write({ "home/.config/skillwright/trust.json": JSON.stringify({ schema: 1, folders: [machine.project] }) });
  expect(codesOf(await machine.plan())).toEqual([]);
  machine.write({
    "home/.config/skillwright/config.yaml": "install:\n  require_signatures: ['*/source/* by alice@*']\n",
  });
  expect((await machine.plan()).findings.map(({ message }) => message)).toEqual([
    "your policy requires skills of `*/source/*` to be signed by alice@*",
  ]);
});

test("[J13] demands as the settings write them", () => {
  expect(readDemands(["npm:@acme/*", "owner/* by *@acme.test"], 3)).toEqual({
    require: [{ source: "npm:@acme/*" }, { source: "owner/*", signers: ["*@acme.test"] }],
    minReleaseAgeMs: 259_200_000,
  });
});

needs("ssh-keygen").test("[J12] the signer is in the lock; unsigned or with another key is a downgrade", async () => {
  const machine = new Signing({ "source/pdf/SKILL.md": skill("pdf") });
  const [alice, mallory] = [machine.key("alice"), machine.key("mallory")];
  await machine.sign(alice);
  machine.allow(["alice@x.test", alice], ["alice@x.test", mallory]);
  await machine.add(machine.path("source/pdf"));
  const lock = machine.read("project/skills.lock");
  expect(JSON.parse(lock).skills[".agents/skills/pdf"].origin.signer).toMatch(/^alice@x\.test SHA256:/);
  expect((await machine.plan()).action).toBe("same");

  machine.write({ "source/pdf/SKILL.md": skill("pdf", "Do more.") });
  await machine.sign(alice);
  expect((await machine.plan()).need.need).toBe("yes");
  await machine.sign(mallory);
  expect((await machine.plan()).need.need).toBe("digest");
  machine.write({ "source/pdf/skill.ssh.sig": "" });
  expect((await machine.plan()).need.need).toBe("digest");
});

needs("ssh-keygen").test("[J12] who does not know the signer has the same lock", async () => {
  const machine = new Signing({ "source/pdf/SKILL.md": skill("pdf") });
  const key = machine.key("alice");
  await machine.sign(key);
  machine.allow(["alice@x.test", key]);
  await machine.add(machine.path("source/pdf"));
  const lock = machine.read("project/skills.lock");
  machine.write({ "home/.config/skillwright/signers/allowed_signers": "" });
  const planned = await machine.plan();
  expect([planned.signature.state, codesOf(planned), planned.need.need]).toEqual(["unknown", ["SK522"], "yes"]);
  await machine.add(machine.path("source/pdf"));
  expect(machine.read("project/skills.lock")).toBe(lock);
});

needs("ssh-keygen").test(
  "[B51] [B53] a policy knows a publisher by name or key, when it is installed and when it is loaded",
  async () => {
    const machine = new Signing({ "source/pdf/SKILL.md": skill("pdf") });
    const key = machine.key("ours");
    await machine.sign(key);
    machine.allow(["release@example.com", key]);
    const fingerprint = /SHA256:\S+/.exec(execFileSync("ssh-keygen", ["-lf", `${key}.pub`], { encoding: "utf8" }))?.[0];
    const environment = { cwd: machine.project, home: machine.path("home"), platform: "linux", variables: {} } as const;
    const load = async (): Promise<string> =>
      (await explainPolicy("pdf", { environment, defaultSkills: false }))[0]?.load.decision ?? "not there";
    const policy = (publisher: string): void =>
      machine.write({
        "home/.config/skillwright/policy.yaml": `default: deny\nrules:\n- allow: {publisher: "${publisher}"}\n`,
      });
    const install = async (): Promise<string> => {
      const installer = await machine.installer();
      const plan = await installer.planAdd({ source: machine.path("source/pdf"), where: "user" });
      const applied = installer.apply(plan, { person: true, digests: [] });
      return applied.then(
        () => "installed",
        ({ code }: { code: string }) => code,
      );
    };
    policy("*@other.com");
    expect([await install(), await load()]).toEqual(["SK413", "not there"]);
    policy("*@example.com");
    expect([await install(), await load()]).toEqual(["installed", "allow"]);
    policy(fingerprint ?? "");
    expect(await load()).toBe("allow");
    policy("*@other.com");
    expect(await load()).toBe("deny");
    policy("*@example.com");
    machine.write({ "home/.agents/skills/pdf/SKILL.md": skill("pdf", "Something else.") });
    expect(await load()).toBe("deny");
  },
);
