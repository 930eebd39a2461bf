/** Reports everything that made the search of a source tree incomplete. */
import type { OutwardLink, SourceTree } from "../../install/fetch/local/source-tree.ts";
import { entryPath } from "../../install/fetch/local/walk-tree.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { describeUnsearched, limitFinding, unreadableDirectoryFinding } from "./findings.ts";

export function treeFindings({ root, walked: { limit, unreadable: closed }, links }: SourceTree): Diagnostic[] {
  return [
    ...(limit ? [stopped(root, limit)] : []),
    ...closed.map(({ path, code }) => unreadableDirectoryFinding(entryPath(root, path), code)),
    ...links.map(leadsOutside),
  ];
}

function stopped(root: string, { name, value, left }: NonNullable<SourceTree["walked"]["limit"]>): Diagnostic {
  const help = `name a directory nearer to the skills, or raise \`limits.${name}\` in the configuration`;
  return { ...limitFinding(root, name, value, describeUnsearched(left)), help };
}

function leadsOutside({ path, target, skills, isCounted }: OutwardLink): Diagnostic {
  const many = skills === 1 ? "1 skill file" : `${skills} skill files`;
  return diagnostic("SK018", {
    path,
    message: isCounted
      ? `the link is not followed, and leads to a directory with ${many}`
      : `the link is not followed, and leads to a directory with at least ${many}; not all of it could be searched`,
    help: `name \`${target}\` as well; a root (\`--root\`) follows links`,
    related: [{ message: "leads to", path: target }],
  });
}
