/**
 * Publishes a directory of skills as a registry: its content is complete, the same twice, and installs the same skills.
 */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { unpackArchive } from "../../../src/install/fetch/archives/unpack.ts";
import { wellKnown } from "../../../src/install/fetch/web/well-known.ts";
import type { Bundle } from "../../../src/model/skills/bundle.ts";
import { publishSkills } from "../../../src/ops/install/publish-skills.ts";
import { digestBundle, digestDirectory } from "../../../src/trust/bundle/digest.ts";
import { NO_SIGNERS, sha256 } from "../../../src/trust/signatures/manifest.ts";
import { verifyBundle } from "../../../src/trust/signatures/verify-signature.ts";
import { needs } from "../../needs.ts";
import { machineContext } from "../context.ts";

const INDEX = ".well-known/agent-skills/index.json";

function skill(name: string, more = ""): string {
  return `---\nname: ${name}\ndescription: Does ${name}. Use when asked for ${name}.\n${more}---\n\nDo it.\n`;
}

/** Writes files. A name that ends with `*` is executable. */
function place(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "skillwright-publish-"));
  for (const [name, text] of Object.entries(files)) {
    const path = join(root, name.replace(/\*$/, ""));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    chmodSync(path, name.endsWith("*") ? 0o755 : 0o644);
  }
  return root;
}

const SKILLS = {
  "skills/pdf/SKILL.md": skill("pdf"),
  "skills/pdf/scripts/run.sh*": "#!/bin/sh\necho hi\n",
  "skills/docx/SKILL.md": skill("docx", "license: MIT\n"),
};

/** Returns every file below the directory with its bytes. */
function tree(root: string): Record<string, string> {
  const names = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = names.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [path.slice(root.length + 1), readFileSync(path, "latin1")]));
}

function bundleOf(bytes: Uint8Array): Bundle {
  const unpacked = unpackArchive(bytes);
  if ("refused" in unpacked) throw new Error(unpacked.refused[0]?.message);
  return unpacked.bundle;
}

describe("a registry in a directory", () => {
  test("[J1] has an index of version 0.2 and an archive for each skill, named after its bytes", async () => {
    const root = place(SKILLS);
    const published = await publishSkills({ from: "skills", to: "site" }, { cwd: root });
    const index = JSON.parse(readFileSync(join(root, "site", INDEX), "utf8"));
    expect(index.$schema).toBe("https://schemas.agentskills.io/discovery/0.2.0/schema.json");
    expect(index.skills.map((each: { name: string }) => each.name)).toEqual(["docx", "pdf"]);
    for (const { name, type, description, url, digest } of index.skills) {
      const bytes = readFileSync(new URL(url, `file://${root}/site/${INDEX}`));
      const hex = sha256(bytes);
      expect({ type, description, url, digest }).toEqual({
        type: "archive",
        description: `Does ${name}. Use when asked for ${name}.`,
        url: `archives/${hex}.tar.gz`,
        digest: `sha256:${hex}`,
      });
      expect(digestBundle(bundleOf(bytes))).toBe(digestDirectory(join(root, "skills", name)));
    }
    expect(published.skills.map(({ digest }) => digest)).toEqual(
      ["docx", "pdf"].map((name) => digestDirectory(join(root, "skills", name))),
    );
    expect(Object.keys(tree(join(root, "site")))).toEqual(published.files.map(({ path }) => path).sort());
  });

  test("[J1] is byte for byte the same for the same skills, whatever the clock and the order of the disk", async () => {
    const first = place(SKILLS);
    const second = place(Object.fromEntries(Object.entries(SKILLS).reverse()));
    utimesSync(join(second, "skills/pdf/SKILL.md"), 1, 1);
    for (const root of [first, second]) await publishSkills({ from: "skills", to: "site" }, { cwd: root });
    expect(tree(join(second, "site"))).toEqual(tree(join(first, "site")));
  });

  test("[J1] a second run writes nothing; a change adds an archive and keeps the old one; the index comes last", async () => {
    const root = place(SKILLS);
    const publish = () => publishSkills({ from: "skills", to: "site" }, { cwd: root });
    const first = await publish();
    expect(first.files.at(-1)).toEqual({ path: INDEX, state: "written" });
    const inodes = () => first.files.map(({ path }) => statSync(join(root, "site", path)).ino);
    const before = inodes();
    expect((await publish()).files.map(({ state }) => state)).toEqual(["unchanged", "unchanged", "unchanged"]);
    expect(inodes()).toEqual(before);
    writeFileSync(join(root, "skills/pdf/SKILL.md"), skill("pdf", "license: MIT\n"));
    const third = await publish();
    expect(third.files.map(({ state }) => state)).toEqual(["unchanged", "written", "written"]);
    expect(readdirSync(join(root, "site/.well-known/agent-skills/archives"))).toHaveLength(3);
  });

  test("[J1] a dry run says what it would write, and writes nothing", async () => {
    const root = place(SKILLS);
    const { files } = await publishSkills({ from: "skills", to: "site", dryRun: true }, { cwd: root });
    expect(files.map(({ state }) => state)).toEqual(["written", "written", "written"]);
    expect(readdirSync(root)).toEqual(["skills"]);
  });

  test("[J1] a name of 64 characters is published", async () => {
    const name = "p".repeat(64);
    const root = place({ [`skills/${name}/SKILL.md`]: skill(name) });
    const { skills } = await publishSkills({ from: "skills", to: "site" }, { cwd: root });
    expect(skills.map((each) => each.name)).toEqual([name]);
  });

  test.each([
    ["no description", { "skills/pdf/SKILL.md": "---\nname: pdf\n---\nBody\n" }, /no `description`/],
    ["another name", { "skills/pdf/SKILL.md": skill("docx") }, /its `name` is `docx`/],
    ["a name that others refuse", { "skills/PDF Tools/SKILL.md": skill("PDF Tools") }, /lowercase/],
    ["a name of 65 characters", { [`skills/${"p".repeat(65)}/SKILL.md`]: skill("p".repeat(65)) }, /at most 64/],
    ["no frontmatter", { "skills/pdf/SKILL.md": "Body\n" }, /cannot be published/],
    ["a file name of another spelling", { "skills/pdf/skill.md": skill("pdf") }, /not called `SKILL.md`/],
    ["a path that no machine should have", { ...SKILLS, "skills/pdf/aux": "x" }, /aux/],
    ["no skill", { "skills/readme.txt": "x" }, /no SKILL.md/],
  ])("[J1] %s: nothing is published (SK690)", async (_, files, message) => {
    const root = place(files);
    const publishing = publishSkills({ from: "skills", to: "site" }, { cwd: root });
    const error = await publishing.catch((each: unknown) => each);
    expect(error).toMatchObject({ code: "SK690", message: expect.stringMatching(message) });
    if ("skills/pdf/aux" in files) expect(error).toMatchObject({ hint: expect.stringMatching(/^rename the file/) });
    expect(readdirSync(root)).toEqual(["skills"]);
  });
});

