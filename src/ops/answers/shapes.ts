/** The answers of `docs/json.md` as schemas. Fields may be added to an answer at any time, so that none of them is closed. */
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
  strings,
} from "../../model/schema.ts";
import { NAMERS, SCOPES } from "../../model/skills/root.ts";
import { STATES } from "../../model/skills/snapshot.ts";

const schema = number;
const scope = oneOf(SCOPES, "where it comes from");
const state = oneOf(STATES, "how far it got");
const severity = oneOf(["error", "warning", "info"], "how grave it is");

export const Failure = object({ error: object({ code: string, message: string, help: orNull(string) }) }, "Failure");

export const Finding = object(
  {
    ...{ code: string, severity, message: string },
    path: orNull(string),
    line: orNull(number),
    column: orNull(number),
    help: orNull(string),
    host: optional(string),
    related: optional(list(anything)),
    copies: optional(strings),
  },
  "Diagnostic",
);

const Withheld = object({ code: string, reason: string, help: optional(string) }, "Withheld");

const skillFields = {
  ...{ id: string, name: string, description: string, path: string, directory: string, root: string },
  ...{ scope, state, enabled: boolean, modelInvocable: boolean, userInvocable: boolean },
  withheld: optional(Withheld),
};

export const SkillRow = object(
  {
    ...skillFields,
    offered: boolean,
    shownDescription: optional(string),
    digest: optional(string),
    realPath: optional(string),
  },
  "Skill",
);

export const SkillList = object(
  {
    ...{ schema, host: string, cwd: string, revision: string },
    skills: list(SkillRow),
    shadowed: list(object({ ...skillFields, by: string, reason: string }, "Shadowed")),
    rejected: list(
      object(
        { ...{ id: string, name: string, path: string, root: string, scope, state }, diagnostics: list(Finding) },
        "Rejected",
      ),
    ),
    disabled: list(object({ ...skillFields, reason: string }, "Disabled")),
    ineligible: list(
      object(
        { ...skillFields, missing: list(object({ code: string, kind: string, what: string, message: string })) },
        "Ineligible",
      ),
    ),
    diagnostics: list(Finding),
  },
  "SkillList",
);

export const Installed = object(
  {
    ...{ state: string, by: string, approved: string },
    origin: optional(anything),
    changes: list(object({ path: string, kind: string })),
  },
  "Installed",
);

export const SkillDetails = object(
  {
    schema,
    ...skillFields,
    manifest: anything,
    sidecar: optional(anything),
    frontmatter: record(anything),
    resources: strings,
    window: anything,
    installed: optional(Installed),
    digest: optional(string),
    body: optional(string),
    source: optional(string),
    diagnostics: list(Finding),
  },
  "SkillDetails",
);

const cellFields = {
  ...{ host: string, state: string },
  code: orNull(string),
  reason: orNull(string),
  name: orNull(string),
  path: orNull(string),
};

export const HostAnswer = object(
  {
    ...cellFields,
    ...{ skill: string, file: string, confidence: string },
    description: orNull(string),
    by: orNull(string),
    remarks: list(anything),
    fix: orNull(object({ text: string, steps: list(anything) })),
  },
  "HostAnswer",
);

export const Explanation = object(
  {
    ...{ schema, asked: string, found: boolean, nearest: strings, searched: strings },
    candidates: list(
      object(
        {
          ...{ outcome: string, name: string, path: string, reason: string },
          id: optional(string),
          code: optional(string),
          help: optional(string),
          diagnostics: list(Finding),
        },
        "Candidate",
      ),
    ),
    unseen: list(Finding),
    hosts: list(HostAnswer),
  },
  "Explanation",
);

export const HostAnswers = object({ schema, asked: string, cwd: string, answers: list(HostAnswer) }, "HostAnswers");

export const CodePage = object(
  { schema, code: string, severity, slug: string, kind: string, page: string },
  "CodePage",
);

export const Roots = object(
  {
    ...{ schema, host: string, cwd: string, projectRoot: string, trusted: boolean },
    roots: list(
      object(
        {
          ...{ path: string, scope, label: string, from: string, exists: boolean, followLinks: boolean },
          ...{ namedBy: oneOf(NAMERS, "who named it; trust follows the namer"), trusted: boolean },
          namespace: optional(string),
          skills: number,
        },
        "Root",
      ),
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
          ...{
            name: string,
            title: string,
            version: string,
            confidence: string,
            supported: boolean,
            detected: boolean,
          },
          roots: list(object({ scope: string, path: string, kind: string })),
        },
        "Host",
      ),
    ),
  },
  "Hosts",
);

