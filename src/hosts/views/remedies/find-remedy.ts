/**
 * Finds the smallest step that makes a host see a skill, such as a move, a symlink or an edit. The result has a text
 * for users, and steps for a program. If only the user can apply the remedy, there are no steps.
 */
import { dirname } from "node:path";
import type { Code } from "../../../model/diagnostics/catalogue.ts";
import { baseName } from "../../../model/text/text.ts";
import { readHostSettings } from "../habits/read-settings.ts";
import { correctManifest, enablePlugin, installPlugin, removeTwin, updatePlugin } from "./plugin-remedies.ts";
import { findPathFromRoot, type HiddenSkillProblem, pathNameOf, type Remedy, shortenPath } from "./problem.ts";
import {
  leaveSkippedDirectory,
  linkIntoRoot,
  moveIntoDirectory,
  moveOutOfHidden,
  moveOutOfSkill,
  moveUp,
  moveWithinLimits,
  replaceLink,
  respellFile,
} from "./relocate.ts";
import { renameSkill, useHostName } from "./rename.ts";
import { repairFile } from "./repair-file.ts";

export type { Remedy, RemedyStep } from "./problem.ts";

/** Returns the remedy for a cell; undefined if the skill needs no remedy. */
export function findRemedy(problem: HiddenSkillProblem): Remedy | undefined {
  const { cell, view } = problem;
  const code = cell.because?.code;
  if (code === undefined) return undefined;
  const found = REMEDIES[code]?.(problem) ?? mended(problem, code) ?? renameSkill(problem);
  if (found && found.text !== "") return found;
  if (cell.state === "ineligible" && cell.because?.help) return { text: cell.because.help, steps: [] };
  return { text: `no fix is known; see how ${view.profile.title} reads such files`, steps: [] };
}

/** The remedies by code. All codes that are not in this table concern the file's content. */
const REMEDIES: Partial<Record<Code, (problem: HiddenSkillProblem) => Remedy | undefined>> = {
  SK701: (problem) => (problem.view.roots.length === 0 ? switchedOn(problem) : linkIntoRoot(problem)),
  SK702: moveUp,
  SK703: moveOutOfHidden,
  SK704: leaveSkippedDirectory,
  SK705: moveWithinLimits,
  SK706: replaceLink,
  SK707: respellFile,
  SK708: moveOutOfSkill,
  SK709: moveIntoDirectory,
  SK718: renameSkill,
  SK720: renameSkill,
  SK722: (problem) => ifWanted(mendedOr(offered)(problem)),
  SK723: mendedOr(switchedOn),
  SK724: useHostName,
  SK727: trusted,
  SK728: (problem) => sameFile(problem) ?? renameSkill(problem),
  SK729: unsupported,
  SK732: renameSkill,
  SK736: (problem) => (isBelow(problem) ? linkIntoRoot(problem) : undefined),
  SK737: withProduct,
  SK738: switchedOn,
  SK739: enablePlugin,
  SK740: installPlugin,
  SK741: installPlugin,
  SK742: updatePlugin,
  SK743: correctManifest,
  SK744: removeTwin,
};

function mended(problem: HiddenSkillProblem, code: Code): Remedy | undefined {
  const { entry } = problem.cell;
  if (entry) return repairFile(problem, { ...entry, name: pathNameOf(entry, problem.view.profile) }, { without: code });
  const way = findPathFromRoot(problem);
  return way && repairFile(problem, { ...way, name: baseName(dirname(way.path)) }, { without: code });
}

/**
 * Returns a function that tries to repair the file first. `otherwise` finds the remedy for a file that needs no repair.
 */
function mendedOr(
  otherwise: (problem: HiddenSkillProblem) => Remedy | undefined,
): (problem: HiddenSkillProblem) => Remedy | undefined {
  return (problem) => {
    const found = mended(problem, problem.cell.because?.code as Code);
    return found?.text === "" ? otherwise(problem) : found;
  };
}

/** Words a remedy as an option, because the author may hide a skill from the model on purpose. */
function ifWanted(found: Remedy | undefined): Remedy | undefined {
  return found && { ...found, text: `to let the model use it, ${found.text}` };
}

function isBelow({ cell }: HiddenSkillProblem): boolean {
  return cell.entry?.root.template.path.startsWith("{below}") ?? false;
}

function trusted({ view }: HiddenSkillProblem): Remedy {
  return { text: `trust the folder in ${view.profile.title}`, steps: [] };
}

/**
 * Returns the remedy for a host that does not support skills. The second note of the host's profile suggests an
 * alternative.
 */
function unsupported({ skill, view, machine }: HiddenSkillProblem): Remedy {
  const note = view.profile.notes[1] ?? "paste the skill into its prompt";
  const here = note.replace(".agents/skills/NAME/SKILL.md", shortenPath(skill.file, machine));
  return { text: here.replace(/^[A-Z](?=[a-z ])/, (first) => first.toLowerCase()).replace(/\.$/, ""), steps: [] };
}

function switchedOn({ view }: HiddenSkillProblem): Remedy {
  return { text: `enable it in the settings of ${view.profile.title}`, steps: [] };
}

/**
 * Returns a remedy without steps if all entries are symlinks to one file. The result is the same, whichever entry the
 * host uses.
 */
function sameFile({ cell, skill, view }: HiddenSkillProblem): Remedy | undefined {
  const folds = view.profile.collisions.key === "name-folded";
  const key = (name: string): string => (folds ? name.toLowerCase() : name);
  const group = view.entries.filter(
    ({ name, outcome }) => key(name) === key(cell.entry?.name ?? "") && outcome !== "rejected",
  );
  const same = group.every((entry) => entry.file === skill.file);
  return same ? { text: "nothing to do: all these paths lead to the same file", steps: [] } : undefined;
}

/** Adds `codex` to the products in the sidecar. */
function withProduct(problem: HiddenSkillProblem): Remedy | undefined {
  return sidecar(problem, "name `codex` under `policy.products` in its `agents/openai.yaml`", (text) => {
    const open = /^[ \t]+products:[ \t]*\[/m.exec(text);
    const close = open ? text.indexOf("]", open.index) : -1;
    if (close !== -1) return `${text.slice(0, close).trimEnd()}, codex${text.slice(close)}`;
    return text.replace(/^([ \t]+products:[ \t]*\r?\n([ \t]*-[ \t]))/m, "$1codex\n$2");
  });
}

function offered(problem: HiddenSkillProblem): Remedy | undefined {
  const words = "set `policy.allow_implicit_invocation` to `true` in its `agents/openai.yaml`";
  return sidecar(problem, words, (text) => text.replace(/(allow_implicit_invocation[ \t]*:[ \t]*)\w+/, "$1true"));
}

function sidecar(
  { cell, skill, machine }: HiddenSkillProblem,
  text: string,
  change: (text: string) => string,
): Remedy | undefined {
  const path = `${dirname(cell.path ?? skill.file)}/agents/openai.yaml`;
  const before = readHostSettings(path, machine);
  const after = change(before ?? "");
  return after === (before ?? "") ? undefined : { text, steps: [{ do: "write", path, text: after }] };
}
