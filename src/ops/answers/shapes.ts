/**
 * Schemas of every operation's answer. `docs/json.md`, the OpenAPI document and the types of the console are generated
 * from them. Answers may get additional fields at any time, so the schemas accept unknown fields.
 */
import { COVERAGES } from "../../model/conversation/catalog-text.ts";
import { FINDING_SEVERITIES } from "../../model/rules/audit.ts";
import {
  anything,
  boolean,
  list,
  number,
  object,
  oneOf,
  optional,
  orNull,
  record,
  string,
  stringList,
  withDescription,
} from "../../model/schema.ts";
import { NAMERS, SCOPES } from "../../model/skills/root.ts";
import { SKILL_OUTCOMES, STATES } from "../../model/skills/snapshot.ts";

const schema = number("version of this format");
const host = string("host whose view this is; `skillwright` for our own");
const hostName = string("name of the host");
const cwd = string("working directory");
const projectRoot = string("root directory of the project");
const revision = string("fingerprint of the loaded skills and settings; every change to them changes it");
const scope = oneOf(SCOPES, "where the skill comes from");
const state = oneOf(SKILL_OUTCOMES, "outcome of the file");
const severity = oneOf(["error", "warning", "info"], "how serious the finding is");
const confidence = oneOf(["verified", "documented", "reported"], "how the facts about the host were obtained");
const skillName = string("name of the skill");
const skillPath = string("absolute path of SKILL.md");
const directory = string("absolute path of the skill's directory");
const address = string("shortest name that selects the skill");
const skillDigest = string("digest of the skill's directory");
const id = string("scope, root and relative path; addresses exactly one file");

export const Failure = object(
  {
    error: withDescription(
      object(
        { code: string("diagnostic code"), message: string("error message"), help: orNull(string("suggested action")) },
        "FailureDetails",
      ),
      "the error",
    ),
  },
  "Failure",
);

export const Finding = object(
  {
    code: string("diagnostic code; `skillwright explain CODE` describes it"),
    severity,
    message: string("description of the problem"),
    path: orNull(string("file or directory")),
    line: orNull(number("line, from 1")),
    column: orNull(number("column, from 1")),
    help: orNull(string("suggested action")),
    host: optional(string("host that the finding is about, with `check --target`")),
    related: optional(list(anything("`{ message, path, line, column }`"), "related places")),
    copies: optional(stringList("the paths of this file in identical copies of the skill")),
  },
  "Diagnostic",
);

const diagnostics = list(Finding, "findings");
const versionWarnings = list(Finding, "a warning for each host whose installed version was not verified");

const Withheld = object(
  {
    code: string("diagnostic code"),
    reason: string("why no model receives the skill"),
    help: optional(string("suggested action")),
  },
  "Withheld",
);

const skillFields = {
  id,
  name: string("name for display: one line without invisible characters"),
  description: string("description for display: one line without invisible characters"),
  path: skillPath,
  directory,
  root: string("root directory in which the skill was found"),
  scope,
  state,
  enabled: boolean("false if the configuration disables the skill"),
  modelInvocable: boolean("whether a model may load the skill by itself"),
  userInvocable: boolean("whether a user may call the skill"),
  withheld: optional(withDescription(Withheld, "why the skill does not reach a model")),
};

export const SkillRow = object(
  {
    ...skillFields,
    offered: boolean("whether the skill reaches a model"),
    shownName: optional(string("name that the host shows to models, if it differs from `name`")),
    shownDescription: optional(
      string(
        "description that the host shows to models, before the budget of the whole list, if it differs from `description`",
      ),
    ),
    coverage: optional(
      oneOf(
        COVERAGES,
        "with `--host`: how the host's list for a model shows the skill, if the list does not show all of it",
      ),
    ),
    digest: optional(string("digest of the directory, with `--digest`; SK304 explains why a skill has no digest")),
    realPath: optional(string("target of the symlink that was followed")),
    hostId: optional(string("the host's own id, if calls use it instead of the name")),
  },
  "Skill",
);

const Missing = object(
  {
    code: string("diagnostic code"),
    kind: string("kind of the requirement"),
    name: string("name of the missing program, variable, setting or skill"),
    message: string("the requirement as a sentence"),
  },
  "Missing",
);

export const SkillList = object(
  {
    ...{ schema, host, cwd, revision },
    skills: list(SkillRow, "skills that are loaded"),
    overridden: list(
      object(
        { ...skillFields, by: string("id of the skill that wins"), reason: string("why that skill wins") },
        "Overridden",
      ),
      "skills that lose to another one of the same name",
    ),
    rejected: list(
      object(
        {
          ...{ id, name: string("name, if the file has a readable name"), path: skillPath },
          root: string("root directory in which the file was found"),
          ...{ scope, state, diagnostics },
        },
        "Rejected",
      ),
      "files that cannot be loaded",
    ),
    disabled: list(
      object({ ...skillFields, reason: string("the setting that disables the skill") }, "Disabled"),
      "skills that the configuration disables",
    ),
    ineligible: list(
      object({ ...skillFields, missing: list(Missing, "requirements that this machine does not meet") }, "Ineligible"),
      "skills that cannot work on this machine",
    ),
    diagnostics,
  },
  "SkillList",
);

const Origin = object(
  {
    kind: string("`directory`, `git`, `npm`, `archive`, `well-known`, `oci`, `plugin` or `clawhub`"),
    source: string("source as a user would type it, without credentials"),
    resolved: optional(string("commit, version or manifest digest that the source resolved to")),
    artifact: optional(string("`sha256:` of the fetched bytes")),
    path: string("directory of the skill inside the source"),
    released: optional(string("release time (ISO 8601)")),
    signer: optional(string("proven signer")),
    plugin: optional(string("plugin that the skill is part of")),
  },
  "Origin",
);

const fileChange = {
  path: string("path of the file in the skill's directory"),
  kind: string("`added`, `removed`, `changed` or `mode`"),
};

const InstallationState = object(
  {
    state: oneOf(["unchanged", "changed", "missing"], "comparison of the directory with the approved version"),
    evidence: oneOf(
      ["project", "user", "approval"],
      "record that names the skill: a lock of the project or the user, or an approval",
    ),
    approved: string("digest that was approved or locked"),
    origin: optional(withDescription(Origin, "source of the skill")),
    changes: list(object(fileChange, "FileChange"), "files that differ"),
  },
  "InstallationState",
);

