/**
 * Decides whether an extension is on in the working directory. The decision is in a file of rules, or in a store of
 * states that the host writes.
 */
import { createHash } from "node:crypto";
import type { ExtensionStore } from "../../../model/host-plugins.ts";
import { isMap, stringsIn } from "../../../model/schema.ts";
import type { Machine, Remark } from "../host-view.ts";
import { GlobMatcher, parseGlob } from "../steps/match-glob.ts";
import { followPath } from "../steps/walked-directory.ts";

type Settings = Readonly<Record<string, unknown>>;

/** The contents of the files that turn extensions off. */
export interface ExtensionSwitches {
  readonly rules: Settings;
  /** The store of states; empty if the host has none. */
  readonly states: Settings;
}

export interface InstalledExtension {
  readonly name: string;
  /** The record of the installation; empty if there is none. */
  readonly record: Settings;
}

/** Returns why an extension is off here, or undefined if it is on. A state in the store takes precedence over rules. */
export function whySwitchedOff(
  extension: InstalledExtension,
  { rules, states }: ExtensionSwitches,
  { enablement, states: store }: ExtensionStore,
  machine: Machine,
): Remark | undefined {
  const offBy = (what: string): Remark => ({
    code: "SK739",
    text: `${what} disables extension \`${extension.name}\` here`,
  });
  const folders = foldersOf(machine);
  const policy = policyOf(extension, states);
  if (policy === undefined) {
    const last = lastRule(rulesFor(extension.name, rules, store !== undefined), folders);
    return last?.startsWith("!") ? offBy(`\`${last}\` in \`${enablement}\``) : undefined;
  }
  return isOffIn(policy, folders) ? offBy(`\`${store}\``) : undefined;
}

/** Returns the switches of single skills that the store contains for this folder. */
export function skillSwitches(extension: InstalledExtension, states: Settings, machine: Machine): Settings {
  const here = ofFolder(policyOf(extension, states)?.["skillWorkspaceOverrides"], foldersOf(machine));
  return isMap(here) ? here : {};
}

/** Returns the path of the working directory as named, and its real path. */
function foldersOf({ cwd, files }: Machine): readonly [named: string, real: string] {
  return [cwd, followPath(cwd, files) ?? cwd];
}

/**
 * Returns the state of an extension by its id. If there is none, returns the state of another id with the extension's
 * name.
 */
function policyOf({ name, record }: InstalledExtension, states: Settings): Settings | undefined {
  const policies = states["extensions"];
  if (!isMap(policies)) return undefined;
  const { source } = record;
  const id = createHash("sha256")
    .update(typeof source === "string" ? source : name)
    .digest("hex");
  const own = policies[id] ?? Object.values(policies).find((each) => isNamed(each, name));
  return isMap(own) ? own : undefined;
}

function isNamed(policy: unknown, name: string): boolean {
  return isMap(policy) && typeof policy["name"] === "string" && policy["name"].toLowerCase() === name.toLowerCase();
}

function isOffIn(policy: Settings, folders: ReturnType<typeof foldersOf>): boolean {
  const here = ofFolder(policy["workspaceOverrides"], folders);
  if (here === "enabled" || here === "disabled") return here === "disabled";
  const last = here === "inherit" ? undefined : lastRule(stringsIn(policy["legacyPathRules"]), folders);
  return last === undefined ? policy["defaultActivation"] === "disabled" : last.startsWith("!");
}

function ofFolder(values: unknown, [, real]: ReturnType<typeof foldersOf>): unknown {
  return isMap(values) && Object.hasOwn(values, real) ? values[real] : undefined;
}

/** Returns the rules of an extension. A host with a store ignores the case of the name. */
function rulesFor(name: string, rules: Settings, anyCase: boolean): readonly string[] {
  const key = anyCase ? Object.keys(rules).find((each) => each.toLowerCase() === name.toLowerCase()) : name;
  const own = key !== undefined && Object.hasOwn(rules, key) ? rules[key] : undefined;
  return isMap(own) ? stringsIn(own["overrides"]) : [];
}

/** Returns the last rule that covers the folder. */
function lastRule(rules: readonly string[], folders: readonly string[]): string | undefined {
  const matcher = new GlobMatcher();
  return rules.findLast((rule) => folders.some((folder) => covers(rule.replace(/^!/, ""), `${folder}/`, matcher)));
}

/**
 * Returns true if a rule covers a folder. `/dir/` covers only that folder. `/dir/*` also covers everything below it.
 * `/dir` covers nothing. Elsewhere in a rule, `*` matches any characters; with the slash before it, it may also match
 * nothing.
 */
function covers(rule: string, folder: string, matcher: GlobMatcher): boolean {
  const start = rule.endsWith("*") ? rule.slice(0, -1) : rule;
  if (!start.includes("*")) return rule.endsWith("*") ? folder.startsWith(start) : rule === folder;
  return matcher.matches(parseGlob(rule.replaceAll("?", "").replaceAll(/\/?\*+/g, "**")), folder);
}

/** Returns why invalid files prevent the host from starting. Returns undefined if the host does not check the files. */
export function whyFilesAreInvalid(
  { rules, states }: Readonly<Record<keyof ExtensionSwitches, string | undefined>>,
  { enablement, states: store, invalid }: ExtensionStore,
): string | undefined {
  if (invalid === undefined) return undefined;
  if (rules !== undefined && !areRules(parsed(rules))) return `\`${enablement}\` is not valid`;
  if (states === undefined) return undefined;
  const value = parsed(states);
  const isStore = isMap(value) && value["version"] === 2 && isMap(value["extensions"]);
  return isStore ? undefined : `\`${store}\` is not valid`;
}

function areRules(value: unknown): boolean {
  if (!isMap(value)) return false;
  const names = Object.keys(value).map((name) => name.toLowerCase());
  const isRule = (each: unknown): boolean =>
    isMap(each) && Array.isArray(each["overrides"]) && each["overrides"].every((rule) => typeof rule === "string");
  return new Set(names).size === names.length && Object.values(value).every(isRule);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