export const Matrix = object(
  {
    ...{ schema, cwd: string },
    hosts: list(object({ name: string, version: string, confidence: string })),
    skills: list(
      object(
        { ...{ name: string, file: string, paths: strings }, cells: list(object(cellFields, "Cell")) },
        "MatrixRow",
      ),
    ),
    remarks: list(object({ host: string, code: string, path: string, reason: string })),
  },
  "Matrix",
);

export const Status = object(
  {
    ...{ schema, host: string, cwd: string, revision: string },
    status: list(
      object(
        { ...{ id: string, name: string, state, outcome: string, offered: boolean }, reason: optional(string) },
        "StatusEntry",
      ),
    ),
  },
  "Status",
);

export const Doctor = object(
  {
    ...{ schema, host: string, cwd: string, projectRoot: string, trusted: boolean, revision: string },
    counts: record(number),
    sandbox: anything,
    next: strings,
    roots: list(object({ path: string, scope, exists: boolean, skills: number })),
    hosts: list(
      object(
        {
          ...{ host: string, version: string, confidence: string, seen: number, of: number },
          reasons: record(number),
          remarks: list(anything),
        },
        "HostSummary",
      ),
    ),
    diagnostics: list(Finding),
  },
  "Doctor",
);

export const Config = object(
  {
    ...{ schema, cwd: string },
    values: list(object({ key: string, value: anything, from: string })),
    diagnostics: list(Finding),
  },
  "Config",
);

const checked = {
  ...{ schema, cwd: string, searched: strings, files: strings, fixed: strings },
  copies: list(object({ path: string, copies: strings })),
  installed: list(object({ path: string, source: string, lock: string })),
  diagnostics: list(Finding),
};

export const Checked = object(checked, "Checked");

export const FixPlan = object(
  { ...checked, planned: list(object({ path: string, rename: orNull(string), patch: string })) },
  "FixPlan",
);

const auditFinding = object(
  {
    ...{ code: string, severity: oneOf(FINDING_SEVERITIES, "how grave it is"), message: string },
    path: optional(string),
    line: optional(number),
    column: optional(number),
    evidence: optional(string),
    unread: optional(boolean),
    why: optional(string),
    help: optional(string),
  },
  "AuditFinding",
);
const suppressed = list(object({ finding: auditFinding, reason: string }));
const capabilities = object(
  {
    ...{ tools: strings, hosts: strings, hooks: strings, shell: strings, secrets: strings, outside: strings },
    binaries: strings,
    scripts: list(object({ path: string, language: string })),
  },
  "Capabilities",
);

export const Audit = object(
  {
    ...{ schema, cwd: string, searched: strings },
    skills: list(
      object(
        {
          ...{ name: string, directory: string, copies: strings, digest: optional(string), files: number },
          findings: list(auditFinding),
          suppressed,
          capabilities,
        },
        "AuditedSkill",
      ),
    ),
    diagnostics: list(Finding),
  },
  "Audit",
);

const coverage = oneOf(COVERAGES, "how much of it a model is told");
const allowance = object({ amount: orNull(number), unit: string, from: string }, "Allowance");
const used = object({ characters: number, tokens: number });
const counts = record(number);

export const Catalog = object(
  {
    ...{ schema, host: string, format: string, revision: string, allowance, used, counts, text: string },
    entries: list(object({ id: string, address: string, coverage, tokens: number, text: string }, "CatalogEntry")),
  },
  "Catalog",
);

const placed = { start: number, end: number, line: orNull(number), column: orNull(number) };

export const Resolution = object(
  {
    ...{ schema, host: string, revision: string },
    selected: list(
      object(
        {
          ...{ address: string, id: string, name: string, path: string, by: string, form: string },
          arguments: orNull(string),
          command: orNull(string),
          ...placed,
        },
        "Selected",
      ),
    ),
    refused: list(
      object(
        {
          ...{ code: string, asked: string, reason: string },
          help: orNull(string),
          candidates: strings,
          form: orNull(string),
          ...placed,
        },
        "Refused",
      ),
    ),
    suggested: list(object({ address: string, phrase: string, ...placed }, "Suggested")),
  },
  "Resolution",
);

