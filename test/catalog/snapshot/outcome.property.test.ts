import fc from "fast-check";
import { expect, test } from "vitest";
import { loadSkills } from "../../../src/catalog/load/load.ts";
import { statusOf } from "../../../src/catalog/snapshot/status-of.ts";
import { SCOPES } from "../../../src/model/skills/root.ts";
import type { Snapshot } from "../../../src/model/skills/snapshot.ts";
import { nameKey } from "../../../src/model/text/text.ts";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";

/** Every possible root, by its path in the memory file system. */
const ROOTS = [
  "/x",
  "/work/.skillwright/skills",
  "/work/.agents/skills",
  "/work/.claude/skills",
  "/home/.config/skillwright/skills",
  "/home/.agents/skills",
  "/etc/skillwright/skills",
  "/home/.local/share/skillwright/plugins/p/skills",
  "/home/.local/share/skillwright/plugins/q/skills",
];
const NAMES = ["a", "b", "c", "A", "ａ", "d-e", "x y", "__proto__"];

const name = fc.constantFrom(...NAMES);
const rules = fc.record(
  {
    os: fc.constantFrom("[linux]", "[plan9]", "[]"),
    "required-bins": fc.constantFrom("[nope]", "[]"),
    "required-env": fc.constantFrom("[SET]", "[UNSET]"),
    "required-skills": name.map((each) => `["${each}"]`),
    conflicts: name.map((each) => `["${each}"]`),
  },
  { requiredKeys: [] },
);

const plain = fc
  .tuple(name, fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: rules }))
  .map(([skill, each]) => {
    const lines = Object.entries(each).map(([key, value]) => `  ${key}: ${value}\n`);
    return `---\nname: "${skill}"\ndescription: Does it.\n${lines.length > 0 ? `eligibility:\n${lines.join("")}` : ""}---\nBody\n`;
  });

/** Contents of skill files, some of them broken or hostile. */
const content = fc.oneof(
  { weight: 5, arbitrary: plain },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        plain,
        fc.constantFrom<(text: string) => string | Uint8Array>(
          () => "",
          (text) => `\ufeff${text}`,
          (text) => text.replaceAll("\n", "\r\n"),
          (text) => text.replace("Does it.", "Does: it"),
          (text) => text.replace(/name: .*\n/, ""),
          (text) => text.replace(/description: .*\n/, ""),
          (text) => text.replace("---\nBody", "Body"),
          (text) => text.slice(4),
          (text) => `# Title\n${text}`,
          (text) => text.replace("---", "---js"),
          (text) => text.replace("name:", "name: ["),
          (text) => Buffer.from(`\ufeff${text}`, "utf16le"),
          (text) => text.padEnd(9000, "x"),
        ),
      )
      .map(([text, spoil]) => spoil(text)),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }) },
);

/** Directories that a scan enters: no resources, nothing hidden, at most four deep. */
const place = fc
  .tuple(fc.constantFrom(...ROOTS), fc.array(fc.constantFrom("a", "b", "lib", "x y"), { maxLength: 4 }))
  .map(([root, parts]) => [root, ...parts].join("/"));
const fileName = fc.oneof(
  { weight: 8, arbitrary: fc.constant("SKILL.md") },
  { weight: 1, arbitrary: fc.constantFrom("skill.md", "Skill.md") },
);

const input = fc.record({
  files: fc.uniqueArray(fc.tuple(place, fileName, content), {
    selector: ([directory]) => directory,
    minLength: 2,
    maxLength: 16,
    size: "max",
  }),
  links: fc.array(fc.tuple(place, fc.nat(20)), { maxLength: 3 }),
  disable: fc.array(fc.oneof(name, fc.constantFrom("*", "a*", "a@user", "x y@repo")), { maxLength: 3 }),
  enable: fc.array(name, { maxLength: 2 }),
  trusted: fc.boolean(),
});

function pathsByOutcome(snapshot: Snapshot): string[] {
  const { skills, overridden, disabled, ineligible, rejected } = snapshot;
  return [
    ...[...skills, ...overridden, ...disabled, ...ineligible].map((each) => each.skill.path),
    ...rejected.map((each) => each.path),
  ].sort();
}

test("[C6] [T7] every found file has exactly one outcome", async () => {
  const seen: Record<string, number> = {};
  await fc.assert(
    fc.asyncProperty(input, async ({ files: entries, links, disable, enable, trusted }) => {
      const tree: Record<string, Uint8Array | { link: string } | "directory"> = {
        "/work": "directory",
        "/x": "directory",
      };
      for (const [directory, file, bytes] of entries) tree[`${directory}/${file}`] = Buffer.from(bytes);
      for (const [at, to] of links) {
        // The link leads to a skill at another place. It is the same file, so it has one outcome.
        const target = entries[to % Math.max(1, entries.length)]?.[0];
        if (target) tree[`${at}/link`] = { link: target };
      }
      const { snapshot } = await loadSkills({
        environment: { cwd: "/work", home: "/home", platform: "linux", variables: { SET: "1" } },
        files: memoryFiles(tree),
        roots: ["/x"],
        defaultSkills: false,
        trust: () => trusted,
        config: { disable, enable, "limits.max_skill_bytes": 8000 },
      });

      expect(pathsByOutcome(snapshot)).toEqual(entries.map(([directory, file]) => `${directory}/${file}`).sort());

      const status = statusOf(snapshot);
      expect(new Set(status.map((each) => each.id)).size).toBe(entries.length);
      for (const { outcome } of status) seen[outcome] = (seen[outcome] ?? 0) + 1;

      const loaded = new Map(snapshot.skills.map(({ skill }) => [skill.id, skill]));
      expect(new Set([...loaded.values()].map((skill) => nameKey(skill.name))).size).toBe(loaded.size);
      const withheldIds = new Set(snapshot.skills.flatMap(({ skill, withheld }) => (withheld ? [skill.id] : [])));
      for (const { skill, by, withheld } of snapshot.overridden) {
        const winner = loaded.get(by);
        expect(nameKey(winner?.name ?? "")).toBe(nameKey(skill.name));
        // A withheld skill overrides only withheld skills.
        if (withheld) expect([trusted, skill.scope, withheldIds.has(by)]).toEqual([false, "repo", false]);
        else expect(SCOPES.indexOf(winner?.scope ?? "plugin")).toBeLessThanOrEqual(SCOPES.indexOf(skill.scope));
        if (withheldIds.has(by)) expect(skill.scope).toBe("repo");
      }
      for (const { diagnostics } of snapshot.rejected)
        expect(diagnostics.some((each) => each.severity === "error")).toBe(true);
      for (const { missing } of snapshot.ineligible) expect(missing.length).toBeGreaterThan(0);
      const rejected = new Set(snapshot.rejected.map((each) => each.path));
      for (const { severity, path = "" } of snapshot.diagnostics)
        expect(severity === "error" && !rejected.has(path)).toBe(false);
      for (const { skill, withheld } of snapshot.skills)
        expect(withheld !== undefined).toBe(skill.scope === "repo" && !trusted);
    }),
    { numRuns: 500, seed: 20260101 },
  );
  // The property proves nothing about an outcome that is hardly ever reached.
  const often = Object.keys(seen).filter((outcome) => (seen[outcome] ?? 0) > 100);
  expect(often.sort()).toEqual(["disabled", "ineligible", "loaded", "overridden", "rejected"]);
});
