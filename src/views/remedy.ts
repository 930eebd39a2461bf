/**
 * The smallest step that makes a host see a skill: a move, a link, an edit. Each comes in words for people and as steps
 * that a program can carry out.
 */
import { dirname, relative } from "node:path";
import type { Code } from "../diagnostics/catalogue.ts";
import { baseName } from "../model/text.ts";
import { findEdit } from "./edits.ts";
import type { HostView, Machine, ViewRoot } from "./host-view.ts";
import { judge } from "./judge.ts";
import type { Cell } from "./matrix.ts";
import type { KnownSkill } from "./universe.ts";

export type RemedyStep =
  | { readonly do: "move"; readonly from: string; readonly to: string }
  | { readonly do: "copy"; readonly from: string; readonly to: string }
  | { readonly do: "link"; readonly at: string; readonly to: string }
  | { readonly do: "remove"; readonly path: string }
  | { readonly do: "allow"; readonly path: string }
  | { readonly do: "write"; readonly path: string; readonly text: string };

export interface Remedy {
  readonly text: string;
  readonly steps: readonly RemedyStep[];
}

export interface Ailment {
  readonly skill: KnownSkill;
  readonly cell: Cell;
  readonly view: HostView;
  readonly machine: Machine;
}

/** What to do about a cell; undefined where nothing is wrong with it. */
export function remedy(ailment: Ailment): Remedy | undefined {
  const { cell, view } = ailment;
  const code = cell.because?.code;
  if (code === undefined) return undefined;
  const found = REMEDIES[code]?.(ailment) ?? byEditing(ailment, code);
  return found ?? { text: `nothing mechanical helps; see \`docs/hosts/${view.profile.name}.md\``, steps: [] };
}

const REMEDIES: Partial<Record<Code, (ailment: Ailment) => Remedy | undefined>> = {
  SK701: placed,
  SK702: raised,
  SK703: (ailment) => toRoot(ailment, "move it out of the hidden directory"),
  SK704: (ailment) => toRoot(ailment, "move it out of the directory that is passed over"),
  SK705: elsewhere,
  SK706: unlinked,
  SK707: renamed,
  SK708: (ailment) => toRoot(ailment, "move it out of the other skill"),
  SK709: intoDirectory,
  SK710: readable,
  SK711: divided,
  SK718: otherName,
  SK720: otherName,
  SK721: (ailment) => removed(ailment, "remove the second way to it"),
  SK724: sameName,
  SK727: trusted,
  SK728: otherName,
  SK729: unsupported,
  SK730: (ailment) => removed(ailment, "remove what is not a regular file"),
  SK732: otherName,
  SK737: withoutProducts,
  SK738: switchedOn,
};

/** Where the host would look for a skill of this project, or of this user. */
function rootFor({ skill, view, machine }: Ailment, except?: string): ViewRoot | undefined {
  const roots = view.roots.filter((root) => root.kind === "skills" && root.path !== except && !root.template.plugin);
  const inProject = skill.paths.some((path) => path.startsWith(`${machine.cwd}/`));
  const scope = inProject ? "repo" : "user";
  const wanted = roots.filter((root) => root.scope === scope && !root.template.path.startsWith("{below}"));
  return wanted.find((root) => root.exists) ?? wanted[0] ?? roots.find((root) => root.scope === "user") ?? roots[0];
}

/** A directory in the root that is not taken. */
function freeDirectory(root: ViewRoot, name: string, { files }: Machine): string {
  for (let count = 1; ; count++) {
    const path = `${root.path}/${count === 1 ? name : `${name}-${count}`}`;
    if (!files.exists(path)) return path;
  }
}

function placed(ailment: Ailment): Remedy | undefined {
  const root = rootFor(ailment);
  if (root === undefined) return undefined;
  const { skill, machine } = ailment;
  const from = dirname(skill.file);
  const at = freeDirectory(root, skill.directory, machine);
  const shown = short(at, machine);
  const step: RemedyStep =
    root.walk.directoryLinks === "followed"
      ? { do: "link", at, to: relative(dirname(at), from) }
      : { do: "copy", from, to: at };
  const text = step.do === "link" ? `add a symlink \`${shown}\` to \`${step.to}\`` : `copy it to \`${shown}\``;
  return alsoEdited({ text, steps: [step] }, ailment, `${at}/SKILL.md`);
}

function raised(ailment: Ailment): Remedy | undefined {
  const found = rootOf(ailment);
  if (found === undefined) return undefined;
  const { root, path } = found;
  const inside = dirname(path)
    .slice(root.path.length + 1)
    .split("/");
  const kept = [...inside.slice(0, Math.max(0, root.walk.depth - 1)), inside.at(-1) as string];
  const levels = inside.length - kept.length;
  const to = freeDirectory(
    { ...root, path: [root.path, ...kept.slice(0, -1)].join("/") },
    kept.at(-1) as string,
    ailment.machine,
  );
  const text = `move it ${levels === 1 ? "one directory" : `${levels} directories`} up, to \`${short(to, ailment.machine)}\``;
  return alsoEdited({ text, steps: [{ do: "move", from: dirname(path), to }] }, ailment, `${to}/SKILL.md`);
}

