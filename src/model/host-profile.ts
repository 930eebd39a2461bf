/**
 * All differences between hosts, as data. `docs/hosts/` is generated from profiles, and `views/` uses them to compute
 * what a host sees. A profile is one file in `src/hosts/profiles/`, readable in a minute.
 */
import type { ConfigurationRule, PluginRule } from "./host-plugins.ts";
import type { PermissionRule } from "./rules/permission.ts";
import type { Scope } from "./skills/root.ts";

/**
 * `verified`: every case agrees with the real program. `documented`: read in its source or documents. `reported`:
 * second hand.
 */
export type Confidence = "verified" | "documented" | "reported";

/** The evidence for a section of a profile. */
export interface Fact {
  readonly source: string;
  /** The confidence of this fact, if it differs from the profile's. */
  readonly confidence?: Confidence;
  readonly version?: string;
}

/** The sections of a profile, in reading order. */
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
 * A directory that a host searches. Templates:
 *
 * - `{project}/.claude/skills`: the working directory and all parents up to the project root
 * - `{cwd}/…`, `{root}/…`: only the working directory, only the project root
 * - `{below}/…`: any directory below the working directory
 * - `~/…`, `/etc/…`: literal paths
 * - `{config}`, `{data}`, `{admin}`: Skillwright's own directories on this platform
 * - `${CODEX_HOME:-~/.codex}/skills`: a variable with a default
 * - `{added}/…`: every directory that the user adds on the command line
 * - `*`: a plugin's directory, whose name becomes the namespace
 */
export interface RootTemplate {
  readonly scope: Scope;
  readonly path: string;
  /** `commands`: Markdown files at any depth. Each file is a command named by its path. */
  readonly kind?: "skills" | "commands";
  /** True if `*` in the path is a plugin's directory. Its name prefixes skill names unless they stay `bare`. */
  readonly plugin?: boolean;
  readonly bare?: boolean;
  /** The path on macOS and Windows, if it differs. */
  readonly elsewhere?: { readonly darwin: string; readonly win32: string };
  /** Reads the root only if this variable is set, or is not set. */
  readonly whenVariable?: string;
  readonly unlessVariable?: string;
  /** True if the host skips the root when the working directory is the home directory. */
  readonly notAtHome?: boolean;
  /** The dialect of this root, if it differs from the profile's. */
  readonly dialect?: string;
  /** Walk rules that apply only to this root. */
  readonly walk?: Partial<WalkRule>;
  /** The order of `{project}` roots, and where the walk up ends, if they differ from the profile's. */
  readonly walkUp?: "nearest-first" | "root-first";
  /** How the host recognizes a repository: `.git` has a `HEAD`, or passes all checks of git itself. */
  readonly realRepository?: "head" | "full";
  /** Reads the root only if this directory does not exist, for hosts that use the first of several. */
  readonly unlessExists?: string;
  /** The host warns if the directory does not exist. */
  readonly missing?: "warned";
  /** True if the host reads the root only in a trusted folder. */
  readonly trusted?: boolean;
  /** Name rules that apply only to this root. */
  readonly naming?: Partial<NameRule>;
}

