/** Builds the answers of `matrix`, and of `explain` for hosts: how each host treats skills. */
import { versionFindings } from "../../../hosts/profiles/versions.ts";
import type { HostView } from "../../../hosts/views/host-view.ts";
import type { Cell } from "../../../hosts/views/matrix.ts";
import { descriptionInHost, type HostChecks, nameInHost } from "../../hosts/check-hosts.ts";
import type { HostAnswer, HostViews } from "../../hosts/look-hosts.ts";
import { type Answer, diagnosticJson, mapLazily, SCHEMA } from "../answer.ts";

export function cellJson({ host, state, because, name, path }: Cell): object {
  return {
    host,
    state,
    code: because?.code ?? null,
    reason: because?.text ?? null,
    name: name ?? null,
    path: path ?? null,
  };
}

export function matrixAnswer({ machine, views, rows }: HostViews): Answer {
  return {
    fields: {
      schema: SCHEMA,
      cwd: machine.cwd,
      hosts: views.map(({ profile: { name, version, confidence } }) => ({ name, version, confidence })),
    },
    lists: {
      skills: mapLazily(rows, ({ name, skill, cells }) => ({
        name,
        file: skill.file,
        paths: skill.paths,
        cells: cells.map(cellJson),
      })),
      remarks: views.flatMap(({ profile, remarks }) =>
        remarks.map(({ code, path, text: reason }) => ({ host: profile.name, code, path, reason })),
      ),
      diagnostics: versionWarnings(views),
    },
  };
}

/** Returns a warning for each host whose installed version was not verified. */
export function versionWarnings(views: Iterable<HostView>): object[] {
  const profiles = new Set([...views].map(({ profile }) => profile));
  return versionFindings([...profiles]).map(diagnosticJson);
}

export function answerJson({ view, row, cell, remedy }: HostAnswer): object {
  return {
    skill: row.name,
    file: row.skill.file,
    ...cellJson(cell),
    confidence: view.profile.confidence,
    description: cell.entry?.description ?? null,
    by: cell.entry?.by ?? null,
    remarks: cell.entry?.remarks ?? [],
    fix: remedy ?? null,
  };
}

export function hostChecksAnswer({ cwd, hosts: checks }: HostChecks): Answer {
  const hosts = mapLazily(checks, ({ profile, program, installed, state, changes }) => ({
    name: profile.name,
    title: profile.title,
    program: program ?? null,
    installed: installed ?? null,
    state,
    confidence: profile.confidence,
    versions: [profile, ...(profile.earlier ?? [])].map(({ version }) => version),
    changes: changes.map(({ from, to, skills }) => ({
      from,
      to,
      skills: skills.map(({ name, file, before, after }) => ({
        name,
        file,
        before: treatmentJson(before),
        after: treatmentJson(after),
      })),
    })),
  }));
  return { fields: { schema: SCHEMA, cwd }, lists: { hosts } };
}

function treatmentJson(cell: Cell): object {
  const { state, because } = cell;
  return {
    state,
    code: because?.code ?? null,
    reason: because?.text ?? null,
    name: nameInHost(cell) ?? null,
    description: descriptionInHost(cell) ?? null,
  };
}
