/**
 * The schema of host profiles. It is the source of the types in `host-profile.ts` and of the published JSON Schema. Only
 * scripts and tests load it.
 */
import { configurationRule, pathsByPlatform, pluginRule } from "./host-plugins-schema.ts";
import { WINDOW_ENDS } from "./rules/permission.ts";
import {
  boolean,
  choiceList,
  constant,
  list,
  number,
  object,
  oneOf,
  optional,
  record,
  type Schema,
  string,
  stringList,
  stringPair,
  withDescription,
  withOptionalFields,
} from "./schema.ts";
import { SCOPES } from "./skills/root.ts";

export const confidence = oneOf(
  ["verified", "documented", "reported"],
  "`verified`: every case agrees with the real program. `documented`: based on the host's source code or documents. `reported`: based on reports of other people.",
);

export const fact = object({
  source: string("The evidence for the section."),
  confidence: optional(withDescription(confidence, "The confidence of this fact, if it differs from the profile's.")),
  version: optional(string("The version that the evidence describes, if it differs from the profile's.")),
});

const walkUp = oneOf(
  ["nearest-first", "root-first", "each-nearest-first"],
  "The order of `{project}` roots. `each-nearest-first`: all directories of one root come before all directories of the next root.",
);

export const walkRule = withDescription(
  object({
    depth: number(
      "Directory levels to search below the root; 1 means `<root>/<directory>/SKILL.md` (default: no limit).",
    ),
    atRoot: oneOf(
      ["ignored", "loaded", "alone"],
      "How the host treats `<root>/SKILL.md`: ignores it, loads it, or loads no other skill of the root.",
    ),
    insideSkills: boolean("True if the host searches for skills inside skill directories."),
    hidden: boolean("True if the host searches directories whose name starts with a dot."),
    hiddenSkills: optional(
      boolean(
        "True if the host loads the SKILL.md of a hidden or skipped directory, but searches no subdirectory of that directory.",
      ),
    ),
    skipped: stringList("Names of directories that the host never enters."),
    directoryLinks: oneOf(
      ["followed", "inside", "ignored"],
      "How the host handles symlinks to directories. `inside`: it follows a symlink only if its target is in the root.",
    ),
    fileLinks: oneOf(
      ["followed", "inside", "ignored"],
      "How the host handles symlinks to files. The values have the same meaning as for directories.",
    ),
    special: oneOf(["skipped", "hangs"], "How the host handles a FIFO or device called SKILL.md."),
    anyCase: boolean("True if the host also loads `skill.md`."),
    flat: boolean("True if `<root>/name.md` is a skill."),
    flatBelow: optional(boolean("True if `name.md` in a directory below the root, without a SKILL.md, is a skill.")),
    flatName: optional(
      oneOf(
        ["file", "directory"],
        "The name of a Markdown-file skill whose frontmatter has no name (default: `directory`).",
      ),
    ),
    plainCommands: optional(
      constant(
        [true],
        "Set if the host treats a SKILL.md in a commands directory like any other command, and replaces each colon in a name by `_`.",
      ),
    ),
    once: boolean("True if the host skips a file that it already read through another path."),
    order: optional(
      oneOf(
        ["breadth", "depth", "last-first", "skills-first"],
        "Search order (default: `breadth`). `last-first`: subdirectories in reverse order, then all files sorted by path. `skills-first`: depth-first, but the skills of a directory come before those of its subdirectories.",
      ),
    ),
    sorted: optional(
      oneOf(["bytes", "bytes-descending", "locale"], "Order of names in a directory (default: `bytes`)."),
    ),
    resolved: optional(boolean("True if the host shows paths with symlinks resolved.")),
    rootResolved: optional(boolean("True if the host resolves symlinks in the path of a root, but not below it.")),
    opensDirectly: optional(
      boolean(
        "True if the host opens `<directory>/SKILL.md` without listing the directory. It then notices entries that cannot be skills.",
      ),
    ),
    loops: optional(boolean("True if the host follows cyclic symlinks until the operating system rejects the path.")),
    tangles: optional(
      boolean(
        "True if the host follows cyclic symlinks at every level. Several cyclic symlinks can make the host loop forever.",
      ),
    ),
    directoriesOnce: optional(
      boolean("True if the host enters a directory once, even if several symlinks lead to it."),
    ),
    stumbles: optional(
      string("A regular expression of names that the host fails to process. It treats such entries as missing."),
    ),
    ignoreFiles: stringList("Ignore files, such as `.gitignore`, that the host respects."),
    maxDirectories: optional(number("Maximum directories of one root.")),
    maxEntries: optional(number("Maximum entries of one root.")),
    maxListingBytes: optional(
      number("Maximum bytes of all listed paths. Each path is counted as a file URL plus 64 bytes."),
    ),
    maxFileBytes: optional(number("Maximum bytes of one file.")),
    maxSkills: optional(number("Maximum skills of one root. The host drops all further skills.")),
  }),
  "How a host searches a root.",
);