function toRoot(ailment: Ailment, words: string): Remedy | undefined {
  const found = rootOf(ailment);
  if (found === undefined) return undefined;
  const to = freeDirectory(found.root, ailment.skill.directory.replace(/^\.+/, "") || "skill", ailment.machine);
  const steps: RemedyStep[] = [{ do: "move", from: dirname(found.path), to }];
  return alsoEdited({ text: `${words}, to \`${short(to, ailment.machine)}\``, steps }, ailment, `${to}/SKILL.md`);
}

function elsewhere(ailment: Ailment): Remedy | undefined {
  const found = rootOf(ailment);
  const root = rootFor(ailment, found?.root.path) ?? found?.root;
  if (found === undefined || root === undefined) return undefined;
  const to = freeDirectory(root, ailment.skill.directory, ailment.machine);
  const text = `move it to a root with fewer directories: \`${short(to, ailment.machine)}\``;
  return { text, steps: [{ do: "move", from: dirname(found.path), to }] };
}

function unlinked(ailment: Ailment): Remedy | undefined {
  const found = rootOf(ailment);
  if (found === undefined) return undefined;
  const { files } = ailment.machine;
  let at = found.path;
  for (let up = found.path; up.length > found.root.path.length; up = dirname(up))
    if (files.lstat(up).kind === "link") at = up;
  const steps: RemedyStep[] = [
    { do: "remove", path: at },
    { do: "copy", from: files.realPath(at), to: at },
  ];
  return { text: `put a copy in place of the link \`${short(at, ailment.machine)}\``, steps };
}

function renamed(ailment: Ailment): Remedy | undefined {
  const path = rootOf(ailment)?.path ?? ailment.skill.file;
  const to = `${dirname(path)}/SKILL.md`;
  return { text: `rename \`${baseName(path)}\` to \`SKILL.md\``, steps: [{ do: "move", from: path, to }] };
}

function intoDirectory(ailment: Ailment): Remedy | undefined {
  const found = rootOf(ailment);
  if (found === undefined) return undefined;
  const { machine, view } = ailment;
  const written = machine.readings.read(found.path, view.profile.frontmatter.dialect).name;
  const to = freeDirectory(found.root, fitting(written ?? "skill"), machine);
  const text = `give it a directory of its own: \`${short(to, machine)}/SKILL.md\``;
  return { text, steps: [{ do: "move", from: found.path, to: `${to}/SKILL.md` }] };
}

function readable({ skill, machine }: Ailment): Remedy | undefined {
  if (skill.special)
    return { text: "put a text file called `SKILL.md` there", steps: [{ do: "remove", path: skill.file }] };
  return {
    text: `make it readable: \`chmod u+r ${short(skill.file, machine)}\``,
    steps: [{ do: "allow", path: skill.file }],
  };
}

/** The text that is too much goes into a file of its own, to which the rest refers. */
function divided({ skill, view, machine }: Ailment): Remedy | undefined {
  const limit = view.profile.walk.maxFileBytes;
  if (limit === undefined) return undefined;
  const text = Buffer.from(machine.files.readFile(skill.file, 64 * 1024 * 1024)).toString("utf8");
  const keep = text.lastIndexOf("\n", Math.floor(limit / 8)) + 1;
  const more = "references/more.md";
  return {
    text: `move most of the text into \`${more}\` and refer to it`,
    steps: [
      { do: "write", path: `${dirname(skill.file)}/${more}`, text: text.slice(keep) },
      { do: "write", path: skill.file, text: `${text.slice(0, keep)}\nThe rest is in [${more}](${more}).\n` },
    ],
  };
}

/** Another name, where the host takes its names from. */
function otherName(ailment: Ailment): Remedy | undefined {
  const { skill, cell, view, machine } = ailment;
  const path = cell.path ?? skill.file;
  const taken = new Set(view.entries.map((entry) => entry.name.toLowerCase()));
  const base = fitting(cell.name ?? skill.directory);
  let name = base;
  for (let count = 2; taken.has(name.toLowerCase()) || isReserved(name, ailment); count++) name = `${base}-${count}`;
  const { from, equalsDirectory } = view.profile.naming;
  const directory = dirname(path);
  const to = `${dirname(directory)}/${name}`;
  const move: RemedyStep[] = from === "directory" || equalsDirectory ? [{ do: "move", from: directory, to }] : [];
  const at = move.length > 0 ? `${to}/${baseName(path)}` : path;
  if (from === "directory") return { text: `rename its directory to \`${name}\``, steps: move };
  const text = renameIn(path, name, machine);
  const steps: RemedyStep[] = [...move, { do: "write", path: at, text }];
  return {
    text: `give it another name, such as \`${name}\`${move.length > 0 ? ", and its directory the same" : ""}`,
    steps,
  };
}

function isReserved(name: string, { view }: Ailment): boolean {
  return view.profile.naming.reserved?.includes(name.toLowerCase()) ?? false;
}

