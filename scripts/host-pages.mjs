// Profiles in, the pages of docs/hosts/ out, as a map from file name to text. Reads and writes nothing.

export function hostPages(profiles) {
  const pages = new Map([["README.md", indexPage(profiles)]]);
  for (const profile of profiles) pages.set(`${profile.name}.md`, hostPage(profile));
  return pages;
}

const CONFIDENCE = {
  verified: "verified: it agrees with the real program, case by case",
  documented: "documented, not verified: read in its source or documents, never compared with the program",
  reported: "documented, not verified: from what others say about it",
};

function indexPage(profiles) {
  const rows = profiles.map((profile) => [
    `[${cell(profile.title)}](${profile.name}.md)`,
    profile.version,
    profile.confidence,
    places(profile, ["repo"]),
    places(profile, ["user"]),
    profile.runtime === "none" ? "no skills" : winner(profile),
  ]);
  return page("<!-- Generated from src/hosts/profiles/ by scripts/host-docs.mjs. -->", [
    "# Hosts",
    "Each page shows which skills a host finds on a machine, and why. The pages come from the same profiles that\n`skillwright --host NAME` uses.",
    table(["host", "version", "confidence", "roots of the project", "roots of the user", "same name twice"], rows),
    "`{project}` is the working directory and every directory above it up to the project root, `{cwd}` only the working directory,\n`{root}` only the project root, and `{below}` any directory below. `${NAME:-…}` is a variable with its default.",
  ]);
}

function hostPage(profile) {
  const head = [`# ${profile.title}`, `Version ${profile.version}. ${sentence(CONFIDENCE[profile.confidence])}.`];
  const middle = profile.runtime === "none" ? ["This program does not support skills."] : sections(profile);
  const notes = profile.notes.length > 0 ? ["## Notes", list(profile.notes)] : [];
  const sources = ["## Sources", table(["section", "source", "version", "confidence"], facts(profile))];
  const first = `<!-- Generated from src/hosts/profiles/${profile.name}.json by scripts/host-docs.mjs. -->`;
  return page(first, [...head, ...middle, ...notes, ...sources]);
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
    list([`by the model: ${profile.activation.model}`, `by the user: ${profile.activation.user}`]),
    "## Envelope",
    profile.envelope === "" ? "Nothing reaches the model." : `What reaches the model:\n\n${code(profile.envelope)}`,
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
    root.whenVariable ? `only where ${tick(root.whenVariable)} is set` : "",
    root.unlessVariable ? `only where ${tick(root.unlessVariable)} is not set` : "",
    root.notAtHome ? "not where the working directory is the home directory" : "",
    root.dialect ? `read as ${root.dialect} does` : "",
    root.trusted ? "only in a trusted folder" : "",
    root.unlessExists ? `only where ${tick(root.unlessExists)} does not exist` : "",
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
  const parts = ["The host reads them in this order."];
  if (profile.roots.some((root) => /\{(?:project|root)\}/.test(root.path))) {
    parts.push(
      markers === "" ? "The project root is the working directory." : `The project root is where ${markers} is.`,
    );
    if (profile.roots.some((root) => root.path.includes("{project}")))
      parts.push(
        {
          "nearest-first": "The nearest directory comes first.",
          "root-first": "The directory at the project root comes first.",
          "each-nearest-first": "All directories of one line, the nearest first, come before those of the next line.",
        }[profile.walkUp],
      );
    if (profile.unmarked === "top")
      parts.push("Without one, the host searches every directory up to the root of the file system.");
    if (profile.homeEnds) parts.push("The search upwards ends before the home directory.");
  }
  return parts.join(" ");
}

/** A depth that no real directory tree reaches. */
const ENDLESS = 100;

function depth(levels) {
  if (levels >= ENDLESS) return "at any depth";
  return levels === 1 ? "only `<root>/<directory>/SKILL.md`" : `down to ${levels} levels of directories`;
}

