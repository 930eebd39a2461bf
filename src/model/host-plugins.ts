/** The types of the schemas of settings files and plugins. */
import type {
  cacheStore,
  configurationRule,
  extensionStore,
  marketplaceStore,
  pluginRule,
  SettingTypeValue,
  settingsLayer,
} from "./host-plugins-schema.ts";
import type { Infer } from "./schema.ts";

/** The settings files of a host. */
export type ConfigurationRule = Infer<typeof configurationRule>;
/** A settings file. */
export type SettingsLayer = Infer<typeof settingsLayer>;
/** The required type of a setting. A setting that is missing fits every type. */
export type SettingType = SettingTypeValue;
/** How a host stores and enables plugins, and what plugins contain. */
export type PluginRule = Infer<typeof pluginRule>;
/** Marketplace plugins that a settings key enables: Claude Code and hosts that follow it. */
export type MarketplaceStore = Infer<typeof marketplaceStore>;
/** Plugins in `marketplace/plugin/version` directories that a table of the configuration enables. */
export type CacheStore = Infer<typeof cacheStore>;
/** Extensions with one directory each, and a file that disables extensions for some folders. */
export type ExtensionStore = Infer<typeof extensionStore>;
