// Makes the pages of docs/hosts/ from the profiles, as a map from file name to text. Reads and writes no files.

export function hostPages(profiles) {
  const pages = new Map([["README.md", indexPage(profiles)]]);
  for (const profile of profiles) pages.set(`${profile.name}.md`, hostPage(profile));
  return pages;
}

const CONFIDENCE = {
  verified: "They are verified: in every recorded case, the view of Skillwright agrees with the real program",
  documented:
    "They are documented, not verified: we read them in the source or the documents of the host, and never compared them with the program",
  reported:
    "They are reported, not verified: they come from other people, not from the source or documents of the host",
};

function indexPage(profiles) {
  const rows = profiles.map((profile) => [
    `[${cell(profile.title)}](${profile.name}.md)`,
    profile.version,
    profile.confidence,
    places(profile, ["repo"]),
    places(profile, ["user"]),
    profile.runtime === "none" ? "the program has no skills" : winner(profile),
  ]);
  return page("<!-- Generated from src/hosts/profiles/ by scripts/host-docs.mjs. -->", [
    "# Hosts",
    "Each page shows which skills a host finds on a machine, and why. The pages come from the same profiles that\n`skillwright --host NAME` uses.",
    table(
      [
        "host",
        "version",
        "confidence",
        "roots of the project",
        "roots of the user",
        "which of two skills with one name wins",
      ],
      rows,
    ),
    "In the table, `{project}` is the working directory and every directory above it up to the project root, `{cwd}` is only the working\ndirectory, `{root}` is only the project root, and `{below}` is any directory below the working directory. `${NAME:-…}` is an\nenvironment variable with its default. The last column lists scopes: `repo` is the project, `user` the user, `admin` the administrator,\n`extra` a directory that the user names, `system` the host itself, and `plugin` a plugin.",
  ]);
}

function hostPage(profile) {
  const head = [
    `# ${profile.title}`,
    `These facts are about version ${profile.version} of ${profile.title}. ${CONFIDENCE[profile.confidence]}.${reason(profile)}`,
  ];
  const middle = profile.runtime === "none" ? ["This program does not support skills."] : sections(profile);
  const notes = profile.notes.length > 0 ? ["## Notes", list(profile.notes)] : [];
  const sources = ["## Sources", table(["section", "source", "version", "confidence"], facts(profile))];
  const first = `<!-- Generated from src/hosts/profiles/${profile.name}.json by scripts/host-docs.mjs. -->`;
  return page(first, [...head, ...middle, ...notes, ...sources]);
}

function reason({ notCompared }) {
  return notCompared === undefined ? "" : ` The reason: ${notCompared}.`;
}

function sections(profile) {
  return [
    "## Roots",
    table(["", "scope", "directory", ""], profile.roots.map(rootRow)),
    rootsText(profile),
    "## Walking",
    list(walkLines(profile.walk)),
    "## Reading the file",
    list(readingLines(profile)),
    "## Name",
    list(nameLines(profile.naming)),
    "## Description",
    list(descriptionLines(profile.description)),
    "## Same name twice",
    collisionText(profile.collisions),
    "## What the model is shown",
    list(disclosureLines(profile.disclosure)),
    profile.disclosure.line === "" ? "" : code(profile.disclosure.line),
    "## How it is used",
    list([
      `How the model loads a skill: ${profile.activation.model}.`,
      `How the user calls a skill: ${profile.activation.user}.`,
    ]),
    "## Envelope",
    profile.envelope === "" ? "The model gets no skill." : `The model gets this text:\n\n${code(profile.envelope)}`,
    "## Arguments",
    list(argumentLines(profile.arguments)),
    "## Reload",
    `${sentence(profile.reload)}.`,
    "## Trust",
    `${sentence(profile.trust)}.`,
  ].filter((part) => part !== "");
}

