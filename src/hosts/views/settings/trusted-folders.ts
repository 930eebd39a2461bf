/**
 * Decides whether a host trusts a folder. It reads a file of trusted folders in the format of Gemini CLI and Qwen Code.
 */
import { dirname } from "node:path";
import { isInside } from "../../../model/text/is-inside.ts";
import { readSettings } from "../habits/read-settings.ts";
import type { Machine, SettingsFile } from "../host-view.ts";
import { followPath } from "../steps/walked-directory.ts";

/** The rule for the nearest folder wins. Without a rule, the folder is not trusted. */
export function isTrustedFolder(file: SettingsFile, machine: Machine): boolean {
  const rules = Object.entries(readSettings(file, machine))
    .map(([path, rule]) => ({ path: trustedPath(followPath(path, machine.files) ?? path, rule), rule }))
    .filter(({ path }) => isInside(machine.cwd, path))
    .sort((a, b) => b.path.length - a.path.length);
  return rules[0] !== undefined && rules[0].rule !== "DO_NOT_TRUST";
}

function trustedPath(path: string, rule: unknown): string {
  return rule === "TRUST_PARENT" ? dirname(path) : path;
}
