/** A host's settings files and plugins as data. `hosts/views/settings` and `hosts/views/plugins` interpret them. */

/** The settings files of a host. */
export interface ConfigurationRule {
  /** Lowest authority first. */
  readonly layers: readonly SettingsLayer[];
  /** JSON may have comments and trailing commas. */
  readonly comments?: boolean;
  /** A file that does not parse, or has a value of a wrong type: ignored as a whole, or the host then lists nothing. */
  readonly invalid: "ignored" | "fatal";
  /** The types that the host checks, by the path of the key (`permissions.deny`). */
  readonly types: Readonly<Record<string, SettingType>>;
}

/** A file with settings, written like the path of a `RootTemplate`. `*` stands for every name, in the order of the alphabet. */
export interface SettingsLayer {
  readonly path: string;
  readonly elsewhere?: { readonly darwin: string; readonly win32: string };
  /** Only read in a folder that the user trusts in the host. */
  readonly trusted?: boolean;
}

/** The type of a setting. A missing key has every type. */
export type SettingType =
  | "boolean"
  | "text"
  | "texts"
  | "text or texts"
  | "boolean or texts"
  | "integer"
  | "map"
  | "text or map"
  | { readonly numberAbove: number; readonly upTo?: number; readonly integer?: boolean }
  | { readonly oneOf: readonly string[] }
  | { readonly mapOf: SettingType }
  | { readonly shape: Readonly<Record<string, SettingType>> }
  | { readonly listOf: Readonly<Record<string, SettingType>>; readonly needs: readonly string[] };

/** The plugins of a host: where their state is, which of them are on, and what they bring. */
export interface PluginRule {
  readonly store: MarketplaceStore | CacheStore | ExtensionStore;
  /** Files in a plugin; the first that exists is its manifest. */
  readonly manifests: readonly string[];
  /** A plugin without a manifest is called by its id, or is not loaded. */
  readonly withoutManifest: "by-id" | "rejected";
  /** The paths under `skills` of the manifest: searched besides `skills/`, or in place of it. */
  readonly listed?: "added" | "instead";
  /** A path that does not begin with `./` or leaves the plugin: costs the whole plugin, or is passed over. */
  readonly strayPath?: "rejects-plugin" | "ignored";
  /** More directories of skills in every plugin. */
  readonly also?: readonly string[];
  /** A plugin without `skills/` may be one skill itself. */
  readonly ownSkill?: boolean;
  /** The dialect of the files in `commands/`, if the host lists a plugin's commands. */
  readonly commandDialect?: string;
  /** What precedes the name of a plugin's skill: the plugin's name, or nothing. */
  readonly prefix: "plugin" | "none";
  /** A plugin's skill without a description of its own is not put before the model. */
  readonly undescribed?: "unlisted";
  /** Where the roots of plugins come among the others. */
  readonly order: "first" | "last";
  /** The commands with which a user installs a plugin and brings it up to date, with `{id}`. */
  readonly install?: string;
  readonly update?: string;
}

/** Plugins of marketplaces that a settings key turns on: Claude Code and those who follow it. */
export interface MarketplaceStore {
  readonly kind: "marketplaces";
  /** The directory with the state; the first whose variable is set. */
  readonly directories: readonly string[];
  /** The map in the settings from `plugin@marketplace` to true. */
  readonly enabledKey: string;
  /** Files with installed plugins and known marketplaces; without them, the settings have the marketplaces under this key. */
  readonly installed?: string;
  readonly known?: string;
  readonly knownKey?: string;
  /** Directories of skills in which a directory with a manifest is a plugin, too. */
  readonly inSkills?: boolean;
}

/** Plugins whose directory is the record: `marketplace/plugin/version`, turned on by a table of the configuration. */
export interface CacheStore {
  readonly kind: "cache";
  readonly directory: string;
  /** The table of the configuration, and a switch for all plugins. */
  readonly table: string;
  readonly feature: string;
  /** The version that wins over all others. */
  readonly first: string;
}

/** One directory for each extension, with a file that turns them off for some folders. */
export interface ExtensionStore {
  readonly kind: "extensions";
  readonly directory: string;
  /** The record of an extension that is only linked: `{ "type": "link", "source": … }`. */
  readonly link: string;
  readonly enablement: string;
  /** Keys without which a manifest is none. */
  readonly needs: readonly string[];
}
