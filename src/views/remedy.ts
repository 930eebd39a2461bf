/**
 * The smallest step that makes a host see a skill: a move, a link, an edit. Each comes in words for people and as steps
 * that a program can carry out; where only a person can do it, there are no steps.
 */
import { dirname } from "node:path";
import type { Code } from "../diagnostics/catalogue.ts";
import { baseName } from "../model/text.ts";
import { type Ailment, type Remedy, wayTo } from "./ailment.ts";
import { mend } from "./mend.ts";
import { elsewhere, entered, freed, housed, placed, raised, respelled, unhidden, unlinked } from "./relocate.ts";
import { renamed, sameName } from "./rename.ts";

export type { Remedy, RemedyStep } from "./ailment.ts";

/** What to do about a cell; undefined where nothing is wrong with it. */
export function remedy(ailment: Ailment): Remedy | undefined {
  const { cell, view } = ailment;
  const code = cell.because?.code;
  if (code === undefined) return undefined;
  const found = REMEDIES[code]?.(ailment) ?? mended(ailment, code);
  if (found && found.text !== "") return found;
  if (view.profile.runtime === "engine") return { text: `see \`skillwright explain ${code}\``, steps: [] };
  return { text: `nothing is known to help; see what ${view.profile.title} makes of such files`, steps: [] };
}

/** Codes that are not here are about the file's content. */
const REMEDIES: Partial<Record<Code, (ailment: Ailment) => Remedy | undefined>> = {
  SK201: renamed,
  SK501: () => ({ text: "look at its skills, then `skillwright trust`", steps: [] }),
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
  SK719: (ailment) => mended(ailment, "SK719") ?? renamed(ailment),
  SK720: renamed,
  SK723: (ailment) => described(ailment) ?? switchedOn(ailment),
  SK724: sameName,
  SK727: trusted,
  SK728: renamed,
  SK729: unsupported,
  SK732: renamed,
  SK736: (ailment) => described(ailment) ?? placed(ailment),
  SK737: withProduct,
  SK738: switchedOn,
};

function mended(ailment: Ailment, code: Code): Remedy | undefined {
  const found = ailment.cell.entry ?? wayTo(ailment);
  if (found === undefined) return undefined;
  const { path, root } = found;
  return mend(ailment, { path, root, name: baseName(dirname(path)) }, { without: code });
}

/** Only where there is something to change in the file. */
function described(ailment: Ailment): Remedy | undefined {
  const found = mended(ailment, ailment.cell.because?.code as Code);
  return found?.text === "" ? undefined : found;
}

function trusted({ view }: Ailment): Remedy {
  return { text: `trust the folder in ${view.profile.title}; only there can that be done`, steps: [] };
}

function unsupported({ view }: Ailment): Remedy {
  return { text: view.profile.notes[1] ?? "give it skills by MCP, or as part of its prompt", steps: [] };
}

function switchedOn({ view }: Ailment): Remedy {
  return { text: `switch it on in the settings of ${view.profile.title}`, steps: [] };
}

/** `codex` joins the products that the sidecar names. */
function withProduct({ cell, skill, machine }: Ailment): Remedy {
  const path = `${dirname(cell.path ?? skill.file)}/agents/openai.yaml`;
  const text = Buffer.from(machine.files.readFile(path, 1_048_576)).toString("utf8");
  const inline = text.replace(/^([ \t]+products:[ \t]*\[[^\]]*?)[ \t]*\]/m, "$1, codex]");
  const wider = inline === text ? text.replace(/^([ \t]+products:[ \t]*\r?\n([ \t]*-[ \t]))/m, "$1codex\n$2") : inline;
  const words = "name `codex` under `policy.products` in its `agents/openai.yaml`";
  return { text: words, steps: [{ do: "write", path, text: wider }] };
}
