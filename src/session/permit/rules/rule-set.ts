/** A list of tool rules. It is parsed once and indexed by tool. */
import type { Verdict } from "../../../model/conversation/control.ts";
import type { ToolKind } from "../../../model/rules/permission.ts";
import type { CommandPattern } from "../shell/command-pattern.ts";
import { findProgram, HARMLESS_VERBS, SHELL_BUILTINS } from "../shell/programs/programs.ts";
import type { PlainUses } from "../shell/why-line-asks.ts";
import { readRule } from "./read-rule.ts";
import type { ToolRule } from "./rule.ts";

export interface RuleSet {
  /** Returns the rules about a tool; undefined if there are none. */
  about(tool: string, kind: ToolKind | undefined): RulesOfTool | undefined;
  /** Rules that cannot be parsed, with the reason. */
  readonly problems: readonly { readonly text: string; readonly problem: string }[];
}

/** The texts of the rules that grant a call. */
export interface GrantingRule {
  readonly rule: string;
  /** The verdict for calls that the rule grants. It is cached, because all rules of a list belong to one skill. */
  granted?: GrantedVerdict;
}

export interface GrantedVerdict {
  readonly verdict: Verdict;
}

/** The rules for one tool, in the order of the list. */
export interface RulesOfTool {
  readonly rules: readonly ToolRule[];
  /** The grant for a call that needs several rules together. Its text lists these rules and is cut to one sentence. */
  readonly all: GrantingRule;
  /** The grant for any call, if a rule allows every use of the tool. */
  readonly whole: GrantingRule | undefined;
  /** Rules that grant one exact command line. The keys are the lines. */
  readonly lines: ReadonlyMap<string, ToolRule>;
  /** Returns patterns of commands that could match a program. */
  readonly patterns: (program: string) => readonly CommandPattern[];
  /**
   * Programs that need no allow-list of arguments, with the words that may follow each program. A rule `program word *`
   * allows `word`.
   */
  readonly plain: PlainUses;
  readonly proven: ProvenLines;
}

/**
 * Caches lines whose names alone prove that they are safe. The cache is cleared when the machine or the names in the
 * directory change. Agents often repeat lines.
 */
class ProvenLines {
  #lines = new Set<object>();
  #around: object | undefined;
  #names: object | undefined;

  has(line: object, around: object, names: object): boolean {
    return this.#around === around && this.#names === names && this.#lines.has(line);
  }

  add(line: object, around: object, names: object): void {
    if (this.#around !== around || this.#names !== names || this.#lines.size >= MAX_PROVEN) this.#lines = new Set();
    this.#around = around;
    this.#names = names;
    this.#lines.add(line);
  }
}

const MAX_PROVEN = 256;

/** Maximum number of tool names whose rules are cached, because a model can invent any number of names. */
const MAX_KNOWN = 1000;

/**
 * Maximum rules in one list. The longest known list has fewer than a hundred. Each rule is compared with every command
 * of a line.
 */
export const MAX_TOOL_RULES = 1000;
const TOO_MANY = { problem: `there are more than ${MAX_TOOL_RULES} rules` };

/** Parses rules. An invalid rule becomes a problem and matches no tool. Never throws. */
export function readToolRules(texts: readonly string[]): RuleSet {
  const problems: { text: string; problem: string }[] = [];
  const rules: ToolRule[] = [];
  for (const text of texts) {
    const read = rules.length < MAX_TOOL_RULES ? readRule(text) : TOO_MANY;
    if ("rule" in read) rules.push(read.rule);
    else problems.push({ text, problem: read.problem });
  }
  let known = new Map<string, KnownTool>();
  let last: KnownTool | undefined;
  return {
    problems,
    about(tool, kind) {
      if (last?.tool === tool && last.kind === kind) return last.about;
      last = known.get(tool);
      if (last?.kind !== kind || last === undefined) {
        if (known.size >= MAX_KNOWN) known = new Map();
        last = { tool, kind, about: aboutTool(rules.filter((rule) => isAbout(rule, tool, kind))) };
        known.set(tool, last);
      }
      return last.about;
    },
  };
}

interface KnownTool {
  readonly tool: string;
  readonly kind: ToolKind | undefined;
  readonly about: RulesOfTool | undefined;
}

function isAbout({ tool: meant }: ToolRule, tool: string, kind: ToolKind | undefined): boolean {
  if ("kind" in meant) return meant.kind === kind;
  return "name" in meant ? meant.name === tool : tool.startsWith(meant.begins);
}

function aboutTool(rules: readonly ToolRule[]): RulesOfTool | undefined {
  if (rules.length === 0) return undefined;
  const lines = new Map<string, ToolRule>();
  const programs = new Map<string, CommandPattern[]>();
  const open: CommandPattern[] = [];
  for (const rule of rules) {
    const command = rule.use && "command" in rule.use ? rule.use.command : undefined;
    if (command === undefined) continue;
    if ("line" in command) lines.set(command.line, rule);
    else if (command.open && command.words.length === 1) open.push(command);
    else {
      const program = command.words[0] as string;
      const others = programs.get(program);
      if (others) others.push(command);
      else programs.set(program, [command]);
    }
  }
  for (const own of programs.values()) own.push(...open);
  const whole = rules.find((rule) => rule.use === undefined);
  const plain = [...programs].flatMap(([name, own]) => {
    const uses = isKnown(name) ? [] : own.flatMap(plainUse);
    return uses.length > 0 ? [[name, uses] as const] : [];
  });
  const patterns = (program: string): readonly CommandPattern[] => programs.get(program) ?? open;
  return {
    rules,
    all: { rule: sayRules(rules) },
    whole: whole && { rule: sayRules([whole]) },
    lines,
    patterns,
    plain: new Map(plain),
    proven: new ProvenLines(),
  };
}

function isKnown(program: string): boolean {
  return program.includes("/") || findProgram(program) !== undefined || SHELL_BUILTINS.has(program);
}

/** Returns the word of a rule `program word *`. Such a rule grants every plain argument after this word. */
function plainUse(pattern: CommandPattern): readonly string[] {
  const [, use = "", star, ...more] = "words" in pattern && !pattern.open ? pattern.words : [];
  return star === "*" && more.length === 0 && HARMLESS_VERBS.has(use) ? [use] : [];
}

/** Maximum number of rules that a sentence names. */
const MAX_SAID = 5;

function sayRules(rules: readonly ToolRule[]): string {
  const said = rules.slice(0, MAX_SAID).map(({ text }) => `\`${text}\``);
  const more = rules.length - said.length;
  return said.join(", ") + (more > 0 ? ` and ${more} more` : "");
}