/** How a host searches a root. */
export interface WalkRule {
  /** Directory levels to search below the root; 1 means `<root>/<directory>/SKILL.md`. */
  readonly depth: number;
  /** `<root>/SKILL.md` is ignored, is loaded, or is the only skill of the root. */
  readonly atRoot: "ignored" | "loaded" | "alone";
  /** True if the host searches for skills inside skill directories. */
  readonly insideSkills: boolean;
  /** True if the host searches directories whose name starts with a dot. */
  readonly hidden: boolean;
  /** Names of directories that the host never enters. */
  readonly skipped: readonly string[];
  /** `inside`: the host follows a symlink only if its target is in the root. */
  readonly directoryLinks: "followed" | "inside" | "ignored";
  readonly fileLinks: "followed" | "inside" | "ignored";
  /** How the host handles a FIFO or device called SKILL.md. */
  readonly special: "skipped" | "hangs";
  /** True if the host also loads `skill.md`. */
  readonly anyCase: boolean;
  /** True if `<root>/name.md` is a skill. */
  readonly flat: boolean;
  /** The default name of such a skill (default: `directory`). */
  readonly flatName?: "file" | "directory";
  /** True if the host skips a file that it already read through another path. */
  readonly once: boolean;
  /** Search order (default: `breadth`). */
  readonly order?: "breadth" | "depth";
  /** Order of names in a directory (default: `bytes`). */
  readonly sorted?: "bytes" | "bytes-descending" | "locale";
  /** True if the host reports paths with symlinks resolved. */
  readonly resolved?: boolean;
  /**
   * True if the host opens `<directory>/SKILL.md` without listing the directory. It then notices entries that cannot be
   * skills.
   */
  readonly opensDirectly?: boolean;
  /** True if the host follows cyclic symlinks until the system refuses to resolve the path. */
  readonly loops?: boolean;
  /** True if the host follows cyclic symlinks at every level. Several of them can make the host loop forever. */
  readonly tangles?: boolean;
  /** True if the host enters a directory once, even if several symlinks lead to it. */
  readonly directoriesOnce?: boolean;
  /** A regular expression of names that the host fails to process. It treats such entries as missing. */
  readonly stumbles?: string;
  /** Ignore files, such as `.gitignore`, that the host respects. */
  readonly ignoreFiles: readonly string[];
  readonly maxDirectories?: number;
  readonly maxEntries?: number;
  /** Maximum bytes of all listed paths; each counts as a file URL plus 64 bytes. */
  readonly maxListingBytes?: number;
  readonly maxFileBytes?: number;
  /** Maximum skills of one root. The host drops the rest. */
  readonly maxSkills?: number;
}

/** How a host reads the frontmatter of a SKILL.md. */
export interface FrontmatterRule {
  /** The reader in `src/hosts/dialects/` that imitates the host. */
  readonly dialect: string;
  /** Handling of bytes that are not UTF-8. */
  readonly encoding: "strict" | "replaced";
  /** The result of invalid YAML if the repair fails too. */
  readonly broken: "rejected" | "no-fields";
  /** How the host repairs YAML that does not parse, in a few words, or "none". */
  readonly repair: string;
}

export interface NameRule {
  readonly from: "frontmatter" | "directory" | "frontmatter-or-directory";
  readonly max?: number;
  /** A regular expression (flag `u`) that the name must match. */
  readonly pattern?: string;
  readonly equalsDirectory?: boolean | "in any case";
  /** Set if the host accepts an empty name. */
  readonly empty?: "kept";
  /** Characters that the host replaces, and the replacement. */
  readonly replaced?: readonly [pattern: string, by: string];
  /** The result of a name that violates `max`, `pattern` or `equalsDirectory`. */
  readonly broken: "rejected" | "warned";
  /** The id that calls use instead of the name: the directory's name, the name as a slug, or the path from the root. */
  readonly id?: "directory" | "slug" | "path";
  /** Reserved names. The host does not load a skill with such a name. */
  readonly reserved?: readonly string[];
  /** Names of the host's own commands. */
  readonly taken?: readonly string[];
}

export interface DescriptionRule {
  /** The results of a missing, an empty and a blank description. */
  readonly missing: "rejected" | "body" | "kept" | "unlisted";
  readonly empty: "rejected" | "body" | "kept" | "unlisted";
  readonly blank: "rejected" | "body" | "kept" | "unlisted";
  readonly max?: number;
  readonly unit?: "characters" | "bytes";
  /** The result of a longer description. */
  readonly tooLong?: "rejected" | "warned" | "cut";
}

export interface CollisionRule {
  /** Which duplicate wins: the first or last in root order, all of them, or unpredictable. */
  readonly winner: "first" | "last" | "all" | "undetermined";
  readonly key: "name" | "name-folded" | "id";
  /** Set if the file system's order decides between duplicates in one root. */
  readonly withinRoot?: "undetermined";
  /** The order that defines first and last: the order of reading, or of the lowercase paths. */
  readonly by?: "reading" | "path-folded";
  /** Where the host reports a duplicate. */
  readonly said: "nothing" | "log" | "user";
}

