/** Builds the answer of `doctor`: problems first, then everything else. */
import { commandTable } from "../../../activate/commands/command-table.ts";
import type { LoadOptions } from "../../../catalog/load/load.ts";
import { versionFindings } from "../../../hosts/profiles/versions.ts";
import type { Snapshot } from "../../../model/skills/snapshot.ts";
import { testSandbox } from "../../../run/process/run-skill.ts";
import type { SandboxReport } from "../../../run/sandbox/open-sandbox.ts";
import { describeCopies, identicalCopies } from "../../explain/identical-copies.ts";
import { type Answer, diagnosticJson, mapLazily, SCHEMA } from "../answer.ts";
import { type HostSummary, summariseHosts, summaryJson } from "../hosts/host-summary.ts";
import { countFilesOfRoot } from "../skills/list-answers.ts";
import { findProblems } from "./find-problems.ts";

export interface ExaminedMachine {
  /** The snapshot, including diagnostics about commands. */
  readonly snapshot: Snapshot;
  readonly hosts: readonly HostSummary[];
  readonly sandbox: SandboxReport;
}

export async function examineMachine(loaded: Snapshot, options: LoadOptions): Promise<ExaminedMachine> {
  const hosts = loaded.host === "skillwright" ? await summariseHosts(options) : [];
  const versions = versionFindings(hosts.map(({ view }) => view.profile));
  const own = describeCopies(loaded.diagnostics, await identicalCopies(loaded, options));
  const snapshot = { ...loaded, diagnostics: [...own, ...versions, ...commandTable(loaded).diagnostics] };
  return { snapshot, hosts, sandbox: await testSandbox(options) };
}

export function doctorAnswer({ snapshot, hosts, sandbox }: ExaminedMachine): Answer {
  const { host, cwd, projectRoot, trusted, revision } = snapshot;
  return {
    fields: {
      ...{ schema: SCHEMA, host, cwd, projectRoot, trusted, revision },
      counts: countOutcomes(snapshot),
      sandbox,
    },
    lists: {
      problems: findProblems(snapshot, hosts),
      roots: mapLazily(snapshot.roots, (root) => ({
        path: root.path,
        scope: root.scope,
        exists: root.exists,
        skills: countFilesOfRoot(snapshot, root),
      })),
      hosts: mapLazily(hosts, summaryJson),
      diagnostics: mapLazily(snapshot.diagnostics, diagnosticJson),
    },
  };
}

function countOutcomes({ skills, overridden, rejected, disabled, ineligible }: Snapshot): Record<string, number> {
  return {
    loaded: skills.length,
    withheld: skills.filter((each) => each.withheld).length,
    overridden: overridden.length,
    rejected: rejected.length,
    disabled: disabled.length,
    ineligible: ineligible.length,
  };
}