describe("served by any web server", () => {
  /** Serves files, and nothing else. */
  async function serve(root: string) {
    const server = createServer((request, response) => {
      const path = join(root, new URL(request.url ?? "", "http://x").pathname);
      const found = existsSync(path) && statSync(path).isFile();
      response.writeHead(found ? 200 : 404).end(found ? readFileSync(path) : "");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
  }

  test.each(["", "/below/here"])("[J1] the skills come back as they were, from %j", async (below) => {
    const root = place(SKILLS);
    const published = await publishSkills({ from: "skills", to: `site${below}` }, { cwd: root });
    const { url, close } = await serve(join(root, "site"));
    const { skills, diagnostics } = await wellKnown.fetch(`${url}${below}`, machineContext(root));
    close();
    expect(diagnostics).toEqual([]);
    expect(skills.map(({ name, bundle, origin }) => [name, digestBundle(bundle), origin.artifact])).toEqual(
      published.skills.map(({ name, digest, artifact }) => [name, digest, artifact]),
    );
  });
});

needs("ssh-keygen").describe("signed", () => {
  function keyIn(root: string, type = "ed25519"): string {
    execFileSync("ssh-keygen", ["-q", "-t", type, "-N", "", "-C", "", "-f", join(root, "key")]);
    return join(root, "key");
  }

  test("[J4] each archive carries a signature of its manifest, and a second build the same bytes", async () => {
    const root = place(SKILLS);
    const key = keyIn(root);
    const { skills } = await publishSkills({ from: "skills", to: "site", key }, { cwd: root });
    const again = await publishSkills({ from: "skills", to: "site", key }, { cwd: root });
    expect(again.files.map(({ state }) => state)).toEqual(["unchanged", "unchanged", "unchanged"]);
    const allowed = `me@example.com ${readFileSync(`${key}.pub`, "utf8")}`;
    for (const { at, signed } of skills) {
      expect(signed).toBe(true);
      const bundle = bundleOf(readFileSync(join(root, "site", at)));
      expect(verifyBundle(bundle, { ...NO_SIGNERS, allowed })).toMatchObject({
        state: "signed",
        who: "me@example.com",
      });
    }
  });

  test("[J4] published from what was installed before, it is signed anew", async () => {
    const root = place(SKILLS);
    const key = keyIn(root);
    const { skills } = await publishSkills({ from: "skills/pdf", to: "site", key }, { cwd: root });
    cpSync(join(root, "skills/pdf"), join(root, "copy/pdf"), { recursive: true });
    writeFileSync(join(root, "copy/pdf/skill.ssh.sig"), "old");
    const [again] = (await publishSkills({ from: "copy/pdf", to: "site", key }, { cwd: root })).skills;
    expect(again).toEqual(skills[0]);
  });
});

describe("a key that cannot be used", () => {
  test.each(["/dev/zero", "skills"])("[J4] %s is not read: SK690", async (key) => {
    const root = place(SKILLS);
    await expect(publishSkills({ from: "skills", to: "site", key }, { cwd: root })).rejects.toMatchObject({
      code: "SK690",
    });
    expect(existsSync(join(root, "site"))).toBe(false);
  });

  test("[J4] a key that is not there is SK690, and nothing is published", async () => {
    const root = place(SKILLS);
    const publishing = publishSkills({ from: "skills", to: "site", key: "nokey" }, { cwd: root });
    await expect(publishing).rejects.toMatchObject({ code: "SK690" });
    expect(readdirSync(root)).toEqual(["skills"]);
  });
});