const Window = object(
  {
    granted: optional(stringList("tools that the skill may use without asking, as the file declares them")),
    only: optional(stringList("the only tools that the skill may use, as the file declares them")),
    removed: optional(stringList("tools that the skill denies, as the file declares them")),
    rule: anything("`{ allowedTools, disallowedTools, until }`: how the host treats these keys"),
    notUnderstood: list(
      object({ text: string("text of the rule"), problem: string("why the rule grants nothing") }),
      "rules that grant nothing",
    ),
    profile: optional(anything("`{ mode, delta, refused }`: what the skill's permission profile would allow")),
  },
  "ToolWindow",
);

export const SkillDetails = object(
  {
    schema,
    ...skillFields,
    manifest: anything("frontmatter as Skillwright understands it"),
    sidecar: optional(anything("`agents/openai.yaml` as Skillwright understands it")),
    frontmatter: record(anything("value"), "fields of the frontmatter, with the values of the file"),
    resources: stringList("files beside SKILL.md"),
    window: withDescription(Window, "tools that loading the skill would allow or remove"),
    installed: optional(
      withDescription(InstallationState, "origin and approval, if a lock or an approval names the skill"),
    ),
    digest: optional(skillDigest),
    body: optional(string("instructions, with `--body`")),
    source: optional(string("the whole file, over HTTP")),
    diagnostics,
  },
  "SkillDetails",
);

const cellFields = {
  host: hostName,
  state: string(
    "`visible`, `renamed`, `name-only`, `hidden`, `withheld`, `disabled`, `overridden`, `ineligible`, `rejected`, `not-searched` or `unsupported`",
  ),
  code: orNull(string("diagnostic code of the reason")),
  reason: orNull(string("why the host hides or changes the skill")),
  name: orNull(string("name in this host")),
  path: orNull(string("path by which this host finds the file")),
};

const Remark = object(
  {
    code: string("diagnostic code"),
    text: string("text of the remark"),
    help: optional(string("suggested action")),
  },
  "Remark",
);

export const HostAnswer = object(
  {
    ...cellFields,
    skill: string("name of the skill in most hosts"),
    file: string("real path of the file, with symlinks resolved"),
    confidence,
    description: orNull(string("description in this host")),
    by: orNull(string("path of the file that wins")),
    remarks: list(Remark, "other facts about the file in this host"),
    fix: orNull(
      withDescription(
        object(
          {
            text: string("description of the fix"),
            steps: list(
              anything(
                "`{ do, … }`: `move` and `copy` (`from`, `to`), `link` (`at`, `to`), `remove` and `allow` (`path`), `write` (`path`, `text`)",
              ),
              "steps in order; none if only a person can do it",
            ),
          },
          "Fix",
        ),
        "smallest change that makes the skill visible",
      ),
    ),
  },
  "HostAnswer",
);

export const Explanation = object(
  {
    schema,
    asked: string("the name, path or id that was asked for"),
    found: boolean("whether a file with that name, path or id exists"),
    suggestions: stringList("similar names, if nothing was found"),
    searched: stringList("directories that were searched"),
    candidates: list(
      object(
        {
          outcome: string("`loaded`, `overridden`, `rejected`, `disabled`, `ineligible` or `skipped`"),
          name: skillName,
          path: skillPath,
          scope: optional(scope),
          reason: string("reason for the outcome"),
          id: optional(id),
          code: optional(string("diagnostic code")),
          help: optional(string("suggested action")),
          diagnostics,
        },
        "Candidate",
      ),
      "files that the name, path or id refers to",
    ),
    unread: list(Finding, "directories and files that could not be read, if nothing was found"),
    hosts: list(HostAnswer, "result for each host on this machine"),
    diagnostics: versionWarnings,
  },
  "Explanation",
);

export const HostAnswers = object(
  {
    schema,
    asked: string("the name, path or id that was asked for"),
    cwd,
    answers: list(HostAnswer, "one answer for each file and host"),
    diagnostics: versionWarnings,
  },
  "HostAnswers",
);

export const CodePage = object(
  {
    schema,
    code: string("diagnostic code"),
    severity,
    slug: string("short name of the problem"),
    kind: string("area that the code belongs to"),
    page: string("page about the code, in Markdown"),
  },
  "CodePage",
);

const rootSkills = number("files that were found in the root");

export const Roots = object(
  {
    ...{ schema, host, cwd, projectRoot },
    trusted: boolean("whether the user trusts the project"),
    roots: list(
      object(
        {
          path: string("absolute path of the root"),
          scope,
          label: string("short form of the path"),
          from: string("setting or rule that names the root"),
          exists: boolean("whether the directory exists"),
          followLinks: boolean("whether symlinks are followed"),
          namedBy: oneOf(
            NAMERS,
            "origin of the root, such as the user or the project; trust in the root depends on the origin",
          ),
          trusted: boolean("false if the skills of the root are withheld"),
          namespace: optional(string("prefix of the names of the root's skills")),
          skills: rootSkills,
        },
        "Root",
      ),
      "roots in order of precedence",
    ),
  },
  "Roots",
);

export const Hosts = object(
  {
    schema,
    hosts: list(
      object(
        {
          name: hostName,
          title: string("full name of the host"),
          version: string("version of the host that the profile describes"),
          confidence,
          supported: boolean("false if the host has no skills"),
          detected: boolean("whether the host is on this machine"),
          roots: list(
            object({
              scope: string("scope of the root"),
              path: string("path in the notation of the profile"),
              kind: string("`skills` or `commands`"),
            }),
            "directories that the host searches",
          ),
        },
        "Host",
      ),
      "all known hosts",
    ),
  },
  "Hosts",
);

const { state: cellState, code: cellCode, reason: cellReason } = cellFields;
const Treatment = object(
  {
    ...{ state: cellState, code: cellCode, reason: cellReason },
    name: orNull(string("name that the model reads")),
    description: orNull(string("description that the model reads")),
  },
  "Treatment",
);

