import { posix } from "node:path";
import { type Advice, atBody } from "../advice.ts";
import { references } from "./references.ts";

/** Maximum diagnostics of one file; the last one has the number of others. */
const MAX_FINDINGS = 500;

/** Reports links to missing files. One in ten real skills with links has one. */
export const missingReferences: Advice = (subject) => {
  const { skill, body, bundle, exists } = subject;
  const files = new Set(bundle);
  const missing = references(body).filter(
    ({ target }) => !files.has(posix.normalize(target)) && !exists(posix.join(skill.directory, target)),
  );
  const more = missing.length - MAX_FINDINGS;
  return missing.slice(0, MAX_FINDINGS).map(({ target, offset }, at) => {
    const rest = more > 0 && at === MAX_FINDINGS - 1 ? `, like ${more} more` : "";
    const message = `\`${target}\` is mentioned, but there is no such file${rest}`;
    const help = "add the file, or correct the path; paths are meant from the skill's directory";
    return atBody(subject, "SK135", offset, target.length, message, help);
  });
};