function rootRow(root, at) {
  const said = [
    root.kind === "commands" ? "commands: Markdown files at any depth" : "",
    root.plugin && !root.bare ? "the plugin's name comes before the skill's" : "",
    root.elsewhere ? `on macOS ${tick(root.elsewhere.darwin)}, on Windows ${tick(root.elsewhere.win32)}` : "",
    root.whenVariable ? `only if ${tick(root.whenVariable)} is set` : "",
    root.unlessVariable ? `only if ${tick(root.unlessVariable)} is not set` : "",
    root.notAtHome ? "not if the working directory is the home directory" : "",
    root.dialect ? `read as ${root.dialect} does` : "",
    root.trusted ? "only in a trusted folder" : "",
    root.unlessExists ? `only if ${tick(root.unlessExists)} does not exist` : "",
    root.realRepository ? "the project root must be a real repository" : "",
    root.walkUp === "nearest-first"
      ? "nearest first"
      : root.walkUp === "root-first"
        ? "from the project root down"
        : "",
    ...walkDifferences(root.walk ?? {}),
  ];
  return [at + 1, root.scope, tick(root.path), said.filter((each) => each !== "").join("; ")];
}

function walkDifferences(walk) {
  return Object.entries(walk).map(([key, value]) => {
    if (key === "hidden") return value ? "with hidden directories" : "without hidden directories";
    if (key === "depth") return depth(value);
    if (key === "flat") return value ? "also `name.md`" : "no `name.md`";
    if (key === "once") return value ? "each file once" : "every way to a file";
    return `${words(key)}: ${Array.isArray(value) ? value.map(tick).join(", ") || "none" : value}`;
  });
}

function rootsText(profile) {
  const markers = profile.projectMarkers.map(tick).join(" or ");
  const parts = ["The host reads the directories in the order of the table."];
  if (profile.roots.some((root) => /\{(?:project|root)\}/.test(root.path))) {
    parts.push(
      markers === ""
        ? "The project root is the working directory."
        : `The project root is the nearest directory upwards that contains ${markers}.`,
    );
    if (profile.roots.some((root) => root.path.includes("{project}")))
      parts.push(
        {
          "nearest-first": "For `{project}`, the host begins with the working directory and goes upwards.",
          "root-first":
            "For `{project}`, the host begins with the project root and goes down to the working directory.",
          "each-nearest-first":
            "For a row with `{project}`, the host reads the directories from the working directory upwards, and then it continues with the next row.",
        }[profile.walkUp],
      );
    if (profile.unmarked === "top")
      parts.push("Without a project root, the host searches every directory up to the root of the file system.");
    if (profile.homeEnds) parts.push("The search upwards ends before the home directory.");
  }
  return parts.join(" ");
}

/** The depth that stands for "no limit". No real directory tree is this deep. */
const ENDLESS = 100;

function depth(levels) {
  if (levels >= ENDLESS) return "at any depth";
  return levels === 1 ? "one level of directories" : `down to ${levels} levels of directories`;
}