export const HostChecks = object(
  {
    ...{ schema, cwd },
    hosts: list(
      object(
        {
          name: hostName,
          title: string("full name of the host"),
          program: orNull(string("path of the program on the PATH")),
          installed: orNull(string("version of the program, from files next to the program")),
          state: string(
            "`verified`, `newer` (than every verified version), `other` (not verified), `unknown` (no version found) or `unverified` (no version of this host is verified)",
          ),
          confidence,
          versions: stringList("versions that have facts, newest first"),
          changes: list(
            object(
              {
                from: string("earlier version"),
                to: string("next version that has facts"),
                skills: list(
                  object(
                    {
                      name: string("name in most versions"),
                      file: string("real path of the file, with symlinks resolved"),
                      before: withDescription(Treatment, "how the earlier version treats the skill"),
                      after: withDescription(Treatment, "how the next version treats the skill"),
                    },
                    "SkillChange",
                  ),
                  "skills of this project that the two versions treat differently",
                ),
              },
              "VersionChanges",
            ),
            "one entry for each pair of successive versions",
          ),
        },
        "HostCheck",
      ),
      "the hosts on this machine",
    ),
  },
  "HostChecks",
);

export const Matrix = object(
  {
    ...{ schema, cwd },
    hosts: list(
      object({ name: hostName, version: string("version that the profile describes"), confidence }),
      "hosts, in the order of the cells",
    ),
    skills: list(
      object(
        {
          name: string("name in most of these hosts"),
          file: string("real path of the file, with symlinks resolved"),
          paths: stringList("every path that leads to the file from a root, the most direct first"),
          cells: list(object(cellFields, "Cell"), "one cell for each host"),
        },
        "MatrixRow",
      ),
      "every file that a host treats as a skill, including commands and single Markdown files",
    ),
    remarks: list(
      object({
        host: hostName,
        code: string("diagnostic code"),
        path: string("directory or file"),
        reason: string("how the host treats the directory or file"),
      }),
      "remarks about a whole host, such as a limit that it reaches",
    ),
    diagnostics: versionWarnings,
  },
  "Matrix",
);

export const Status = object(
  {
    ...{ schema, host, cwd, revision },
    status: list(
      object(
        {
          ...{ id, name: skillName, state },
          stage: oneOf(STATES, "last stage of the life cycle that the file reached"),
          offered: boolean("whether the skill reaches a model"),
          reason: optional(string("why the skill does not reach a model")),
        },
        "StatusEntry",
      ),
      "every file that was found, sorted by id",
    ),
  },
  "Status",
);

const Sandbox = object(
  {
    provider: string("sandbox that is used"),
    level: string("`isolated`, `partial` or `none`"),
    checks: record(boolean("whether the check passed"), "result of each check of the self-test"),
    untested: stringList("checks that could not run on this machine"),
    unlimited: stringList("resources that a command can use without a limit"),
    tried: list(
      object({ provider: string("sandbox"), reason: string("why this sandbox is not used") }),
      "other sandboxes that were tried",
    ),
  },
  "Sandbox",
);

export const Doctor = object(
  {
    ...{ schema, host, cwd, projectRoot },
    trusted: boolean("whether the user trusts the project"),
    revision,
    counts: record(number("number of files"), "number of files for each outcome, and of withheld skills"),
    sandbox: withDescription(Sandbox, "how commands of skills are confined"),
    problems: list(
      object(
        {
          code: string("diagnostic code"),
          severity,
          count: number("number of findings with this code"),
          message: string("description of the problem"),
          path: optional(string("path of the first finding")),
          line: optional(number("line of the first finding, from 1")),
          help: optional(string("suggested action, if no command fixes the problem")),
          command: string("command that fixes or explains the problem"),
        },
        "Problem",
      ),
      "problems, the most harmful first",
    ),
    roots: list(
      object({
        path: string("absolute path of the directory"),
        scope,
        exists: boolean("whether the directory exists"),
        skills: rootSkills,
      }),
      "directories that are searched",
    ),
    hosts: list(
      object(
        {
          host: hostName,
          version: string("version that the profile describes"),
          confidence,
          visible: number("skills that the host shows to models"),
          total: number("number of all skills"),
          reasons: record(number("number of skills"), "number of invisible skills for each diagnostic code"),
          remarks: list(anything("`{ code, path, text }`"), "remarks about the whole host"),
        },
        "HostSummary",
      ),
      "hosts on this machine",
    ),
    diagnostics,
  },
  "Doctor",
);

export const Config = object(
  {
    ...{ schema, cwd },
    values: list(
      object({
        key: string("setting"),
        value: anything("value of the setting; for a secret, only whether a value is set"),
        from: string("file, variable or default that sets the value"),
      }),
      "every setting",
    ),
    diagnostics,
  },
  "Config",
);

const checked = {
  ...{ schema, cwd },
  searched: stringList("directories and files that were searched"),
  files: stringList("skill files that were checked; identical copies are checked once"),
  fixed: stringList("files that `--fix` changed"),
  copies: list(
    object({ path: string("file that was checked"), copies: stringList("paths of identical copies") }),
    "files that have identical copies",
  ),
  installed: list(
    object({ path: skillPath, source: string("source in the lock"), lock: string("path of the lock") }),
    "installed skills, which are not checked",
  ),
  diagnostics,
};

export const CheckResult = object(checked, "CheckResult");

export const FixPlan = object(
  {
    ...checked,
    planned: list(
      object({
        path: string("file"),
        rename: orNull(string("new path of the directory")),
        patch: string("change as a unified diff"),
      }),
      "changes that `--fix` would make",
    ),
  },
  "FixPlan",
);

const auditFinding = object(
  {
    code: string("diagnostic code"),
    severity: oneOf(FINDING_SEVERITIES, "how serious the finding is"),
    message: string("description of the finding"),
    path: optional(string("path of the file in the skill's directory")),
    line: optional(number("line, from 1")),
    column: optional(number("column, from 1")),
    evidence: optional(string("the text that was found")),
    unread: optional(boolean("true if a part of the skill was not read; the audit then fails")),
    why: optional(string("why the finding matters")),
    help: optional(string("suggested action")),
  },
  "AuditFinding",
);
const findings = list(auditFinding, "findings of the audit");
const suppressed = list(
  object({ finding: withDescription(auditFinding, "the finding"), reason: string("why the finding is suppressed") }),
  "findings that the user's configuration suppresses",
);
const capabilities = object(
  {
    tools: stringList("tools that the skill wants to use without asking"),
    hosts: stringList("host names and addresses in the skill's files"),
    hooks: stringList("events for which the skill declares hooks, with their commands"),
    shell: stringList("commands in the text, which a host would run before a model reads it"),
    secrets: stringList("variables and files that may hold secrets"),
    outside: stringList("paths outside of the skill's directory"),
    binaries: stringList("files with machine code"),
    scripts: list(
      object({ path: string("path of the script"), language: string("language of the script") }),
      "scripts of the skill",
    ),
  },
  "Capabilities",
);