export const frontmatterRule = withDescription(
  object({
    dialect: string("The frontmatter reader in `src/hosts/dialects/` that imitates the host's own reader."),
    flatDialect: optional(
      string(
        "The frontmatter reader for Markdown files that are not called SKILL.md, if the host uses another reader for them.",
      ),
    ),
    encoding: oneOf(["strict", "replaced"], "Handling of bytes that are not UTF-8."),
    broken: oneOf(["rejected", "no-fields"], "How the host handles invalid YAML if the repair fails too."),
    repair: string('A short description of how the host repairs YAML that does not parse, or "none".'),
  }),
  "How a host reads the frontmatter of a SKILL.md.",
);

export const nameRule = withDescription(
  object({
    from: oneOf(["frontmatter", "directory", "frontmatter-or-directory"], "Where the host reads a skill's name from."),
    max: optional(number("The maximum length of a name, in characters.")),
    pattern: optional(string("A regular expression (flag `u`) that the name must match.")),
    equalsDirectory: optional(
      constant(
        [true, false, "in any case"],
        "Whether the name must equal the directory's name; `in any case` ignores case.",
      ),
    ),
    empty: optional(constant(["kept"], "Set if the host accepts an empty name.")),
    replaced: optional(stringPair("Characters that the host replaces, and the replacement.")),
    broken: oneOf(
      ["rejected", "warned"],
      "How the host handles a name that violates `max`, `pattern` or `equalsDirectory`.",
    ),
    id: optional(
      oneOf(
        ["directory", "slug", "path"],
        "The id that calls use instead of the name: the directory's name, the name as a slug, or the path from the root.",
      ),
    ),
    reserved: optional(stringList("Reserved names. The host does not load a skill with such a name.")),
    taken: optional(stringList("Names of the host's own commands.")),
  }),
  "The rules of a host for the names of skills.",
);

const UNDESCRIBED = ["rejected", "body", "kept", "unlisted"] as const;

function resultOf(description: string): Schema<(typeof UNDESCRIBED)[number]> {
  return oneOf(UNDESCRIBED, `How the host handles ${description}.`);
}

export const descriptionRule = withDescription(
  object({
    missing: resultOf("a missing description; `body`: the host uses the start of the body instead"),
    empty: resultOf("an empty description"),
    blank: resultOf("a blank description"),
    max: optional(number("The maximum length of a description.")),
    unit: optional(oneOf(["characters", "bytes"], "The unit of `max` (default: `characters`).")),
    tooLong: optional(
      oneOf(["rejected", "warned", "cut"], "How the host handles a description that is longer than `max`."),
    ),
  }),
  "The rules of a host for descriptions.",
);

export const collisionRule = withDescription(
  object({
    winner: oneOf(
      ["first", "last", "all", "undetermined"],
      "Which duplicate wins: the first or last in root order, all of them, or unpredictable.",
    ),
    key: oneOf(["name", "name-folded", "id"], "What makes two skills duplicates."),
    withinRoot: optional(
      constant(["undetermined"], "Set if the file system's order decides between duplicates in one root."),
    ),
    by: optional(
      oneOf(
        ["reading", "path-folded"],
        "The order in which a duplicate is first or last: the order of reading, or the order of the lowercase paths.",
      ),
    ),
    hidden: optional(
      constant(["apart"], "Set if a skill that is hidden from the model takes no name from a listed skill."),
    ),
    said: oneOf(["nothing", "log", "user"], "Where the host reports a duplicate."),
  }),
  "How a host treats skills with the same name.",
);

