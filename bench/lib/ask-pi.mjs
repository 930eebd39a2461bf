// `node ask-pi.mjs PACKAGE DIRECTORY`: loads a directory with pi's own loader of skills, without the rest of pi.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const { loadSkillsFromDir } = await import(pathToFileURL(join(process.argv[2], "core", "skills.js")).href);
const { skills } = loadSkillsFromDir({ dir: process.argv[3], source: "project" });
process.stdout.write(
  JSON.stringify({ skills: skills.map(({ name, description, filePath }) => ({ name, description, filePath })) }),
);