function walkLines(walk) {
  const limits = [
    ["maxDirectories", "directories"],
    ["maxEntries", "entries"],
    ["maxListingBytes", "bytes of names"],
    ["maxSkills", "skills"],
  ].filter(([key]) => walk[key] !== undefined);
  return [
    walk.depth === 1
      ? "The host finds `<root>/<directory>/SKILL.md`."
      : `The host finds \`SKILL.md\` ${walk.depth >= ENDLESS ? "at any depth" : `up to ${walk.depth} levels of directories`} below a root.`,
    {
      ignored: "It does not find `<root>/SKILL.md`.",
      loaded: "It also finds `<root>/SKILL.md`.",
      alone: "If `<root>/SKILL.md` exists, the whole root is one skill.",
    }[walk.atRoot],
    walk.depth > 1
      ? walk.insideSkills
        ? "It also finds a skill in the directory of another skill."
        : "It does not search the directory of a skill for more skills."
      : "",
    walk.hidden ? "It searches hidden directories." : "It skips directories with a name that begins with a dot.",
    walk.skipped.length > 0 ? `It never enters ${walk.skipped.map(tick).join(", ")}.` : "",
    walk.directoryLinks === walk.fileLinks
      ? `It ${linked(walk.fileLinks, "symlinks")}.`
      : `It ${linked(walk.directoryLinks, "symlinks to directories")}, and it ${linked(walk.fileLinks, "symlinks to files")}.`,
    walk.anyCase
      ? "It accepts the file name `SKILL.md` in upper and lower case."
      : "It accepts only the file name `SKILL.md`, in capital letters.",
    walk.flat
      ? `It treats a file ${tick("<root>/name.md")} as a skill${walk.flatName === "file" ? " with the name of the file" : ""}.`
      : "",
    walk.once ? "If several paths lead to one file, it lists the file once." : "",
    walk.directoriesOnce ? "If several paths lead to one directory, it searches the directory once." : "",
    walk.loops ? "It follows a symlink to a directory above until the operating system refuses the long path." : "",
    walk.resolved ? "It shows paths with symlinks resolved." : "",
    walk.special === "hangs" ? "It waits forever if `SKILL.md` is a FIFO." : "",
    walk.ignoreFiles.length > 0 ? `It respects ${walk.ignoreFiles.map(tick).join(", ")} files.` : "",
    limits.length > 0
      ? `In one root, it reads at most ${limits.map(([key, what]) => `${number(walk[key])} ${what}`).join(", ")}.`
      : "",
    walk.maxFileBytes === undefined ? "" : `It ignores files of more than ${number(walk.maxFileBytes)} bytes.`,
  ];
}

function linked(how, links) {
  return {
    followed: `follows ${links}`,
    inside: `follows ${links} that stay inside the root`,
    ignored: `ignores ${links}`,
  }[how];
}

function readingLines({ frontmatter, fields, rejections }) {
  const said = {
    reported: "If the host drops a file, it tells the user.",
    logged: "If the host drops a file, it writes a line to its log.",
    silent: "If the host drops a file, it gives no message.",
  };
  const isRepaired = frontmatter.repair !== "none";
  const broken =
    frontmatter.broken === "rejected"
      ? "the host drops the file"
      : "the host loads the skill without the fields of the frontmatter";
  return [
    frontmatter.encoding === "strict"
      ? "The host drops a file that is not valid UTF-8."
      : "The host replaces bytes that are not valid UTF-8.",
    isRepaired ? `If the YAML of the frontmatter is not valid, the host repairs it: ${frontmatter.repair}.` : "",
    isRepaired
      ? `If the YAML is still not valid after the repair, ${broken}.`
      : `If the YAML of the frontmatter is not valid, ${broken}.`,
    fields.length > 0
      ? `Besides \`name\` and \`description\`, the host uses ${fields.map(tick).join(", ")}.`
      : "The host uses only `name` and `description`.",
    said[rejections] ?? "",
  ];
}

function nameLines(rule) {
  const broken =
    rule.broken === "rejected" ? "Otherwise the host drops the skill." : "Otherwise the host can give a warning.";
  return [
    {
      frontmatter: "The name of a skill is `name` in the frontmatter.",
      directory: "The name of a skill is the name of its directory. `name` in the frontmatter does not change this.",
      "frontmatter-or-directory":
        "The name of a skill is `name` in the frontmatter. Without it, the name of the directory is used.",
    }[rule.from],
    rule.max === undefined ? "" : `A name must have at most ${rule.max} characters. ${broken}`,
    rule.pattern === undefined ? "" : `A name must match ${tick(rule.pattern)}. ${broken}`,
    rule.equalsDirectory
      ? `A name must be equal to the name of the directory${rule.equalsDirectory === true ? "" : ", in upper or lower case"}. ${broken}`
      : "",
    rule.empty === "kept" ? "An empty name is allowed." : "",
    rule.replaced
      ? `The host replaces every match of ${tick(rule.replaced[0])} in a name with ${tick(rule.replaced[1])}.`
      : "",
    rule.reserved?.length ? `The host reserves these names: ${rule.reserved.map(tick).join(", ")}.` : "",
  ];
}

