/**
 * Everything in which hosts differ, as data. `docs/hosts/` is generated from it, and `views/` looks through it at a
 * machine. A profile is one file in `src/hosts/profiles/`, readable in a minute.
 */
import type { ConfigurationRule, PluginRule } from "./host-plugins.ts";
import type { PermissionRule } from "./rules/permission.ts";
import type { Scope } from "./skills/root.ts";

/** `verified`: agrees with the real program, case by case; `documented`: read in its source or documents; `reported`: second hand. */
export type Confidence = "verified" | "documented" | "reported";

/** What a section of a profile rests on. */
export interface Fact {
  readonly source: string;
  /** Where it differs from the profile's own. */
  readonly confidence?: Confidence;
  readonly version?: string;
}

/** The sections of a profile, in the order in which a person reads them. */
export const SECTIONS = [
  "roots",
  "walk",
  "frontmatter",
  "name",
  "description",
  "collisions",
  "disclosure",
  "activation",
  "envelope",
  "arguments",
  "reload",
  "trust",
] as const;
export type Section = (typeof SECTIONS)[number];

/**
 * A directory that a host searches, as its documents would write it:
 *
 * - `{project}/.claude/skills`: in the working directory and all above it up to the project root
 * - `{cwd}/…`, `{root}/…`: only in the working directory, only in the project root
 * - `{below}/…`: in any directory below the working directory
 * - `~/…`, `/etc/…`: as they say
 * - `{config}`, `{data}`, `{admin}`: Skillwright's own directories on this platform
 * - `${CODEX_HOME:-~/.codex}/skills`: a variable, and what stands in for it
 * - `{added}/…`: in every directory that the user adds on the command line
 * - `*`: a plugin's directory, whose name becomes the namespace
 */
export interface RootTemplate {
  readonly scope: Scope;
  readonly path: string;
  /** `commands`: Markdown files at any depth, each a command; the file's path is its name. */
  readonly kind?: "skills" | "commands";
  /** The star in the path is a plugin's directory; its name goes before the skills' unless they stay `bare`. */
  readonly plugin?: boolean;
  readonly bare?: boolean;
  /** The path on other systems. */
  readonly elsewhere?: { readonly darwin: string; readonly win32: string };
  /** Only where this variable is set, or not set. */
  readonly whenVariable?: string;
  readonly unlessVariable?: string;
  /** Not where the working directory is the home directory. */
  readonly notAtHome?: boolean;
  /** Read by this dialect instead of the profile's. */
  readonly dialect?: string;
  /** Rules of this root alone. */
  readonly walk?: Partial<WalkRule>;
  /** Where it differs from the profile's: the order of `{project}` roots, and where the walk up ends. */
  readonly walkUp?: "nearest-first" | "root-first";
  /** `.git` counts only when it is a repository indeed: it has a `HEAD`, or all that git itself asks for. */
  readonly realRepository?: "head" | "full";
  /** Only read where this directory does not exist: the host takes the first of several. */
  readonly unlessExists?: string;
  /** The host warns if the directory does not exist. */
  readonly missing?: "warned";
  /** Only read once the folder is trusted. */
  readonly trusted?: boolean;
  /** The names of skills in this root alone. */
  readonly naming?: Partial<NameRule>;
}

