import { posix } from "node:path";
import type { Advice } from "../advice.ts";
import { atBody } from "../advice.ts";
import { references } from "./references.ts";

/** Nobody reads more findings about one file. */
const MAX_REFERENCES = 500;

/** [A4] One real skill in ten with links has a dead one. */
export const missingReferences: Advice = (subject) => {
  const { skill, body, bundle, exists } = subject;
  const files = new Set(bundle);
  return references(body)
    .slice(0, MAX_REFERENCES)
    .filter(({ target }) => !files.has(posix.normalize(target)) && !exists(posix.join(skill.directory, target)))
    .map(({ target, offset }) =>
      atBody(
        subject,
        "SK135",
        offset,
        target.length,
        `\`${target}\` is mentioned, but there is no such file`,
        "add the file, or correct the path; paths are meant from the skill's directory",
      ),
    );
};
