/** Diagnostics of the scan. */
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";

/** Codes of an incomplete search, which can hide a skill: a limit, an unreadable directory, a missing root. */
export const INCOMPLETE_SEARCH: ReadonlySet<string> = new Set(["SK020", "SK021", "SK022"]);

export function unreadableDirectoryFinding(path: string, code: string): Diagnostic {
  // Node replaces bytes that are not UTF-8 by U+FFFD, so a path with this character leads to no file.
  const help = path.includes("\ufffd")
    ? "its name is not UTF-8: rename it; skills below it are not found"
    : "check its permissions; skills below it are not found";
  return diagnostic("SK021", { path, message: `the directory cannot be read (${code})`, help });
}

export function missingSkillFinding(path: string): Diagnostic {
  const help = "create a SKILL.md with `skillwright new`, or move the directory out of the skills root";
  return diagnostic("SK023", { path, message: "the directory has no SKILL.md", help });
}

/** Reports a reached limit. `missed` describes what was not searched, with a lower bound. */
export function limitFinding(path: string, limit: string, value: number, missed: string): Diagnostic {
  return diagnostic("SK020", {
    path,
    message: `the search stopped at \`limits.${limit}\` (${value}): at least ${missed}`,
    help: `raise \`limits.${limit}\` in the configuration, or move skills closer to the root`,
  });
}

/** Returns a clause such as `2 directories were not searched`. */
export function describeUnsearched(directories: number): string {
  return `${directories === 1 ? "1 directory was" : `${directories} directories were`} not searched`;
}

export function brokenLinkFinding(path: string, code: string): Diagnostic {
  const help = "remove the link or restore what it pointed to";
  return diagnostic("SK015", { path, message: `the link leads nowhere (${code})`, help });
}

export function cyclicLinkFinding(path: string): Diagnostic {
  return diagnostic("SK016", { path, message: "the link leads to itself", help: "remove the link" });
}

export function parentLinkFinding(path: string, target: string): Diagnostic {
  return diagnostic("SK016", {
    path,
    message: "the link leads back to a directory that contains it",
    help: "remove the link",
    related: [{ message: "leads to", path: target }],
  });
}

export function leavesRootFinding(path: string, target: string): Diagnostic {
  return diagnostic("SK017", {
    path,
    message: "the link leads out of its root",
    help: "if you made this link, you need not do anything",
    related: [{ message: "leads to", path: target }],
  });
}

export function linkNotFollowedFinding(path: string, linksInside = false): Diagnostic {
  const why = linksInside ? "it leads out of its root" : "links of this scope are not followed";
  const message = `the link is not followed: ${why}`;
  return diagnostic("SK018", { path, message, help: "replace it by a real directory" });
}

export function duplicatePathFinding(path: string, first: string): Diagnostic {
  return diagnostic("SK019", {
    path,
    message: "this path leads to the same skill as another path",
    help: "you need only one of the two paths",
    related: [{ message: "found first", path: first }],
  });
}
