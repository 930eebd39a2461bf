/** `doctor`: everything at once, and what to do next. */
import { commandTable } from "../../activate/commands/command-table.ts";
import type { LoadOptions } from "../../catalog/load/load.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import type { Snapshot } from "../../model/skills/snapshot.ts";
import { testSandbox } from "../../run/process/run-skill.ts";
import type { SandboxReport } from "../../run/sandbox/open-sandbox.ts";
import { type Answer, map, SCHEMA } from "./answer.ts";
import { type HostSummary, summariseHosts, summaryJson } from "./host-summary.ts";
import { countIn } from "./see-answers.ts";
import { diagnosticJson } from "./skill-answer.ts";

export interface Examined {
  /** With what is wrong about commands too. */
  readonly snapshot: Snapshot;
  readonly hosts: readonly HostSummary[];
  readonly sandbox: SandboxReport;
}

export async function examine(loaded: Snapshot, options: LoadOptions): Promise<Examined> {
  const snapshot = { ...loaded, diagnostics: [...loaded.diagnostics, ...commandTable(loaded).diagnostics] };
  const hosts = snapshot.host === "skillwright" ? await summariseHosts(options) : [];
  return { snapshot, hosts, sandbox: await testSandbox(options) };
}

export function doctorAnswer({ snapshot, hosts, sandbox }: Examined): Answer {
  const { host, cwd, projectRoot, trusted, revision } = snapshot;
  return {
    fields: {
      ...{ schema: SCHEMA, host, cwd, projectRoot, trusted, revision },
      counts: countsOf(snapshot),
      sandbox,
      next: advice(snapshot),
    },
    lists: {
      roots: map(snapshot.roots, (root) => ({
        path: root.path,
        scope: root.scope,
        exists: root.exists,
        skills: countIn(snapshot, root),
      })),
      hosts: map(hosts, summaryJson),
      diagnostics: map(snapshot.diagnostics, diagnosticJson),
    },
  };
}

export function countsOf({ skills, shadowed, rejected, disabled, ineligible }: Snapshot): Record<string, number> {
  return {
    loaded: skills.length,
    withheld: skills.filter((each) => each.withheld).length,
    shadowed: shadowed.length,
    rejected: rejected.length,
    disabled: disabled.length,
    ineligible: ineligible.length,
  };
}

/** What to do, most pressing first. */
export function advice(snapshot: Snapshot): string[] {
  const has = (test: (each: Diagnostic) => boolean): boolean => snapshot.diagnostics.some(test);
  const fixable = has((each) => each.fix !== undefined || each.rename !== undefined || each.code === "SK001");
  const own = snapshot.skills.filter(({ skill }) => skill.scope !== "system").length;
  return [
    ...(snapshot.rejected.length > 0 ? ["`skillwright explain NAME` says why a skill is not loaded"] : []),
    ...(fixable ? ["`skillwright check PATH --fix` repairs what is mechanical"] : []),
    ...(has((each) => each.code === "SK501")
      ? ["`skillwright trust` lets this project's skills reach models, once you have looked at them"]
      : []),
    ...(has((each) => each.code === "SK503")
      ? ["`skillwright approve --changed` shows what has changed since you approved it, and asks again"]
      : []),
    ...(has((each) => each.code === "SK912")
      ? ["`skillwright approve mcp:SERVER:NAME` shows a skill of an MCP server, and lets it reach models"]
      : []),
    ...(snapshot.shadowed.length > 0 ? ["`skillwright list --all` shows what is shadowed, and by what"] : []),
    ...(own === 0 ? ["`skillwright new my-skill` starts a skill of your own"] : []),
    "`skillwright --help` shows everything else",
  ];
}
