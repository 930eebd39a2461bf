import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { archive } from "../../../src/install/fetch/archives/archive.ts";
import { findSource } from "../../../src/install/fetch/sources.ts";
import { answer, redirect, wireServer } from "../../wire-server.ts";
import { type Machine, makeMachine } from "../context.ts";
import { skillText } from "./contract/contract.ts";
import { packTree } from "./registry.ts";

const DIGEST = `sha256:${"0".repeat(64)}`;

describe("texts", () => {
  test.each([
    ["https://example.test/a.zip", true],
    ["https://example.test/a.TAR.GZ?token=x", true],
    [`https://example.test/a.tgz#${DIGEST}`, true],
    ["https://example.test/a.zip#main", true],
    ["./a.skill", true],
    ["a.zip", true],
    ["skills/a.zip", true],
    ["~/a.tar.gz", true],
    ["/a.tgz", true],
    ["C:\\skills\\a.zip", true],
    [`a.zip#${DIGEST}`, true],
    ["./a.skill/", false],
    ["./a.tar", false],
    ["npm:a.zip", false],
    ["git+https://example.test/a.zip", false],
    ["ftp://example.test/a.zip", false],
    ["https://example.test/?file=a.zip", false],
    ["owner/repo", false],
    ["a.zip#sha256:00", false],
    ["", false],
    [`${"a".repeat(5000)}.zip`, false],
  ])("[I9] %#: %s is an archive: %s", async (text, expected) => {
    expect(archive.recognises(text)).toBe(expected);
    if (expected) expect((await findSource(text)).kind).toBe("archive");
  });
});

describe("what is in it", () => {
  let machine: Machine;
  beforeEach(() => {
    machine = makeMachine();
  });
  afterEach(() => machine.remove());

  const found = async (fileName: string, files: Record<string, string>): Promise<unknown> => {
    writeFileSync(join(machine.work, fileName), packTree(files, ""));
    const { skills, diagnostics } = await archive.fetch(fileName, machine.context());
    return diagnostics.length > 0 ? diagnostics : skills.map(({ name, origin }) => [name, origin.path]);
  };

  test.each([
    ["one skill, by its own name", "x-1.2.tgz", { "SKILL.md": skillText("pdf") }, [["pdf", ""]]],
    ["one skill without a name", "pdf.tar.gz", { "SKILL.md": "---\nname: Not A Name\n---\n" }, [["pdf", ""]]],
    ["one skill that is none", "pdf.skill", { "SKILL.md": "just text" }, [["pdf", ""]]],
    ["a skill in its directory", "x.tgz", { "pdf/SKILL.md": skillText("pdf"), "pdf/a/b.md": "" }, [["pdf", "pdf"]]],
    [
      "a repository in its directory",
      "x.tgz",
      { "repo-main/README.md": "", "repo-main/skills/pdf/SKILL.md": "", "repo-main/other/SKILL.md": "" },
      [["pdf", "repo-main/skills/pdf"]],
    ],
    [
      "skills and nothing else",
      "x.tgz",
      { "skills/a/SKILL.md": "", "skills/b/SKILL.md": "" },
      [
        ["a", "skills/a"],
        ["b", "skills/b"],
      ],
    ],
    ["skills of a host", "x.tgz", { ".claude/skills/a/SKILL.md": "" }, [["a", ".claude/skills/a"]]],
  ])("[I9] %s", async (_, fileName, files, expected) => {
    expect(await found(fileName, files)).toEqual(expected);
  });

  test.each([`sha256:${"A".repeat(64)}`, "sha256:00", "main"])(
    "[I9] `#%s` is not a digest, and no server is contacted",
    async (hash) => {
      const fetching = archive.fetch(`https://example.test/a.zip#${hash}`, machine.context());
      await expect(fetching).rejects.toMatchObject({
        code: "SK603",
        message: expect.stringContaining("no valid digest after `#`"),
      });
    },
  );

  test("[I9] a name that no file has is refused", async () => {
    expect(await found("con.zip", { "SKILL.md": "text" })).toMatchObject([{ code: "SK640" }]);
  });

  test("[I8] the digest is that of the file as it came", async () => {
    const bytes = packTree({ "SKILL.md": skillText("pdf") }, "");
    const digest = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
    mkdirSync(join(machine.work, "a#b"));
    writeFileSync(join(machine.work, "a#b/x.tgz"), bytes);
    const { skills } = await archive.fetch(`a#b/x.tgz#${digest}`, machine.context());
    expect(skills.map(({ origin }) => origin)).toEqual([
      { kind: "archive", source: `${machine.work}/a#b/x.tgz#${digest}`, artifact: digest, path: "" },
    ]);
  });

  test("[I6] a password opens the server's door, and is not kept", async () => {
    const server = await wireServer();
    server.on("/x.tgz?v=1", redirect("/y.tgz"));
    server.on("/y.tgz", answer(200, packTree({ "SKILL.md": skillText("pdf") }, "")));
    const text = `http://me:secret@127.0.0.1:${server.port}/x.tgz?v=1`;
    const { skills } = await archive.fetch(text, machine.context());
    expect(skills[0]?.origin.source).toBe(`${server.url}/x.tgz?v=1`);
    expect(server.requests.map(({ headers }) => headers["authorization"])).toEqual(Array(2).fill("Basic bWU6c2VjcmV0"));
    await server.close();
    await expect(archive.fetch(text, machine.context())).rejects.toThrow(/^(?!.*(?:secret|v=1))/);
  });
});
