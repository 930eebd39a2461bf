import type { NeedsReport } from "../needs/skill-needs.ts";

/** Builds the answer of `deps`: the dependencies of skills. */
export function needsJson({ host, skills, needs, unseen }: NeedsReport): object {
  return {
    host,
    skills: skills.map(({ name, id, path, manifest }) => ({
      name,
      id,
      path,
      compatibility: manifest.compatibility ?? null,
    })),
    needs: needs.map(({ kind, what, required, skills: by, state, ...more }) => ({
      kind,
      name: what,
      required,
      skills: by,
      state,
      from: more.from ?? null,
      note: more.note ?? null,
      help: more.help ?? null,
      description: more.description ?? null,
      server: more.server ?? null,
      declared: more.declared ?? null,
    })),
    unread: unseen.map(({ name, reason, help = null }) => ({ name, reason, help })),
  };
}
