import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Sandbox, skill } from "../../surfaces/cli/run.ts";
import { hasRegistry, startDockerRegistry } from "./docker-registry.ts";

// Archives differ between versions of zlib.
const HASH = /[0-9a-f]{64}/g;

test("[J1] publish prints each skill with the digest of its archive", () => {
  const box = new Sandbox({ "skills/pdf/SKILL.md": skill("pdf"), "skills/docx/SKILL.md": skill("docx") });
  const first = box.run(["publish", "skills", "--to", "site"]);
  expect({ ...first, stdout: first.stdout.replace(HASH, "<hash>") }).toEqual({
    code: 0,
    stdout: "docx  sha256:<hash>\npdf   sha256:<hash>\n",
    stderr: "2 skills in site: 3 files written\n",
  });
  expect(readdirSync(box.path("site"))).toEqual([".well-known"]);
  expect(box.run(["publish", "skills", "--to", "site"]).stderr).toBe("2 skills in site: 0 files written\n");
  const said = JSON.stringify(box.json(["publish", "skills", "--to", "other", "--dry-run"]), null, 2);
  expect(said.replace(HASH, "<hash>")).toMatchSnapshot();
});

test("[J2] what cannot be published fails with the way out; without a place it is a wrong call", () => {
  const box = new Sandbox({ "skills/pdf/SKILL.md": "---\nname: pdf\n---\n" });
  expect(box.run(["publish", "skills", "--to", "site"])).toEqual({
    code: 1,
    stdout: "",
    stderr:
      "error[SK690]: `pdf` cannot be published: it has no `description`\nhelp: run `skillwright check` on it; nothing was published\n",
  });
  expect(box.run(["publish", "skills"])).toEqual({
    code: 2,
    stdout: "",
    stderr: "error: `publish` needs a place\nhelp: say where to with `--to DIR` or `--to oci://…`\n",
  });
});

test.runIf(hasRegistry)("[J20] to a registry, and installed from there, signed", async () => {
  const { registry, close } = await startDockerRegistry();
  const box = new Sandbox({ "skills/pdf/SKILL.md": skill("pdf") });
  execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "", "-f", box.path("key")]);
  const env = { PATH: process.env["PATH"] as string };
  const to = `oci://${registry}/skills/pdf:1.0`;
  const sent = box.run(["publish", "skills", "--to", to, "--sign", "key"], { env });
  expect({ ...sent, stdout: sent.stdout.replace(HASH, "<hash>") }).toEqual({
    code: 0,
    stdout: `pdf  oci://${registry}/skills/pdf@sha256:<hash>  signed\n`,
    stderr: `1 skill in ${to}: sent\n`,
  });
  box.write({
    "~/.config/skillwright/signers/allowed_signers": `me@x.test ${readFileSync(box.path("key.pub"), "utf8")}`,
  });
  const added = box.run(["add", to, "--yes"]);
  expect([added.code, added.stdout]).toEqual([0, "added pdf in .agents/skills/pdf\n"]);
  expect(added.stderr).toContain("  signed    by me@x.test\n");
  expect(readFileSync(box.path(".agents/skills/pdf/SKILL.md"), "utf8")).toBe(skill("pdf"));
  const { origin } = JSON.parse(readFileSync(box.path("skills.lock"), "utf8")).skills[".agents/skills/pdf"];
  expect(origin).toMatchObject({ kind: "oci", source: to, signer: expect.stringMatching(/^me@x\.test SHA256:/) });
  await close();
});
