import { describe, expect, test } from "vitest";
import type { Finding } from "../../../src/model/rules/audit.ts";
import { INSTALL_LIMITS } from "../../../src/model/skills/bundle.ts";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";
import { type AuditContext, auditDirectory } from "../../../src/trust/audit/audit-directory.ts";
import { hideSuppressed } from "../../../src/trust/audit/finding.ts";
import { readAuditedDirectory } from "../../../src/trust/audit/read-audited-directory.ts";

describe("[G11] a directory on disk", () => {
  const files = memoryFiles({
    "/home/secret": "key",
    "/skill/SKILL.md": "text",
    "/skill/Z.md": "z",
    "/skill/a/b.md": "b",
    "/skill/.git/config": "[core]",
    "/skill/out": { link: "/home/secret" },
    "/skill/up": { link: "../home/secret" },
    "/skill/gone": { link: "nowhere" },
    "/skill/loop": { link: "loop" },
    "/skill/same": { link: "a/b.md" },
  });

  test("real files in the order of their bytes, links as findings, `.git` left out", () => {
    const { bundle, findings } = readAuditedDirectory("/skill", files);
    expect(bundle.files.map(({ path }) => path)).toEqual(["SKILL.md", "Z.md", "a/b.md"]);
    expect(findings.map(({ code, path, message }) => [code, path, message])).toEqual([
      ["SK806", "gone", "it is a link that leads nowhere"],
      ["SK806", "loop", "it is a link that leads nowhere"],
      ["SK806", "out", "it is a link that leads out of the skill"],
      ["SK806", "up", "it is a link that leads out of the skill"],
      ["SK814", "same", "it is a link that is another file's name"],
    ]);
  });

  test("[G4] of many findings the gravest are kept, however late they come", () => {
    const links = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`/many/a${String(at).padStart(2, "0")}`, { link: "SKILL.md" } as const]),
    );
    const many = memoryFiles({ "/many/SKILL.md": "text", ...links, "/many/z": { link: "/home" }, "/home/x": "" });
    const { findings } = readAuditedDirectory("/many", many);
    expect([findings.length, findings[0]?.code, findings[0]?.path, findings.at(-1)?.message]).toEqual([
      51,
      "SK806",
      "z",
      "11 more findings are not listed",
    ]);
  });

  test("[G4] a directory with exactly as many files as the limit has no finding", () => {
    const limits = { ...INSTALL_LIMITS, maxFiles: 3 };
    const small = memoryFiles({ "/s/SKILL.md": "text", "/s/a": "", "/s/b/c": "" });
    expect(readAuditedDirectory("/s", small, limits).findings).toEqual([]);
    const larger = memoryFiles({ "/s/SKILL.md": "text", "/s/a": "", "/s/b/c": "", "/s/b/d": "", "/s/b/e": "" });
    const { findings } = readAuditedDirectory("/s", larger, limits);
    expect(findings.map(({ message, path, unread }) => [message, path, unread])).toEqual([
      ["it was not checked: there are more than 3 files, at least 2 more", undefined, true],
    ]);
  });

  test("[G4] limits are findings, never silence", () => {
    const limits = { ...INSTALL_LIMITS, maxFileBytes: 2, maxDepth: 1 };
    const { bundle, findings } = readAuditedDirectory("/skill", files, limits);
    expect(bundle.files.map(({ path }) => path)).toEqual(["Z.md"]);
    expect(findings.filter(({ code }) => code === "SK815").map(({ path, message }) => [path, message])).toEqual([
      ["SKILL.md", "it was not checked: it is too large"],
      ["a", "it was not checked: it is deeper than 1 directories"],
    ]);
  });
});