/** How a host goes through a root. */
export interface WalkRule {
  /** Levels of directories below the root that are searched; 1 is `<root>/<directory>/SKILL.md`. */
  readonly depth: number;
  /** `<root>/SKILL.md` itself: not seen, seen, or seen and then nothing else of that root. */
  readonly atRoot: "ignored" | "loaded" | "alone";
  /** Whether skills are looked for below a skill. */
  readonly insideSkills: boolean;
  /** Whether directories whose name begins with a dot are searched. */
  readonly hidden: boolean;
  /** Names of directories that are never entered. */
  readonly skipped: readonly string[];
  /** `inside`: only where the target lies in the root. */
  readonly directoryLinks: "followed" | "inside" | "ignored";
  readonly fileLinks: "followed" | "inside" | "ignored";
  /** What a FIFO or a device called SKILL.md leads to. */
  readonly special: "skipped" | "hangs";
  /** Whether `skill.md` counts. */
  readonly anyCase: boolean;
  /** Whether `<root>/name.md` is a skill. */
  readonly flat: boolean;
  /** What such a file is called by default: as the file, or as the directory unless said otherwise. */
  readonly flatName?: "file" | "directory";
  /** A file that leads to a place already read under another name is left out. */
  readonly once: boolean;
  /** Breadth first unless said otherwise. */
  readonly order?: "breadth" | "depth";
  /** The order of names in a directory, by bytes unless said otherwise. */
  readonly sorted?: "bytes" | "bytes-descending" | "locale";
  /** Whether paths are reported with links resolved. */
  readonly resolved?: boolean;
  /** Whether `<directory>/SKILL.md` is opened without listing the directory: then even what cannot be one is noticed. */
  readonly opensDirectly?: boolean;
  /** Whether a link that leads back is followed, until the system refuses to resolve the path. */
  readonly loops?: boolean;
  /** Whether links that lead back are followed at every turn: one does no harm, but where they multiply the host never ends. */
  readonly tangles?: boolean;
  /** A directory that several links lead to is entered once. */
  readonly directoriesOnce?: boolean;
  /** A regular expression of names that the host stumbles over; such entries are as good as absent. */
  readonly stumbles?: string;
  /** Files like `.gitignore` that the host honours. */
  readonly ignoreFiles: readonly string[];
  readonly maxDirectories?: number;
  readonly maxEntries?: number;
  /** Bytes of all paths that were listed, each as a file URL and 64 bytes more. */
  readonly maxListingBytes?: number;
  readonly maxFileBytes?: number;
  /** Skills of one root, then the rest is dropped. */
  readonly maxSkills?: number;
}

/** How a host reads the head of a SKILL.md. */
export interface FrontmatterRule {
  /** The reader in `src/hosts/dialects/` that does as the host does. */
  readonly dialect: string;
  /** Bytes that are not UTF-8. */
  readonly encoding: "strict" | "replaced";
  /** What broken YAML leads to, after the repair has failed too. */
  readonly broken: "rejected" | "no-fields";
  /** What is done to YAML that does not parse, in a few words, or "none". */
  readonly repair: string;
}

export interface NameRule {
  readonly from: "frontmatter" | "directory" | "frontmatter-or-directory";
  readonly max?: number;
  /** A regular expression (flag `u`) that the name must match. */
  readonly pattern?: string;
  readonly equalsDirectory?: boolean | "in any case";
  /** An empty name is a name. */
  readonly empty?: "kept";
  /** Characters that are replaced, and by what. */
  readonly replaced?: readonly [pattern: string, by: string];
  /** What a name that breaks `max`, `pattern` or `equalsDirectory` leads to. */
  readonly broken: "rejected" | "warned";
  /** The id that calls use instead of the name: the directory's name, the name as a slug, or the path from the root. */
  readonly id?: "directory" | "slug" | "path";
  /** Names that the host keeps for itself: such a skill is not loaded. */
  readonly reserved?: readonly string[];
  /** Names of the host's own commands. */
  readonly taken?: readonly string[];
}

export interface DescriptionRule {
  /** What a missing, an empty and a blank description lead to. */
  readonly missing: "rejected" | "body" | "kept" | "unlisted";
  readonly empty: "rejected" | "body" | "kept" | "unlisted";
  readonly blank: "rejected" | "body" | "kept" | "unlisted";
  readonly max?: number;
  readonly unit?: "characters" | "bytes";
  /** What a longer one leads to. */
  readonly tooLong?: "rejected" | "warned" | "cut";
}

export interface CollisionRule {
  /** Among skills of one key: the first or last of the roots' order, all of them, or nobody can say. */
  readonly winner: "first" | "last" | "all" | "undetermined";
  readonly key: "name" | "name-folded" | "id";
  /** Where two of one root collide and the outcome hangs on the file system's order. */
  readonly withinRoot?: "undetermined";
  /** What decides first and last: the order of reading, or of the paths in lower case. */
  readonly by?: "reading" | "path-folded";
  /** What the host says about it. */
  readonly said: "nothing" | "log" | "user";
}

