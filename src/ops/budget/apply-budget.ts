/** Implements `budget --apply`: writes a proposal of the budget plan into a configuration file. */
import { OperationError } from "../../model/errors.ts";
import { type Environment, nodeEnvironment, platformDirectories } from "../../platform/environment.ts";
import { requireTargetWithin } from "../../platform/files/real-target.ts";
import { type ConfigEdit, editConfig } from "../settings/edit-config.ts";
import { editSettings, readEditedText, type SwitchEdit } from "../settings/edit-settings.ts";
import type { BudgetPlan } from "./plan-budget.ts";

export type BudgetRemedy = "raise" | "disable" | "pin";

/** Returns the file before and after the edit. If the edit changes nothing, both texts are equal. */
export async function planBudgetEdit(plan: BudgetPlan, way: BudgetRemedy, path: string): Promise<SwitchEdit> {
  const before = readEditedText(path);
  return { path, before, after: await edited(before, plan, way, path) };
}

/** Writes the edit that was shown. Throws SK660 if the file has changed since then. */
export function writeBudgetEdit(
  plan: BudgetPlan,
  way: BudgetRemedy,
  path: string,
  shown?: string,
): Promise<SwitchEdit> {
  return editSettings(path, async (text) => {
    if (shown === undefined || text === shown) return edited(text, plan, way, path);
    throw new OperationError("SK660", `\`${path}\` has changed since it was shown`, { hint: "run the command again" });
  });
}

async function edited(text: string, plan: BudgetPlan, way: BudgetRemedy, path: string): Promise<string> {
  const edits = editsFor(plan, way);
  return edits.length === 0 ? text : editConfig(text, edits, path);
}

function editsFor({ raise, disable = [], pin }: BudgetPlan, way: BudgetRemedy): ConfigEdit[] {
  if (way === "raise") return raise?.kind === "key" ? [{ key: raise.setting, value: raise.to }] : [];
  if (way === "disable") return disable.length === 0 ? [] : [{ key: "disable", add: disable.map(({ id }) => id) }];
  return pin.length === 0 ? [] : [{ key: "catalog.pinned", add: pin }];
}

/** Returns the path of the user's configuration. */
export function userConfigPath(environment: Environment = nodeEnvironment()): string {
  return `${platformDirectories(environment).config}/config.yaml`;
}

/** Returns the path of the project's configuration. Refuses a symlink that leads out of the project. */
export function projectConfigPath(projectRoot: string): string {
  const path = `${projectRoot}/.skillwright/config.yaml`;
  requireTargetWithin(path, projectRoot);
  return path;
}
