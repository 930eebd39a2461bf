/**
 * Reads the rules of one policy file. Each error has a diagnostic with a position. An error never allows more than a
 * correct file would. Invalid YAML denies everything. If a rule has an unknown condition, a deny rule applies without
 * the condition, and an allow rule is ignored.
 */
import { parseYaml, toValue, YamlError, type YamlMap, type YamlNode } from "../../format/yaml/parse-yaml.ts";
import type { Diagnostic, Outcome } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { LinePositions, type Span } from "../../model/diagnostics/span.ts";
import { DECISIONS, type Decision } from "../../model/rules/decision.ts";
import {
  MAX_POLICY_RULES,
  PERMISSION_MODES,
  POLICY_CONDITIONS,
  POLICY_KEYS,
  POLICY_MOMENTS,
  POLICY_RULE_KEYS,
  type PolicyCondition,
  type PolicyFile,
  type PolicyLayer,
  type PolicyMoment,
  type PolicyRule,
  type SkillPermissions,
} from "../../model/rules/policy.ts";
import { SCOPES } from "../../model/skills/root.ts";
import { makeDistance } from "../../model/text/matching/nearest.ts";

export interface PolicyText {
  readonly layer: PolicyLayer;
  readonly path: string;
  readonly text: string;
}

export function readPolicy(file: PolicyText): Outcome<PolicyFile> {
  const reader = new PolicyReader(file);
  return { value: reader.read(), diagnostics: reader.diagnostics };
}

/** Returns the policy for a file that exists but cannot be read. */
export function unreadablePolicy(file: Pick<PolicyText, "layer" | "path">, why: string): Outcome<PolicyFile> {
  const message = `the policy cannot be read (${why}); until it can, every skill is denied`;
  const help = "correct the file, then run `skillwright config --policy`";
  return {
    value: { ...NOTHING, ...file, unused: why, default: { decision: "deny", from: file.path } },
    diagnostics: [diagnostic("SK420", { path: file.path, message, help })],
  };
}

const NOTHING = { rules: [], skill: { rules: [], agents: {} } } as const;

type Entry = YamlMap["entries"][number];

interface Unusable {
  readonly why: string;
  readonly from: string;
}

class PolicyReader {
  readonly diagnostics: Diagnostic[] = [];
  /**
   * Additional deny rules. They replace parts of the file that cannot be read, because such a part may have denied
   * something.
   */
  readonly #closing: PolicyRule[] = [];
  readonly #file: PolicyText;
  readonly #lines: LinePositions;

  constructor(file: PolicyText) {
    this.#file = file;
    this.#lines = new LinePositions(file.path, file.text);
  }

  read(): PolicyFile {
    const { layer, path } = this.#file;
    const root = this.#parse();
    if ("why" in root)
      return { ...NOTHING, layer, path, unused: root.why, default: { decision: "deny", from: root.from } };
    const read: { -readonly [K in keyof PolicyFile]: PolicyFile[K] } = { ...NOTHING, layer, path };
    let general: SkillPermissions["rules"] = [];
    let agents: SkillPermissions["agents"] = {};
    for (const entry of root) {
      if (entry.key === "default") this.#default(entry, read);
      else if (entry.key === "permissions") this.#mode(entry, read);
      else if (entry.key === "rules") read.rules = this.#rules(entry);
      else if (entry.key === "permission") general = this.#permission(entry);
      else if (entry.key === "agent") agents = this.#agents(entry);
      else this.#unknownTop(entry);
    }
    return { ...read, rules: [...read.rules, ...this.#closing], skill: { rules: general, agents } };
  }

  #parse(): readonly Entry[] | Unusable {
    try {
      const { root } = parseYaml(this.#file.text);
      if (root === undefined) return [];
      const twice = repeated(root);
      if (twice)
        return this.#unusable(`\`${twice.key}\` is repeated`, this.#keySpan(twice), "remove all but one of them");
      const foreign = root.kind === "map" ? this.#foreign(root) : undefined;
      if (foreign) return foreign;
      if (root.kind === "map") return root.entries;
      return this.#unusable("it is not a mapping", this.#span(root), "begin with `rules:`");
    } catch (error) {
      if (!(error instanceof YamlError)) throw error;
      const why = `it is not valid YAML (${error.message})`;
      return this.#unusable(why, this.#lines.span(error.offset, 1), "correct the YAML");
    }
  }

  /** Rejects a file without any key of a policy. Another program may have overwritten a policy with deny rules. */
  #foreign({ entries }: YamlMap): Unusable | undefined {
    const [first] = entries;
    if (first === undefined || entries.some(({ key }) => POLICY_KEYS.includes(key) || isMistyped(key)))
      return undefined;
    return this.#unusable("none of its keys is a key of a policy", this.#keySpan(first), "begin with `rules:`");
  }

  #unusable(why: string, at: Span, help: string): Unusable {
    const message = `the policy cannot be used: ${why}; until it is corrected, every skill is denied`;
    this.#say("SK420", at, message, `${help}, then run \`skillwright config --policy\``);
    return { why, from: `${this.#file.path}:${at.line}:${at.column}` };
  }