export const Found = object(
  {
    ...{ schema, host: string, revision: string, query: string },
    hits: list(
      object(
        {
          ...{ address: string, id: string, name: string, description: string, path: string, score: number },
          terms: list(object({ term: string, as: optional(string), fields: strings })),
        },
        "Hit",
      ),
    ),
  },
  "Found",
);

export const Activation = object(
  {
    ...{ schema, host: string, address: string, id: string, path: string, actor: string },
    arguments: orNull(string),
    command: orNull(anything),
    argumentHint: orNull(string),
    ...{ role: string, text: string },
    cutFrom: orNull(number),
    restAt: orNull(number),
    resources: list(object({ path: string, bytes: number })),
    moreResources: number,
    shell: list(anything),
    ...{ digest: string, revision: string },
    diagnostics: list(Finding),
    window: orNull(anything),
  },
  "Activation",
);

export const Resource = object(
  { schema, path: string, text: string, bytes: number, next: orNull(number), binary: boolean },
  "Resource",
);

const cost = object(
  {
    ...{ id: string, address: string, characters: number, tokens: number, coverage },
    used: optional(number),
    dead: boolean,
  },
  "Cost",
);

export const Budget = object(
  {
    schema,
    hosts: list(
      object(
        {
          ...{ host: string, allowance, used, counts, costs: list(cost), described: boolean, wanted: used },
          raise: optional(anything),
          shorten: optional(anything),
          disable: optional(list(cost)),
          pin: strings,
          move: list(object({ address: string, characters: number })),
        },
        "BudgetPlan",
      ),
    ),
  },
  "Budget",
);

export const Origins = object(
  {
    ...{ schema, host: string, cwd: string, revision: string },
    skills: list(anything),
  },
  "Origins",
);

export const Verified = object(
  {
    schema,
    skills: list(
      object(
        {
          ...{ name: string, directory: string, state: string, by: string, approved: boolean },
          changes: list(object({ path: string, kind: string })),
          reason: optional(string),
        },
        "VerifiedSkill",
      ),
    ),
  },
  "Verified",
);

export const Outdated = object(
  {
    schema,
    skills: list(
      object(
        {
          ...{ name: string, directory: string, source: string, state: string },
          installed: optional(string),
          latest: optional(string),
          reason: optional(string),
        },
        "OutdatedSkill",
      ),
    ),
  },
  "Outdated",
);

export const Policy = object(
  {
    schema,
    files: list(anything),
    missing: list(object({ layer: string, path: string })),
    permissions: anything,
    diagnostics: list(Finding),
  },
  "Policy",
);

export const PolicyExplained = object(
  { schema, skills: list(anything), diagnostics: list(Finding) },
  "PolicyExplained",
);

export const About = object(
  {
    ...{ schema, version: string, write: boolean, host: string, cwd: string, projectRoot: string, trusted: boolean },
    revision: string,
  },
  "About",
);

const planned = object(
  {
    ...{ name: string, action: string, directory: string, lock: string, description: string, digest: string },
    origin: anything,
    signature: anything,
    files: list(object({ path: string, bytes: number, executable: boolean })),
    capabilities,
    packages: list(anything),
    findings: list(auditFinding),
    suppressed,
    edited: boolean,
    changes: list(object({ path: string, kind: string, executable: boolean, patch: orNull(string) })),
    capabilityChanges: object({ gained: list(anything), lost: list(anything) }),
    downgrades: strings,
    approvedBefore: boolean,
    needs: object({ need: string, because: optional(strings) }),
  },
  "PlannedSkill",
);

export const PlanReview = object(
  { schema, plan: string, do: string, skills: list(planned), gone: strings, diagnostics: list(anything) },
  "PlanReview",
);

const applied = list(object({ name: string, directory: string, action: string, digest: string }, "Applied"));

export const AppliedPlan = object({ schema, applied }, "AppliedPlan");

export const Settled = object({ schema, paths: strings }, "Settled");

export const Forgotten = object({ schema, forgotten: list(object({ name: string, directory: string })) }, "Forgotten");

export const Placed = object({ schema, placements: list(anything), applied: boolean, projectRoot: string }, "Placed");

