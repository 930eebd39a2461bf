/**
 * Finds the change of a skill's file after which a host accepts the file at a place: permission, size or text. Each
 * proposal has passed the host's own dialect, rules and collisions.
 */
import { dirname } from "node:path";
import type { Code } from "../../../model/diagnostics/catalogue.ts";
import { systemCode } from "../../../model/errors.ts";
import type { ViewEntry, ViewRoot } from "../host-view.ts";
import { acceptSkill } from "../steps/accept-skill.ts";
import { decideDisclosure } from "../steps/decide-disclosure.ts";
import { resolveCollisions } from "../steps/resolve-collisions.ts";
import type { EditContext } from "./edits.ts";
import { findEdit } from "./find-edit.ts";
import {
  createTakenNameCheck,
  findFreeName,
  type HiddenSkillProblem,
  makeValidName,
  type Remedy,
  type RemedyStep,
  shortenPath,
} from "./problem.ts";

/** The file to repair, in its current place or in its place after the previous steps. */
export interface RepairTarget {
  readonly path: string;
  readonly root: ViewRoot;
  /** The name that the skill gets from this path. */
  readonly name: string;
}

export interface RepairOptions {
  /** The code that must not appear after the repair. */
  readonly without?: Code;
  /** The name that the skill must have after the repair. */
  readonly name?: string;
}

/** The remedy for a file that needs no change. */
const FINE: Remedy = { text: "", steps: [] };
const MAX_BYTES = 64 * 1024 * 1024;
/** Maximum bytes of a file. `Readings` never reads larger files. */
const MAX_READ = 16 * 1024 * 1024;

/** Returns a remedy without steps if the file needs no change. Returns undefined if no repair is known. */
export function repairFile(
  problem: HiddenSkillProblem,
  target: RepairTarget,
  wanted: RepairOptions = {},
): Remedy | undefined {
  const { skill, machine } = problem;
  const { readings } = machine;
  if (skill.special) return replaced(target);
  const error = readings.errorOf(skill.file);
  if (error === "EACCES" || error === "EPERM") {
    const text = `make it readable: \`chmod u+r ${shortenPath(target.path, machine)}\``;
    return { text, steps: [{ do: "allow", path: target.path }] };
  }
  const limit = Math.min(target.root.walk.maxFileBytes ?? MAX_READ, MAX_READ);
  const half = error === "EFBIG" || readings.sizeOf(skill.file) > limit ? divided(problem, target, limit) : undefined;
  const bytes = half?.bytes ?? readings.bytesOf(skill.file);
  if (bytes === undefined || bytes.length > limit) return undefined;
  const works = judgement(problem, target, wanted);
  if (works(bytes)) return half?.remedy ?? FINE;
  const plan = findEdit(bytes, contextOf(problem, target, wanted), works);
  if (plan === undefined) return undefined;
  const write: RemedyStep = { do: "write", path: target.path, text: plan.text };
  const text = listed([...(half ? [half.remedy.text] : []), ...plan.labels]);
  return { text, steps: [...(half?.remedy.steps.slice(0, 1) ?? []), write] };
}

/** Adds the repairs of the file to the remedy that moves it. */
export function withFileRepair(moved: Remedy, problem: HiddenSkillProblem, target: RepairTarget): Remedy {
  const { text, steps } = repairFile(problem, target) ?? FINE;
  if (steps.length === 0) return moved;
  return { text: `${moved.text}, and ${text}`, steps: [...moved.steps, ...steps] };
}