function walkLines(walk) {
  const limits = [
    ["maxDirectories", "directories"],
    ["maxEntries", "entries"],
    ["maxListingBytes", "bytes of names"],
    ["maxSkills", "skills"],
  ].filter(([key]) => walk[key] !== undefined);
  return [
    depth(walk.depth),
    {
      ignored: "`<root>/SKILL.md` itself is not seen",
      loaded: "`<root>/SKILL.md` itself is a skill",
      alone: "`<root>/SKILL.md` makes the whole root one skill",
    }[walk.atRoot],
    walk.depth > 1
      ? walk.insideSkills
        ? "skills below a skill are found"
        : "below a skill nothing more is looked for"
      : "",
    walk.hidden ? "hidden directories are searched" : "directories that begin with a dot are passed over",
    walk.skipped.length > 0 ? `never entered: ${walk.skipped.map(tick).join(", ")}` : "",
    walk.directoryLinks === walk.fileLinks
      ? `links are ${linked(walk.fileLinks)}`
      : `links to directories are ${linked(walk.directoryLinks)}, links to files are ${linked(walk.fileLinks)}`,
    walk.anyCase ? "`skill.md` counts too" : "the file must be called `SKILL.md`",
    walk.flat
      ? `${tick("<root>/name.md")} is a skill${walk.flatName === "file" ? " that is called as the file" : ""}`
      : "",
    walk.once ? "a file that several ways lead to counts once" : "",
    walk.directoriesOnce ? "a directory that several ways lead to is searched once" : "",
    walk.loops ? "links that lead back are followed until the system refuses" : "",
    walk.resolved ? "paths are reported with links resolved" : "",
    walk.special === "hangs" ? "a FIFO called `SKILL.md` makes it wait for ever" : "",
    walk.ignoreFiles.length > 0 ? `honoured: ${walk.ignoreFiles.map(tick).join(", ")}` : "",
    limits.length > 0
      ? `at most, in one root: ${limits.map(([key, what]) => `${number(walk[key])} ${what}`).join(", ")}`
      : "",
    walk.maxFileBytes === undefined ? "" : `files of more than ${number(walk.maxFileBytes)} bytes are left out`,
  ];
}

function linked(how) {
  return { followed: "followed", inside: "followed inside the root", ignored: "ignored" }[how];
}

function readingLines({ frontmatter, fields, rejections }) {
  const said = {
    reported: "the host reports a dropped file to the user",
    logged: "the host logs a dropped file",
    silent: "the host drops a file silently",
  };
  const isRepaired = frontmatter.repair !== "none";
  const broken = frontmatter.broken === "rejected" ? "is rejected" : "leaves the skill without the fields";
  return [
    frontmatter.encoding === "strict"
      ? "a file that is not UTF-8 is rejected"
      : "bytes that are not UTF-8 are replaced",
    isRepaired ? `if the YAML does not parse: ${frontmatter.repair}` : "",
    isRepaired ? `frontmatter that is still broken ${broken}` : `broken YAML ${broken}`,
    fields.length > 0
      ? `besides name and description it uses ${fields.map(tick).join(", ")}`
      : "it uses only name and description",
    said[rejections] ?? "",
  ];
}

function nameLines(rule) {
  const broken = rule.broken === "rejected" ? "or the skill is dropped" : "or there may be a warning";
  return [
    {
      frontmatter: "`name` of the frontmatter",
      directory: "the name of the directory, whatever the frontmatter says",
      "frontmatter-or-directory": "`name` of the frontmatter, or else the name of the directory",
    }[rule.from],
    rule.max === undefined ? "" : `at most ${rule.max} characters, ${broken}`,
    rule.pattern === undefined ? "" : `must match ${tick(rule.pattern)}, ${broken}`,
    rule.equalsDirectory
      ? `must be the name of the directory${rule.equalsDirectory === true ? "" : `, ${rule.equalsDirectory}`}, ${broken}`
      : "",
    rule.empty === "kept" ? "an empty name is a name" : "",
    rule.replaced ? `what matches ${tick(rule.replaced[0])} is replaced by ${tick(rule.replaced[1])}` : "",
    rule.reserved?.length ? `kept by the host for itself: ${rule.reserved.map(tick).join(", ")}` : "",
  ];
}

function descriptionLines(rule) {
  const leads = {
    rejected: "the skill is dropped",
    body: "the text below the frontmatter is used instead",
    kept: "the skill is still loaded",
    unlisted: "the skill is loaded, but not listed for the model",
  };
  return [
    `missing: ${leads[rule.missing]}`,
    `empty: ${leads[rule.empty]}`,
    `blank: ${leads[rule.blank]}`,
    rule.max === undefined
      ? ""
      : `longer than ${rule.max} ${rule.unit ?? "characters"}: ${{ rejected: "the skill is dropped", warned: "there is a warning", cut: "it is cut" }[rule.tooLong ?? "warned"]}`,
  ];
}