const budget = withDescription(
  object({
    tokens: optional(number("A fixed number of tokens, whatever the context window is.")),
    share: optional(
      number("The limit as a share of the context window. A token has four bytes, or `charactersPerToken` characters."),
    ),
    characters: number("The maximum characters of the listing if the window is unknown."),
    variable: optional(string("An environment variable that sets the maximum number of characters.")),
    charactersPerToken: optional(number("The number of characters of a token, if a token is not four bytes.")),
    reserved: optional(
      number("The width of the host's own entries in the listing, in columns. A wide character has two columns."),
    ),
    window: optional(number("The context window of the host's default model, in tokens.")),
  }),
  "The size limit of the whole listing.",
);

export const disclosureRule = withDescription(
  object({
    place: string("Where the model sees the listing."),
    line: string("The format of one entry, with `{name}`, `{description}`, `{path}`; empty if the host lists nothing."),
    also: optional(string("A frontmatter key whose text follows the description.")),
    alsoAfter: optional(string("The text before that key's text (default: ` - `).")),
    maxDescription: optional(number("Maximum characters of one description, including the mark at its cut end.")),
    cutMark: optional(string("The end of a cut description (default: `…`).")),
    graphemes: optional(
      boolean("True if the host never cuts within a visible character that consists of several code points."),
    ),
    codePoints: optional(boolean("True if the host measures lengths in code points instead of UTF-16 units.")),
    budget: optional(budget),
    overflow: string("What the host does if the listing exceeds its limit."),
    hiddenBy: record(boolean(""), "Frontmatter keys, each with the value that hides the skill from the model."),
    conditionalOn: optional(
      string("A key that lists file patterns. The host shows the skill only once the agent works on a matching file."),
    ),
    format: optional(string("The format of the listing, from `render/` (default: our own).")),
  }),
  "How the host lists loaded skills for the model.",
);

const activationRule = withDescription(
  object({
    model: string("How a skill reaches the model, such as the name of a tool."),
    user: string("How the user calls a skill, such as `/name`."),
  }),
  "How the model and the user activate a skill.",
);

export const mentionRule = withDescription(
  object({
    dollar: boolean("True if `$name` and `[$name](path)` activate a skill anywhere in a message."),
    slash: oneOf(
      ["none", "leading", "stacked", "anywhere"],
      "Where `/name arguments` activates a skill: one command at the start of a message, several at the start, or anywhere.",
    ),
    slashPrefix: optional(string("The text between the slash and the name, such as `skill:`.")),
    at: boolean("True if `@name` in a message activates a skill."),
    stack: optional(number("Maximum slash commands at the start. Later commands are plain text.")),
    max: optional(number("Maximum skills of one message. The host ignores further mentions.")),
    capitals: optional(constant(["ignored"], "Set if the host never treats `$NAME` in capitals as a mention.")),
  }),
  "How a user names a skill in a message.",
);

const injectionRule = withDescription(
  object({
    format: string("The envelope format, from `render/`."),
    role: oneOf(
      ["user", "system", "developer"],
      "The role of the message if the user names the skill. If the model calls it, the skill is the tool's result.",
    ),
  }),
  "How an activated skill reaches the model.",
);

export const toolRule = withDescription(
  object({
    name: string("The tool's name."),
    parameter: string("The parameter for the skill."),
    arguments: optional(string("The parameter for the skill's arguments.")),
    listing: optional(boolean("True if the tool's description contains the listing.")),
    alone: optional(constant([true], "Set if the host has no other tool for skills.")),
    lookup: optional(
      constant(
        ["substring"],
        "Set if the tool also searches: input that is not an id lists the skills whose name or description matches, and empty input lists all skills.",
      ),
    ),
    lead: optional(string("The start of the tool's description, if the host's documents define it.")),
    notFound: optional(string("The error for an unknown skill, with `{asked}`, if the host's documents define it.")),
    failed: optional(string("The error for an unreadable skill, with `{reason}`, if the host's documents define it.")),
  }),
  "The tool that the model calls to load a skill.",
);

const permissionRule = withDescription(
  object({
    allowedTools: oneOf(
      ["window", "grant", "ignored"],
      "The effect of `allowed-tools`. `window`: listed tools run without asking, and all other tools need approval. `grant`: listed tools run without asking, and other tools are unchanged. `ignored`: the key has no effect.",
    ),
    disallowedTools: oneOf(["removed", "ignored"], "The effect of `disallowed-tools`."),
    until: oneOf(WINDOW_ENDS, "When a skill's tool rules end."),
    skills: optional(
      constant(["opencode"], "Set if the host has its own rules about which agent may load which skill."),
    ),
  }),
  "How the host handles a skill's tool rules.",
);

