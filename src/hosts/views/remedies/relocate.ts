/**
 * Remedies for a skill that the host does not find: moves, symlinks and copies. Each results in a file that the host
 * accepts.
 */
import { dirname, relative } from "node:path";
import type { HostProfile } from "../../../model/host-profile.ts";
import { baseName } from "../../../model/text/text.ts";
import { readHostSettings } from "../habits/read-settings.ts";
import type { Machine, ViewRoot } from "../host-view.ts";
import { createIgnoreRules } from "../steps/ignore-files.ts";
import { followPath, listDirectory } from "../steps/walked-directory.ts";
import {
  createTakenNameCheck,
  findFreeName,
  findPathFromRoot,
  type HiddenSkillProblem,
  makeValidName,
  type Remedy,
  type RemedyStep,
  shortenPath,
} from "./problem.ts";
import { repairFile, withFileRepair } from "./repair-file.ts";

/** SK701: creates a symlink in a root of the host, or a copy if the host does not follow symlinks. */
export function linkIntoRoot(problem: HiddenSkillProblem): Remedy | undefined {
  const root = rootFor(problem);
  if (root === undefined) return undefined;
  const { skill, machine } = problem;
  const path = skill.paths[0] ?? skill.file;
  // A skill file directly in a root shares its directory with all other skills, so the directory cannot move.
  const alone = /^skills?$/.test(baseName(dirname(path)));
  const home = freeDirectory(root, alone ? ownName(path, problem) : nameAtPath(problem), problem);
  const at = alone ? `${home}/SKILL.md` : home;
  const from = alone ? path : dirname(path);
  const follows = (what: "fileLinks" | "directoryLinks"): boolean => root.walk[what] === "followed";
  const linked =
    follows(alone ? "fileLinks" : "directoryLinks") &&
    (follows("fileLinks") || machine.files.lstat(path).kind !== "link");
  const to = relative(realParent(at, machine), from);
  const step: RemedyStep = linked ? { do: "link", at, to } : { do: "copy", from, to: at };
  const text = `${linked ? "add a symlink" : "copy it to"} \`${shortenPath(at, machine)}\`${linked ? ` to \`${to}\`` : ""}`;
  const place = { path: `${home}/SKILL.md`, root, name: baseName(linked && root.walk.resolved ? dirname(path) : home) };
  const found = respelledAt(home, alone ? place.path : path, { text, steps: [step] }, root);
  const file = skill.special ? repairFile(problem, { ...place, path }) : undefined;
  if (file === undefined) return withFileRepair(found, problem, place);
  return { text: `${file.text}, and ${found.text}`, steps: [...file.steps, ...found.steps] };
}

/** Returns the host's root that is nearest to the skill, in the same project or home. */
function rootFor({ skill, view }: HiddenSkillProblem, except?: string): ViewRoot | undefined {
  const near = ({ path }: ViewRoot): number => {
    const base = dirname(dirname(path));
    return skill.paths.some((each) => each.startsWith(`${base}/`)) ? base.length : 0;
  };
  const rank = (root: ViewRoot): number[] => [
    near(root),
    Number(root.scope === "user"),
    Number(root.exists),
    Number(root.path.endsWith("/.agents/skills")),
  ];
  const open = view.roots.filter(
    ({ kind, path, scope, template }) =>
      kind === "skills" &&
      path !== except &&
      (scope === "repo" || scope === "user") &&
      !template.plugin &&
      !template.path.startsWith("{below}"),
  );
  return open.sort((a, b) => compareRanks(rank(b), rank(a)))[0];
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((each, index) => each !== b[index]);
  return at === -1 ? 0 : (a[at] as number) - (b[at] as number);
}

/** If the host names skills by directory, the directory must have the skill's name. */
function nameAtPath({ skill, view, machine }: HiddenSkillProblem): string {
  const { naming, frontmatter } = view.profile;
  if (skill.special || (naming.from !== "directory" && !naming.equalsDirectory)) return skill.directory;
  const written = machine.readings.read(skill.file, frontmatter.dialect).name ?? "";
  return written !== "" && makeValidName(written) === written ? written : skill.directory;
}

/**
 * Returns a free directory that the host enters. If the directory must have the skill's name, the name must not be in
 * use.
 */
function freeDirectory(root: ViewRoot, name: string, problem: HiddenSkillProblem, parent: string = root.path): string {
  const { naming } = problem.view.profile;
  const isTaken = naming.from === "directory" || naming.equalsDirectory ? createTakenNameCheck(problem) : () => false;
  const { files } = problem.machine;
  const suited = isSuited(name, root, naming) ? name : makeValidName(name);
  return `${parent}/${findFreeName(suited, (each) => isTaken(each) || files.exists(`${parent}/${each}`))}`;
}

function isSuited(name: string, { walk }: ViewRoot, { equalsDirectory, broken }: HostProfile["naming"]): boolean {
  if (equalsDirectory && broken === "rejected" && makeValidName(name) !== name) return false;
  if (walk.stumbles !== undefined && new RegExp(walk.stumbles, "u").test(name)) return false;
  return !walk.skipped.includes(name) && (walk.hidden || !name.startsWith("."));
}

/** Returns the parent directory of a path. Symlinks are resolved in the part of the path that exists. */
function realParent(path: string, { files }: Machine): string {
  const rest: string[] = [];
  let up = dirname(path);
  for (; up !== dirname(up) && !files.exists(up); up = dirname(up)) rest.unshift(baseName(up));
  return [followPath(up, files) ?? up, ...rest].join("/").replace(/^\/\//, "/");
}

/** Moves the file's directory. A file that is not called SKILL.md is renamed too. */
function moved(path: string, to: string, root: ViewRoot, text: string, problem: HiddenSkillProblem): Remedy {
  const remedy = respelledAt(to, path, { text, steps: [{ do: "move", from: dirname(path), to }] }, root);
  const place = { path: `${to}/SKILL.md`, root, name: baseName(to) };
  const shown = unignored(place.path, root, problem.machine);
  const both = { text: [remedy.text, ...shown.words].join(", and "), steps: [...remedy.steps, ...shown.steps] };
  return withFileRepair(both, problem, place);
}

function respelledAt(directory: string, path: string, { text, steps }: Remedy, { walk }: ViewRoot): Remedy {
  const name = baseName(path);
  if (name === "SKILL.md" || walk.anyCase) return { text, steps };
  const step: RemedyStep = { do: "move", from: `${directory}/${name}`, to: `${directory}/SKILL.md` };
  return { text: `${text}, and rename \`${name}\` to \`SKILL.md\``, steps: [...steps, step] };
}

