/** The documented JSON shapes (`docs/json.md`), schema 1. Lists are written one element to a line, so that they stream. */
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Skill } from "../../model/skill.ts";
import type { Loaded, Snapshot } from "../../model/snapshot.ts";
import type { Output } from "./output.ts";

export const SCHEMA = 1;

export function skillJson(skill: Skill, state: string, more?: object): object {
  const { manifest, sidecar } = skill;
  return {
    id: skill.id,
    name: skill.name,
    description: skill.description,
    path: skill.path,
    directory: skill.directory,
    root: skill.root.path,
    scope: skill.scope,
    state,
    enabled: state !== "disabled",
    modelInvocable: manifest.disableModelInvocation !== true && sidecar?.policy?.allowImplicitInvocation !== false,
    userInvocable: manifest.userInvocable !== false,
    ...more,
  };
}

export function loadedJson({ skill, withheld }: Loaded, digest?: string): object {
  const more = { offered: withheld === undefined, ...(withheld ? { withheld } : {}), ...(digest ? { digest } : {}) };
  return skillJson(skill, "loaded", skill.realPath ? { ...more, realPath: skill.realPath } : more);
}

export function diagnosticJson({ code, severity, message, path, at, help, related }: Diagnostic): object {
  return {
    code,
    severity,
    message,
    path: path ?? null,
    line: at?.line ?? null,
    column: at?.column ?? null,
    help: help ?? null,
    ...(related ? { related } : {}),
  };
}

/** Writes an object whose values are either plain or lists; each list element is made only when its turn comes. */
export function writeObject(
  out: Output,
  fields: Readonly<Record<string, unknown>>,
  lists: Readonly<Record<string, Iterable<object>>>,
): void {
  out.write(
    `{ ${Object.entries(fields)
      .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
      .join(", ")}`,
  );
  for (const [key, list] of Object.entries(lists)) {
    out.write(`,\n${JSON.stringify(key)}: [`);
    let separator = "\n";
    for (const element of list) {
      out.write(separator);
      out.write(JSON.stringify(element));
      separator = ",\n";
    }
    out.write("]");
  }
  out.write(" }\n");
}

export function writeSnapshot(out: Output, snapshot: Snapshot, digestOf: (skill: Skill) => string | undefined): void {
  const { host, cwd, revision } = snapshot;
  writeObject(
    out,
    { schema: SCHEMA, host, cwd, revision },
    {
      skills: map(snapshot.skills, (each) => loadedJson(each, digestOf(each.skill))),
      shadowed: map(snapshot.shadowed, ({ skill, by, reason }) => skillJson(skill, "eligible", { by, reason })),
      rejected: map(snapshot.rejected, ({ id, name, path, root, diagnostics }) => ({
        id,
        name,
        path,
        root: root.path,
        scope: root.scope,
        state: "discovered",
        diagnostics: diagnostics.map(diagnosticJson),
      })),
      disabled: map(snapshot.disabled, ({ skill, reason }) =>
        skillJson(skill, "evaluated", { enabled: false, reason }),
      ),
      ineligible: map(snapshot.ineligible, ({ skill, missing }) => skillJson(skill, "ineligible", { missing })),
      diagnostics: map(snapshot.diagnostics, diagnosticJson),
    },
  );
}

export function* map<T, U>(items: readonly T[], make: (item: T) => U): Generator<U> {
  for (const item of items) yield make(item);
}