function collisionText(rule) {
  const key = { name: "the same name", "name-folded": "the same name, upper or lower case", id: "the same id" }[
    rule.key
  ];
  const order = rule.by === "path-folded" ? "whose path comes {} in the alphabet" : "that is read {}";
  const outcome = {
    first: `the one ${order.replace("{}", "first")} wins`,
    last: `the one ${order.replace("{}", "last")} wins`,
    all: "all are kept",
    undetermined: "which one wins cannot be told",
  }[rule.winner];
  const within = rule.withinRoot ? " Within one root it hangs on the file system." : "";
  const said = {
    nothing: "It says nothing about it.",
    log: "It writes a line to its log.",
    user: "It tells the user.",
  };
  return `Of skills with ${key}, ${outcome}.${within} ${said[rule.said]}`;
}

function disclosureLines(rule) {
  const hidden = Object.entries(rule.hiddenBy).map(([key, value]) => tick(`${key}: ${value}`));
  const budget = rule.budget
    ? `room for ${rule.budget.share === undefined ? "" : `${rule.budget.share * 100} % of the context window, or `}${number(rule.budget.characters)} characters${rule.budget.variable ? ` (${tick(rule.budget.variable)})` : ""}`
    : "";
  return [
    `where: ${rule.place}`,
    rule.maxDescription === undefined ? "" : `a description is cut at ${number(rule.maxDescription)} characters`,
    budget,
    `when there are too many: ${rule.overflow.replace(/^none: /, "")}`,
    hidden.length > 0 ? `kept from the model by ${hidden.join(" or ")}` : "no field keeps a skill from the model",
    rule.conditionalOn ? `a skill with ${tick(rule.conditionalOn)} is shown once one of those files is worked on` : "",
  ];
}

function argumentLines(rule) {
  const variables = rule.variables ? `variables: ${VARIABLES[rule.variables].map(tick).join(", ")}` : "";
  if (rule.base === "none")
    return [
      variables === "" ? "nothing in the text is replaced" : "no arguments are put into the text",
      rule.appended === "" ? "" : `appended: ${tick(rule.appended)}`,
      variables,
    ];
  return [
    `${tick("$1")} is the ${rule.base === 0 ? "second" : "first"} argument`,
    rule.indexBase === undefined
      ? ""
      : `${tick("$ARGUMENTS[1]")} is the ${rule.indexBase === 0 ? "second" : "first"} argument`,
    rule.rest ? "the highest placeholder takes all arguments that are left" : "",
    rule.missing === "verbatim"
      ? "a placeholder without an argument stays as it is"
      : "a placeholder without an argument becomes nothing",
    rule.absent === "filled"
      ? "this holds without any arguments too"
      : "without arguments nothing is replaced but names",
    rule.only === "user" ? "only where the user calls it" : "",
    rule.names === "metadata" ? `the names of arguments stand in ${tick("metadata.arguments")}` : "",
    rule.appended === ""
      ? ""
      : `where no placeholder took them, ${tick(rule.appended)} is appended${rule.after ? " to the whole" : ""}`,
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
  if (!shell) return "commands in the text are not run";
  if (variables === "skillwright") return "commands in the text are found, and not run";
  const where = { fences: ", in fences too", anywhere: ", wherever they stand" }[shellIn] ?? "";
  return `commands in the text are run${where}`;
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
  if (collisions.winner === "all") return "all are kept";
  if (collisions.winner === "undetermined") return "cannot be told";
  if (collisions.by === "path-folded") return `the path that comes ${collisions.winner} in the alphabet`;
  const scopes = [...new Set(roots.map((root) => root.scope))];
  const ranked = collisions.winner === "first" ? scopes : scopes.reverse();
  return `the ${collisions.winner} that is read: ${ranked.join(", ")}`;
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

/** In back quotes, safe in a table; line ends are written out. */
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

/** `maxFileBytes` → `max file bytes`. */
function words(key) {
  return key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function number(value) {
  return value.toLocaleString("en-US");
}
