import type { RootTemplate } from "../../model/host-profile.ts";
import { defineProfile } from "./define-profile.ts";

/** OpenCode skips hidden directories in its own roots, but not in those of other hosts. */
const own = (scope: RootTemplate["scope"], directory: string): RootTemplate[] =>
  ["skill", "skills"].map((name) => ({ scope, path: `${directory}/${name}`, walk: { hidden: false } }));

/** OpenCode 1: many directories, read in parallel, and one skill of each name. */
export const opencode = defineProfile({
  name: "opencode",
  title: "OpenCode",
  version: "1.18.33",
  confidence: "verified",
  detect: {
    programs: ["opencode"],
    directories: ["${XDG_CONFIG_HOME:-~/.config}/opencode", "~/.opencode"],
    packages: ["opencode-ai"],
  },
  roots: [
    { scope: "user", path: "~/.claude/skills" },
    { scope: "user", path: "~/.agents/skills" },
    { scope: "repo", path: "{project}/.claude/skills", realRepository: "full" },
    { scope: "repo", path: "{project}/.agents/skills", realRepository: "full" },
    ...own("user", "${XDG_CONFIG_HOME:-~/.config}/opencode"),
    ...own("repo", "{project}/.opencode").map((root): RootTemplate => ({ ...root, realRepository: "full" })),
    ...own("user", "~/.opencode"),
    // If the variable is not set, this repeats the previous root, which is searched once.
    ...own("user", "${OPENCODE_CONFIG_DIR:-~/.opencode}"),
  ],
  projectMarkers: [".git"],
  unmarked: "top",
  walk: { depth: 1000, atRoot: "loaded", insideSkills: true, hidden: true, special: "hangs", tangles: true },
  frontmatter: {
    dialect: "opencode",
    repair:
      "one-line values that hold a colon and do not begin with a quote become block scalars, except under keys with a hyphen and in files with a byte order mark; the result counts if it parses",
  },
  naming: { empty: "kept", reserved: ["__proto__"] },
  description: { missing: "unlisted", empty: "kept", blank: "kept" },
  collisions: { winner: "undetermined", said: "log" },
  disclosure: {
    place: "system message",
    line: "<skill><name>{name}</name><description>{description}</description><location>{path}</location></skill>",
    overflow: "none: every skill is listed whole, however many there are",
    format: "opencode",
  },
  activation: { model: "tool `skill` with the name", user: "`/name`, unless a command has that name" },
  injection: { format: "opencode", role: "user" },
  tool: { name: "skill", parameter: "name" },
  permissions: { allowedTools: "ignored", disallowedTools: "ignored", until: "turn", skills: "opencode" },
  envelope:
    '<skill_content name="{name}">\n# Skill: {name}\n\n{body}\n\n… {directory} …\n\n<skill_files>…</skill_files>\n</skill_content>',
  arguments: {
    base: 1,
    rest: true,
    missing: "empty",
    appended: "\n\n{arguments}",
    shell: true,
    placeholders: "opencode",
    absent: "filled",
    after: "envelope",
    only: "user",
    shellIn: "anywhere",
  },
  reload: "skills are read once for each project that a running program opens",
  rejections: "silent",
  fields: [],
  habits: ["opencode-settings"],
  facts: {
    roots: { source: "source files skill/index.ts and config/paths.ts, and trees shown to the program" },
    walk: { source: "npm package glob 13.0.5, and trees shown to the program" },
    frontmatter: { source: "gray-matter 4.0.3 with js-yaml 3.14.2 in the program, and files shown to it" },
    name: { source: "files shown to the program" },
    description: { source: "files shown to the program, and requests captured from it" },
    collisions: { source: "source file skill/index.ts, and trees shown to the program several times" },
    disclosure: { source: "captured from the program" },
    activation: { source: "source files tool/skill.ts and command/index.ts", confidence: "documented" },
    envelope: { source: "captured from the program" },
    arguments: { source: "source file session/prompt.ts, and commands shown to the program" },
    reload: { source: "source file skill/index.ts", confidence: "documented" },
    trust: { source: "trees shown to the program" },
  },
  notes: [
    "Frontmatter that opens with `---js` is a program, and OpenCode runs it when it looks for skills.",
    "All files are read at once and the last to be read wins a name: which one that is changes from run to run, also between project and user.",
    "A skill whose frontmatter it cannot read vanishes without a word; so does one whose `name` or `description` is a number, a date, a boolean or null.",
    "An empty `.git` directory is no repository to it; without one it looks in every directory up to the root of the file system.",
    "A closing fence may be missing: then all of the file is frontmatter.",
    "Links are followed without end: one that leads back lists a skill under some forty paths, two of them keep the program busy for ever.",
    "A `SKILL.md` that is a FIFO makes it wait for ever.",
    "`skills.paths` in `opencode.json` counts from the working directory, and a nearer file replaces the list of one farther away.",
    "A skill of its own, `customize-opencode`, is always there; a file of that name takes its place.",
    "Placeholders are replaced for a command of the user only, also where it has no arguments: `$1` then becomes nothing. A `$0` becomes a stray word of the program, and a `$ARGUMENTS` in an argument is replaced again; here the first is empty and the second stays.",
    "Commands in the text are run wherever they stand, after the arguments are in their place, so that an argument can bring one; here it cannot.",
    "`permission.skill` in `opencode.json` keeps skills from the model, by pattern.",
    "`OPENCODE_DISABLE_CLAUDE_CODE_SKILLS` and `OPENCODE_DISABLE_EXTERNAL_SKILLS` take other hosts' directories away.",
  ],
});
