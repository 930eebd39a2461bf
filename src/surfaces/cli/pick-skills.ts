/** What `pick` and `list -i` share: skills become items, and what was chosen becomes text. */
import { openSkills, type Skill, type Skills } from "../../index.ts";
import { nodeFiles } from "../../platform/node-files.ts";
import type { PickItem } from "../picker/item.ts";
import type { Picked } from "../picker/pick.ts";
import { type Context, flag, UsageError } from "./command.ts";
import { SCHEMA } from "./json.ts";
import { printable } from "./paint.ts";

export const PRINTED = ["mention", "name", "path", "id"] as const;
type Printed = (typeof PRINTED)[number];

/** As a shell has it for a program that was interrupted. */
const INTERRUPTED = 130;

export async function pickSkills(
  context: Context,
  { query, print = "mention" }: { readonly query: string; readonly print?: string | undefined },
): Promise<number> {
  const what = PRINTED.find((each) => each === print);
  if (what === undefined)
    throw new UsageError(`\`--print ${printable(print)}\` is not known`, `use ${PRINTED.join(", ")}`);
  const skills = await openSkills(context.load);
  const items = itemsOf(skills, flag(context, "all"));
  if (items.length === 0) {
    context.err.line("there is nothing to choose from; `skillwright doctor` says why");
    return 1;
  }
  const { ended, items: chosen } = await choose(items, query, context);
  if (ended !== "picked") return ended === "interrupted" ? INTERRUPTED : 1;
  hand(chosen, what, context);
  return 0;
}

async function choose(items: readonly PickItem[], query: string, context: Context): Promise<Picked> {
  const options = { query, many: flag(context, "many"), color: context.paintErr.bold("x") !== "x" };
  const { openTerminal } = await import("../picker/terminal.ts");
  const terminal = context.json ? undefined : openTerminal({ mouse: flag(context, "mouse") });
  if (terminal) return (await import("../picker/pick.ts")).pick(items, terminal, options);
  return (await import("../picker/numbered.ts")).pickByNumber(items, options, (line) => {
    context.err.line(line);
    context.err.flush();
  });
}

function hand(chosen: readonly PickItem[], what: Printed, context: Context): void {
  const lines = chosen.map((item) => (what === "mention" ? `$${item.name}` : item[what]));
  if (context.json) {
    const skills = chosen.map(({ id, name, path, scope, state }) => ({ id, name, path, scope, state }));
    context.out.line(JSON.stringify({ schema: SCHEMA, skills }));
  } else if (flag(context, "copy")) {
    // The terminal's own clipboard, also over a connection from another machine.
    context.err.write(`\x1b]52;c;${Buffer.from(lines.join("\n")).toString("base64")}\x07`);
    context.err.line(`copied ${lines.map(printable).join(", ")}`);
  } else for (const line of lines) context.out.line(printable(line));
}

function itemsOf(skills: Skills, all: boolean): PickItem[] {
  const { snapshot } = skills;
  const item = (skill: Skill, state: string, missing: readonly string[] = []): PickItem => ({
    id: skill.id,
    name: skill.name,
    description: skill.description,
    scope: skill.scope,
    path: skill.path,
    state,
    warnings: () => [...missing, ...needs(skill)],
    preview: () => previewOf(skill),
  });
  const loaded = snapshot.skills.map(({ skill, withheld }) =>
    item(skill, withheld ? "withheld" : "loaded", withheld ? [withheld.reason] : []),
  );
  if (!all) return loaded;
  return [
    ...loaded,
    ...snapshot.ineligible.map(({ skill, missing }) => item(skill, "ineligible", missing.map(String))),
    ...snapshot.shadowed.map(({ skill, by }) => item(skill, "shadowed", [`\`${by}\` is loaded instead`])),
    ...snapshot.disabled.map(({ skill, reason }) => item(skill, "disabled", [reason])),
    ...snapshot.rejected.map(
      ({ id, name, path, root, diagnostics }): PickItem => ({
        id,
        name,
        description: "",
        scope: root.scope,
        path,
        state: "rejected",
        warnings: () => diagnostics.map(({ code, message }) => `${code}: ${message}`),
        preview: () => "",
      }),
    ),
  ];
}

/** What it needs besides itself, by its own word. */
function needs({ sidecar, manifest }: Skill): string[] {
  const tools = (sidecar?.dependencies?.tools ?? []).map(({ type, value }) => `${type} ${value}`);
  return [
    ...(tools.length > 0 ? [`needs ${tools.join(", ")}`] : []),
    ...(manifest.compatibility ? [`says: ${manifest.compatibility}`] : []),
  ];
}

const MAX_PREVIEW = 4096;

/** The first lines of the body; nothing where it cannot be read. */
function previewOf({ path, bodyOffset, root }: Skill): string {
  if (root.source !== undefined) return "";
  try {
    const bytes = nodeFiles.readFile(path, 1 << 20).subarray(bodyOffset, bodyOffset + MAX_PREVIEW);
    return new TextDecoder().decode(bytes).trimStart();
  } catch {
    return "";
  }
}