export const Audit = object(
  {
    ...{ schema, cwd },
    searched: stringList("directories and files that were searched"),
    skills: list(
      object(
        {
          ...{ name: skillName, directory },
          copies: stringList("paths of identical copies of the directory"),
          digest: optional(skillDigest),
          files: number("number of files"),
          findings,
          suppressed,
          capabilities: withDescription(capabilities, "capabilities of the skill"),
          hooks: list(
            object({
              path: optional(string("file that declares the hook")),
              event: string("event"),
              command: string("command that the hook runs"),
            }),
            "hooks that the skill declares",
          ),
        },
        "AuditedSkill",
      ),
      "skills that were audited",
    ),
    diagnostics,
  },
  "Audit",
);

const coverage = oneOf(COVERAGES, "part of the skill that is in the catalog");
const allowance = object(
  {
    amount: orNull(number("size of the budget; null without a limit")),
    unit: string("`tokens` or `characters`"),
    from: string("setting or rule that sets the budget"),
  },
  "Allowance",
);
const used = object({ characters: number("characters"), tokens: number("tokens, estimated") }, "TextSize");
const counts = record(number("number of skills"), "skills by coverage");

export const Catalog = object(
  {
    ...{ schema, host },
    format: string("format of the text"),
    revision: string("fingerprint of the text"),
    allowance: withDescription(allowance, "budget of the catalog"),
    used: withDescription(used, "size of the text"),
    counts,
    text: string("exactly what the model reads; empty if no skill is offered"),
    entries: list(
      object(
        { id, address, coverage, tokens: number("tokens of the entry"), text: string("text of the entry") },
        "CatalogEntry",
      ),
      "offered skills in the order of the text, omitted ones last",
    ),
  },
  "Catalog",
);

const span = {
  start: number("offset of the mention in the message, in UTF-16 units; 0 for a pick"),
  end: number("offset of the end of the mention"),
  line: orNull(number("line, from 1; null for a pick")),
  column: orNull(number("column, from 1; null for a pick")),
};

export const Resolution = object(
  {
    ...{ schema, host, revision },
    selected: list(
      object(
        {
          ...{ address, id, name: skillName, path: skillPath },
          matchedBy: string("`pick`, `link`, `qualified` or `name`"),
          form: string("how the message names the skill: `pick`, `dollar`, `link`, `slash` or `at`"),
          arguments: orNull(string("arguments as typed")),
          command: orNull(string("command of the skill that was typed")),
          ...span,
        },
        "Selected",
      ),
      "skills that the message activates, in order",
    ),
    refused: list(
      object(
        {
          code: string("diagnostic code"),
          asked: string("text of the mention"),
          reason: string("why the mention activates no skill"),
          help: orNull(string("suggested action")),
          candidates: stringList("addresses of skills that the mention could mean"),
          form: orNull(string("form of the mention; null for the whole message")),
          ...span,
        },
        "Refused",
      ),
      "mentions that activate nothing",
    ),
    suggested: list(
      object({ address, phrase: string("phrase in the message"), ...span }, "Suggested"),
      "skills whose trigger phrase is in the message",
    ),
  },
  "Resolution",
);

export const SearchResult = object(
  {
    ...{ schema, host, revision },
    query: string("the query"),
    match: oneOf(["good", "weak", "none"], "`weak`: no skill fits well, and the hits are only the nearest"),
    hits: list(
      object(
        {
          ...{ address, id, name: skillName, description: string("description"), path: skillPath },
          withheld: optional(withDescription(Withheld, "why the skill does not reach a model")),
          score: number("score; comparable within one answer only"),
          terms: list(
            object({
              term: string("word of the query"),
              as: optional(string("corrected word, if the query has a typing error")),
              fields: stringList("parts of the skill that contain the word"),
            }),
            "query words that match the skill, most significant first",
          ),
        },
        "Hit",
      ),
      "skills, the best first",
    ),
  },
  "SearchResult",
);

const shell = list(
  anything("`{ command, form, line }`, with `refused` or `failed` if the command did not run successfully"),
  "commands in the text",
);

export const Activation = object(
  {
    ...{ schema, host, address, id, path: skillPath },
    actor: string("who called the skill: `user` or `model`"),
    arguments: orNull(string("arguments as typed")),
    command: orNull(anything("`{ name, values }`: command of the skill, with its arguments")),
    argumentHint: orNull(string("arguments that the skill expects")),
    role: string("role of the message: `user`, `system`, `developer` or `tool`"),
    text: string("exactly what the model receives"),
    fullLength: orNull(number("length of the whole text, if the text was cut")),
    next: orNull(number("byte offset in SKILL.md at which the remaining text begins, if the text was cut")),
    resources: list(
      object({ path: string("path in the skill's directory"), bytes: number("size") }),
      "files beside SKILL.md",
    ),
    moreResources: number("number of files that `resources` omits"),
    shell,
    digest: string("digest of the text"),
    revision: string("fingerprint of the file when it was read"),
    diagnostics,
    window: orNull(withDescription(Window, "tools that the skill allows or removes")),
  },
  "Activation",
);

export const CommandsInText = object({ ...{ schema, host, address, path: skillPath }, shell }, "CommandsInText");

export const Resource = object(
  {
    schema,
    path: string("path in the skill's directory"),
    text: string("text from the offset on; for a binary file, a description of the file"),
    bytes: number("size of the whole file"),
    next: orNull(number("offset of the next part, if the text was cut")),
    binary: boolean("true if the file is not text"),
  },
  "Resource",
);

const cost = object(
  {
    ...{ id, address },
    characters: number("characters of the entry with its full description"),
    tokens: number("tokens of the entry with its full description"),
    coverage,
    used: optional(number("number of calls in the journal")),
    unused: boolean("true if the skill was offered in many sessions and never called"),
  },
  "Cost",
);

export const Budget = object(
  {
    schema,
    hosts: list(
      object(
        {
          host: hostName,
          allowance: withDescription(allowance, "budget of the catalog"),
          used: withDescription(used, "size of the catalog now"),
          counts,
          costs: list(cost, "cost of each skill, the highest first"),
          described: boolean("whether the catalog describes every skill"),
          wanted: withDescription(used, "size of the catalog with every description in full"),
          raise: optional(anything("`{ setting, kind, from, to }`: a larger budget in which every description fits")),
          shorten: optional(
            anything("`{ cap, skills }`: the maximum length at which all descriptions fit, and the skills to shorten"),
          ),
          disable: optional(list(cost, "skills to disable so that all other skills fit")),
          pin: stringList("addresses of used skills that are not fully described"),
          move: list(
            object({
              address,
              characters: number("number of characters at the end of the description that no model reads"),
            }),
            "descriptions that are longer than the host reads",
          ),
        },
        "BudgetPlan",
      ),
      "a plan for each host",
    ),
  },
  "Budget",
);

