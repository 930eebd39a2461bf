/** A host's settings files and plugins as data. `hosts/views/settings` and `hosts/views/plugins` interpret them. */

/** The settings files of a host. */
export interface ConfigurationRule {
  /** Lowest precedence first. */
  readonly layers: readonly SettingsLayer[];
  /** JSON may have comments and trailing commas. */
  readonly comments?: boolean;
  /**
   * How the host treats a file that does not parse or has a wrong type: it ignores the file, or lists nothing at all.
   */
  readonly invalid: "ignored" | "fatal";
  /** The types that the host checks, by key path (`permissions.deny`). */
  readonly types: Readonly<Record<string, SettingType>>;
}

/** A settings file. Its path is written as in `RootTemplate`. `*` matches every name, in alphabetical order. */
export interface SettingsLayer {
  readonly path: string;
  readonly elsewhere?: { readonly darwin: string; readonly win32: string };
  /** True if the host reads the file only in a trusted folder. */
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

/** How a host stores and enables plugins, and what plugins contain. */
export interface PluginRule {
  readonly store: MarketplaceStore | CacheStore | ExtensionStore;
  /** Manifest paths in a plugin. The host reads the first one that exists. */
  readonly manifests: readonly string[];
  /** A plugin without a manifest uses its id as its name, or is rejected. */
  readonly withoutManifest: "by-id" | "rejected";
  /** Whether the paths under `skills` of the manifest add to `skills/` or replace it. */
  readonly listed?: "added" | "instead";
  /** A path that does not start with `./` or leaves the plugin: rejects the whole plugin, or is ignored. */
  readonly strayPath?: "rejects-plugin" | "ignored";
  /** Additional skill directories in every plugin. */
  readonly also?: readonly string[];
  /** True if a plugin without `skills/` can itself be a skill. */
  readonly ownSkill?: boolean;
  /** The dialect of the files in `commands/`, if the host lists a plugin's commands. */
  readonly commandDialect?: string;
  /** The prefix of a plugin skill's name: the plugin's name, or nothing. */
  readonly prefix: "plugin" | "none";
  /** Set if the host hides plugin skills without a description from the model. */
  readonly undescribed?: "unlisted";
  /** Whether plugin roots come before or after all other roots. */
  readonly order: "first" | "last";
  /** The commands that install and update a plugin; `{id}` is its id. */
  readonly install?: string;
  readonly update?: string;
}

/** Marketplace plugins that a settings key enables: Claude Code and hosts that follow it. */
export interface MarketplaceStore {
  readonly kind: "marketplaces";
  /** Possible state directories. The host uses the first whose variable is set. */
  readonly directories: readonly string[];
  /** The settings key of the map from `plugin@marketplace` to true. */
  readonly enabledKey: string;
  /**
   * Files with installed plugins and known marketplaces. Without them, the settings list marketplaces under this key.
   */
  readonly installed?: string;
  readonly known?: string;
  readonly knownKey?: string;
  /** True if a directory with a manifest in a skills directory is also a plugin. */
  readonly inSkills?: boolean;
}

/** Plugins in `marketplace/plugin/version` directories that a table of the configuration enables. */
export interface CacheStore {
  readonly kind: "cache";
  readonly directory: string;
  /** The configuration table, and a switch for all plugins. */
  readonly table: string;
  readonly feature: string;
  /** The version that takes precedence over all others. */
  readonly first: string;
}

/** One directory for each extension, and a file that disables extensions for some folders. */
export interface ExtensionStore {
  readonly kind: "extensions";
  readonly directory: string;
  /** The file of a linked extension: `{ "type": "link", "source": … }`. */
  readonly link: string;
  readonly enablement: string;
  /** Required keys of a manifest. */
  readonly needs: readonly string[];
}