/** What of a loaded skill is put before the model. */
export interface DisclosureRule {
  readonly place: string;
  /** The shape of one entry, with `{name}`, `{description}`, `{path}`; empty where nothing is listed. */
  readonly line: string;
  /** A key whose text follows the description. */
  readonly also?: string;
  /** Characters of one entry's description; the last of them says that it was cut. */
  readonly maxDescription?: number;
  /** What a cut description ends in: `…` unless said otherwise; and whether code points count, not UTF-16. */
  readonly cutMark?: string;
  readonly codePoints?: boolean;
  /**
   * Of the whole listing: a share of the context window, and characters where the window is not known. The share is counted
   * in tokens of four bytes, or in characters where the host takes so many for a token.
   */
  readonly budget?: {
    readonly share?: number;
    readonly characters: number;
    readonly variable?: string;
    readonly charactersPerToken?: number;
    /** Of the model that the host takes by default, in tokens. */
    readonly window?: number;
  };
  readonly overflow: string;
  /** Frontmatter keys that keep a skill from the model, with the value that does. */
  readonly hiddenBy: Readonly<Record<string, boolean>>;
  /** A key that lists files: the skill is only shown once one of them is worked on. */
  readonly conditionalOn?: string;
  /** How the listing is written and who gets how much of it: a format in `render/`. Our own where it is not said. */
  readonly format?: string;
}

export interface ActivationRule {
  /** The tool that the model calls, or how else it gets at the skill. */
  readonly model: string;
  readonly user: string;
}

/** How a person names a skill in a message. */
export interface MentionRule {
  /** `$name` and `[$name](path)`, anywhere. */
  readonly dollar: boolean;
  /** `/name arguments`: at the beginning, several of them at the beginning, or anywhere. */
  readonly slash: "none" | "leading" | "stacked" | "anywhere";
  /** What stands between the slash and the name: `skill:`. */
  readonly slashPrefix?: string;
  readonly at: boolean;
  /** Slashes at the beginning that are taken; those after them are text. */
  readonly stack?: number;
  /** Skills of one message; what comes after is not taken. */
  readonly max?: number;
  /** `$NAME` in capitals is never a mention. */
  readonly capitals?: "ignored";
}

/** How a skill that is called reaches the model. */
export interface InjectionRule {
  /** The envelope: a format in `render/`. */
  readonly format: string;
  /** As what it is put there when the user names it; a model's call gets it as the tool's result. */
  readonly role: "user" | "system" | "developer";
}

/** The tool through which the model asks for a skill. */
export interface ToolRule {
  readonly name: string;
  /** The parameter that takes the skill, and the one that takes its arguments. */
  readonly parameter: string;
  readonly arguments?: string;
  /** Whether the listing stands in the tool's description. */
  readonly listing?: boolean;
  /** The host gives its model this tool and no other one for skills. */
  readonly alone?: true;
  /** Other words than an id list the skills whose name or description has them, and no word lists all. */
  readonly lookup?: "substring";
  /** What the description begins with, and the answers to calls that fail, with `{asked}` and `{reason}`: where a host's own document fixes them. */
  readonly lead?: string;
  readonly notFound?: string;
  readonly failed?: string;
}

export interface ArgumentRule {
  /** What `$1` is, or "none" where nothing is substituted. */
  readonly base: 0 | 1 | "none";
  /** The first of `$ARGUMENTS[N]`, where it differs. */
  readonly indexBase?: 0 | 1;
  /** The highest placeholder takes all that is left. */
  readonly rest?: boolean;
  readonly missing: "verbatim" | "empty" | "none";
  /** What is appended when no placeholder took the arguments, with `{arguments}` and `{name}`. */
  readonly appended: string;
  readonly shell: boolean;
  /** How placeholders are written: a row of `PLACEHOLDER_SYNTAXES` (default: `claude-code`). */
  readonly placeholders?: "claude-code" | "goose" | "opencode";
  /** Without arguments: only names are replaced, by nothing, unless said otherwise; or not even they; or all there is. */
  readonly absent?: "names" | "untouched" | "filled";
  /** What is appended follows the envelope instead of the body. */
  readonly after?: "envelope";
  /** Only for the user is anything replaced; the model gets the text as it is. */
  readonly only?: "user";
  /** Where a shell expression counts: outside of all code unless said otherwise, in fences too, or just anywhere. */
  readonly shellIn?: "text" | "fences" | "anywhere";
  /** The family of variables that the host knows, in `prepare/`; none unless said. */
  readonly variables?: "skillwright" | "claude-code" | "openclaw" | "pickle-bot";
  /** Where the names of arguments stand: in `arguments` unless said otherwise. */
  readonly names?: "metadata";
}