export const Origins = object(
  {
    ...{ schema, host, cwd, revision },
    skills: list(
      object(
        {
          ...skillFields,
          offered: boolean("whether the skill reaches a model"),
          installed: orNull(
            withDescription(InstallationState, "origin and approval, if a lock or an approval names the skill"),
          ),
        },
        "SkillOrigin",
      ),
      "skills with their origin; `installed` is null if no lock or approval names the skill",
    ),
  },
  "Origins",
);

const lockDiagnostics = list(
  anything("`{ code, severity, message, path, help }`"),
  "findings about the lock and the source",
);

export const VerifyResult = object(
  {
    schema,
    diagnostics: lockDiagnostics,
    skills: list(
      object(
        {
          ...{ name: skillName, directory },
          state: oneOf(["unchanged", "changed", "missing"], "comparison of the directory with the expected digest"),
          evidence: oneOf(["project", "user", "approval"], "record that names the skill: a lock or an approval"),
          approved: boolean("whether the user approved exactly what the lock names"),
          expected: string("digest that the user approved, or the digest in the lock if the user approved none"),
          locked: optional(string("digest in the lock, if it differs from the approved digest")),
          rolledBack: optional(boolean("true if the lock names an older version than the approved one")),
          found: optional(string("current digest of the directory")),
          changes: list(object(fileChange, "FileChange"), "files that differ"),
          reason: optional(string("why the directory has no digest")),
        },
        "VerifiedSkill",
      ),
      "installed and approved skills",
    ),
  },
  "VerifyResult",
);

export const UpdateCheck = object(
  {
    schema,
    diagnostics: lockDiagnostics,
    skills: list(
      object(
        {
          ...{ name: skillName, directory },
          source: string("source as a user would type it"),
          state: oneOf(["current", "outdated", "unknown"], "comparison of the installed version with the source"),
          installed: optional(string("installed commit or version")),
          latest: optional(string("commit or version at the source")),
          reason: optional(string("why the state is unknown")),
        },
        "SkillUpdateState",
      ),
      "installed skills",
    ),
  },
  "UpdateCheck",
);

const PolicyRule = object(
  {
    decision: string("`allow`, `ask` or `deny`"),
    when: optional(anything("conditions that must be true for the rule to match")),
    unless: optional(anything("conditions that must be false for the rule to match")),
    moments: optional(stringList("when the rule applies: `load`, `install`")),
    reason: optional(string("reason that the policy gives")),
    from: string("file and line"),
  },
  "PolicyRule",
);

export const Policy = object(
  {
    schema,
    files: list(
      object(
        {
          layer: string("`admin`, `user` or `project`"),
          path: string("path of the policy"),
          unused: optional(string("why the file has no effect")),
          default: optional(anything("`{ decision, from }`: decision if no rule matches")),
          permissions: optional(anything("`{ mode, from }`: how permission profiles of skills are handled")),
          rules: list(PolicyRule, "rules in order"),
          skill: anything("`{ rules, agents }`: which skills a model may load"),
        },
        "PolicyFile",
      ),
      "policies that exist",
    ),
    missing: list(
      object({ layer: string("`admin`, `user` or `project`"), path: string("path that is searched") }),
      "policies that do not exist",
    ),
    permissions: anything("`{ mode, from, asks }`: the mode that takes effect"),
    diagnostics,
  },
  "Policy",
);

const PolicyDecision = object(
  {
    decision: string("`allow`, `ask` or `deny`"),
    reason: string("reason for the decision"),
    from: string("file and line, or `default`"),
    matched: list(PolicyRule, "every rule that matches"),
  },
  "PolicyDecision",
);

export const PolicyExplanations = object(
  {
    schema,
    skills: list(
      object(
        {
          ...{ name: skillName, id, path: skillPath },
          facts: anything("`{ scope, origin, digest, publisher }`, as far as they are known"),
          load: withDescription(PolicyDecision, "decision when the skill is loaded"),
          install: withDescription(PolicyDecision, "decision when the skill is installed"),
          permission: anything("`{ decision, from }`: whether a model may load the skill"),
        },
        "PolicyExplanation",
      ),
      "skills that were asked for",
    ),
    diagnostics,
  },
  "PolicyExplanations",
);

export const ServerInfo = object(
  {
    schema,
    version: string("version of Skillwright"),
    write: boolean("whether the server may change anything"),
    ...{ host, cwd, projectRoot },
    trusted: boolean("whether the user trusts the project"),
    revision,
  },
  "ServerInfo",
);

const PackageSpec = object(
  {
    id: string("name of the requirement"),
    kind: string("package manager that installs the package"),
    package: string("package, formula or module; for a download, its URL"),
    bins: stringList("programs that the package installs"),
    os: stringList("operating systems that need the package; an empty list means all"),
    sha256: optional(string("SHA-256 digest of the downloaded file")),
  },
  "PackageSpec",
);

const capabilityChanges = object(
  {
    added: list(anything("`{ kind, what }`"), "capabilities that the skill gains"),
    removed: list(anything("`{ kind, what }`"), "capabilities that the skill loses"),
  },
  "CapabilityChanges",
);

const planned = object(
  {
    name: skillName,
    action: oneOf(["add", "replace", "keep", "same"], "planned action"),
    directory,
    lock: string("path of the lock"),
    description: string("description"),
    digest: skillDigest,
    origin: withDescription(Origin, "where the skill comes from"),
    signature: anything("result of the signature check, with its `state`"),
    files: list(
      object({ path: string("path"), bytes: number("size"), executable: boolean("whether the file is executable") }),
      "files of the skill",
    ),
    capabilities: withDescription(capabilities, "capabilities of the skill"),
    packages: list(PackageSpec, "packages that the skill wants"),
    findings,
    suppressed,
    edited: boolean("whether the installed files were edited since the approval"),
    changes: list(
      object(
        {
          ...fileChange,
          executable: optional(boolean("whether the file is executable, over HTTP")),
          patch: optional(orNull(string("change as a unified diff, over HTTP; null if the file is not text"))),
        },
        "PlannedChange",
      ),
      "differences from the approved files",
    ),
    capabilityChanges: withDescription(capabilityChanges, "differences from the approved capabilities"),
    downgrades: stringList("why the origin is less trustworthy than before"),
    approvedBefore: boolean("whether the user approved exactly these files in this directory before"),
    needs: withDescription(
      object(
        {
          need: oneOf(["nothing", "yes", "person", "digest"], "approval that is needed"),
          because: optional(stringList("why")),
        },
        "ApprovalNeed",
      ),
      "approval that the plan needs",
    ),
  },
  "PlannedSkill",
);

