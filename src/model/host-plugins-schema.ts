/** A host's settings files and plugins as data. `hosts/views/settings` and `hosts/views/plugins` interpret them. */
import {
  boolean,
  constant,
  either,
  list,
  number,
  object,
  oneOf,
  optional,
  record,
  type Schema,
  string,
  stringList,
  withDescription,
} from "./schema.ts";

export const pathsByPlatform = withDescription(
  object({ darwin: string("The path on macOS."), win32: string("The path on Windows.") }),
  "The path on macOS and Windows, if it differs from the path on Linux.",
);

/** The required type of a setting. A setting that is missing fits every type. */
export type SettingTypeValue =
  | (typeof PLAIN_TYPES)[number]
  | { readonly numberAbove: number; readonly upTo?: number; readonly integer?: boolean }
  | { readonly oneOf: readonly string[] }
  | { readonly mapOf: SettingTypeValue }
  | { readonly shape: Readonly<Record<string, SettingTypeValue>> }
  | { readonly listOf: Readonly<Record<string, SettingTypeValue>>; readonly needs: readonly string[] };

const PLAIN_TYPES = [
  "boolean",
  "text",
  "texts",
  "text or texts",
  "boolean or texts",
  "integer",
  "map",
  "text or map",
] as const;

/** A reference to the schema `settingType` below, so that this schema can contain itself. */
const nested: Schema<SettingTypeValue> = { json: { $ref: "#/components/schemas/SettingType" } };

const settingType: Schema<SettingTypeValue> = {
  ...either(
    [
      oneOf(PLAIN_TYPES, "A simple type, such as `boolean` or `text`."),
      object({
        numberAbove: number("The value must be a number greater than this number."),
        upTo: optional(number("The greatest valid number.")),
        integer: optional(boolean("True if the number must be an integer.")),
      }),
      object({ oneOf: stringList("The value must be one of these strings.") }),
      object({ mapOf: nested }),
      object({ shape: record(nested, "The value must be a map whose keys have these types.") }),
      object({
        listOf: record(nested, "The value must be a list of maps whose keys have these types."),
        needs: stringList("Keys that every map must have."),
      }),
    ],
    "The type of a setting. A missing key is always valid.",
  ),
  name: "SettingType",
};

export const settingsLayer = object({
  path: string("The path, written as in a root. `*` matches every name, in alphabetical order."),
  elsewhere: optional(pathsByPlatform),
  trusted: optional(boolean("True if the host reads the file only in a trusted folder.")),
  notAtHome: optional(boolean("True if the host does not read the file if the repository's root is the home.")),
});

export const configurationRule = withDescription(
  object({
    layers: list(settingsLayer, "The settings files, lowest precedence first."),
    comments: optional(boolean("True if JSON may have comments and trailing commas.")),
    strict: optional(
      constant([true], "Set if the host accepts comments, but rejects a trailing comma or an empty file."),
    ),
    invalid: oneOf(
      ["ignored", "fatal"],
      "How the host handles a file that does not parse or has a wrong type: the host ignores the file, or lists no skills at all.",
    ),
    types: record(settingType, "The types that the host checks, by key path (`permissions.deny`)."),
  }),
  "The host's own settings files, if this profile can describe them.",
);

export const marketplaceStore = object({
  kind: constant(["marketplaces"], "Marketplace plugins that a settings key enables."),
  directories: stringList("Possible state directories. The host uses the first whose variable is set."),
  enabledKey: string("The settings key of the map from `plugin@marketplace` to true."),
  installed: optional(string("The file with the installed plugins.")),
  known: optional(string("The file with the known marketplaces.")),
  knownKey: optional(
    string(
      "The settings key that lists marketplaces, for a host that has no file of installed plugins and no file of marketplaces.",
    ),
  ),
  inSkills: optional(boolean("True if a directory with a manifest in a skills directory is also a plugin.")),
});

export const cacheStore = object({
  kind: constant(
    ["cache"],
    "Plugins in `marketplace/plugin/version` directories that a table of the configuration enables.",
  ),
  directory: string("The directory of the cache."),
  table: string("The configuration table."),
  feature: string("The setting that turns all plugins on or off."),
  first: string("The version that takes precedence over all others."),
});

export const extensionStore = object({
  kind: constant(
    ["extensions"],
    "One directory for each extension, and a file that disables extensions for some folders.",
  ),
  directory: string("The directory of the extensions."),
  link: string('The file that marks a linked extension: `{ "type": "link", "source": … }`.'),
  enablement: string("The file that disables extensions."),
  states: optional(string("The file with the state of each extension, which takes precedence over the rules.")),
  invalid: optional(constant(["fatal"], "Set if the host does not start when its file of rules or states is invalid.")),
  sameName: optional(
    constant(
      ["fatal"],
      "Set if the host does not start when two extensions have the same name (default: the last extension wins).",
    ),
  ),
  agentPlugins: optional(
    string(
      "The `$schema` of an Agent Plugins `plugin.json`. A `plugin.json` with this value takes precedence over the host's own manifest.",
    ),
  ),
  needs: stringList("Required keys of a manifest."),
  names: optional(string("The pattern of a valid name (default: `^[A-Za-z0-9-]+$`).")),
  skillSwitches: optional(string("The manifest key that disables single skills.")),
});

export const pluginRule = withDescription(
  object({
    store: either([marketplaceStore, cacheStore, extensionStore], "Where the host stores plugins."),
    manifests: stringList("Manifest paths in a plugin. The host reads the first one that exists."),
    withoutManifest: oneOf(
      ["by-id", "rejected"],
      "How the host handles a plugin without a manifest: the host uses the id as the name, or rejects the plugin.",
    ),
    listed: optional(
      oneOf(["added", "instead"], "Whether the paths under `skills` of the manifest add to `skills/` or replace it."),
    ),
    strayPath: optional(
      oneOf(
        ["rejects-plugin", "ignored", "read"],
        "How the host handles a path that does not start with `./` or leaves the plugin: the host rejects the plugin, ignores the path, or reads the path.",
      ),
    ),
    also: optional(stringList("Additional skill directories in every plugin.")),
    ownSkill: optional(boolean("True if a plugin without `skills/` can itself be a skill.")),
    commandDialect: optional(string("The dialect of the files in `commands/`, if the host lists a plugin's commands.")),
    bareCommands: optional(
      constant(
        [true],
        "Set if the host gives a plugin's command no prefix, and begins its description with `[plugin]`.",
      ),
    ),
    prefix: oneOf(["plugin", "none"], "The prefix of a plugin skill's name: the plugin's name, or no prefix."),
    undescribed: optional(
      constant(["unlisted"], "Set if the host hides plugin skills without a description from the model."),
    ),
    projectEntries: optional(
      oneOf(
        ["exact", "repository"],
        "Whether the host loads a plugin that is installed for a folder only in that folder, or in the whole repository (default: `exact`).",
      ),
    ),
    order: oneOf(
      ["first", "after-admin", "after-commands", "last"],
      "The position of plugin roots: before all other roots, after the administrator's roots, or after all other roots. With `after-commands`, plugin roots also come last, but the commands of plugins come before their skills, and all other commands come before both.",
    ),
    install: optional(string("The command that installs a plugin; `{id}` is the plugin's id.")),
    update: optional(string("The command that updates a plugin; `{id}` is the plugin's id.")),
  }),
  "How the host stores and enables plugins, and what plugins contain.",
);