function descriptionLines(rule) {
  const leads = {
    rejected: "the host drops the skill",
    body: "the host uses the text below the frontmatter instead",
    kept: "the host still loads the skill",
    unlisted: "the host loads the skill, but does not list it for the model",
  };
  const cases = new Map();
  for (const [what, lead] of [
    ["is missing", rule.missing],
    ["is empty", rule.empty],
    ["contains only white space", rule.blank],
  ])
    cases.set(lead, [...(cases.get(lead) ?? []), what]);
  const tooLong = { rejected: "drops the skill", warned: "gives a warning", cut: "cuts the description" };
  return [
    ...[...cases].map(([lead, all]) => `If the description ${anyOf(all)}, ${leads[lead]}.`),
    rule.max === undefined
      ? ""
      : `If the description has more than ${rule.max} ${rule.unit ?? "characters"}, the host ${tooLong[rule.tooLong ?? "warned"]}.`,
  ];
}

/** Joins texts as `a, b or c`. */
function anyOf(texts) {
  return texts.length === 1 ? texts[0] : `${texts.slice(0, -1).join(", ")} or ${texts.at(-1)}`;
}

function collisionText(rule) {
  const key = {
    name: "the same name",
    "name-folded": "the same name, in upper or lower case",
    id: "the same id",
  }[rule.key];
  const order = rule.by === "path-folded" ? "with the {} path in alphabetical order" : "that the host reads {}";
  const outcome = {
    first: `the skill ${order.replace("{}", "first")} wins`,
    last: `the skill ${order.replace("{}", "last")} wins`,
    all: "the host keeps all of them",
    undetermined: "the winner is not predictable",
  }[rule.winner];
  const within = rule.withinRoot ? " Within one root, the winner depends on the order of the file system." : "";
  const said = {
    nothing: "The host does not report this.",
    log: "The host writes a line to its log.",
    user: "The host tells the user about the others.",
  };
  return `If several skills have ${key}, ${outcome}.${within} ${said[rule.said]}`;
}

function disclosureLines(rule) {
  const hidden = Object.entries(rule.hiddenBy).map(([key, value]) => tick(`${key}: ${value}`));
  const budget = rule.budget
    ? `The whole list can take ${rule.budget.share === undefined ? "" : `${rule.budget.share * 100} % of the context window, or `}${number(rule.budget.characters)} characters${rule.budget.variable ? ` (the variable ${tick(rule.budget.variable)} sets another limit)` : ""}.`
    : "";
  return [
    `Where the model finds the list of skills: ${rule.place}.`,
    rule.maxDescription === undefined
      ? ""
      : `The host cuts each description after ${number(rule.maxDescription)} characters.`,
    budget,
    `If there are too many skills: ${rule.overflow.replace(/^none: /, "")}.`,
    hidden.length > 0
      ? `${hidden.join(" or ")} hides a skill from the model.`
      : "No frontmatter field hides a skill from the model.",
    rule.conditionalOn
      ? `A skill with ${tick(rule.conditionalOn)} becomes visible when the model works on a matching file.`
      : "",
  ];
}