  #default({ value }: Entry, into: { default?: PolicyFile["default"] }): void {
    const decision = oneOf(DECISIONS, value);
    // An invalid default becomes the strictest decision.
    if (decision === undefined) this.#wrong(value, "`default`", "`allow`, `ask` or `deny`", "it is read as `deny`");
    into.default = { decision: decision ?? "deny", from: this.#from(value) };
  }

  #mode({ value }: Entry, into: { permissions?: PolicyFile["permissions"] }): void {
    const mode = oneOf(PERMISSION_MODES, value);
    if (mode === undefined)
      this.#wrong(value, "`permissions`", "`ask`, `strict` or `trusted-sources`", "it is read as `strict`");
    into.permissions = { mode: mode ?? "strict", from: this.#from(value) };
  }

  #rules({ value }: Entry): readonly PolicyRule[] {
    if (value.kind !== "list") {
      this.#wrong(value, "`rules`", "a list of rules", "until it is, every skill is denied");
      return [this.#deniedFrom(value)];
    }
    const beyond = value.items[MAX_POLICY_RULES];
    if (beyond !== undefined) {
      this.#wrong(beyond, "`rules`", `a list of at most ${MAX_POLICY_RULES}`, "until it is, every skill is denied");
      // Rules beyond the limit are not read. Every skill is denied, because one of these rules could deny it.
      this.#closing.push(this.#deniedFrom(beyond));
    }
    return value.items.slice(0, MAX_POLICY_RULES).flatMap((item) => this.#rule(item) ?? []);
  }

  #deniedFrom(node: YamlNode): PolicyRule {
    return { decision: "deny", when: {}, moments: POLICY_MOMENTS, from: this.#from(node) };
  }

  #rule(node: YamlNode): PolicyRule | undefined {
    const entries = node.kind === "map" ? node.entries : [];
    const decided = entries.filter(({ key }) => DECISIONS.some((each) => each === key));
    const [said] = decided;
    if (said === undefined || decided.length > 1) {
      this.#wrong(
        node,
        "a rule",
        "`allow:`, `ask:` or `deny:` with conditions",
        "it is read as `deny` for every skill",
      );
      return this.#deniedFrom(node);
    }
    const decision = said.key as Decision;
    const from = this.#from(node);
    const findings = this.diagnostics.length;
    const when = this.#condition(said.value, decision);
    const unless = entries.find(({ key }) => key === "unless");
    const exception = unless && this.#condition(unless.value, "allow");
    const moments = this.#moments(entries.find(({ key }) => key === "for"));
    const reason = entries.find(({ key }) => key === "reason")?.value;
    for (const entry of entries) if (!POLICY_RULE_KEYS.includes(entry.key)) this.#unknown(entry, POLICY_RULE_KEYS);
    if (decision === "allow" && this.diagnostics.length > findings) return undefined;
    if (decision === "allow" && this.#file.layer === "project") {
      this.#say(
        "SK422",
        this.#span(node),
        "a project's policy cannot allow anything; this rule is not used",
        "write it into your own policy",
      );
      return undefined;
    }
    return {
      decision,
      when,
      moments,
      from,
      ...(exception === undefined ? {} : { unless: exception }),
      ...(reason?.kind === "scalar" && reason.text !== "" ? { reason: inOneLine(reason.text) } : {}),
    };
  }

  /**
   * Reads a condition. Invalid conditions are dropped, so that a deny rule matches more skills. An invalid exception
   * matches no skill.
   */
  #condition(node: YamlNode, decision: Decision): PolicyCondition {
    const condition: Record<string, readonly string[]> = {};
    if (node.kind === "scalar" && (node.text === "" || node.text === "*" || node.text === "any")) return condition;
    if (node.kind !== "map") {
      this.#wrong(node, "the value of a rule", "a mapping of conditions, or `any`", AFTERMATH[decision]);
      return decision === "allow" ? NOBODY : condition;
    }
    for (const entry of node.entries) {
      const values = this.#texts(entry.value);
      if (!POLICY_CONDITIONS.includes(entry.key)) this.#unknown(entry, POLICY_CONDITIONS);
      else if (values === undefined || values.length === 0)
        this.#wrong(entry.value, `\`${entry.key}\``, "a string or a list of strings", AFTERMATH[decision]);
      else if (!values.every(FORMS[entry.key]?.fits ?? (() => true)))
        this.#wrong(entry.value, `\`${entry.key}\``, FORMS[entry.key]?.said ?? "", AFTERMATH[decision]);
      else condition[entry.key] = values;
      if (decision === "allow" && condition[entry.key] === undefined) return NOBODY;
    }
    return condition;
  }

  #moments(entry: Entry | undefined): readonly PolicyMoment[] {
    if (entry === undefined) return POLICY_MOMENTS;
    const values = this.#texts(entry.value) ?? [];
    const moments = POLICY_MOMENTS.filter((each) => values.includes(each));
    if (moments.length > 0 && moments.length === values.length) return moments;
    this.#wrong(entry.value, "`for`", "`install`, `load` or both", "it is read as `install` and `load`");
    return POLICY_MOMENTS;
  }

  /**
   * Reads `permission`. An invalid value becomes the decision `broken`. If other rules also apply, the caller passes
   * `deny` for `broken`, because `ask` could be weaker than these rules.
   */
  #permission({ value, keyStart }: Entry, broken: "ask" | "deny" = "ask"): SkillPermissions["rules"] {
    const entries = value.kind === "map" ? value.entries : undefined;
    if (entries === undefined) {
      const effect = broken === "ask" ? "you are asked about every skill" : "it is read as `deny`";
      this.#wrong(value, "`permission`", "a mapping with `skill`", effect);
      return [{ pattern: "*", decision: broken, from: this.#position(keyStart) }];
    }
    const rules: { pattern: string; decision: Decision; from: string }[] = [];
    for (const entry of entries) {
      if (entry.key !== "skill") this.#unknown(entry, ["skill"]);
      else if (entry.value.kind === "map")
        for (const each of entry.value.entries) rules.push(this.#pattern(each.key, each.value, each.keyStart));
      else rules.push(this.#pattern("*", entry.value, entry.keyStart));
    }
    return rules;
  }

  #pattern(pattern: string, value: YamlNode, at: number): SkillPermissions["rules"][number] {
    const decision = oneOf(DECISIONS, value);
    if (decision === undefined)
      this.#wrong(value, `\`${pattern}\``, "`allow`, `ask` or `deny`", "it is read as `deny`");
    return { pattern, decision: decision ?? "deny", from: this.#position(at) };
  }

  #agents({ value }: Entry): SkillPermissions["agents"] {
    if (value.kind !== "map") {
      this.#wrong(value, "`agent`", "a mapping from names of agents", "until it is, every skill is denied");
      this.#closing.push(this.#deniedFrom(value));
      return {};
    }
    const agents: (readonly [string, SkillPermissions["rules"]])[] = [];
    for (const { key, value: agent } of value.entries) {
      if (agent.kind !== "map") {
        this.#wrong(agent, `\`${key}\``, "a mapping with `permission`", "it is read as `deny`");
        agents.push([key, [{ pattern: "*", decision: "deny", from: this.#from(agent) }]]);
        continue;
      }
      const { entries } = agent;
      agents.push([
        key,
        entries.filter((each) => each.key === "permission").flatMap((each) => this.#permission(each, "deny")),
      ]);
      for (const each of entries) if (each.key !== "permission") this.#unknown(each, ["permission"]);
    }
    return Object.fromEntries(agents);
  }

  #texts(node: YamlNode): readonly string[] | undefined {
    const value = toValue(node);
    if (typeof value === "string") return value === "" ? [] : [value];
    return Array.isArray(value) && value.every((item) => typeof item === "string" && item !== "") ? value : undefined;
  }

  #wrong(node: YamlNode, what: string, wanted: string, effect: string): void {
    this.#say("SK421", this.#span(node), `${what} should be ${wanted}; ${effect}`, `write ${wanted}`);
  }

  #unknown(entry: Entry, known: readonly string[], effect = ""): void {
    const { key } = entry;
    const help = `the keys are ${known.map((each) => `\`${each}\``).join(", ")}`;
    this.#say("SK421", this.#keySpan(entry), `\`${key}\` is not a key that is known here${effect}`, help);
  }

  #unknownTop(entry: Entry): void {
    if (!isMistyped(entry.key)) return this.#unknown(entry, POLICY_KEYS);
    // The key is probably misspelt. It is ignored, but every skill is denied until the file is corrected.
    this.#unknown(entry, POLICY_KEYS, "; until it is corrected, every skill is denied");
    this.#closing.push(this.#deniedFrom(entry.value));
  }

  #say(code: "SK420" | "SK421" | "SK422", at: Span, message: string, help: string): void {
    this.diagnostics.push(diagnostic(code, { at, message, help }));
  }

  #span(node: YamlNode): Span {
    return this.#lines.span(Math.max(0, node.start), node.kind === "scalar" ? Math.max(1, node.end - node.start) : 1);
  }

  #keySpan({ key, keyStart }: Entry): Span {
    return this.#lines.span(keyStart, key.length);
  }

  #from(node: YamlNode): string {
    return this.#position(Math.max(0, node.start));
  }

  #position(offset: number): string {
    return `${this.#file.path}:${this.#lines.span(offset, 1).line}`;
  }
}

