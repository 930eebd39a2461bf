/** `matrix`, and `explain` for hosts: what each of them makes of skills. */
import type { Cell } from "../../hosts/views/matrix.ts";
import type { HostAnswer, Looked } from "../look-hosts.ts";
import { type Answer, map, SCHEMA } from "./answer.ts";

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

export function matrixAnswer({ machine, views, rows }: Looked): Answer {
  return {
    fields: {
      schema: SCHEMA,
      cwd: machine.cwd,
      hosts: views.map(({ profile: { name, version, confidence } }) => ({ name, version, confidence })),
    },
    lists: {
      skills: map(rows, ({ name, skill, cells }) => ({
        name,
        file: skill.file,
        paths: skill.paths,
        cells: cells.map(cellJson),
      })),
      remarks: views.flatMap(({ profile, remarks }) =>
        remarks.map(({ code, path, text: reason }) => ({ host: profile.name, code, path, reason })),
      ),
    },
  };
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
