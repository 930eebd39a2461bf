import type { SkillSource } from "../../model/skills/skill-source.ts";

export interface RememberedSource {
  readonly source: SkillSource;
  stop(): void;
}

/**
 * Caches a source until it reports a change. A source that never reports changes, or that has its own cache, is queried
 * each time. With `persistent: false`, no connection is kept for notifications, because a connection would keep the
 * process alive.
 */
export function rememberedSource(source: SkillSource, changed: () => void, persistent = true): RememberedSource {
  if (source.onChange === undefined || (source.connects && !persistent)) return { source, stop: () => undefined };
  if (source.connects) return { source, stop: source.onChange(changed) };
  let listed: ReturnType<SkillSource["list"]> | undefined;
  const contents = new Map<string, ReturnType<SkillSource["read"]>>();
  const stop = source.onChange(() => {
    listed = undefined;
    contents.clear();
    changed();
  });
  return {
    stop,
    source: {
      ...describe(source),
      get diagnostics() {
        return source.diagnostics ?? [];
      },
      list() {
        listed ??= source.list();
        return listed;
      },
      read(path) {
        const content = contents.get(path) ?? source.read(path);
        contents.set(path, content);
        return content;
      },
    },
  };
}

/** Returns the description and the skills of the source itself. They are not cached. */
function describe(source: SkillSource): Omit<SkillSource, "list" | "read" | "onChange" | "diagnostics"> {
  const { name, from, foreign, namespace, hangsOn } = source;
  return {
    name,
    ...(from === undefined ? {} : { from }),
    ...(foreign === undefined ? {} : { foreign }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(hangsOn === undefined ? {} : { hangsOn }),
    ...(source.head ? { head: (path: string) => source.head?.(path) } : {}),
    ...(source.withheld ? { withheld: (path: string) => source.withheld?.(path) } : {}),
    ...(source.digest ? { digest: (path: string) => source.digest?.(path) } : {}),
    ...(source.resources ? { resources: (path: string) => source.resources?.(path) ?? [] } : {}),
    ...(source.size ? { size: (path: string) => source.size?.(path) as number } : {}),
  };
}