/** How the host lists loaded skills for the model. */
export interface DisclosureRule {
  readonly place: string;
  /** The format of one entry, with `{name}`, `{description}`, `{path}`; empty if the host lists nothing. */
  readonly line: string;
  /** A frontmatter key whose text follows the description. */
  readonly also?: string;
  /** Maximum characters of one description, including the cut mark. */
  readonly maxDescription?: number;
  /** The end of a cut description (default: `…`), and whether the host counts code points instead of UTF-16 units. */
  readonly cutMark?: string;
  readonly codePoints?: boolean;
  /**
   * The limit of the whole listing: a share of the context window, and a number of characters if the window is unknown.
   * The share is in tokens of four bytes, or of `charactersPerToken` characters if that is set.
   */
  readonly budget?: {
    readonly share?: number;
    readonly characters: number;
    readonly variable?: string;
    readonly charactersPerToken?: number;
    /** The context window of the host's default model, in tokens. */
    readonly window?: number;
  };
  readonly overflow: string;
  /** Frontmatter keys and the value that hides a skill from the model. */
  readonly hiddenBy: Readonly<Record<string, boolean>>;
  /** A key that lists file patterns. The host shows the skill only once the agent works on a matching file. */
  readonly conditionalOn?: string;
  /** The format of the listing, from `render/` (default: our own). */
  readonly format?: string;
}

export interface ActivationRule {
  /** The tool that loads a skill, or the other way in which the model gets it. */
  readonly model: string;
  readonly user: string;
}

/** How a user names a skill in a message. */
export interface MentionRule {
  /** True if `$name` and `[$name](path)` work anywhere. */
  readonly dollar: boolean;
  /** Where `/name arguments` works: once at the start, several at the start, or anywhere. */
  readonly slash: "none" | "leading" | "stacked" | "anywhere";
  /** Text between the slash and the name: `skill:`. */
  readonly slashPrefix?: string;
  readonly at: boolean;
  /** Maximum slash commands at the start. Later ones are plain text. */
  readonly stack?: number;
  /** Maximum skills of one message. The host ignores the rest. */
  readonly max?: number;
  /** Set if the host never treats `$NAME` in capitals as a mention. */
  readonly capitals?: "ignored";
}

/** How an activated skill reaches the model. */
export interface InjectionRule {
  /** The envelope format, from `render/`. */
  readonly format: string;
  /** The role of the message if the user names the skill. If the model calls it, the skill is the tool's result. */
  readonly role: "user" | "system" | "developer";
}

/** The tool that the model calls to load a skill. */
export interface ToolRule {
  readonly name: string;
  /** The parameters for the skill and for its arguments. */
  readonly parameter: string;
  readonly arguments?: string;
  /** True if the tool's description contains the listing. */
  readonly listing?: boolean;
  /** Set if the host has no other tool for skills. */
  readonly alone?: true;
  /** Set if other input than an id lists skills with a matching name or description, and empty input lists all. */
  readonly lookup?: "substring";
  /**
   * The start of the description, and the errors with `{asked}` and `{reason}`, if the host's documents define them.
   */
  readonly lead?: string;
  readonly notFound?: string;
  readonly failed?: string;
}

export interface ArgumentRule {
  /** The index of `$1`, or "none" if the host substitutes nothing. */
  readonly base: 0 | 1 | "none";
  /** The index base of `$ARGUMENTS[N]`, if it differs. */
  readonly indexBase?: 0 | 1;
  /** True if the highest placeholder takes all remaining words. */
  readonly rest?: boolean;
  readonly missing: "verbatim" | "empty" | "none";
  /** Text to append if no placeholder used the arguments, with `{arguments}` and `{name}`. */
  readonly appended: string;
  readonly shell: boolean;
  /** The placeholder syntax, a row of `PLACEHOLDER_SYNTAXES` (default: `claude-code`). */
  readonly placeholders?: "claude-code" | "goose" | "opencode";
  /**
   * Replacement without arguments (default: `names`). `names`: only named placeholders become empty. `filled`: all do.
   * `untouched`: none do.
   */
  readonly absent?: "names" | "untouched" | "filled";
  /** Set if the appended text follows the envelope instead of the body. */
  readonly after?: "envelope";
  /** Set if the host replaces placeholders only for the user. The model gets the text unchanged. */
  readonly only?: "user";
  /** Where the host runs shell expressions (default: `text`, which is outside of all code). */
  readonly shellIn?: "text" | "fences" | "anywhere";
  /** The variables that the host replaces, defined in `prepare/` (default: none). */
  readonly variables?: "skillwright" | "claude-code" | "openclaw" | "pickle-bot";
  /** Where argument names are declared (default: in `arguments`). */
  readonly names?: "metadata";
}

