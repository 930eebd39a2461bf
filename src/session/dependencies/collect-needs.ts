/**
 * Collects the needs of skills. Each need appears once, with the skills that have it. Skills declare needs in
 * `dependencies.tools` of the sidecar, in `eligibility`, and in OpenClaw's block in `metadata`. This file does not
 * check whether a need is met.
 */
import { requirementsOf } from "../../format/eligibility.ts";
import { NEED_KINDS, type Need, type NeedKind } from "../../model/skills/dependency.ts";
import type { EligibilityRules, Skill, ToolDependency } from "../../model/skills/skill.ts";
import { compareText } from "../../model/text/text.ts";
import { readServer } from "./read-server.ts";

/** Maximum needs of one skill. A sidecar with more needs is not a genuine list of tools. */
const MAX_NEEDS = 200;
/** Maximum length of a description from an author. */
const MAX_DESCRIPTION = 200;

/**
 * Returns the needs of skills, sorted by kind, then name. If `eligibility` is false, only needs that sidecars declare
 * are returned.
 */
export function collectNeeds(skills: readonly Skill[], eligibility = true): Need[] {
  const needs = new Map<string, Need>();
  for (const skill of skills)
    for (const need of needsOf(skill, eligibility)) {
      const key = `${need.kind}:${identity(need)}`;
      const known = needs.get(key);
      needs.set(key, known === undefined ? need : joined(known, need));
    }
  return [...needs.values()].sort((a, b) => rank(a.kind) - rank(b.kind) || compareText(a.what, b.what));
}

function needsOf(skill: Skill, eligibility: boolean): Need[] {
  const declared = skill.sidecar?.dependencies?.tools ?? [];
  const rules = (eligibility ? requirementsOf(skill.manifest) : undefined) ?? {};
  return [...required(rules, skill.name), ...declared.flatMap((tool) => ofTool(tool, skill.name))].slice(0, MAX_NEEDS);
}

function required(rules: EligibilityRules, skill: string): Need[] {
  const need = (kind: NeedKind, what: string): Need => ({ kind, what, required: true, skills: [skill] });
  const any = (kind: NeedKind, names: readonly string[] = []): Need[] =>
    names.length === 0 ? [] : [need(kind, names.join(" | "))];
  return [
    ...any("platform", rules.os),
    ...(rules.requiredBins ?? []).map((name) => need("program", name)),
    ...any("program", rules.anyBins),
    ...(rules.requiredConfig ?? []).map((key) => need("setting", key)),
    ...(rules.requiredSkills ?? []).map((name) => need("skill", name)),
    ...(rules.requiredEnv ?? []).map((name) => need("variable", name)),
  ];
}

/** Matches names that a program can receive as a variable. Values for other names are not requested. */
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,199}$/;

function ofTool(tool: ToolDependency, skill: string): Need[] {
  const { description } = tool;
  const said = typeof description === "string" && description.trim() !== "" ? clipped(description) : undefined;
  const common = { required: false, skills: [skill], ...(said === undefined ? {} : { description: said }) };
  if (tool.type === "env_var" && VARIABLE.test(tool.value)) return [{ kind: "variable", what: tool.value, ...common }];
  if (tool.type === "mcp") return [{ kind: "server", what: tool.value, ...common, server: readServer(tool) }];
  return [{ kind: "other", what: tool.value, ...common, declared: tool }];
}

function clipped(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > MAX_DESCRIPTION ? `${line.slice(0, MAX_DESCRIPTION - 1)}…` : line;
}

/**
 * Returns a key that identifies a need. Two servers are the same if they have the same URL, or the same command and
 * arguments. The same name is not enough.
 */
function identity({ kind, what, server, declared }: Need): string {
  if (kind === "server" && server) return JSON.stringify([server.url ?? what, server.command ?? "", server.args ?? []]);
  return kind === "other" ? `${declared?.type}:${what}` : what;
}

function joined(known: Need, need: Need): Need {
  const description = known.description ?? need.description;
  return {
    ...known,
    required: known.required || need.required,
    skills: [...new Set([...known.skills, ...need.skills])],
    ...(description === undefined ? {} : { description }),
  };
}

function rank(kind: NeedKind): number {
  return NEED_KINDS.indexOf(kind);
}
