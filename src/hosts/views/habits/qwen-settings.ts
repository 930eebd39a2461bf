import { isAbsolute, resolve } from "node:path";
import type { HostProfile } from "../../../model/host-profile.ts";
import { baseName } from "../../../model/text/text.ts";
import { expandHome } from "../../roots/templates.ts";
import type { Habit, Machine, SettingsContent, ViewEntry, ViewRoot } from "../host-view.ts";
import { NOT_A_MAP, readLayers } from "../settings/read-layers.ts";
import { settingsRoot } from "../steps/view-roots.ts";
import { hideForInvalidSettings, rejectEntry, settingAt } from "./read-settings.ts";

/**
 * Applies the lists under `skills` and `slashCommands` of Qwen Code's settings, and the host's modes without skills.
 */
export const qwenSettings: Habit = {
  roots(roots, profile, machine) {
    const { variables } = machine.environment;
    if (isOn(variables["QWEN_CODE_SIMPLE"])) return [];
    const isSafe = isOn(variables["QWEN_CODE_SAFE_MODE"]);
    if (isSafe) return roots.filter(({ kind }) => kind === "commands");
    return [...roots, ...namedRoots(roots, profile, machine)];
  },
  entries(entries, profile, machine) {
    const layers = readLayers(profile, machine);
    const broken = layers.find(endsTheProgram);
    if (broken) return entries.map((entry) => hideForInvalidSettings(entry, broken));
    const isSafe = isOn(machine.environment.variables["QWEN_CODE_SAFE_MODE"]);
    const names = isSafe ? NO_NAMES : disabledNames(layers);
    const levels = isSafe ? [] : listIn(layers, "skills.disabledLevels");
    const enabled = new Set(namesIn(layers, "skills.enabled"));
    const commands = disabledCommands(isSafe ? [] : layers, machine);
    const kept = entries.map((entry) => {
      if (entry.root.kind !== "commands")
        return isOff(entry, names, levels) || isOffInPlugin(entry, enabled) ? rejectEntry(entry) : entry;
      return commands.has(entry.name.toLowerCase()) ? rejectEntry(entry) : asCommand(entry);
    });
    const named = nameExtensionCommands(kept);
    const visible = named.filter(({ root, outcome }) => root.kind === "commands" && outcome === "visible");
    const byName = new Map(visible.map((entry) => [entry.name, entry]));
    return named.map((entry) => replacedByCommand(entry, byName));
  },
};

/**
 * Returns true if the host does not start because of a settings file. If a project's settings do not parse, the host
 * clears them and starts.
 */
function endsTheProgram({ invalid, namedBy }: SettingsContent): boolean {
  return invalid === NOT_A_MAP || (invalid !== undefined && namedBy !== "project");
}

const NO_NAMES: ReadonlySet<string> = new Set();

function isOn(value = ""): boolean {
  return ["1", "true", "yes", "on"].includes(value.toLowerCase().trim());
}

/** Maximum entries of one list, because a stranger may have written the settings. */
const MAX_LISTED = 1000;

/**
 * Joins the lists of all layers. A list replaces the values of earlier layers. A value that is not a list is added to
 * the earlier values.
 */
function valuesIn(layers: readonly SettingsContent[], key: string): { value: string; from: SettingsContent }[] {
  let joined: { value: unknown; from: SettingsContent }[] | undefined;
  let isList = false;
  for (const from of layers) {
    const written = settingAt(from.settings, key);
    if (written === undefined) continue;
    const values = (Array.isArray(written) ? written : [written]).map((value: unknown) => ({ value, from }));
    joined = isList ? [...(joined ?? []), ...values] : values;
    isList ||= Array.isArray(written);
  }
  const all = isList ? (joined ?? []) : [];
  return all
    .filter((each): each is { value: string; from: SettingsContent } => typeof each.value === "string")
    .slice(0, MAX_LISTED);
}

function listIn(layers: readonly SettingsContent[], key: string): string[] {
  return valuesIn(layers, key).map(({ value }) => value);
}

function namesIn(layers: readonly SettingsContent[], key: string): string[] {
  return listIn(layers, key).map((name) => name.trim().toLowerCase());
}

/**
 * Returns the names of disabled skills. `skills.enabled` overrides `skills.defaultDisabled`, but never
 * `skills.disabled`.
 */
function disabledNames(layers: readonly SettingsContent[]): ReadonlySet<string> {
  const enabled = new Set(namesIn(layers, "skills.enabled"));
  const byDefault = namesIn(layers, "skills.defaultDisabled").filter((name) => !enabled.has(name));
  return new Set([...byDefault, ...namesIn(layers, "skills.disabled")]);
}

