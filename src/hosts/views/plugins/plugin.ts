/** The type of this folder: a plugin that a host knows, whether the host loads it or not. */
import type { Remark, SettingsFile } from "../host-view.ts";

export interface HostPlugin {
  /** An id such as `kit@market`, or the name of an extension. */
  readonly id: string;
  /** The directory of the plugin's files; undefined if no record names the directory. */
  readonly directory: string | undefined;
  /** The file that records the plugin. */
  readonly from: SettingsFile;
  /** The reason why the host does not load the plugin. */
  readonly off?: Remark;
  /** A remark about a plugin that the host loads. */
  readonly remark?: Remark;
  /**
   * The standard manifest, if the plugin has one. Such a plugin has only skills, and they must follow the
   * specification.
   */
  readonly agentPlugin?: Readonly<Record<string, unknown>>;
  /** Switches of single skills. The keys are names in lower case. */
  readonly skillSwitches?: Readonly<Record<string, unknown>>;
  /** Skill paths from the marketplace, in addition to those of the manifest. */
  readonly skills?: readonly string[];
}

/** Returns the plugin's name in an id: `kit` for `kit@market`. */
export function pluginName(id: string): string {
  return id.slice(0, id.lastIndexOf("@") === -1 ? id.length : id.lastIndexOf("@"));
}

/** Returns the marketplace's name in an id: `market` for `kit@market`. */
export function marketplaceOf(id: string): string {
  return id.slice(id.lastIndexOf("@") + 1);
}