/** SK702: moves the skill up to a level that the host searches. */
export function moveUp(problem: HiddenSkillProblem): Remedy | undefined {
  const found = findPathFromRoot(problem);
  if (found === undefined) return undefined;
  const { root, path } = found;
  const inside = dirname(path)
    .slice(root.path.length + 1)
    .split("/");
  const above = inside.slice(0, Math.max(0, root.walk.depth - 1));
  const levels = inside.length - above.length - 1;
  const to = freeDirectory(root, inside.at(-1) as string, problem, [root.path, ...above].join("/"));
  const far = levels === 1 ? "one directory" : `${levels} directories`;
  return moved(path, to, root, `move it ${far} up, to \`${shortenPath(to, problem.machine)}\``, problem);
}

/** SK703: moves the skill out of a hidden directory. */
export function moveOutOfHidden(problem: HiddenSkillProblem): Remedy | undefined {
  const hidden = problem.skill.directory.startsWith(".");
  return toRoot(problem, hidden ? "give its directory a name without a dot" : "move it out of the hidden directory");
}

/** SK704: moves the skill out of a skipped directory, or changes the ignore file. */
export function leaveSkippedDirectory(problem: HiddenSkillProblem): Remedy | undefined {
  const found = findPathFromRoot(problem);
  if (found === undefined) return undefined;
  const parts = dirname(found.path).slice(found.root.path.length).split("/");
  const skipped = parts.find((part) => found.root.walk.skipped.includes(part));
  if (skipped !== undefined) return toRoot(problem, `move the skill out of \`${skipped}\``);
  const { words, steps } = unignored(found.path, found.root, problem.machine);
  const place = { ...found, name: baseName(dirname(found.path)) };
  return steps.length === 0 ? undefined : withFileRepair({ text: words.join(", and "), steps }, problem, place);
}

function toRoot(problem: HiddenSkillProblem, words: string): Remedy | undefined {
  const found = findPathFromRoot(problem);
  if (found === undefined) return undefined;
  const to = freeDirectory(found.root, problem.skill.directory, problem);
  return moved(found.path, to, found.root, `${words}: \`${shortenPath(to, problem.machine)}\``, problem);
}

/** Removes the matching lines from the ignore files. */
function unignored(path: string, root: ViewRoot, machine: Machine): { words: string[]; steps: RemedyStep[] } {
  const directories = [root.path];
  for (const part of dirname(path).slice(root.path.length).split("/").slice(1))
    directories.push(`${directories.at(-1)}/${part}`);
  const words: string[] = [];
  const steps: RemedyStep[] = [];
  for (const file of directories.flatMap((each) => root.walk.ignoreFiles.map((name) => `${each}/${name}`))) {
    const lines = readHostSettings(file, machine)?.split("\n") ?? [];
    const gone = lines.filter((line) => hides(line, file, path, root, machine));
    if (gone.length === 0) continue;
    words.push(
      `take ${gone.map((line) => `\`${line.trim()}\``).join(" and ")} out of \`${shortenPath(file, machine)}\``,
    );
    steps.push({ do: "write", path: file, text: lines.filter((line) => !gone.includes(line)).join("\n") });
  }
  return { words, steps };
}

function hides(line: string, file: string, path: string, root: ViewRoot, { files }: Machine): boolean {
  const only = { ...files, readFile: () => Buffer.from(line) };
  const rules = createIgnoreRules(root.path, [baseName(file)], only);
  rules.enter(dirname(file), listDirectory(dirname(file), files));
  for (let up = dirname(path); up.length > root.path.length; up = dirname(up)) if (rules.directory(up)) return true;
  return rules.file(path);
}

