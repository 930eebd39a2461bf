/** The types of this folder. They describe one machine as one host sees it. */
import type { Code } from "../../model/diagnostics/catalogue.ts";
import type { HostProfile, RootTemplate, WalkRule } from "../../model/host-profile.ts";
import type { Namer, Scope } from "../../model/skills/root.ts";
import type { Environment } from "../../platform/environment.ts";
import type { Files } from "../../platform/files/files.ts";
import type { Readings } from "./steps/readings.ts";

/** The state of a machine, which the views of all hosts share. */
export interface Machine {
  readonly environment: Environment;
  /** The files of the machine with a cache; `cachedFiles` describes the cache. */
  readonly files: Files;
  readonly cwd: string;
  /** Skill directories that the user names. */
  readonly extra: readonly string[];
  /** Additional project directories, as with Claude Code's `--add-dir`. */
  readonly added: readonly string[];
  readonly trusted: boolean;
  /** Returns true if the host's settings in this file have an effect (default: true for every file). */
  readonly honours?: (file: SettingsFile) => boolean;
  readonly readings: Readings;
  /** Called for an existing settings file that cannot be read. */
  readonly onUnread?: (path: string, error: unknown) => void;
}

/** A settings file of a host, with its owner. */
export interface SettingsFile {
  readonly path: string;
  readonly namedBy: Namer;
  /** The folder that must be trusted before the host reads this file, if the file belongs to a project. */
  readonly namedIn: string;
}

/** A settings file of a host, with the content that the host uses. */
export interface SettingsContent extends SettingsFile {
  readonly settings: Readonly<Record<string, unknown>>;
  /** A clause that says why the host ignores the file. */
  readonly invalid?: string;
}

/** A directory that the host searches, with its rules. */
export interface ViewRoot {
  readonly path: string;
  readonly label: string;
  readonly scope: Scope;
  readonly namespace: string;
  readonly kind: "skills" | "commands";
  readonly exists: boolean;
  /**
   * True if the host's settings name the directory. The search has lower limits then, because a stranger may have
   * written the settings.
   */
  readonly named?: boolean;
  readonly namedBy: Namer;
  /** The folder that names the root: see `NamedRoot`. */
  readonly namedIn: string;
  /** The settings file that names the directory. */
  readonly namedFrom?: string;
  readonly walk: WalkRule;
  readonly template: RootTemplate;
  /** The plugin that provides the directory, such as `kit@market`. */
  readonly plugin?: string;
  /** Switches of single skills of the plugin. The keys are names in lower case. */
  readonly skillSwitches?: Readonly<Record<string, unknown>>;
  /** The reason why the host loads nothing from the directory. */
  readonly off?: Remark;
  /** A remark about every skill in the directory. */
  readonly remark?: Remark;
  /** The only files that the host loads from a command directory. */
  readonly only?: readonly string[];
}

/** A remark about a file, with its code. */
export interface Remark {
  readonly code: Code;
  /** The remark as a clause in Skillwright's words, such as `the description is cut at 1536 characters`. */
  readonly text: string;
  /** How to fix the problem, if known. */
  readonly help?: string;
}

const VIEW_OUTCOMES = ["visible", "overridden", "rejected"] as const;
export type ViewOutcome = (typeof VIEW_OUTCOMES)[number];

/** How much of a visible skill the model sees. */
const SHOWN_AMOUNTS = ["full", "cut", "name-only", "not"] as const;
export type ShownAmount = (typeof SHOWN_AMOUNTS)[number];

/** The outcome of one file in the host. */
export interface ViewEntry {
  readonly path: string;
  /** The real path, with symlinks resolved. */
  readonly file: string;
  /**
   * The path on which the host found the file. It is set if the host resolves symlinks and this path differs from
   * `path`.
   */
  readonly found?: string;
  readonly directory: string;
  readonly root: ViewRoot;
  readonly outcome: ViewOutcome;
  /** The name in the host. For a skill that is not visible, it is the name that the skill would have. */
  readonly name: string;
  readonly description: string | undefined;
  /** The reason why the skill is not visible; undefined if it is visible. */
  readonly because?: Remark;
  /** The path of the file that takes precedence over this file. */
  readonly by?: string;
  readonly shown: ShownAmount;
  /** The skill's state in Skillwright's own view. Undefined in the views of other hosts. */
  readonly ownState?: "withheld" | "disabled" | "ineligible";
  /** The name that the model sees, if it differs from `name`. */
  readonly shownName?: string;
  /** The description that the model sees, if it differs from `description`. */
  readonly shownDescription?: string;
  /** Notes about a visible skill, such as another name, a cut or a fallback. */
  readonly remarks: readonly Remark[];
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface HostView {
  readonly profile: HostProfile;
  readonly roots: readonly ViewRoot[];
  readonly entries: readonly ViewEntry[];
  /** Remarks about the whole host, such as a reached limit or a file that makes the host hang. */
  readonly remarks: readonly (Remark & { readonly path: string })[];
}

/** Host behaviour as functions, for what a profile's data cannot describe. */
export interface Habit {
  /** Changes the rules, as the host's settings do. */
  readonly profile?: (profile: HostProfile, machine: Machine) => HostProfile;
  /** Adds, removes or reorders the roots. */
  readonly roots?: (roots: readonly ViewRoot[], profile: HostProfile, machine: Machine) => readonly ViewRoot[];
  /** Changes the results of single files, before duplicates are resolved. */
  readonly entries?: (entries: readonly ViewEntry[], profile: HostProfile, machine: Machine) => readonly ViewEntry[];
  /** Lists the sites from which the host fetches skills by itself. */
  readonly sites?: (machine: Machine) => readonly SettingsSite[];
}

/** A site that a settings file of a host names. */
export interface SettingsSite {
  readonly url: string;
  readonly from: SettingsFile;
}
