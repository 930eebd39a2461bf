/** A list of rules, read once and found by tool. */
import type { ToolKind } from "../model/permission.ts";
import { readRule } from "./read-rule.ts";
import type { ToolRule } from "./rule.ts";

export interface RuleSet {
  /** The rules that are about a tool, in the order in which they were written. */
  about(tool: string, kind: ToolKind | undefined): readonly ToolRule[];
  /** Rules that could not be understood, with why. */
  readonly problems: readonly { readonly text: string; readonly problem: string }[];
}

const NONE: readonly ToolRule[] = [];

/** Total: what cannot be understood is a problem, and is about no tool. */
export function readRules(texts: readonly string[]): RuleSet {
  const problems: { text: string; problem: string }[] = [];
  const kinds = new Map<ToolKind, ToolRule[]>();
  const names = new Map<string, ToolRule[]>();
  const beginnings: (readonly [begins: string, rule: ToolRule])[] = [];
  for (const text of texts) {
    const read = readRule(text);
    if ("problem" in read) problems.push({ text, problem: read.problem });
    else if ("kind" in read.rule.tool) add(kinds, read.rule.tool.kind, read.rule);
    else if ("name" in read.rule.tool) add(names, read.rule.tool.name, read.rule);
    else beginnings.push([read.rule.tool.begins, read.rule]);
  }
  return {
    problems,
    about(tool, kind) {
      const found = (kind === undefined ? undefined : kinds.get(kind)) ?? names.get(tool) ?? NONE;
      if (beginnings.length === 0) return found;
      return [...found, ...beginnings.filter(([begins]) => tool.startsWith(begins)).map(([, rule]) => rule)];
    },
  };
}

function add<K>(into: Map<K, ToolRule[]>, key: K, rule: ToolRule): void {
  const rules = into.get(key);
  if (rules) rules.push(rule);
  else into.set(key, [rule]);
}