/** The behaviour of a host as data: its directories, its reader, its limits, and its listing. */
export interface HostProfile {
  readonly name: string;
  readonly title: string;
  /** Of the host: what the facts are about. */
  readonly version: string;
  /** The same host at earlier versions, newest first; each differs in some rules. */
  readonly earlier?: readonly HostProfile[];
  /** The version of the program, if it is not the version that the facts are about. */
  readonly programVersion?: string;
  readonly confidence: Confidence;
  /** `engine`: our own pipeline; `view`: looked through by `views/`; `none`: the host has no skills. */
  readonly runtime: "engine" | "view" | "none";
  /** Signs that the host is on this machine. */
  readonly detect: {
    readonly programs: readonly string[];
    readonly directories: readonly string[];
    /** npm packages that bring the program: their `package.json` has its version. */
    readonly packages?: readonly string[];
  };
  /** In the order in which the host reads them. */
  readonly roots: readonly RootTemplate[];
  /** `on-request`: the host has our embedded skills only with `--with-default-skills`. */
  readonly embeddedSkills?: "on-request";
  /** What marks the project root; empty: there is none to look for, the working directory is it. */
  readonly projectMarkers: readonly string[];
  /** The order of `{project}` roots. */
  readonly walkUp: "nearest-first" | "root-first";
  /** Where the walk up ends without a marker: at the working directory unless said otherwise, or at the top. */
  readonly unmarked?: "cwd" | "top";
  /** Whether the walk up ends before the home directory. */
  readonly homeEnds?: boolean;
  readonly walk: WalkRule;
  readonly frontmatter: FrontmatterRule;
  readonly naming: NameRule;
  readonly description: DescriptionRule;
  readonly collisions: CollisionRule;
  readonly disclosure: DisclosureRule;
  readonly activation: ActivationRule;
  /** Our own where they are not said; `tool` is missing where the model reads the file instead. */
  readonly mentions?: MentionRule;
  readonly injection?: InjectionRule;
  readonly tool?: ToolRule;
  /** What a skill's word about tools is worth there. */
  readonly permissions?: PermissionRule;
  /** What the model receives, with `{name}`, `{directory}`, `{body}`, `{arguments}`. */
  readonly envelope: string;
  readonly arguments: ArgumentRule;
  readonly reload: string;
  readonly trust: string;
  /** Whether the host says anything about a file that it drops; unknown where it is not said. */
  readonly rejections?: "reported" | "logged" | "silent";
  /** Frontmatter keys that the host acts on, besides name and description. */
  readonly fields: readonly string[];
  readonly facts: Readonly<Record<Section, Fact>>;
  /** What data cannot say: functions in `views/habits/`, by name. */
  readonly habits?: readonly string[];
  /** What a user of this host should know. */
  readonly notes: readonly string[];
  /** Only where `runtime` is `engine`. */
  readonly engine?: EngineRule;
  /** Where definitions of agents are looked for: directories of `NAME/AGENT.md`. As in our own profile where this is not said. */
  readonly agents?: readonly RootTemplate[];
  readonly settings?: HostSettings;
  /** The files with the host's own settings, where data describe them. */
  readonly configuration?: ConfigurationRule;
  readonly plugins?: PluginRule;
}

/** Files in which a host keeps what an agent needs to know. */
export interface HostSettings {
  readonly directory: string;
  /** Lowest authority first. */
  readonly files: readonly string[];
  /** Conversations, below the directory. */
  readonly history: string;
}

/** What our own pipeline needs to know besides. */
export interface EngineRule {
  /** Scopes whose links are followed. */
  readonly followLinks: readonly Scope[];
  /** Subdirectories of a skill that are never searched for more. */
  readonly resourceDirectories: readonly string[];
  /** Whether the embedded skills are among its own. */
  readonly systemSkills: boolean;
  /** The files beside a skill that describe it, most authoritative first. */
  readonly sidecars: readonly string[];
}

/** Whether a host acts on a frontmatter key; our own acts on all that it knows. */
export function heeds({ runtime, fields }: Pick<HostProfile, "runtime" | "fields">, field: string): boolean {
  return runtime === "engine" || fields.includes(field);
}