export const argumentRule = withDescription(
  object({
    base: constant([0, 1, "none"], 'The index of `$1`, or "none" if the host substitutes nothing.'),
    indexBase: optional(constant([0, 1], "The index base of `$ARGUMENTS[N]`, if it differs from the index of `$1`.")),
    rest: optional(boolean("True if the placeholder with the highest number gets all remaining words.")),
    missing: oneOf(["verbatim", "empty", "none"], "How the host handles a placeholder without an argument."),
    appended: string("Text to append if no placeholder used the arguments, with `{arguments}` and `{name}`."),
    trimmed: optional(constant([true], "Set if the host trims the body before it appends the text.")),
    shell: boolean("True if the host runs the shell commands in a skill's text."),
    placeholders: optional(
      oneOf(
        ["claude-code", "goose", "opencode"],
        "The placeholder syntax, a row of `PLACEHOLDER_SYNTAXES` (default: `claude-code`).",
      ),
    ),
    absent: optional(
      oneOf(
        ["names", "untouched", "filled"],
        "Replacement without arguments (default: `names`). `names`: only named placeholders become empty. `filled`: all placeholders become empty. `untouched`: no placeholder changes.",
      ),
    ),
    after: optional(
      constant(["envelope"], "Set if the host appends the text after the envelope instead of after the body."),
    ),
    only: optional(
      constant(["user"], "Set if the host replaces placeholders only for the user. The model gets the text unchanged."),
    ),
    shellIn: optional(
      oneOf(
        ["text", "fences", "anywhere"],
        "Where the host runs shell commands (default: `text`, which means outside of code blocks and code spans).",
      ),
    ),
    variables: optional(
      oneOf(
        ["skillwright", "claude-code", "openclaw", "pickle-bot"],
        "The variables that the host replaces, defined in `prepare/` (default: none).",
      ),
    ),
    names: optional(constant(["metadata"], "Where argument names are declared (default: in `arguments`).")),
  }),
  "How the host passes arguments to a skill.",
);

const ROOT_PATH =
  "`{project}/…`: the working directory and all parents up to the project root. `{cwd}/…`: only the working directory. `{root}/…`: only the project root. " +
  "`{below}/…`: any directory below the working directory. `~/…`, `/etc/…`: literal paths. `{config}`, `{data}`, `{admin}`: Skillwright's own directories on this platform. " +
  "`${CODEX_HOME:-~/.codex}/skills`: a variable with a default. `{added}/…`: every directory that the user adds on the command line. " +
  "`*` matches a plugin's directory, whose name becomes the namespace.";

export const rootTemplate = object(
  {
    scope: oneOf(SCOPES, "The scope of the root, such as `user` or `repo`."),
    path: string(ROOT_PATH),
    kind: optional(
      oneOf(
        ["skills", "commands"],
        "`commands`: Markdown files at any depth. Each file is a command named by its path (default: `skills`).",
      ),
    ),
    plugin: optional(
      boolean(
        "True if `*` in the path matches a plugin's directory. The plugin's name is a prefix of skill names, unless `bare` is true.",
      ),
    ),
    bare: optional(boolean("True if skill names have no prefix.")),
    elsewhere: optional(pathsByPlatform),
    whenVariable: optional(string("The host reads the root only if this variable is set.")),
    unlessVariable: optional(string("The host reads the root only if this variable is not set.")),
    notAtHome: optional(boolean("True if the host skips the root when the working directory is the home directory.")),
    dialect: optional(string("The dialect of this root, if it differs from the profile's.")),
    walk: optional(withDescription(withOptionalFields(walkRule), "Walk rules that apply only to this root.")),
    walkUp: optional(withDescription(walkUp, "The order of `{project}` roots, if it differs from the profile's.")),
    realRepository: optional(
      oneOf(
        ["head", "full"],
        "How the host recognizes a repository: `.git` has a `HEAD`, or `.git` passes all checks of git itself.",
      ),
    ),
    unlessExists: optional(
      string(
        "The host reads the root only if this directory does not exist. Hosts that read only the first of several directories need this.",
      ),
    ),
    missing: optional(
      constant(
        ["warned"],
        "Set if the host shows a warning when the directory does not exist, or when one of its subdirectories has no SKILL.md.",
      ),
    ),
    trusted: optional(boolean("True if the host reads the root only in a trusted folder.")),
    naming: optional(withDescription(withOptionalFields(nameRule), "Name rules that apply only to this root.")),
    description: optional(
      withDescription(withOptionalFields(descriptionRule), "Description rules that apply only to this root."),
    ),
  },
  "Root",
);

