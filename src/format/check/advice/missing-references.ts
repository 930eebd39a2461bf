import { posix } from "node:path";
import { type Advice, type AdviceSubject, bodyDiagnostic } from "../advice.ts";
import { type Reference, referencesIn } from "./references.ts";

/** Maximum diagnostics of one file. The last diagnostic says how many more there are. */
const MAX_FINDINGS = 500;

/** Maximum directories above a skill in which a file is searched. */
const MAX_ANCESTORS = 8;

/** Reports files that the body names but that do not exist. One in ten real skills with links names such a file. */
export const missingReferences: Advice = (subject) => {
  const missing = referencesIn(subject.body).filter((each) => isMissing(each, subject));
  const more = missing.length - MAX_FINDINGS;
  return missing.slice(0, MAX_FINDINGS).map(({ target, offset }, at) => {
    const rest = more > 0 && at === MAX_FINDINGS - 1 ? `; ${more} more files are missing` : "";
    const message = `\`${target}\` is mentioned, but there is no such file${rest}`;
    const help = "add the file, or correct the path; paths are relative to the skill's directory";
    return bodyDiagnostic(subject, "SK135", offset, target.length, message, help);
  });
};

function isMissing({ target, linked }: Reference, { skill, bundle, exists }: AdviceSubject): boolean {
  const path = posix.normalize(target);
  const found = posix.join(skill.directory, path);
  if (bundle.includes(path) || exists(found)) return false;
  // A skill that is installed alone loses the directories beside it. So a path with `../` is reported only if its
  // directory exists and only the file is missing.
  if (path.startsWith("../")) {
    const neighbour = posix.dirname(found);
    return !skill.directory.startsWith(neighbour) && exists(neighbour);
  }
  if (linked) return true;
  // `scripts/x` can also be a file of the user's project. It is a file of the skill if the skill has a directory
  // `scripts`.
  const top = path.slice(0, path.indexOf("/") + 1);
  if (top !== "references/" && !bundle.some((each) => each.startsWith(top))) return false;
  return !isInAncestor(skill.directory, path, exists);
}

/**
 * Returns true if a directory above the skill has the file. Commands often name files from the root of the plugin or of
 * the repository.
 */
function isInAncestor(directory: string, path: string, exists: (path: string) => boolean): boolean {
  let ancestor = directory;
  for (let up = 0; up < MAX_ANCESTORS; up++) {
    const parent = posix.dirname(ancestor);
    if (parent === ancestor) return false;
    if (exists(posix.join(parent, path))) return true;
    ancestor = parent;
  }
  return false;
}
