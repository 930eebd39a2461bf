import { loadWithServers, SCOPES, type Scope, type Snapshot } from "../../../index.ts";
import { onlyScope } from "../../../ops/answers/only-scope.ts";
import { type Command, type Context, flag, text, UsageError } from "../command.ts";
import { writeSnapshot } from "../output/json.ts";
import { cut, pad, printableLine, textWidth } from "../output/paint.ts";
import { badge, countsLine, warnUnverified } from "../output/present.ts";
import type { HostColumns } from "../show/list-hosts.ts";

export const list: Command = {
  usage: "[--all] [--scope SCOPE] [--hosts A,B] [--origin] [--digest]",
  about:
    "Lists the skills that are loaded, by scope and name. With --all also those that are shadowed, rejected, disabled or\nineligible, each with the reason. Hosts that are on this machine get a column each, and `skillwright matrix` the reasons.\nNothing is written and no body is read.",
  options: {
    all: { type: "boolean", short: "a", summary: "also what was found but is not loaded" },
    hosts: {
      type: "string",
      value: "A,B",
      summary: "a column for each of these hosts instead of those on this machine; `none` for no column",
      choices: "hosts",
    },
    scope: { type: "string", value: "SCOPE", summary: `only this scope: ${SCOPES.join(", ")}`, choices: SCOPES },
    origin: { type: "boolean", summary: "where installed skills came from, and whether they are as approved" },
    interactive: { type: "boolean", short: "i", summary: "choose one on the terminal, as `skillwright pick` does" },
    digest: { type: "boolean", summary: "with --json: the digest of each skill's directory" },
  },
  examples: [
    ["skillwright list", "what is here"],
    ["skillwright list --all --scope repo", "everything that this project brings"],
    ["skillwright list --host codex", "what Codex sees"],
    ["skillwright list --json | jq '.skills[].name'", "for programs"],
  ],
  positionals: [0, 0],
  async run(context) {
    const scope = chosenScope(context);
    if (flag(context, "interactive")) return (await import("../ask/pick-skills.ts")).pickSkills(context, { query: "" });
    const { snapshot } = await loadWithServers(context.load);
    const shown = scope === undefined ? snapshot : onlyScope(snapshot, scope);
    if (flag(context, "origin")) return (await import("../show/list-origins.ts")).listOrigins(shown, context);
    if (context.json && text(context, "hosts") === undefined) {
      if (flag(context, "digest")) {
        const { of, refused } = (await import("../../../ops/answers/digests.ts")).digestsOf(shown);
        const diagnostics = [...shown.diagnostics, ...refused];
        writeSnapshot(context.out, { ...shown, diagnostics }, ({ id }) => of.get(id));
      } else writeSnapshot(context.out, shown, () => undefined);
    } else if (context.json) await (await import("../show/list-hosts.ts")).writeWithHosts(shown, context);
    else print(shown, await hostColumns(snapshot, context), context);
    await warnUnverified(snapshot.host, context);
    return 0;
  },
};

function chosenScope(context: Context): Scope | undefined {
  const scope = text(context, "scope");
  if (scope === undefined || SCOPES.some((each) => each === scope)) return scope as Scope | undefined;
  throw new UsageError(`there is no scope \`${printableLine(scope)}\``, `the scopes are ${SCOPES.join(", ")}`);
}

/** For our own view in a terminal: what the hosts of this machine make of each file. */
async function hostColumns(snapshot: Snapshot, context: Context): Promise<HostColumns | undefined> {
  if (text(context, "hosts") === "none" || snapshot.host !== "skillwright") return undefined;
  return (await import("../show/list-hosts.ts")).hostColumns(context);
}

const MAX_NAME = 40;

function print(snapshot: Snapshot, hosts: HostColumns | undefined, context: Context): void {
  const { out, paint, width } = context;
  const all = flag(context, "all");
  const rows = [
    ...snapshot.skills.map(({ skill, withheld }) => ({
      name: skill.name,
      path: skill.path,
      scope: skill.scope,
      mark: withheld ? "withheld" : "",
      text: withheld ? `(${withheld.reason}) ${skill.description}` : skill.description,
    })),
    ...(all ? otherRows(snapshot) : []),
  ];
  const nameWidth = Math.min(MAX_NAME, Math.max(4, ...rows.map((row) => textWidth(printableLine(row.name)))));
  if (hosts && rows.length > 0) out.line(paint.dim(`${pad("", nameWidth)}  ${pad("", 6)}  ${hosts.head}`));
  for (const row of rows) {
    const seen = hosts ? `${hosts.cells(row.path)}  ` : "";
    const name = pad(cut(printableLine(row.name), nameWidth), nameWidth);
    const mark = row.mark === "" ? "" : `${row.mark}  `;
    const room = Math.max(20, width - nameWidth - 10 - mark.length - (hosts?.width ?? 0));
    out.line(
      `${paint.bold(name)}  ${badge(row.scope, paint)}  ${seen}${paint.yellow(mark)}${paint.dim(cut(printableLine(row.text), room))}`,
    );
  }
  out.line(countsLine(snapshot));
  if (hosts && rows.length > 0) for (const line of hosts.legend(rows.map((row) => row.path))) out.line(paint.dim(line));
}

function otherRows(snapshot: Snapshot): { name: string; path: string; scope: Scope; mark: string; text: string }[] {
  return [
    ...snapshot.shadowed.map(({ skill, by, reason }) => ({
      name: skill.name,
      path: skill.path,
      scope: skill.scope,
      mark: "shadowed",
      text: `by ${by}: ${reason}`,
    })),
    ...snapshot.rejected.map(({ name, path, root, diagnostics }) => ({
      name,
      path,
      scope: root.scope,
      mark: "rejected",
      text: `${(diagnostics.find((each) => each.severity === "error") ?? diagnostics[0])?.message ?? ""} (${path})`,
    })),
    ...snapshot.disabled.map(({ skill, reason }) => ({
      name: skill.name,
      path: skill.path,
      scope: skill.scope,
      mark: "disabled",
      text: reason,
    })),
    ...snapshot.ineligible.map(({ skill, missing }) => ({
      name: skill.name,
      path: skill.path,
      scope: skill.scope,
      mark: "ineligible",
      text: missing.map((each) => each.message).join("; "),
    })),
  ];
}
