/** Remedies for a name: a free and valid name, in the place from which the host reads it. */
import { dirname } from "node:path";
import { isSkillFile } from "../../../model/skills/skill.ts";
import { baseName } from "../../../model/text/text.ts";
import type { ViewEntry } from "../host-view.ts";
import {
  createTakenNameCheck,
  findFreeName,
  type HiddenSkillProblem,
  makeValidName,
  pathNameOf,
  type Remedy,
} from "./problem.ts";
import { repairFile } from "./repair-file.ts";

/** SK718, SK719, SK720, SK728, SK732: proposes another name. */
export function renameSkill(problem: HiddenSkillProblem): Remedy | undefined {
  const { cell, view, machine } = problem;
  const { entry } = cell;
  if (entry === undefined) return undefined;
  const { from, equalsDirectory } = view.profile.naming;
  const moves = from === "directory" || equalsDirectory !== undefined;
  const before = pathNameOf(entry, view.profile);
  // A command's name includes its directories.
  const prefix = entry.root.kind === "commands" ? before.slice(0, before.lastIndexOf(":") + 1) : "";
  const written = from !== "directory" && typeof entry.fields["name"] === "string" ? entry.fields["name"] : "";
  const isTaken = createTakenNameCheck(problem);
  const isThere = (each: string): boolean => moves && each !== before && machine.files.exists(moveTo(each, entry).to);
  const local = findFreeName(
    makeValidName(written || before.slice(prefix.length)),
    (each) => isTaken(each) || isThere(each),
  );
  const name = prefix + local;
  if (!moves || name === before) return repairFile(problem, { ...entry, name: before }, { name });
  const { words, path, ...step } = moveTo(local, entry);
  const needed = repairFile(problem, { path, root: entry.root, name }, { name });
  if (needed === undefined) return undefined;
  const text = needed.text === "" ? words : `${words} and ${needed.text}`;
  return { text, steps: [{ do: "move", ...step }, ...needed.steps] };
}

interface Move {
  readonly from: string;
  readonly to: string;
  /** The path of the file after the move. */
  readonly path: string;
  readonly words: string;
}

/**
 * Returns the move that changes a skill's name. The name comes from the directory, or from the file if it is not a
 * SKILL.md.
 */
function moveTo(name: string, { path, directory, root }: ViewEntry): Move {
  if (!isSkillFile(path)) {
    const to = `${dirname(path)}/${name}.md`;
    return { from: path, to, path: to, words: `rename it to \`${name}.md\`` };
  }
  if (directory === root.path) {
    const to = `${directory}/${name}/SKILL.md`;
    return { from: path, to, path: to, words: `give it the directory \`${name}\`` };
  }
  const to = `${dirname(directory)}/${name}`;
  return { from: directory, to, path: `${to}/${baseName(path)}`, words: `rename its directory to \`${name}\`` };
}

/**
 * SK724: uses the name that the skill has in the host. If that name comes from a symlink, it uses the directory's name.
 */
export function useHostName(problem: HiddenSkillProblem): Remedy | undefined {
  const { cell, view, machine } = problem;
  const { entry } = cell;
  if (entry === undefined) return undefined;
  const { path, file, directory, root, fields } = entry;
  const name = entry.name.slice(root.namespace.length);
  const written = String(fields["name"] ?? "");
  const words = `rename its directory to \`${written}\``;
  const byDirectory =
    view.profile.naming.from === "directory" && isSkillFile(path) && makeValidName(written) === written;
  const to = `${dirname(directory)}/${written}`;
  if (byDirectory && path !== file && directory !== root.path && !machine.files.exists(to))
    return { text: words, steps: [{ do: "move", from: directory, to }] };
  const needed = repairFile(problem, { ...entry, name: pathNameOf(entry, view.profile) }, { without: "SK724", name });
  return needed && byDirectory ? { text: `${needed.text}, or ${words}`, steps: needed.steps } : needed;
}
