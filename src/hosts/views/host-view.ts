/** The nouns of this folder: one machine as one host sees it. */
import type { Code } from "../../model/diagnostics/catalogue.ts";
import type { HostProfile, RootTemplate, WalkRule } from "../../model/host-profile.ts";
import type { Namer, Scope } from "../../model/skills/root.ts";
import type { Environment } from "../../platform/environment.ts";
import type { Files } from "../../platform/files/files.ts";
import type { Readings } from "./steps/readings.ts";

/** A machine as all hosts find it. */
export interface Machine {
  readonly environment: Environment;
  /** Cached: see `cachedFiles`. */
  readonly files: Files;
  readonly cwd: string;
  /** Directories of skills that the user names. */
  readonly extra: readonly string[];
  /** Project directories that the user adds, as with Claude Code's `--add-dir`. */
  readonly added: readonly string[];
  readonly trusted: boolean;
  /** Returns true if the host's settings in this file take effect (default: for every file). */
  readonly honours?: (file: SettingsFile) => boolean;
  readonly readings: Readings;
  /** Called for a file with settings that exists and cannot be read. */
  readonly onUnread?: (path: string, error: unknown) => void;
}

/** A file with settings of a host, and whose it is. */
export interface SettingsFile {
  readonly path: string;
  readonly namedBy: Namer;
  /** The folder that must be trusted if it is the project's. */
  readonly namedIn: string;
}

/** A file with settings of a host, and what the host takes from it. */
export interface SettingsContent extends SettingsFile {
  readonly settings: Readonly<Record<string, unknown>>;
  /** Why the host does not take the file: a clause. */
  readonly invalid?: string;
}

/** A directory that the host searches, with the rules that hold in it. */
export interface ViewRoot {
  readonly path: string;
  readonly label: string;
  readonly scope: Scope;
  readonly namespace: string;
  readonly kind: "skills" | "commands";
  readonly exists: boolean;
  /** The host's settings name it, and those may be a stranger's: we do not search it as far as others. */
  readonly named?: boolean;
  readonly namedBy: Namer;
  /** See `NamedRoot`. */
  readonly namedIn: string;
  /** The settings file that names it. */
  readonly namedFrom?: string;
  readonly walk: WalkRule;
  readonly template: RootTemplate;
  /** The plugin that brings it: `kit@market`. */
  readonly plugin?: string;
  /** Why the host loads nothing of it. */
  readonly off?: Remark;
  /** A remark about every skill in it. */
  readonly remark?: Remark;
  /** Only these files of a directory of commands. */
  readonly only?: readonly string[];
}

/** One word on what happened to a file, with the code that says why. */
export interface Remark {
  readonly code: Code;
  /** In our words, a clause: `the description is cut at 1536 characters`. */
  readonly text: string;
  /** The way out, where whoever said it knows one. */
  readonly help?: string;
}

export const OUTCOMES = ["visible", "shadowed", "rejected"] as const;
export type ViewOutcome = (typeof OUTCOMES)[number];

/** What the model is shown of a visible skill. */
export const SHOWN = ["full", "cut", "name-only", "not"] as const;
export type Shown = (typeof SHOWN)[number];

/** What a host makes of one file that it comes upon. */
export interface ViewEntry {
  readonly path: string;
  /** The same with links resolved. */
  readonly file: string;
  /** Where the walk came upon it, where the host resolves links and `path` is therefore another. */
  readonly found?: string;
  readonly directory: string;
  readonly root: ViewRoot;
  readonly outcome: ViewOutcome;
  /** The name under which the host knows it, or would have. */
  readonly name: string;
  readonly description: string | undefined;
  /** Why it is not visible; undefined where it is. */
  readonly because?: Remark;
  /** The path of the file that won. */
  readonly by?: string;
  readonly shown: Shown;
  /** What the model reads as its name, where that is not the name alone. */
  readonly shownName?: string;
  /** What the model reads as its description, where that is not the description itself. */
  readonly shownDescription?: string;
  /** What is worth knowing though it is visible: another name, a cut, a fallback. */
  readonly remarks: readonly Remark[];
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface HostView {
  readonly profile: HostProfile;
  readonly roots: readonly ViewRoot[];
  readonly entries: readonly ViewEntry[];
  /** What concerns the host as a whole: a limit reached, a file that makes it hang. */
  readonly remarks: readonly (Remark & { readonly path: string })[];
}

/** What a profile's data cannot say, as functions. */
export interface Habit {
  /** Changes the rules themselves, as the host's settings do. */
  readonly profile?: (profile: HostProfile, machine: Machine) => HostProfile;
  /** Adds, takes away or reorders roots. */
  readonly roots?: (roots: readonly ViewRoot[], profile: HostProfile, machine: Machine) => readonly ViewRoot[];
  /** Changes what became of single files, before names collide. */
  readonly entries?: (entries: readonly ViewEntry[], profile: HostProfile, machine: Machine) => readonly ViewEntry[];
}