export const PlanReview = object(
  {
    schema,
    plan: string("id of the plan"),
    do: string("planned operation"),
    skills: list(planned, "skills of the plan"),
    removals: stringList("directories that the plan would remove"),
    diagnostics: lockDiagnostics,
  },
  "PlanReview",
);

const applied = list(
  object({ name: skillName, directory, action: string("action that was taken"), digest: skillDigest }, "Applied"),
  "actions that were taken; empty with `--dry-run`",
);

export const AppliedPlan = object({ schema, applied }, "AppliedPlan");

/** A digest of the shown values. A POST sends this digest back to approve exactly these values. */
const approval = string("identifier of exactly the shown content; a POST sends it back as the approval");

/** A plan and its result. */
export const PlanResult = object(
  {
    schema,
    applied,
    notVisible: optional(
      list(
        object(
          {
            skills: stringList("names of skills"),
            hosts: stringList("hosts on this machine that do not see the skills"),
            command: string("command that makes the skills visible"),
          },
          "NotVisible",
        ),
        "after `add`: hosts that do not see the new skills",
      ),
    ),
    approval,
    skills: list(planned, "the plan"),
    diagnostics: lockDiagnostics,
  },
  "PlanResult",
);

const LinkStep = object(
  {
    do: string("`link` or `unlink`"),
    at: string("path of the symlink"),
    to: optional(string("target text of the new symlink")),
    text: optional(string("target text of the symlink, if the symlink was removed")),
  },
  "LinkStep",
);

export const PlaceResult = object(
  {
    schema,
    placements: list(
      object(
        {
          directory,
          steps: list(LinkStep, "symlinks to make or remove"),
          hosts: list(
            object({
              host: hostName,
              path: optional(string("path by which the host sees the skill")),
              because: optional(anything("`{ code, text }`: why no symlink makes the skill visible")),
            }),
            "hosts that were asked for",
          ),
        },
        "Placement",
      ),
      "one entry for each skill",
    ),
    applied: boolean("whether the symlinks were made"),
    projectRoot,
  },
  "PlaceResult",
);

export const UnplaceResult = object({ schema, undone: list(LinkStep, "symlinks that were removed") }, "UnplaceResult");

export const EditedConfig = object(
  { schema, path: string("configuration file"), changed: boolean("whether the file was changed") },
  "EditedConfig",
);

const McpServer = object(
  {
    name: string("name of the server"),
    transport: string("`stdio` or `streamable-http`"),
    command: optional(string("program of a stdio server")),
    args: optional(stringList("arguments of the program")),
    url: optional(string("address of a streamable-http server")),
    problem: optional(string("why the server cannot be set up")),
  },
  "McpServer",
);

const needs = {
  host,
  skills: list(
    object({
      name: skillName,
      id,
      path: skillPath,
      compatibility: orNull(string("value of `compatibility` in the skill's frontmatter")),
    }),
    "skills that were asked for",
  ),
  needs: list(
    object(
      {
        kind: string("`platform`, `program`, `setting`, `skill`, `variable`, `server` or `other`"),
        name: string("name of the dependency"),
        required: boolean("whether the skill cannot work without the dependency"),
        skills: stringList("skills that need the dependency"),
        state: string("`present`, `missing` or `unknown`"),
        from: orNull(string("place where the dependency was found")),
        note: orNull(string("remark")),
        help: orNull(string("suggested action")),
        description: orNull(string("the author's description of the dependency")),
        server: orNull(withDescription(McpServer, "the server, for the kind `server`")),
        declared: orNull(anything("declaration in a sidecar, for an unknown kind")),
      },
      "Need",
    ),
    "dependencies; never with the value of a variable",
  ),
  unread: list(
    object(
      { name: skillName, reason: string("why the skill was not read"), help: orNull(string("suggested action")) },
      "UnreadSkill",
    ),
    "skills of MCP servers that are not approved",
  ),
};

export const Needs = object({ schema, ...needs }, "Needs");

const packagesOfSkill = list(
  object(
    {
      ...{ name: skillName, path: skillPath },
      withheld: optional(withDescription(Withheld, "why no package of this skill is installed")),
      packages: list(
        object(
          {
            spec: withDescription(PackageSpec, "package that the skill wants"),
            result: withDescription(
              object(
                {
                  id: string("name of the requirement"),
                  status: string("`present`, `skipped`, `planned`, `installed`, `refused` or `failed`"),
                  command: optional(stringList("command that installs the package")),
                  reason: optional(string("why the package was not installed")),
                  code: optional(string("diagnostic code")),
                },
                "PackageResult",
              ),
              "whether the package was installed",
            ),
          },
          "WantedPackage",
        ),
        "packages that the skill wants",
      ),
    },
    "SkillPackages",
  ),
  "skills that want packages",
);

export const Packages = object({ schema, skills: packagesOfSkill, approval }, "Packages");

export const PackageInstallResult = object({ schema, skills: packagesOfSkill }, "PackageInstallResult");

const LoginResult = object(
  {
    name: string("name of the server"),
    url: string("address of the server"),
    outcome: string("`logged-in`, `not-asked-for` or `elsewhere`"),
    how: optional(string("how to log in, if the outcome is `elsewhere`")),
  },
  "LoginResult",
);

export const Logins = object({ schema, logins: list(LoginResult, "servers of the skills") }, "Logins");

const serverEdits = {
  ...needs,
  applied: boolean("whether the changes were made"),
  edits: list(
    object(
      {
        name: string("name of the server"),
        path: string("configuration file of the host"),
        created: boolean("whether the file is new"),
        shared: boolean("whether other users of the project also get the change"),
        patch: string("change as a unified diff"),
      },
      "ServerEdit",
    ),
    "changes to configuration files",
  ),
};