function renameIn(path: string, name: string, { files }: Machine): string {
  const text = Buffer.from(files.readFile(path, 64 * 1024 * 1024)).toString("utf8");
  const named = text.replace(/^(---[^\n]*\n(?:(?!---)[^\n]*\n)*?)name[ \t]*:[^\n]*\n/, `$1name: ${name}\n`);
  return named === text ? text.replace(/^---[^\n]*\n/, (fence) => `${fence}name: ${name}\n`) : named;
}

/** The host goes by the directory, or replaces characters: then both are made the same. */
function sameName(ailment: Ailment): Remedy | undefined {
  const { cell, skill, machine, view } = ailment;
  const name = cell.name ?? skill.directory;
  const path = cell.path ?? skill.file;
  const local = view.profile.naming.from === "directory" ? baseName(dirname(path)) : name;
  return { text: `set \`name\` to \`${local}\``, steps: [{ do: "write", path, text: renameIn(path, local, machine) }] };
}

function removed({ cell, skill, machine }: Ailment, words: string): Remedy {
  const path = cell.path ?? skill.file;
  const at = linkOn(path, machine) ?? path;
  return { text: `${words}: \`${short(at, machine)}\``, steps: [{ do: "remove", path: at }] };
}

function linkOn(path: string, { files }: Machine): string | undefined {
  for (let up = path; up !== dirname(up); up = dirname(up)) if (files.lstat(up).kind === "link") return up;
  return undefined;
}

function trusted({ view }: Ailment): Remedy {
  return { text: `trust the folder in ${view.profile.title}; only there can that be done`, steps: [] };
}

function unsupported({ view }: Ailment): Remedy {
  return { text: view.profile.notes[0] ?? "give it skills by MCP, or as part of its prompt", steps: [] };
}

function withoutProducts({ cell, skill }: Ailment): Remedy {
  const path = `${dirname(cell.path ?? skill.file)}/agents/openai.yaml`;
  return {
    text: "name `codex` under `policy.products` in `agents/openai.yaml`, or take that file out",
    steps: [{ do: "remove", path }],
  };
}

function switchedOn({ view }: Ailment): Remedy {
  return { text: `switch it on in the settings of ${view.profile.title}`, steps: [] };
}

/** The way by which the host's root leads to it, though the host does not take it. */
function rootOf({ skill, view }: Ailment): { root: ViewRoot; path: string } | undefined {
  for (const root of view.roots) {
    const path = skill.paths.find((each) => each.startsWith(`${root.path}/`));
    if (path !== undefined) return { root, path };
  }
  return undefined;
}

/** Where moving it is not enough, because the host would not take the text either. */
function alsoEdited(moved: Remedy, ailment: Ailment, path: string): Remedy {
  const edit = editFor(ailment, baseName(dirname(path)), undefined);
  if (edit === "fine" || edit === undefined) return moved;
  return {
    text: `${moved.text}, and ${edit.labels.join(" and ")}`,
    steps: [...moved.steps, { do: "write", path, text: edit.text }],
  };
}

function byEditing(ailment: Ailment, code: Code): Remedy | undefined {
  const path = ailment.cell.path ?? ailment.skill.file;
  const edit = editFor(ailment, baseName(dirname(path)), code);
  if (edit === undefined || edit === "fine") return undefined;
  return { text: edit.labels.join(" and "), steps: [{ do: "write", path, text: edit.text }] };
}

function editFor(
  { skill, view, machine }: Ailment,
  directory: string,
  code: Code | undefined,
): ReturnType<typeof findEdit> | "fine" {
  const { profile } = view;
  const works = (bytes: Uint8Array): boolean => {
    const reading = machine.readings.readBytes(bytes, profile.frontmatter.dialect);
    const verdict = judge(reading, directory, profile);
    if (verdict.because) return false;
    const { hiddenBy, conditionalOn, maxDescription = Number.POSITIVE_INFINITY } = profile.disclosure;
    if (Object.entries(hiddenBy).some(([key, value]) => reading.fields[key] === value)) return false;
    if (conditionalOn !== undefined && Array.isArray(reading.fields[conditionalOn])) return false;
    const text = verdict.description ?? "";
    if (text.trim() === "" || text.length > maxDescription) return false;
    return code === undefined || !verdict.remarks.some((remark) => remark.code === code);
  };
  const bytes = machine.readings.bytesOf(skill.file);
  if (bytes === undefined) return undefined;
  if (works(bytes)) return "fine";
  const { max = 64 } = profile.naming;
  const name = fitting(directory).slice(0, max).replace(/-+$/, "");
  const limits = [profile.description.max, profile.disclosure.maxDescription, 1024].filter(
    (each) => each !== undefined,
  );
  return findEdit(
    bytes,
    { name: profile.naming.equalsDirectory ? directory : name, maxDescription: Math.min(...limits) },
    works,
  );
}

/** A name that every host takes. */
function fitting(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
  return plain.replace(/^-+|-+$/g, "").slice(0, 60) || "skill";
}

function short(path: string, { cwd, environment }: Machine): string {
  if (path.startsWith(`${cwd}/`)) return path.slice(cwd.length + 1);
  return path.startsWith(`${environment.home}/`) ? `~${path.slice(environment.home.length)}` : path;
}
