import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unpackArchive } from "../../../src/install/fetch/archives/unpack.ts";
import { manifestOf, NO_SIGNERS } from "../../../src/trust/signatures/manifest.ts";
import { SSH_NAMESPACE } from "../../../src/trust/signatures/ssh/ssh-signature.ts";
import { encodeWireField } from "../../../src/trust/signatures/ssh/wire.ts";
import { verifyBundle } from "../../../src/trust/signatures/verify-signature.ts";
import { needs } from "../../needs.ts";
import { skill } from "../../surfaces/cli/run.ts";
import { SharedSandbox as Sandbox } from "../../surfaces/cli/shared.ts";
import { startDockerRegistry } from "./docker-registry.ts";

// Matches a digest. Digests of archives differ between versions of zlib.
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

test("[J1] what cannot be published fails with the way out; without a place it is a wrong call", () => {
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
    stderr: "error: `publish` needs `--to DIR|oci://…`\nhelp: see `skillwright publish --help`\n",
  });
});

/** Writes a key that Node makes; returns its line for `allowed_signers`. */
function makeKey(path: string): string {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  writeFileSync(path, privateKey.export({ type: "sec1", format: "pem" }), { mode: 0o600 });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const point = Buffer.concat([Buffer.from([4]), ...[x, y].map((each) => Buffer.from(each, "base64url"))]);
  const blob = Buffer.concat(["ecdsa-sha2-nistp256", "nistp256", point].map(encodeWireField));
  const line = `ecdsa-sha2-nistp256 ${blob.toString("base64")}\n`;
  // ssh-keygen looks for the public key next to a private one in this format.
  writeFileSync(`${path}.pub`, line);
  return `me@x.test ${line}`;
}

test("[J4] --sign without an ssh-keygen fails, and nothing is published", () => {
  const box = new Sandbox({ "skills/pdf/SKILL.md": skill("pdf") });
  makeKey(box.path("key"));
  expect(box.run(["publish", "skills", "--to", "site", "--sign", "key"])).toEqual({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(
      /^error\[SK690\]: nothing could be signed with `.*key`: there is no `ssh-keygen`\nhelp: /,
    ),
  });
  expect(existsSync(box.path("site"))).toBe(false);
});

needs("ssh-keygen").test("[J4] --sign signs what is written to a directory; ssh-keygen and we verify it", () => {
  const box = new Sandbox({ "skills/pdf/SKILL.md": skill("pdf") });
  const allowed = makeKey(box.path("key"));
  const env = { PATH: process.env["PATH"] as string };
  const { stdout, ...rest } = box.run(["publish", "skills", "--to", "site", "--sign", "key"], { env });
  expect([stdout.replace(HASH, "<hash>"), rest]).toEqual([
    "pdf  sha256:<hash>  signed\n",
    { code: 0, stderr: "1 skill in site: 2 files written\n" },
  ]);
  const archives = box.path("site/.well-known/agent-skills/archives");
  const unpacked = unpackArchive(readFileSync(join(archives, readdirSync(archives)[0] as string)));
  if (!("bundle" in unpacked)) throw new Error("the archive is refused");
  const { bundle } = unpacked;
  expect(verifyBundle(bundle, { ...NO_SIGNERS, allowed })).toMatchObject({ state: "signed", who: "me@x.test" });
  const signature = bundle.files.find(({ path }) => path === "skill.ssh.sig")?.bytes ?? "";
  writeFileSync(box.path("allowed"), allowed);
  writeFileSync(box.path("signature"), signature);
  const paths = ["-f", box.path("allowed"), "-s", box.path("signature")];
  execFileSync("ssh-keygen", ["-Y", "verify", "-n", SSH_NAMESPACE, "-I", "me@x.test", ...paths], {
    input: manifestOf(bundle).text,
  });
});

needs("docker-registry").test("[J17] to a registry, and installed from there, signed", async () => {
  const { registry, close } = await startDockerRegistry();
  const box = new Sandbox({ "skills/pdf/SKILL.md": skill("pdf") });
  const allowed = makeKey(box.path("key"));
  const env = { PATH: process.env["PATH"] as string };
  const to = `oci://${registry}/skills/pdf:1.0`;
  const sent = box.run(["publish", "skills", "--to", to, "--sign", "key"], { env });
  expect({ ...sent, stdout: sent.stdout.replace(HASH, "<hash>") }).toEqual({
    code: 0,
    stdout: `pdf  oci://${registry}/skills/pdf@sha256:<hash>  signed\n`,
    stderr: `1 skill in ${to}: sent\n`,
  });
  box.write({ "~/.config/skillwright/signers/allowed_signers": allowed });
  const added = box.run(["add", to, "--yes"]);
  expect([added.code, added.stdout]).toEqual([0, "added pdf in .agents/skills/pdf\n"]);
  expect(added.stderr).toContain("  signed    by me@x.test\n");
  expect(readFileSync(box.path(".agents/skills/pdf/SKILL.md"), "utf8")).toBe(skill("pdf"));
  const { origin } = JSON.parse(readFileSync(box.path("skills.lock"), "utf8")).skills[".agents/skills/pdf"];
  expect(origin).toMatchObject({ kind: "oci", source: to, signer: expect.stringMatching(/^me@x\.test SHA256:/) });
  await close();
});