function argumentLines(rule) {
  const variables = rule.variables
    ? `The host replaces these variables: ${VARIABLES[rule.variables].map(tick).join(", ")}.`
    : "";
  if (rule.base === "none")
    return [
      variables === ""
        ? "The host replaces no placeholders in the text of a skill."
        : "The host inserts no arguments into the text of a skill.",
      rule.appended === "" ? "" : `It appends ${tick(rule.appended)} to the text.`,
      variables,
    ];
  return [
    `${tick("$1")} is the ${rule.base === 0 ? "second" : "first"} argument.`,
    rule.indexBase === undefined
      ? ""
      : `${tick("$ARGUMENTS[1]")} is the ${rule.indexBase === 0 ? "second" : "first"} argument.`,
    rule.rest ? "The placeholder with the highest number takes all remaining arguments." : "",
    rule.missing === "verbatim"
      ? "If a placeholder has no argument, it stays in the text."
      : "If a placeholder has no argument, the host removes it.",
    rule.absent === "filled"
      ? "The same rule applies if the user gives no arguments at all."
      : "If the user gives no arguments at all, the host replaces only named placeholders.",
    rule.only === "user" ? "The host replaces placeholders only if the user calls the skill." : "",
    rule.names === "metadata" ? `The key ${tick("metadata.arguments")} contains the names of the arguments.` : "",
    rule.appended === ""
      ? ""
      : `If no placeholder uses the arguments, the host appends ${tick(rule.appended)}${rule.after ? " after the envelope" : ""}.`,
    variables,
    shellLine(rule),
  ];
}

const VARIABLES = {
  skillwright: ["${SKILL_DIR}", "${PROJECT_DIR}", "${SESSION_ID}", "${CLAUDE_*}"],
  "claude-code": ["${CLAUDE_*}"],
  openclaw: ["{baseDir}"],
  "pickle-bot": [
    "{{workspace}}",
    "{{agents_path}}",
    "{{skills_path}}",
    "{{crons_path}}",
    "{{memories_path}}",
    "{{history_path}}",
  ],
};

function shellLine({ shell, shellIn, variables }) {
  if (!shell) return "The host does not run commands in the text.";
  if (variables === "skillwright") return "The host finds commands in the text, but does not run them.";
  const where = { fences: ", also in code fences", anywhere: " anywhere in the text" }[shellIn] ?? "";
  return `The host runs commands${shellIn === "anywhere" ? "" : " in the text"}${where}.`;
}

function facts(profile) {
  const sections = Object.entries(profile.facts);
  return (profile.runtime === "none" ? [["all", sections[0][1]]] : sections).map(([section, fact]) => [
    words(section),
    cell(fact.source),
    fact.version ?? profile.version,
    fact.confidence ?? profile.confidence,
  ]);
}

function places(profile, scopes) {
  const roots = profile.roots.filter((root) => scopes.includes(root.scope) && root.kind !== "commands");
  return roots.map((root) => tick(root.path)).join(", ") || "–";
}

function winner({ collisions, roots }) {
  if (collisions.winner === "all") return "none: the host keeps both";
  if (collisions.winner === "undetermined") return "the winner is not predictable";
  if (collisions.by === "path-folded") return `the skill with the ${collisions.winner} path in alphabetical order`;
  const scopes = [...new Set(roots.map((root) => root.scope))];
  const ranked = collisions.winner === "first" ? scopes : scopes.reverse();
  return `the skill of the first scope in this list: ${ranked.join(", ")}`;
}

function page(first, parts) {
  return `${[first, ...parts].join("\n\n")}\n`;
}

function table(columns, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(columns), line(columns.map(() => "---")), ...rows.map(line)].join("\n");
}

function list(lines) {
  return lines
    .filter((line) => line !== "")
    .map((line) => `- ${line}`)
    .join("\n");
}

function code(text) {
  return `\`\`\`\`text\n${text.replace(/\n$/, "")}\n\`\`\`\``;
}

/** Puts a text in back quotes, safe in a table; line ends become escapes. */
function tick(text) {
  const shown = String(text).replaceAll("\n", "\\n");
  const quote = shown.includes("`") ? "``" : "`";
  return `${quote}${cell(shown)}${quote}`;
}

function cell(text) {
  return String(text).replaceAll("|", "\\|");
}

function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Converts `maxFileBytes` to `max file bytes`. */
function words(key) {
  return key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function number(value) {
  return value.toLocaleString("en-US");
}