function listed(parts: readonly string[]): string {
  return parts.length < 3 ? parts.join(" and ") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/** Replaces a pipe or device by a file that the author fills. */
function replaced({ path, name }: RepairTarget): Remedy {
  const text = `---\nname: ${makeValidName(name)}\ndescription: Describe here what it does and when to use it.\n---\nWrite the instructions here.\n`;
  const steps: RemedyStep[] = [
    { do: "remove", path },
    { do: "write", path, text },
  ];
  return { text: "put a text file in its place", steps };
}

interface Half {
  readonly bytes: Uint8Array;
  /** The steps that split a file: the rest of the text is written first, then the file. */
  readonly remedy: Remedy;
}

/** Moves excess text into a separate file, and adds a reference to it. */
function divided({ skill, machine }: HiddenSkillProblem, { path }: RepairTarget, limit: number): Half | undefined {
  const text = textOf(skill.file, machine.files);
  if (text === undefined) return undefined;
  const head = /^---[^\n]*\n[\s\S]*?\n---[^\n]*\n/.exec(text.slice(0, limit))?.[0].length ?? 0;
  const keep = Math.max(head, text.lastIndexOf("\n", Math.floor(limit / 8)) + 1);
  const taken = (name: string): boolean => machine.files.exists(`${dirname(skill.file)}/references/${name}.md`);
  const more = `references/${findFreeName("more", taken)}.md`;
  const kept = `${text.slice(0, keep)}\nThe rest is in [${more}](${more}).\n`;
  const steps: RemedyStep[] = [
    { do: "write", path: `${dirname(path)}/${more}`, text: text.slice(keep) },
    { do: "write", path, text: kept },
  ];
  return { bytes: Buffer.from(kept), remedy: { text: `move most of its text into \`${more}\``, steps } };
}

function textOf(path: string, files: HiddenSkillProblem["machine"]["files"]): string | undefined {
  try {
    return Buffer.from(files.readFile(path, MAX_BYTES)).toString("utf8");
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}

function contextOf(problem: HiddenSkillProblem, { name: directory }: RepairTarget, wanted: RepairOptions): EditContext {
  const { naming, description, disclosure } = problem.view.profile;
  const limits = [description.max, disclosure.maxDescription].filter((each) => each !== undefined);
  const bound = naming.from === "directory" || (naming.equalsDirectory !== undefined && naming.broken === "rejected");
  const free = bound ? directory : findFreeName(makeValidName(directory), createTakenNameCheck(problem));
  return {
    name: wanted.name ?? free,
    maxDescription: Math.min(1024, ...limits),
    unit: description.unit ?? "characters",
    also: disclosure.also,
    hiding:
      wanted.without !== undefined && ON_PURPOSE.includes(wanted.without)
        ? [...Object.keys(disclosure.hiddenBy), ...(disclosure.conditionalOn ? [disclosure.conditionalOn] : [])]
        : [],
  };
}

/** Returns a function that checks whether the host would show these bytes at a place. */
function judgement(
  problem: HiddenSkillProblem,
  target: RepairTarget,
  wanted: RepairOptions,
): (bytes: Uint8Array) => boolean {
  const { skill, view, machine } = problem;
  const { profile } = view;
  const { path, root } = target;
  const dialect = root.template.dialect ?? profile.frontmatter.dialect;
  const others = view.entries.filter((entry) => entry.file !== skill.file);
  return (bytes) => {
    const reading = machine.readings.readBytes(bytes, dialect);
    const { because, name, description, remarks } = acceptSkill(reading, target.name, profile);
    if (because || (wanted.name !== undefined && name !== wanted.name)) return false;
    const entry: ViewEntry = {
      path,
      file: path,
      directory: dirname(path),
      root,
      outcome: "visible",
      name: root.namespace + name,
      description,
      shown: "full",
      remarks,
      fields: reading.fields,
    };
    const [seen] = decideDisclosure([entry], profile);
    if (seen === undefined || !isShown(seen, wanted)) return false;
    const [met] = resolveCollisions(inserted(seen, others, problem), profile).filter((each) => each.path === path);
    const said = [...seen.remarks, ...(met?.remarks ?? [])].map((remark) => remark.code);
    return met?.outcome === "visible" && !said.some((code) => code === "SK724" || code === wanted.without);
  };
}

/** Keeps fields that hide a skill on purpose, unless they are the problem to fix. */
const ON_PURPOSE: readonly Code[] = ["SK722", "SK736"];

function isShown({ shown, remarks }: ViewEntry, { without }: RepairOptions): boolean {
  const why = remarks.at(-1)?.code;
  if (shown === "not") return why !== undefined && why !== without && ON_PURPOSE.includes(why);
  return shown !== "name-only";
}

/**
 * Inserts the entry among the other entries, in the host's order. Within its own root, the entry gets the worst
 * position.
 */
function inserted(entry: ViewEntry, others: readonly ViewEntry[], { view }: HiddenSkillProblem): ViewEntry[] {
  const rank = (each: ViewEntry): number => view.roots.findIndex((root) => root.path === each.root.path);
  const own = rank(entry);
  const isBefore = (each: ViewEntry): boolean =>
    view.profile.collisions.winner === "last" ? rank(each) < own : rank(each) <= own;
  return [...others.filter(isBefore), entry, ...others.filter((each) => !isBefore(each))];
}
