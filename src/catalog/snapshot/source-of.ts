import type { Scope } from "../../model/skills/root.ts";

/** Where a skill comes from, as far as commands go; a later one counts more. */
export const SOURCES = ["bundled", "global", "plugin", "workspace"] as const;
export type Source = (typeof SOURCES)[number];

export function sourceOf(scope: Scope): Source {
  if (scope === "plugin") return "plugin";
  if (scope === "user") return "global";
  return scope === "system" || scope === "admin" ? "bundled" : "workspace";
}