/** SK705: gives the skill a name that the host can process, or moves it to a root whose limits are not reached. */
export function moveWithinLimits(problem: HiddenSkillProblem): Remedy | undefined {
  const found = findPathFromRoot(problem);
  if (found === undefined) return undefined;
  const { stumbles } = found.root.walk;
  if (stumbles !== undefined && new RegExp(stumbles, "u").test(found.path.slice(found.root.path.length)))
    return toRoot(problem, "give it a plain directory name");
  const root = rootFor(problem, found.root.path);
  if (root === undefined) return undefined;
  const to = freeDirectory(root, problem.skill.directory, problem);
  return moved(
    found.path,
    to,
    root,
    `move it to a root whose search limit is not reached: \`${shortenPath(to, problem.machine)}\``,
    problem,
  );
}

/** SK706: creates a symlink to the directory if the host follows such symlinks; otherwise creates a copy. */
export function replaceLink(problem: HiddenSkillProblem): Remedy | undefined {
  const found = findPathFromRoot(problem);
  if (found === undefined) return undefined;
  const { machine, skill } = problem;
  const { files } = machine;
  const { path, root } = found;
  const directory = dirname(path);
  let at = path;
  for (let up = path; up.length > root.path.length; up = dirname(up)) if (files.lstat(up).kind === "link") at = up;
  const { files: own, directories, links, others } = listDirectory(directory, files);
  const bare = own.length + directories.length + links.length + others.length === 1;
  if (
    at === path &&
    bare &&
    directory !== root.path &&
    root.walk.directoryLinks === "followed" &&
    baseName(skill.file) === "SKILL.md"
  ) {
    const to = relative(realParent(directory, machine), dirname(skill.file));
    const steps: RemedyStep[] = [
      { do: "remove", path: directory },
      { do: "link", at: directory, to },
    ];
    const text = `link the directory instead of the file: \`${shortenPath(directory, machine)}\` to \`${to}\``;
    const name = baseName(root.walk.resolved ? dirname(skill.file) : directory);
    return withFileRepair({ text, steps }, problem, { path, root, name });
  }
  const steps: RemedyStep[] = [
    { do: "remove", path: at },
    { do: "copy", from: files.realPath(at), to: at },
  ];
  const text = `replace the symlink by a copy: \`${shortenPath(at, machine)}\``;
  return withFileRepair({ text, steps }, problem, { path, root, name: baseName(directory) });
}

/** SK707: renames the file to `SKILL.md`. */
export function respellFile(problem: HiddenSkillProblem): Remedy | undefined {
  const found = findPathFromRoot(problem);
  if (found === undefined) return undefined;
  const { path, root } = found;
  const place = { path: `${dirname(path)}/SKILL.md`, root, name: baseName(dirname(path)) };
  const steps: RemedyStep[] = [{ do: "move", from: path, to: place.path }];
  return withFileRepair({ text: `rename \`${baseName(path)}\` to \`SKILL.md\``, steps }, problem, place);
}

/**
 * SK708: moves the skill out of the skill that contains it. If a `SKILL.md` directly in the root hides the other
 * skills, that file is moved instead.
 */
export function moveOutOfSkill(problem: HiddenSkillProblem): Remedy | undefined {
  const found = findPathFromRoot(problem);
  if (found === undefined) return undefined;
  const { root, path } = found;
  const { machine, view } = problem;
  const top = `${root.path}/SKILL.md`;
  if (root.walk.atRoot !== "alone" || !machine.files.exists(top))
    return toRoot(problem, "move it out of the other skill");
  const taken = (name: string): boolean => machine.files.exists(`${root.path}/${name}`);
  const to = `${root.path}/${findFreeName(ownName(top, problem), taken)}`;
  const steps: RemedyStep[] = [{ do: "move", from: top, to: `${to}/SKILL.md` }];
  const text = `give \`${shortenPath(top, machine)}\` a directory of its own, \`${shortenPath(to, machine)}\`: where it is now, it hides the other skills from ${view.profile.title}`;
  return withFileRepair({ text, steps }, problem, { path, root, name: baseName(dirname(path)) });
}

/** SK709: moves a single-file skill into its own directory. */
export function moveIntoDirectory(problem: HiddenSkillProblem): Remedy | undefined {
  const found = findPathFromRoot(problem);
  if (found === undefined) return undefined;
  const { path, root } = found;
  const home = freeDirectory(root, ownName(path, problem), problem);
  const to = `${home}/SKILL.md`;
  const text = `give it a directory of its own: \`${shortenPath(to, problem.machine)}\``;
  return withFileRepair({ text, steps: [{ do: "move", from: path, to }] }, problem, {
    path: to,
    root,
    name: baseName(home),
  });
}

/** Returns the name of a new directory for the skill. */
function ownName(path: string, { machine, view }: HiddenSkillProblem): string {
  const written = machine.readings.read(path, view.profile.frontmatter.dialect).name;
  return makeValidName(written || "skill");
}