const engineRule = withDescription(
  object({
    followLinks: choiceList(SCOPES, "Scopes whose symlinks are followed."),
    resourceDirectories: stringList("Subdirectories of a skill that are never searched for skills."),
    systemSkills: boolean("True if the embedded skills belong to the profile."),
    sidecars: stringList("Sidecar files of a skill, highest precedence first."),
    withoutName: oneOf(
      ["directory", "rejected"],
      "How Skillwright treats a skill without a name: it uses the directory's name, or rejects the skill.",
    ),
  }),
  "Additional settings of Skillwright's own pipeline; only if `runtime` is `engine`.",
);

export const hostSettings = withDescription(
  object({
    directory: string("The directory of the files."),
    files: stringList("The files, lowest precedence first."),
    history: string("The path of the conversations, relative to the directory."),
  }),
  "The host's files with data that an agent needs.",
);

/** The rules that a profile states for every version. */
export const profileRules = {
  title: string("The display name of the host."),
  summary: string("The main difference from other hosts, in one sentence."),
  confidence,
  notCompared: optional(
    string("Why the profile was never compared with the program. Required for every unverified profile."),
  ),
  runtime: oneOf(
    ["engine", "view", "none"],
    "`engine`: Skillwright's own pipeline. `view`: simulated by `views/`. `none`: the host has no skills.",
  ),
  detect: withDescription(
    object({
      programs: stringList("Programs of the host."),
      directories: stringList("Directories that exist only if the host is on this machine."),
      packages: optional(
        stringList("npm packages that install the program. Their `package.json` contains its version."),
      ),
    }),
    "Programs and directories that show that the host is on this machine.",
  ),
  roots: list(rootTemplate, "The directories that the host searches, in the order in which it reads them."),
  embeddedSkills: optional(
    constant(["on-request"], "Set if the host gets our embedded skills only with `--with-default-skills`."),
  ),
  projectMarkers: stringList("Names that mark the project root. If empty, the working directory is the project root."),
  repository: optional(
    oneOf(
      ["head", "full", "git"],
      "What marks a directory with `.git` as a project root: a `HEAD` file, or all checks of git itself (default: no requirement). With `git`, a `.git` file whose target is missing ends the search without a project root.",
    ),
  ),
  walkUp,
  unmarked: optional(
    oneOf(
      ["cwd", "top"],
      "The directory at which the search for a project root ends if no directory has a marker (default: the working directory).",
    ),
  ),
  homeEnds: optional(boolean("True if the search for a project root ends before the home directory.")),
  walk: walkRule,
  frontmatter: frontmatterRule,
  naming: nameRule,
  description: descriptionRule,
  collisions: collisionRule,
  disclosure: disclosureRule,
  activation: activationRule,
  mentions: optional(mentionRule),
  injection: optional(injectionRule),
  tool: optional(
    withDescription(
      toolRule,
      "The tool that the model calls to load a skill. If this field is missing, the model reads the file itself.",
    ),
  ),
  permissions: optional(permissionRule),
  envelope: string("The text for the model, with `{name}`, `{directory}`, `{body}`, `{arguments}`."),
  arguments: argumentRule,
  reload: string("When the host reads its skills again."),
  trust: string("When the host trusts the skills of a project."),
  rejections: optional(
    oneOf(["reported", "logged", "silent"], "How the host reports files that it drops (default: unknown)."),
  ),
  fields: stringList("Frontmatter keys that the host uses, other than name and description."),
  habits: optional(stringList("Names of functions in `views/habits/`, for behaviour that data cannot describe.")),
  engine: optional(engineRule),
  agents: optional(list(rootTemplate, "Directories with agent definitions, `NAME/AGENT.md`.")),
  settings: optional(hostSettings),
  configuration: optional(configurationRule),
  plugins: optional(pluginRule),
};

/** A complete profile without its versions, sources and notes. */
export const profileBody = object(profileRules);