/** Maximum edit distance between a misspelt key and a known key. */
const MAX_TYPOS = 2;

/**
 * Returns true for a misspelt key of a policy. Without this check, `defualt: deny` would be ignored and everything
 * allowed.
 */
function isMistyped(key: string): boolean {
  const from = makeDistance(key.toLowerCase(), MAX_TYPOS);
  return POLICY_KEYS.some((known) => from(known) <= MAX_TYPOS);
}

/** Returns the second entry of a key that appears twice in one mapping. Duplicate keys are ambiguous. */
function repeated(node: YamlNode): Entry | undefined {
  if (node.kind === "scalar") return undefined;
  if (node.kind === "list") return firstOf(node.items, repeated);
  const keys = new Set<string>();
  return firstOf(node.entries, (entry) => {
    if (keys.has(entry.key)) return entry;
    keys.add(entry.key);
    return repeated(entry.value);
  });
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns a reason as one line. The reason is shown before a question, so it must not look like the question. */
function inOneLine(text: string): string {
  return text
    .replace(/[\s\p{C}]+/gu, " ")
    .trim()
    .slice(0, MAX_REASON);
}

const MAX_REASON = 300;

/**
 * Conditions whose values have a fixed syntax. They are checked, because a value in another syntax would match no
 * skill.
 */
const FORMS: Readonly<Record<string, { readonly said: string; readonly fits: (text: string) => boolean }>> = {
  scope: {
    said: `one or several of \`${SCOPES.join("`, `")}\``,
    fits: (text) => SCOPES.some((each) => each === text),
  },
  digest: { said: "`sha256:` and lowercase hexadecimal digits", fits: (text) => /^sha256:[0-9a-f]+$/.test(text) },
};

/** A condition that never matches. */
const NOBODY: PolicyCondition = { skill: [] };

const AFTERMATH: Readonly<Record<Decision, string>> = {
  allow: "the rule is not used",
  ask: "it is ignored, so you are asked about more skills",
  deny: "it is ignored, so more skills are denied",
};

function oneOf<T extends string>(words: readonly T[], node: YamlNode): T | undefined {
  return node.kind === "scalar" ? words.find((word) => word === node.text) : undefined;
}
