import type { Finding } from "../../../model/rules/audit.ts";
import { finding } from "../finding.ts";
import type { Material } from "../material.ts";

/** Reports what was not looked at. */
export function notAnalysable({ unread, skill, problem, files }: Material): Finding[] {
  const found = unread.map(({ path, why }) =>
    finding("SK815", { message: `it was not read whole: ${why}`, path, unread: true }),
  );
  if (skill === undefined && files.length > 0)
    found.push(finding("SK815", { message: "there is no SKILL.md to say what this is" }));
  else if (problem !== undefined && problem.code !== "SK013" && problem.code !== "SK001")
    found.push(finding("SK815", { message: `the frontmatter cannot be read: ${problem.message}`, path: skill?.path }));
  return found;
}
