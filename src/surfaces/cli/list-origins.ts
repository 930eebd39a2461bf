/** `list --origin`: every loaded skill with where its bytes came from, as far as a lock knows. */
import { place } from "../../diagnostics/print-text.ts";
import { directoryOfSkill, openInstaller, type Snapshot } from "../../index.ts";
import type { Context } from "./command.ts";
import { loadedJson, map, SCHEMA, writeObject } from "./json.ts";
import { pad, printable, textWidth } from "./paint.ts";
import { badge } from "./present.ts";

export async function listOrigins(snapshot: Snapshot, context: Context): Promise<number> {
  const { out, paint, json, load } = context;
  const installer = await openInstaller(load.cwd === undefined ? {} : { cwd: load.cwd });
  const held = snapshot.skills.filter(({ skill }) => skill.approved !== undefined);
  const origins = await installer.originsOf(held.map(({ skill }) => directoryOfSkill(skill)));
  const rows = snapshot.skills.map((loaded) => ({ loaded, installed: origins.get(directoryOfSkill(loaded.skill)) }));
  if (json) {
    const { host, cwd, revision } = snapshot;
    writeObject(
      out,
      { schema: SCHEMA, host, cwd, revision },
      { skills: map(rows, ({ loaded, installed }) => ({ ...loadedJson(loaded), installed: installed ?? null })) },
    );
    return 0;
  }
  const width = Math.max(4, ...rows.map(({ loaded }) => textWidth(printable(loaded.skill.name))));
  for (const { loaded, installed } of rows) {
    const { skill } = loaded;
    const origin = installed?.origin;
    const from = origin ? [origin.source, origin.path].filter(Boolean).join(" › ") : "not installed by skillwright";
    const version = origin?.resolved === undefined ? "" : `  ${origin.resolved.slice(0, 20)}`;
    const digest = installed ? `  ${installed.approved.slice(0, 19)}` : "";
    const state = installed === undefined || installed.state === "unchanged" ? "" : paint.red(`  ${installed.state}`);
    out.line(
      `${paint.bold(pad(printable(skill.name), width))}  ${badge(skill.scope, paint)}  ${printable(from + version)}${digest}${state}  ${paint.dim(place(skill.directory, snapshot.cwd))}`,
    );
  }
  return 0;
}
