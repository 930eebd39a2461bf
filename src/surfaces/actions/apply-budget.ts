/** `budget --apply`: one of the ways out, as an edit of a configuration file. */
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { type BudgetPlan, type ConfigEdit, editConfig, OperationError } from "../../index.ts";
import { type Environment, nodeEnvironment, platformDirectories } from "../../platform/environment.ts";

export const WAYS = ["raise", "disable", "pin"] as const;
export type Way = (typeof WAYS)[number];

/** A file before and after; the same where there is nothing to change. */
export interface EditedFile {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

export async function editForBudget(plan: BudgetPlan, way: Way, path: string): Promise<EditedFile> {
  const edits = editsFor(plan, way);
  const before = existsSync(path) ? readFileSync(path, "utf8") : "";
  return { path, before, after: edits.length === 0 ? before : await editConfig(before, edits, path) };
}

function editsFor({ raise, disable = [], pin }: BudgetPlan, way: Way): ConfigEdit[] {
  if (way === "raise") return raise?.kind === "key" ? [{ key: raise.setting, value: raise.to }] : [];
  if (way === "disable") return disable.length === 0 ? [] : [{ key: "disable", add: disable.map(({ id }) => id) }];
  return pin.length === 0 ? [] : [{ key: "catalog.pinned", add: pin }];
}

/** The user's configuration. */
export function ownConfig(environment: Environment = nodeEnvironment()): string {
  return `${platformDirectories(environment).config}/config.yaml`;
}

/** The project's; a project must not choose another file by a link. */
export function projectConfig(projectRoot: string): string {
  const path = `${projectRoot}/.skillwright/config.yaml`;
  if (!existsSync(path) || realpathSync(path) === path) return path;
  throw new OperationError("SK601", `\`${path}\` is reached through a link, so it is left alone`, {
    hint: `put a real file into \`${projectRoot}\``,
  });
}