/** The behaviour of a host as data: its directories, reader, limits and listing. */
export interface HostProfile {
  readonly name: string;
  readonly title: string;
  /** The version of the host that the facts describe. */
  readonly version: string;
  /** The same host at earlier versions, newest first; each differs in some rules. */
  readonly earlier?: readonly HostProfile[];
  /** The version of the program, if it is not the version that the facts are about. */
  readonly programVersion?: string;
  readonly confidence: Confidence;
  /** `engine`: our own pipeline. `view`: simulated by `views/`. `none`: the host has no skills. */
  readonly runtime: "engine" | "view" | "none";
  /** Programs and directories that show that the host is on this machine. */
  readonly detect: {
    readonly programs: readonly string[];
    readonly directories: readonly string[];
    /** npm packages that bring the program: their `package.json` has its version. */
    readonly packages?: readonly string[];
  };
  /** In the order in which the host reads them. */
  readonly roots: readonly RootTemplate[];
  /** `on-request`: the host gets our embedded skills only with `--with-default-skills`. */
  readonly embeddedSkills?: "on-request";
  /** Names that mark the project root. If empty, the working directory is the project root. */
  readonly projectMarkers: readonly string[];
  /** The order of `{project}` roots. */
  readonly walkUp: "nearest-first" | "root-first";
  /** Where the walk up ends without a marker (default: at the working directory). */
  readonly unmarked?: "cwd" | "top";
  /** True if the walk up ends before the home directory. */
  readonly homeEnds?: boolean;
  readonly walk: WalkRule;
  readonly frontmatter: FrontmatterRule;
  readonly naming: NameRule;
  readonly description: DescriptionRule;
  readonly collisions: CollisionRule;
  readonly disclosure: DisclosureRule;
  readonly activation: ActivationRule;
  /** Default: our own rules. If `tool` is missing, the model reads the file itself. */
  readonly mentions?: MentionRule;
  readonly injection?: InjectionRule;
  readonly tool?: ToolRule;
  /** How the host treats a skill's tool rules. */
  readonly permissions?: PermissionRule;
  /** The text for the model, with `{name}`, `{directory}`, `{body}`, `{arguments}`. */
  readonly envelope: string;
  readonly arguments: ArgumentRule;
  readonly reload: string;
  readonly trust: string;
  /** How the host reports files that it drops (default: unknown). */
  readonly rejections?: "reported" | "logged" | "silent";
  /** Frontmatter keys that the host uses, other than name and description. */
  readonly fields: readonly string[];
  readonly facts: Readonly<Record<Section, Fact>>;
  /** Names of functions in `views/habits/`, for behaviour that data cannot describe. */
  readonly habits?: readonly string[];
  /** Notes for users of this host. */
  readonly notes: readonly string[];
  /** Only if `runtime` is `engine`. */
  readonly engine?: EngineRule;
  /** Directories with agent definitions, `NAME/AGENT.md` (default: as in our own profile). */
  readonly agents?: readonly RootTemplate[];
  readonly settings?: HostSettings;
  /** The host's own settings files, if data describe them. */
  readonly configuration?: ConfigurationRule;
  readonly plugins?: PluginRule;
}

/** Files in which a host stores data that an agent needs. */
export interface HostSettings {
  readonly directory: string;
  /** Lowest precedence first. */
  readonly files: readonly string[];
  /** The path of the conversations, relative to the directory. */
  readonly history: string;
}

/** Additional settings of our own pipeline. */
export interface EngineRule {
  /** Scopes whose symlinks are followed. */
  readonly followLinks: readonly Scope[];
  /** Subdirectories of a skill that are never searched for skills. */
  readonly resourceDirectories: readonly string[];
  /** True if the embedded skills belong to the profile. */
  readonly systemSkills: boolean;
  /** Sidecar files of a skill, highest precedence first. */
  readonly sidecars: readonly string[];
}

/** Returns true if a host uses a frontmatter key. Our own profile uses every known key. */
export function heeds({ runtime, fields }: Pick<HostProfile, "runtime" | "fields">, field: string): boolean {
  return runtime === "engine" || fields.includes(field);
}
