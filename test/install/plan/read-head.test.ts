/** Reads a skill's metadata as the audit does, and compares it with the careful reader. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseSkillBytes } from "../../../src/format/parse/parse-careful.ts";
import { installSummaryOf, readInstallSummary } from "../../../src/install/plan/plan.ts";
import { auditBundle } from "../../../src/trust/audit/audit-bundle.ts";
import { bundleOf } from "../../trust/audit/bundle.ts";

const line = fc.constantFrom(
  "name: pdf",
  'name: "pdf"',
  "name:",
  "description: Fills in forms. Use for forms.",
  'description: "Says: \\"forms\\""',
  "description: >-\n  Fills in\n  forms.",
  "description: |\n  Fills in\n  forms.",
  "description: “Fills in forms.”",
  "description: Füllt Formulare aus.",
  "description: Build for AWS: ECS",
  "description: Fixes issue #12",
  "license: MIT",
  "allowed-tools: Read, Bash(git:*)",
  "metadata:\n  a: 1\n  b: &x 2",
  "install:\n  - kind: brew\n    package: jq",
  "install: [{ kind: brew, package: jq }]",
  "# a comment",
  "\tx: y",
);
const text = fc
  .tuple(
    fc.constantFrom("---\n", "\ufeff---\n", "--- \n"),
    fc.array(line, { maxLength: 5 }),
    fc.constantFrom("\n", "\r\n"),
  )
  .map(([open, lines, end]) => `${open}${lines.join("\n")}\n---\n\nThe text.\n`.replaceAll("\n", end));

test("[Y5] every way to read it gives the same", async () => {
  await fc.assert(
    fc.asyncProperty(text, async (content) => {
      const bundle = bundleOf({ "SKILL.md": content });
      const { skill } = parseSkillBytes("pdf", Buffer.from(content));
      const expected = skill ? installSummaryOf(skill) : { description: "", packages: [] };
      expect(await readInstallSummary("pdf", bundle)).toEqual(expected);
      const { said } = await auditBundle(bundle);
      if (said) expect(installSummaryOf(said)).toEqual(expected);
    }),
    { numRuns: 1000 },
  );
});
