import type { NeedsReport } from "../skill-needs.ts";

/** `deps`: what skills need besides themselves. */
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
      what,
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
    unseen: unseen.map(({ name, reason, help = null }) => ({ name, reason, help })),
  };
}
