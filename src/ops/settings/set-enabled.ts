/**
 * Enables or disables a skill by editing `enable` and `disable` of a configuration file. The rest of the file stays,
 * and nothing is written if nothing changes.
 */
import { isDeepStrictEqual } from "node:util";
import type { Document } from "yaml";
import { matchWildcards } from "../../model/text/matching/match-wildcards.ts";
import { requireTargetWithin } from "../../platform/files/real-target.ts";
import { editSettings, type SwitchEdit } from "./edit-settings.ts";
import { notEditedError, parseSettings } from "./parse-settings.ts";
import { spliceList } from "./splice-list.ts";

/**
 * Enables or disables a skill in a configuration file. If `within` is set, a symlink out of that directory is refused.
 * A project must not choose the file to edit.
 */
export async function setEnabled(
  pattern: string,
  enabled: boolean,
  path: string,
  within?: string,
): Promise<SwitchEdit> {
  if (within !== undefined) requireTargetWithin(path, within);
  return editSettings(path, (text) => edit(text, pattern, enabled, path));
}

async function edit(text: string, pattern: string, enabled: boolean, path: string): Promise<string> {
  const yaml = await import("yaml");
  const document = await parseSettings(text, path);
  const list = (key: string): string[] => {
    const found: unknown = document.get(key);
    const node: unknown = yaml.isAlias(found) ? found.resolve(document) : found;
    if (yaml.isSeq(node) && node.items.every((item) => yaml.isScalar(item))) return node.items.map(String);
    if (typeof node === "string") return [node];
    if (node === undefined || node === null) return [];
    throw notEditedError(path, `has a \`${key}\` that is not a list of strings`);
  };
  const wanted = switched(list("disable"), list("enable"), pattern, enabled);
  let spliced = text;
  for (const key of ["disable", "enable"] as const) {
    if (isDeepStrictEqual(wanted[key], list(key))) continue;
    spliced = spliceList(spliced, key, wanted[key], yaml);
    if (wanted[key].length > 0) document.set(key, wanted[key]);
    else document.delete(key);
  }
  const read = yaml.parseDocument(spliced, { uniqueKeys: false });
  const same = read.errors.length === 0 && isDeepStrictEqual(plain(read), plain(document));
  return same ? spliced : document.toString({ lineWidth: 0 });
}

/**
 * Converts a document to values. It needs no limit for aliases, because our own YAML parser has already checked them.
 */
function plain(document: Document): unknown {
  return document.toJS({ maxAliasCount: -1 }) ?? {};
}

/**
 * Returns the lists `disable` and `enable` after the change. To disable a skill, the pattern moves to `disable`. To
 * enable it, the pattern is removed from `disable`. It is added to `enable` only if another entry would still disable
 * the skill.
 */
function switched(
  disable: readonly string[],
  enable: readonly string[],
  pattern: string,
  enabled: boolean,
): Readonly<Record<"disable" | "enable", readonly string[]>> {
  const others = disable.filter((each) => each !== pattern);
  const letIn = enable.filter((each) => each !== pattern);
  if (!enabled) return { disable: disable.includes(pattern) ? disable : [...disable, pattern], enable: letIn };
  const isOff = !disable.includes(pattern) || others.some((each) => leavesOut(each, pattern));
  return { disable: others, enable: !isOff ? letIn : enable.includes(pattern) ? enable : [...enable, pattern] };
}

/**
 * Returns true if the pattern `other` has wildcards and covers `pattern`. If `pattern` is a path or an id, the name is
 * unknown and the result is false.
 */
function leavesOut(other: string, pattern: string): boolean {
  if (!/[*?]/.test(other)) return false;
  const name = pattern.replace(/@\w+$/, "");
  return /[/:*?]/.test(name) || matchWildcards(other.toLowerCase(), name.toLowerCase());
}
