import { INCOMPLETE_SEARCH } from "../../../catalog/scan/findings.ts";
import { COVERAGES } from "../../../model/conversation/catalog-text.ts";
import type { Scope } from "../../../model/skills/root.ts";
import { calledName } from "../../../model/skills/skill.ts";
import type { Snapshot } from "../../../model/skills/snapshot.ts";
import { printableLine } from "../../../model/text/display/printable.ts";
import type { Answer } from "../../../ops/answers/answer.ts";
import { hasHosts } from "../../../ops/hosts/hosts-here.ts";
import { list } from "../../../ops/verbs/list.ts";
import type { Context } from "../command.ts";
import { writeAnswer, writeSnapshot } from "../output/json.ts";
import { hiddenSkillsLine, isEmbedded, outcomeCountsLine, scopeColour } from "../output/present.ts";
import { type Column, tableLines } from "../output/table.ts";
import type { HostColumns } from "../show/list/host-columns.ts";
import { defineTerminalOutput } from "../verb-command.ts";

export const terminalOutput = defineTerminalOutput(list, {
  list: {
    async show({ snapshot }, context, { all = false, hosts, host = snapshot.host }) {
      print(snapshot, { all, host }, await hostColumns(snapshot, hosts, context), context);
    },
    async write(result, context, input) {
      const { snapshot } = result;
      if (input.hosts || input.digest)
        writeAnswer(context.out, (await list.operations.list.answer(result, input)) as Answer);
      else writeSnapshot(context.out, snapshot, () => undefined);
    },
  },
  roots: {
    async show(snapshot, context) {
      (await import("../show/list/print-roots.ts")).printRoots(snapshot, context);
    },
  },
  usage: {
    async show(report, context, { unused = false }) {
      if (unused) for (const { address } of report.unused) context.out.line(printableLine(address));
      else (await import("../show/list/print-usage.ts")).printUsage(report, context);
    },
  },
  watch: {
    converse: async (input, context) => (await import("../show/list/print-changes.ts")).watchList(input, context),
  },
  pick: {
    converse: async (input, context) => (await import("../ask/pick-skills.ts")).pickSkills(input, context),
  },
  origins: {
    async show({ snapshot, origins }, context, { all = false }) {
      (await import("../show/list/print-origins.ts")).printOrigins(snapshot, origins, all, context);
    },
  },
});

/**
 * Returns columns that show how the hosts on this machine treat each file. Returns no columns if the list shows the
 * view of another host.
 */
async function hostColumns(
  snapshot: Snapshot,
  hosts: readonly string[] | undefined,
  context: Context,
): Promise<HostColumns | undefined> {
  if (hosts?.join() === "none" || snapshot.host !== "skillwright") return undefined;
  if (hosts === undefined && !hasHosts(context.load, snapshot.cwd)) return undefined;
  return (await import("../show/list/host-columns.ts")).hostColumns(hosts, context);
}

const LEAST_NAME = 16;
const LEAST_TEXT = 20;

function print(
  snapshot: Snapshot,
  { all, host }: { readonly all: boolean; readonly host: string },
  hosts: HostColumns | undefined,
  context: Context,
): void {
  const { out, paint } = context;
  const shown = snapshot.skills.filter(({ skill }) => all || !isEmbedded(skill));
  const rows = [
    ...shown.map(({ skill, withheld, shownDescription: described = skill.description }) => ({
      name: calledName(skill),
      path: skill.path,
      scope: skill.scope,
      mark: withheld ? "withheld" : "",
      text: withheld ? `(${withheld.reason}) ${described}` : described,
    })),
    ...(all ? otherRows(snapshot) : []),
  ];
  const columns: Column[] = [
    { title: "skill", least: LEAST_NAME },
    { title: "scope" },
    ...(hosts?.columns ?? []),
    { title: "state" },
    { title: "description", least: LEAST_TEXT },
  ];
  const cells = rows.map(({ name, path, scope, mark, text }) => [
    { text: name, tone: paint.bold },
    { text: scope, tone: scopeColour(scope, paint) },
    ...(hosts?.cells(path) ?? []),
    { text: mark, tone: paint.yellow },
    { text, tone: paint.dim },
  ]);
  for (const line of tableLines(columns, cells, context)) out.line(line);
  out.line(outcomeCountsLine(snapshot, all));
  const partly = coverageLine(snapshot, host);
  if (partly !== undefined) out.line(paint.dim(partly));
  const hidden = snapshot.skills.length - shown.length;
  if (hidden > 0) out.line(paint.dim(hiddenSkillsLine(hidden)));
  for (const { code, message, path = "" } of snapshot.diagnostics)
    if (INCOMPLETE_SEARCH.has(code)) context.err.line(`warning[${code}]: ${message}: ${printableLine(path)}`);
  if (hosts && rows.length > 0) for (const line of hosts.legend(rows.map((row) => row.path))) out.line(paint.dim(line));
}

/** Returns a line about the skills that the host's list for a model does not show in full. */
function coverageLine({ skills }: Snapshot, host: string): string | undefined {
  const counts = COVERAGES.map((each) => [each, skills.filter(({ coverage }) => coverage === each).length] as const);
  const present = counts.filter(([, count]) => count > 0).map(([each, count]) => `${count} ${each}`);
  if (present.length === 0) return undefined;
  return `in the host's list for a model: ${present.join(" · ")} (\`skillwright catalog --host ${host}\` prints this list)`;
}

function otherRows(snapshot: Snapshot): { name: string; path: string; scope: Scope; mark: string; text: string }[] {
  return [
    ...snapshot.overridden.map(({ skill, by, reason }) => ({
      name: calledName(skill),
      path: skill.path,
      scope: skill.scope,
      mark: "overridden",
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
      name: calledName(skill),
      path: skill.path,
      scope: skill.scope,
      mark: "disabled",
      text: reason,
    })),
    ...snapshot.ineligible.map(({ skill, missing }) => ({
      name: calledName(skill),
      path: skill.path,
      scope: skill.scope,
      mark: "ineligible",
      text: missing.map((each) => each.message).join("; "),
    })),
  ];
}