describe("[G21] suppressions", () => {
  const finding = (code: string, severity: Finding["severity"], path?: string): Finding => ({
    code,
    severity,
    message: "m",
    why: "w",
    help: "h",
    ...(path ? { path } : {}),
  });
  const place = { directory: "pdf", digest: "sha256:1" };
  const kept = (found: Finding, rule: { code: string; path: string; digest?: string }): boolean =>
    hideSuppressed([found], [{ reason: "seen", ...rule }], place).kept.length === 1;

  test.each([
    ["the file", finding("SK824", "medium", "SKILL.md"), { code: "SK824", path: "pdf/SKILL.md" }, false],
    ["the directory", finding("SK824", "medium", "SKILL.md"), { code: "SK824", path: "pdf" }, false],
    ["a pattern", finding("SK824", "medium", "a/b.md"), { code: "SK824", path: "*/a/*" }, false],
    ["another file", finding("SK824", "medium", "SKILL.md"), { code: "SK824", path: "pdf/README.md" }, true],
    ["another code", finding("SK824", "medium", "SKILL.md"), { code: "SK825", path: "pdf" }, true],
    ["of the whole skill", finding("SK815", "medium"), { code: "SK815", path: "pdf" }, false],
    ["what blocks, without a digest", finding("SK803", "block", "SKILL.md"), { code: "SK803", path: "pdf" }, true],
    [
      "what blocks, by digest",
      finding("SK803", "block", "SKILL.md"),
      { code: "SK803", path: "pdf", digest: "sha256:1" },
      false,
    ],
    [
      "what blocks, of other bytes",
      finding("SK803", "block", "SKILL.md"),
      { code: "SK803", path: "pdf", digest: "sha256:2" },
      true,
    ],
    ["advice, of other bytes", finding("SK824", "medium"), { code: "SK824", path: "pdf", digest: "sha256:2" }, true],
  ])("%s", (_, found, rule, stays) => {
    expect(kept(found, rule)).toBe(stays);
  });

  test("keep their reason", () => {
    const found = finding("SK824", "medium", "SKILL.md");
    const rule = { code: "SK824", path: "pdf", reason: "our own installer" };
    expect(hideSuppressed([found], [rule], place)).toEqual({
      kept: [],
      suppressed: [{ finding: found, reason: "our own installer" }],
    });
  });
});

describe("[G23] a directory or a file of instructions", () => {
  const files = memoryFiles({
    "/whole/SKILL.md": "---\nname: whole\ndescription: Fills in forms.\n---\nRead https://docs.attacker.invalid/.\n",
    "/hooked/SKILL.md":
      "---\nname: hooked\ndescription: Fills in forms.\nhooks: { Stop: [{ hooks: [{ command: make }] }] }\n---\n",
    "/linked/SKILL.md": "---\nname: linked\ndescription: Fills in forms.\n---\n",
    "/linked/gone": { link: "nowhere" },
  });
  const context: AuditContext = {
    files,
    suppressions: [],
    digest: (bundle) => `sha256:${bundle.files.map(({ path }) => path).join()}`,
  };

  test("has its name, its digest, the number of its files and its capabilities", async () => {
    expect(await auditDirectory({ directory: "/whole" }, context)).toMatchObject({
      name: "whole",
      directory: "/whole",
      digest: "sha256:SKILL.md",
      files: 1,
      findings: [],
      suppressed: [],
      capabilities: { hosts: ["docs.attacker.invalid"] },
    });
    expect(await auditDirectory({ directory: "/hooked" }, context)).toMatchObject({ hooks: [{ event: "Stop" }] });
  });

  test("has no digest if something in it was not read", async () => {
    const audited = await auditDirectory({ directory: "/linked" }, context);
    expect([Object.hasOwn(audited, "digest"), audited.findings.map(({ code }) => code)]).toEqual([false, ["SK806"]]);
  });

  test("is audited as a skill if it is a single file, and cannot be read if it is not there", async () => {
    const target = { directory: "/whole", file: "/whole/SKILL.md" };
    expect(await auditDirectory(target, context)).toMatchObject({ files: 1, digest: "sha256:SKILL.md" });
    await expect(auditDirectory({ ...target, file: "/whole/none" }, context)).rejects.toMatchObject({
      code: "SK004",
      message: "`/whole/none` cannot be read (ENOENT)",
      hint: "check its permissions and its size",
    });
  });
});
