/**
 * The smallest step that makes a host see a skill: a move, a link, an edit. Each comes in words for people and as steps
 * that a program can carry out; where only a person can do it, there are no steps.
 */
import { dirname } from "node:path";
import type { Code } from "../../../model/diagnostics/catalogue.ts";
import { baseName } from "../../../model/text/text.ts";
import { readText } from "../habits/read-settings.ts";
import { type Ailment, placeNameOf, type Remedy, short, wayTo } from "./ailment.ts";
import { mend } from "./mend.ts";
import { elsewhere, entered, freed, housed, placed, raised, respelled, unhidden, unlinked } from "./relocate.ts";
import { renamed, sameName } from "./rename.ts";

export type { Remedy, RemedyStep } from "./ailment.ts";

/** What to do about a cell of a host that is looked through; undefined where nothing is wrong with it. */
export function remedy(ailment: Ailment): Remedy | undefined {
  const { cell, view } = ailment;
  const code = cell.because?.code;
  if (code === undefined) return undefined;
  const found = REMEDIES[code]?.(ailment) ?? mended(ailment, code) ?? renamed(ailment);
  if (found && found.text !== "") return found;
  return { text: `nothing is known to help; see what ${view.profile.title} makes of such files`, steps: [] };
}

/** Codes that are not here are about the file's content. */
const REMEDIES: Partial<Record<Code, (ailment: Ailment) => Remedy | undefined>> = {
  SK701: (ailment) => (ailment.view.roots.length === 0 ? switchedOn(ailment) : placed(ailment)),
  SK702: raised,
  SK703: unhidden,
  SK704: entered,
  SK705: elsewhere,
  SK706: unlinked,
  SK707: respelled,
  SK708: freed,
  SK709: housed,
  SK718: renamed,
  SK720: renamed,
  SK722: (ailment) => ifWanted(mendedOr(offered)(ailment)),
  SK723: mendedOr(switchedOn),
  SK724: sameName,
  SK727: trusted,
  SK728: (ailment) => sameFile(ailment) ?? renamed(ailment),
  SK729: unsupported,
  SK732: renamed,
  SK736: (ailment) => (isBelow(ailment) ? placed(ailment) : undefined),
  SK737: withProduct,
  SK738: switchedOn,
};

function mended(ailment: Ailment, code: Code): Remedy | undefined {
  const { entry } = ailment.cell;
  if (entry) return mend(ailment, { ...entry, name: placeNameOf(entry, ailment.view.profile) }, { without: code });
  const way = wayTo(ailment);
  return way && mend(ailment, { ...way, name: baseName(dirname(way.path)) }, { without: code });
}

/** Where the file is fine as it is, something else keeps it back. */
function mendedOr(otherwise: (ailment: Ailment) => Remedy | undefined): (ailment: Ailment) => Remedy | undefined {
  return (ailment) => {
    const found = mended(ailment, ailment.cell.because?.code as Code);
    return found?.text === "" ? otherwise(ailment) : found;
  };
}

/** Whoever keeps a skill from the model may have a reason. */
function ifWanted(found: Remedy | undefined): Remedy | undefined {
  return found && { ...found, text: `${found.text}, if the model is to use it` };
}

function isBelow({ cell }: Ailment): boolean {
  return cell.entry?.root.template.path.startsWith("{below}") ?? false;
}

function trusted({ view }: Ailment): Remedy {
  return { text: `trust the folder in ${view.profile.title}; only there can that be done`, steps: [] };
}

/** The second note of such a profile says what to do instead. */
function unsupported({ skill, view, machine }: Ailment): Remedy {
  const note = view.profile.notes[1] ?? "give it the skill as part of its prompt";
  const here = note.replace(".agents/skills/NAME/SKILL.md", short(skill.file, machine));
  return { text: here.replace(/^[A-Z](?=[a-z ])/, (first) => first.toLowerCase()).replace(/\.$/, ""), steps: [] };
}

function switchedOn({ view }: Ailment): Remedy {
  return { text: `switch it on in the settings of ${view.profile.title}`, steps: [] };
}

/** Links that lead to one file: whichever the host takes, it is this one. */
function sameFile({ cell, skill, view }: Ailment): Remedy | undefined {
  const folds = view.profile.collisions.key === "name-folded";
  const key = (name: string): string => (folds ? name.toLowerCase() : name);
  const group = view.entries.filter(
    ({ name, outcome }) => key(name) === key(cell.name ?? "") && outcome !== "rejected",
  );
  const same = group.every((entry) => entry.file === skill.file);
  return same ? { text: "nothing to do: all of them are this one file", steps: [] } : undefined;
}

/** `codex` joins the products that the sidecar names. */
function withProduct(ailment: Ailment): Remedy | undefined {
  return sidecar(ailment, "name `codex` under `policy.products` in its `agents/openai.yaml`", (text) => {
    const open = /^[ \t]+products:[ \t]*\[/m.exec(text);
    const close = open ? text.indexOf("]", open.index) : -1;
    if (close !== -1) return `${text.slice(0, close).trimEnd()}, codex${text.slice(close)}`;
    return text.replace(/^([ \t]+products:[ \t]*\r?\n([ \t]*-[ \t]))/m, "$1codex\n$2");
  });
}

function offered(ailment: Ailment): Remedy | undefined {
  const words = "set `policy.allow_implicit_invocation` to `true` in its `agents/openai.yaml`";
  return sidecar(ailment, words, (text) => text.replace(/(allow_implicit_invocation[ \t]*:[ \t]*)\w+/, "$1true"));
}

function sidecar(
  { cell, skill, machine }: Ailment,
  text: string,
  change: (text: string) => string,
): Remedy | undefined {
  const path = `${dirname(cell.path ?? skill.file)}/agents/openai.yaml`;
  const before = readText(path, machine.files);
  const after = change(before ?? "");
  return after === (before ?? "") ? undefined : { text, steps: [{ do: "write", path, text: after }] };
}
