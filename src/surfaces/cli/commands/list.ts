import { digestDirectory, loadSkills, SCOPES, type Scope, type Snapshot } from "../../../index.ts";
import { type Command, type Context, flag, text, UsageError } from "../command.ts";
import { writeSnapshot } from "../json.ts";
import { cut, pad, printable, textWidth } from "../paint.ts";
import { badge, countsLine } from "../present.ts";

export const list: Command = {
  usage: "[--all] [--scope SCOPE] [--digest]",
  about:
    "Lists the skills that are loaded, by scope and name. With --all also those that are shadowed, rejected, disabled or\nineligible, each with the reason. Nothing is written and no body is read.",
  options: {
    all: { type: "boolean", short: "a", summary: "also what was found but is not loaded" },
    scope: { type: "string", value: "SCOPE", summary: `only this scope: ${SCOPES.join(", ")}`, choices: SCOPES },
    digest: { type: "boolean", summary: "with --json: the digest of each skill's directory" },
  },
  examples: [
    ["skillwright list", "what is here"],
    ["skillwright list --all --scope repo", "everything that this project brings"],
    ["skillwright list --json | jq '.skills[].name'", "for programs"],
  ],
  positionals: [0, 0],
  async run(context) {
    const scope = chosenScope(context);
    const { snapshot } = await loadSkills(context.load);
    const shown = scope === undefined ? snapshot : onlyScope(snapshot, scope);
    if (context.json) {
      const digest = flag(context, "digest");
      writeSnapshot(context.out, shown, (skill) => (digest ? digestDirectory(skill.directory) : undefined));
    } else print(shown, context);
    return 0;
  },
};

function chosenScope(context: Context): Scope | undefined {
  const scope = text(context, "scope");
  if (scope === undefined || SCOPES.some((each) => each === scope)) return scope as Scope | undefined;
  throw new UsageError(`there is no scope \`${printable(scope)}\``, `the scopes are ${SCOPES.join(", ")}`);
}

function onlyScope(snapshot: Snapshot, scope: Scope): Snapshot {
  const has = (each: { skill: { scope: Scope } }): boolean => each.skill.scope === scope;
  return {
    ...snapshot,
    skills: snapshot.skills.filter(has),
    shadowed: snapshot.shadowed.filter(has),
    rejected: snapshot.rejected.filter((each) => each.root.scope === scope),
    disabled: snapshot.disabled.filter(has),
    ineligible: snapshot.ineligible.filter(has),
  };
}

const MAX_NAME = 40;

function print(snapshot: Snapshot, context: Context): void {
  const { out, paint, width } = context;
  const all = flag(context, "all");
  const rows = [
    ...snapshot.skills.map(({ skill, withheld }) => ({
      name: skill.name,
      scope: skill.scope,
      mark: withheld ? "withheld" : "",
      text: withheld ? `(${withheld.reason}) ${skill.description}` : skill.description,
    })),
    ...(all ? otherRows(snapshot) : []),
  ];
  const nameWidth = Math.min(MAX_NAME, Math.max(4, ...rows.map((row) => textWidth(printable(row.name)))));
  for (const row of rows) {
    const name = pad(cut(printable(row.name), nameWidth), nameWidth);
    const mark = row.mark === "" ? "" : `${row.mark}  `;
    const room = Math.max(20, width - nameWidth - 10 - mark.length);
    out.line(
      `${paint.bold(name)}  ${badge(row.scope, paint)}  ${paint.yellow(mark)}${paint.dim(cut(printable(row.text), room))}`,
    );
  }
  out.line(countsLine(snapshot));
}

function otherRows(snapshot: Snapshot): { name: string; scope: Scope; mark: string; text: string }[] {
  return [
    ...snapshot.shadowed.map(({ skill, by, reason }) => ({
      name: skill.name,
      scope: skill.scope,
      mark: "shadowed",
      text: `by ${by}: ${reason}`,
    })),
    ...snapshot.rejected.map(({ name, path, root, diagnostics }) => ({
      name,
      scope: root.scope,
      mark: "rejected",
      text: `${(diagnostics.find((each) => each.severity === "error") ?? diagnostics[0])?.message ?? ""} (${path})`,
    })),
    ...snapshot.disabled.map(({ skill, reason }) => ({
      name: skill.name,
      scope: skill.scope,
      mark: "disabled",
      text: reason,
    })),
    ...snapshot.ineligible.map(({ skill, missing }) => ({
      name: skill.name,
      scope: skill.scope,
      mark: "ineligible",
      text: missing.map((each) => each.message).join("; "),
    })),
  ];
}