export const Unplaced = object({ schema, undone: list(object({ do: string, at: string })) }, "Unplaced");

export const EditedConfig = object({ schema, path: string, changed: boolean }, "EditedConfig");

const needs = {
  ...{ host: string, skills: list(anything), needs: list(anything) },
  unseen: list(object({ name: string, reason: string, help: orNull(string) }, "UnseenSkill")),
};

export const Needs = object({ schema, ...needs }, "Needs");

/** What a POST brings back to say yes to exactly this. */
const approval = string;

const packagesOfSkill = list(
  object({ name: string, path: string, withheld: optional(Withheld), packages: list(anything) }, "SkillPackages"),
);

export const Packages = object({ schema, skills: packagesOfSkill, approval }, "Packages");

export const PackagesDone = object({ schema, skills: packagesOfSkill }, "PackagesDone");

const serverEdits = list(
  object({ name: string, path: string, created: boolean, shared: boolean, patch: string }, "ServerEdit"),
);

export const ServerPlan = object({ schema, ...needs, edits: serverEdits, approval }, "ServerPlan");

export const ServersAdded = object({ schema, ...needs, applied: boolean, edits: serverEdits }, "ServersAdded");

export const ServerUndone = object(
  { schema, undone: object({ name: string, path: string, removed: boolean }) },
  "ServerUndone",
);

const servedFields = {
  ...{ name: string, server: string, uri: string, state: string, digest: string },
  files: list(object({ path: string, digest: string, size: number })),
  frontmatter: record(anything),
};

export const Served = object(
  { schema, skills: list(object({ ...servedFields, text: string }, "ServedSkill")), approval },
  "Served",
);

export const ServedDone = object({ schema, done: boolean, skills: list(object(servedFields)) }, "ServedDone");

const declared = {
  ...{ name: string, description: string, usage: string },
  args: list(anything),
};

export const Commands = object(
  { schema, commands: list(object({ ...declared, skill: string }, "SkillCommand")), diagnostics: list(Finding) },
  "Commands",
);

export const ScriptRun = object(
  {
    ...{ schema, path: string, interpreter: string, digest: string, ended: string },
    code: orNull(number),
    ...{ stdout: string, stderr: string },
  },
  "ScriptRun",
);

export const Relevant = object({ schema, message: string, text: string }, "Relevant");

export const NewSkill = object({ schema, name: string, path: string }, "NewSkill");

export const SetUp = object(
  {
    ...{ schema, status: string, path: string, created: boolean },
    system: orNull(object({ status: string, path: string })),
  },
  "SetUp",
);

export const Compiled = object(
  {
    ...{ schema, host: string, name: string, directory: string, intents: anything, readBack: anything },
    losses: list(object({ code: string, meant: string, safety: boolean })),
    refused: strings,
    files: list(object({ path: string, state: string, text: optional(string) })),
    written: orNull(string),
  },
  "Compiled",
);

export const Published = object(
  {
    ...{ schema, to: string },
    skills: list(anything),
    files: list(object({ path: string, state: string })),
    diagnostics: list(Finding),
  },
  "Published",
);

export const Evaluated = object(
  {
    ...{ schema, host: string, competing: number, threshold: number },
    window: optional(number),
    skills: list(object({ name: string, path: string, passed: boolean, score: number }, "SkillEval")),
    diagnostics: list(Finding),
  },
  "Evaluated",
);

export const Usage = object(
  { schema, journal: string, sessions: number, skills: list(anything), dead: list(anything), gone: list(anything) },
  "Usage",
);

export const History = object(
  {
    ...{ schema, name: string, directory: string, digest: string },
    installed: orNull(Installed),
    before: list(object({ digest: string, origin: optional(anything) })),
  },
  "History",
);

export const Switched = object(
  { schema, pattern: string, enabled: boolean, path: string, changed: boolean },
  "Switched",
);

export const Trusted = object({ schema, folder: string, store: string, changed: boolean }, "Trusted");

export const TrustedFolders = object({ schema, store: string, folders: strings }, "TrustedFolders");

export const Health = object({ status: string }, "Health");

/** As OpenCode has it. */
export const OpenCodeSkills = list(
  object({ name: string, description: orNull(string), location: string, content: string }, "OpenCodeSkill"),
);