function disabledCommands(layers: readonly SettingsContent[], { environment }: Machine): ReadonlySet<string> {
  const listed = (environment.variables["QWEN_DISABLED_SLASH_COMMANDS"] ?? "").split(",");
  const named = listed.map((name) => name.trim().toLowerCase());
  return new Set([...namesIn(layers, "slashCommands.disabled"), ...named]);
}

function isOff({ name, root }: ViewEntry, names: ReadonlySet<string>, levels: readonly string[]): boolean {
  const level = root.plugin !== undefined ? "extension" : root.scope === "repo" && !root.named ? "project" : "user";
  const authored = name.slice(root.namespace.length).toLowerCase();
  return levels.includes(level) || names.has(name.toLowerCase()) || names.has(authored);
}

/** Returns true if the extension turns the skill off. The settings can turn the skill on again by its whole name. */
function isOffInPlugin({ name, root }: ViewEntry, enabled: ReadonlySet<string>): boolean {
  const authored = name.slice(root.namespace.length).toLowerCase();
  return root.skillSwitches?.[authored] === false && !enabled.has(name.toLowerCase());
}

/** Adds the directories of `skills.directories` after the user's own directories. */
function namedRoots(roots: readonly ViewRoot[], profile: HostProfile, machine: Machine): ViewRoot[] {
  const known = new Set(roots.filter(({ scope }) => scope === "user").map(({ path }) => path));
  return valuesIn(readLayers(profile, machine), "skills.directories").flatMap(({ value, from }) => {
    const { environment, files, cwd } = machine;
    const written = withVariables(value, environment.variables).trim();
    const home = expandHome(written, environment);
    const path = resolve(cwd, home);
    if (written === "" || known.has(path)) return [];
    known.add(path);
    // A relative path starts at the current project, even in the user's file. Its directory is then treated as named by
    // the project.
    const isPlain = from.namedBy === "project" || isAbsolute(home);
    const namer = isPlain ? from : { ...from, namedBy: "project" as const, namedIn: path };
    return [{ ...settingsRoot({ scope: "user", path: value }, path, namer, profile, files), named: true }];
  });
}

/**
 * Gives an extension's command another name if another command already has its name. The description then begins with
 * the extension's name.
 */
function nameExtensionCommands(entries: readonly ViewEntry[]): readonly ViewEntry[] {
  const isCommand = ({ root, outcome }: ViewEntry): boolean => root.kind === "commands" && outcome === "visible";
  const own = entries.filter((entry) => isCommand(entry) && entry.root.plugin === undefined);
  const taken = new Set(own.map(({ name }) => name));
  return entries.map((entry) => {
    const { plugin } = entry.root;
    if (plugin === undefined || !isCommand(entry)) return entry;
    const name = freeName(entry.name, plugin, taken);
    taken.add(name);
    return { ...entry, name, description: `[${plugin}] ${entry.description ?? ""}` };
  });
}

function freeName(name: string, plugin: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  const base = `${plugin}.${name}`;
  let free = base;
  for (let at = 1; taken.has(free); at++) free = `${base}${at}`;
  return free;
}

/** Replaces `$NAME` and `${NAME}`; a variable that is not set stays as written. */
function withVariables(text: string, variables: Machine["environment"]["variables"]): string {
  return text.replace(/\$(?:(\w+)|\{([^}]+)\})/g, (all, plain, braced) => variables[plain ?? braced] ?? all);
}

/** Marks a skill as replaced by a command of the same name, if no model may call the skill. */
function replacedByCommand(entry: ViewEntry, commands: ReadonlyMap<string, ViewEntry>): ViewEntry {
  const { outcome, root, fields, name } = entry;
  const command = commands.get(name);
  if (command === undefined || outcome !== "visible" || root.kind === "commands") return entry;
  if (fields["disable-model-invocation"] !== true) return entry;
  const because = { code: "SK720", text: `${command.path} has the same name and wins` } as const;
  return { ...entry, outcome: "overridden", shown: "not", by: command.path, because };
}

/**
 * Returns a command as the model sees it. If the command has no description, the model sees a text with the file name.
 * The model does not see `when_to_use` of a command.
 */
function asCommand(entry: ViewEntry): ViewEntry {
  if (entry.outcome !== "visible") return entry;
  const { when_to_use: when, ...fields } = entry.fields;
  const isBare = entry.description === undefined && (typeof when !== "string" || when === "");
  if (isBare && entry.root.plugin !== undefined) return hideBare(entry);
  return { ...entry, fields, description: entry.description ?? `Custom command from ${baseName(entry.path)}` };
}

/** Hides an extension's command without a description of its own from the model. */
function hideBare(entry: ViewEntry): ViewEntry {
  const remark = {
    code: "SK735",
    text: "an extension's command without a description is not shown to the model",
  } as const;
  return { ...entry, shown: "not", remarks: [...entry.remarks, remark] };
}