export const ServerPlan = object({ schema, ...serverEdits, approval }, "ServerPlan");

export const AddServersResult = object(
  { schema, ...serverEdits, logins: optional(list(LoginResult, "logins, with `--login`")) },
  "AddServersResult",
);

export const UndoServerResult = object(
  {
    schema,
    undone: withDescription(
      object(
        {
          name: string("name of the server"),
          path: string("configuration file of the host"),
          removed: boolean("whether the file was removed"),
        },
        "UndoneEdit",
      ),
      "changes that were undone",
    ),
  },
  "UndoServerResult",
);

export const Commands = object(
  {
    schema,
    commands: list(
      object(
        {
          name: string("name of the command"),
          description: string("description of the command"),
          usage: string("usage line of the command"),
          args: list(
            anything(
              "`{ name, required }`, with `description`, `type`, `default` and `choices` if the skill declares them",
            ),
            "arguments in order",
          ),
          skill: string("address of the skill"),
        },
        "SkillCommand",
      ),
      "commands, by name",
    ),
    diagnostics,
  },
  "Commands",
);

export const ScriptRun = object(
  {
    schema,
    path: string("path of the script in the skill's directory"),
    interpreter: string("program that ran the script"),
    digest: skillDigest,
    ended: string("`exited`, `timed-out`, `too-much-output` or `aborted`"),
    code: orNull(number("exit code")),
    stdout: string("standard output"),
    stderr: string("standard error"),
  },
  "ScriptRun",
);

export const SetupResult = object(
  {
    schema,
    status: string("`installed`, `updated` or `unchanged`"),
    path: string("configuration file"),
    created: boolean("whether the file is new"),
    system: orNull(
      withDescription(
        object(
          { status: string("`installed`, `updated` or `unchanged`"), path: string("directory of the system skills") },
          "SystemSkills",
        ),
        "skills that come with Skillwright",
      ),
    ),
  },
  "SetupResult",
);

export const PublishResult = object(
  {
    schema,
    to: string("directory or registry"),
    skills: list(
      object(
        {
          name: skillName,
          description: string("description"),
          digest: skillDigest,
          artifact: string("digest of the archive"),
          at: string("path in the registry, or address"),
          signed: boolean("whether the archive is signed"),
        },
        "PublishedSkill",
      ),
      "skills that were published",
    ),
    files: list(
      object({ path: string("path"), state: string("`written` or `unchanged`") }),
      "files of the registry, with what happened to each",
    ),
    diagnostics,
  },
  "PublishResult",
);

const OfflineEval = object(
  {
    cases: list(
      anything("`{ query, should, expected?, line, rank?, margin, first?, passed }`"),
      "results of the requests",
    ),
    confusions: list(anything("`{ address, cases, example, words }`"), "skills that rank above the expected skill"),
    attractingWords: stringList("words of the description that attract requests for other skills"),
  },
  "OfflineEval",
);

export const EvalResult = object(
  {
    ...{ schema, host },
    catalog: anything("`{ used, counts }`: size and contents of the catalog that the test used"),
    competing: number("number of skills in the catalog"),
    threshold: number("share of requests that must succeed"),
    window: optional(number("context window of the model, in tokens")),
    skills: list(
      object(
        {
          ...{ id, name: skillName, path: skillPath, coverage },
          sets: stringList("trigger sets that were read"),
          insteadOf: optional(
            string("id of the skill that overrides this one; the test replaces that skill with this one"),
          ),
          offline: withDescription(OfflineEval, "results of the test without a model"),
          examples: optional(
            anything(
              "`{ requests, description, seen, unseen, wrong }`: example requests to add to the description, with their effect; `unseen` measures the effect on other requests, and each effect is `{ before, after, of }`",
            ),
          ),
          overlaps: list(anything("`{ address, … }`"), "skills with a similar description"),
          live: optional(anything("`{ cases, recall, precision, tokens, broken? }`: results of the test with a model")),
          passed: boolean("whether enough requests succeed"),
          score: number("share of requests that succeed"),
          cost: optional(number("price of the tokens")),
        },
        "SkillEval",
      ),
      "skills that were tested",
    ),
    diagnostics,
  },
  "EvalResult",
);

const skillUse = object(
  {
    ...{ id, address },
    offered: number("sessions in which the skill was offered"),
    activated: number("number of times that the skill was loaded"),
    byUser: number("number of times that a user loaded the skill"),
    completed: number("number of times that the skill's subagent finished"),
    last: optional(string("time of the last load (ISO 8601)")),
  },
  "SkillUse",
);

export const Usage = object(
  {
    schema,
    journal: optional(string("path of the journal; absent if sessions keep no journal")),
    lines: number("lines in the journal"),
    invalid: number("lines that are not events"),
    sessions: number("sessions in the journal"),
    from: optional(string("time of the first event (ISO 8601)")),
    to: optional(string("time of the last event (ISO 8601)")),
    omitted: number("events that were ignored because there are too many skills"),
    skills: list(skillUse, "every loaded skill, the most used first"),
    unused: list(skillUse, "skills that were offered often and never called"),
    unloaded: list(skillUse, "skills in the journal that are not loaded any more"),
  },
  "Usage",
);

export const SkillHistory = object(
  {
    ...{ schema, name: skillName, directory, digest: skillDigest },
    installed: orNull(
      withDescription(InstallationState, "origin and approval, if a lock or an approval names the skill"),
    ),
    before: list(
      object({
        digest: string("digest of the version"),
        origin: optional(withDescription(Origin, "source of the version")),
      }),
      "earlier versions, newest first",
    ),
  },
  "SkillHistory",
);

export const TrustResult = object(
  {
    schema,
    folder: string("folder that the decision is about"),
    store: string("file that stores the decision"),
    changed: boolean("whether the decision changed"),
    allowed: optional(stringList("MCP servers that may start because of this decision")),
    revoked: optional(stringList("MCP servers that may no longer start")),
    survey: optional(anything("what the trust would allow, as a `ProjectSurvey`")),
    diagnostics: optional(diagnostics),
    coveredBy: optional(string("parent folder that is still trusted")),
  },
  "TrustResult",
);

/** Everything that trust in a project would allow. `trust` lists it before it asks the user. */
export const ProjectSurvey = object(
  {
    ...{ schema, projectRoot },
    trusted: boolean("whether the user trusts the project"),
    settingsFile: optional(string("configuration file of the project")),
    agents: stringList("agents that the project defines, by id or by path"),
    ownSkills: number("skills in the project's own directories"),
    addedSkills: number("skills that the project's settings add"),
    elsewhereSkills: number("skills that only other hosts load, or that are in other directories of the project"),
    repositories: stringList("repositories inside the project; trust covers them, too"),
    moreRepositories: number("number of repositories that `repositories` omits"),
    searchesMore: boolean("whether some directories were not read"),
    settings: list(
      object(
        {
          key: string("key of the configuration, of `.npmrc` or of a host's settings"),
          value: string("value as JSON, cut after 200 characters with the number of omitted characters"),
          path: string("file that contains the setting"),
        },
        "SurveyedSetting",
      ),
      "settings in the files of the project",
    ),
    moreSettings: number("number of settings that `settings` omits"),
    hostSettings: stringList("files of the project that decide which skills other hosts see"),
    moreHostSettings: number("number of files that `hostSettings` omits"),
    policyFile: optional(string("policy file of the project; such a policy can only forbid")),
    moreHooks: number("number of hooks that `hooks` omits"),
    skills: list(
      object(
        {
          ...{ name: skillName, directory },
          addedBySettings: boolean("whether a setting of the project names the skill"),
          elsewhere: boolean("whether only another host, or another directory, loads the skill"),
          moreFindings: number("number of findings that `findings` omits"),
          capabilities: optional(withDescription(capabilities, "capabilities of the skill")),
          findings,
        },
        "SurveyedSkill",
      ),
      "skills that would reach models",
    ),
    hooks: list(
      object(
        {
          event: string("event"),
          command: string("command that the hook runs"),
          path: string("file that declares the hook"),
          skill: optional(string("skill that declares the hook; absent for a hook of another host")),
        },
        "SurveyedHook",
      ),
      "hooks of the project",
    ),
    servers: list(
      object(
        {
          name: string("name of the server"),
          path: string("file that declares the server"),
          state: string("whether the user allowed the server"),
          lines: stringList("definition of the server, line by line"),
        },
        "SurveyedServer",
      ),
      "MCP servers of the project",
    ),
    approval,
  },
  "ProjectSurvey",
);

export const TrustedFolders = object(
  { schema, store: string("file that stores the decisions"), folders: stringList("trusted folders") },
  "TrustedFolders",
);

export const Health = object({ status: string("`ok`") }, "Health");

/** The answer of the route that OpenCode itself defines. */
export const OpenCodeSkills = list(
  object(
    {
      name: skillName,
      description: orNull(string("description")),
      location: skillPath,
      content: string("instructions"),
    },
    "OpenCodeSkill",
  ),
);

export const RelevanceNote = object(
  {
    schema,
    message: string("the message"),
    text: string("note that a model gets with this message; empty if no skill fits"),
  },
  "RelevanceNote",
);

export const SearchResultPaths = object(
  { schema, answers: list(stringList("paths of the skills, the best first"), "one answer for each query") },
  "SearchResultPaths",
);

export const RepairResult = object(
  {
    schema,
    repaired: boolean("whether files were changed"),
    files: list(
      object({
        path: string("damaged file"),
        problem: string("problem of the file"),
        action: string("repair of the file; `none` if only a person can repair the file"),
        effect: string("consequence of the damage"),
      }),
      "damaged files",
    ),
  },
  "RepairResult",
);

const servedFields = {
  name: skillName,
  server: string("name of the server"),
  uri: string("address of the skill at the server"),
  state: string("`new`, `approved` or `changed`, before this operation"),
  digest: string("digest of all files, for `--accept`"),
  files: list(
    object({ path: string("path"), digest: string("digest of the file"), size: number("size in bytes") }),
    "files of the skill",
  ),
  frontmatter: record(anything("value"), "fields of the frontmatter, with the values of the file"),
};

export const ServerSkillReview = object(
  {
    schema,
    skills: list(
      object({ ...servedFields, text: string("SKILL.md") }, "ServedSkill"),
      "skills with the content that the server provides now",
    ),
    approval,
  },
  "ServerSkillReview",
);

export const ServerSkillApproval = object(
  {
    schema,
    done: boolean("whether the approvals were changed"),
    skills: list(object(servedFields, "ServedSkillEntry"), "skills that were asked for"),
  },
  "ServerSkillApproval",
);

export const WithdrawnApprovals = object(
  { schema, forgotten: list(object({ name: skillName, directory }), "approvals that were removed") },
  "WithdrawnApprovals",
);

export const CompileResult = object(
  {
    schema,
    host: hostName,
    name: skillName,
    directory: string("directory of the source"),
    intents: anything("meaning of the skill's settings, with an entry for every intent"),
    readBack: anything("meaning that the host reads in the compiled skill, by intent"),
    losses: list(
      object(
        {
          code: string("diagnostic code"),
          intent: string("intent that is lost"),
          meaning: string("effect of the loss"),
          authored: anything("value in the source"),
          resulting: anything("value that the host reads"),
          safety: boolean("whether the user must accept the loss"),
          written: optional(string("key that other versions of the host read")),
        },
        "Loss",
      ),
      "settings that are lost for the host",
    ),
    refused: stringList("codes of losses that the user did not accept"),
    files: list(
      object({
        path: string("path in the skill's directory"),
        state: oneOf(["same", "changed", "added", "removed"], "comparison of the file with the source"),
        text: optional(string("new text, if it differs from the source")),
      }),
      "files of the result",
    ),
    written: orNull(string("directory that was written")),
  },
  "CompileResult",
);

export const RemoveResult = object(
  {
    schema,
    dryRun: boolean("whether the command only showed a preview"),
    applied,
    unlinked: stringList("removed symlinks that `place` had made"),
    diagnostics: lockDiagnostics,
  },
  "RemoveResult",
);

export const LockConflicts = object(
  { schema, paths: stringList("locks whose git conflicts were resolved") },
  "LockConflicts",
);

export const NewSkill = object({ schema, name: skillName, path: string("path of the new SKILL.md") }, "NewSkill");

export const EnabledState = object(
  {
    schema,
    pattern: string("pattern in the configuration"),
    enabled: boolean("new value of the setting"),
    path: string("configuration file"),
    changed: boolean("whether the file was changed"),
    effectiveEnabled: boolean("whether the skill is enabled now"),
    note: optional(string("why the setting has no effect on the skill")),
  },
  "EnabledState",
);

export const WrittenPage = object({ path: string("path of the page that was written") }, "WrittenPage");
