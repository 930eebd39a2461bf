/**
 * Prints policies. `config --policy` shows every file with its rules, and `explain --policy` the rule that decides
 * about a skill.
 */
import type { Diagnostic } from "../../../../model/diagnostics/diagnostic.ts";
import type { PolicyDecision, PolicyFile, PolicyRule } from "../../../../model/rules/policy.ts";
import { padToWidth, printableLine } from "../../../../model/text/display/printable.ts";
import type { PolicyExplanation, PolicyOverview } from "../../../../ops/explain/explain-policy.ts";
import type { Context } from "../../command.ts";
import { printDiagnostics } from "../../findings/print-groups.ts";
import { shownPath } from "../../output/output.ts";

export function printPolicies(found: PolicyOverview, context: Context): void {
  const cwd = context.load.cwd ?? process.cwd();
  for (const file of found.files) showFile(file, cwd, context);
  for (const { layer, path } of found.missing) showMissing(layer, path, cwd, context);
  showMode(found, cwd, context);
  if (found.diagnostics.length > 0)
    context.err.line(printDiagnostics(found.diagnostics, { cwd, color: context.paintErr.bold("") !== "" }));
}

const WIDTH = 9;

function showFile(file: PolicyFile, cwd: string, { out, paint }: Context): void {
  out.line(
    `${paint.bold(padToWidth(file.layer, WIDTH))}${shownPath(file.path, cwd)}${file.unused ? `  (${printableLine(file.unused)})` : ""}`,
  );
  if (file.default)
    out.line(
      `  ${padToWidth("default", WIDTH)}${file.default.decision}  ${paint.dim(`(${from(file.default.from, cwd)})`)}`,
    );
  for (const rule of file.rules) out.line(`  ${ruleText(rule)}  ${paint.dim(`(${from(rule.from, cwd)})`)}`);
  const agents = Object.entries(file.skill.agents).flatMap(([agent, rules]) =>
    rules.map((rule) => ({ ...rule, agent })),
  );
  for (const rule of [...file.skill.rules.map((each) => ({ ...each, agent: undefined })), ...agents])
    out.line(
      `  ${padToWidth(rule.decision, WIDTH)}skill \`${printableLine(rule.pattern)}\` to ${rule.agent === undefined ? "every agent" : `the agent \`${printableLine(rule.agent)}\``}  ${paint.dim(`(${from(rule.from, cwd)})`)}`,
    );
}

function showMissing(layer: string, path: string, cwd: string, { out, paint }: Context): void {
  out.line(`${paint.bold(padToWidth(layer, WIDTH))}${paint.dim(`none (${shownPath(path, cwd)})`)}`);
}

function showMode(
  { permissions: { mode, from: where, asks } }: PolicyOverview,
  cwd: string,
  { out, paint }: Context,
): void {
  const meaning = {
    ask: "shown, and need your approval",
    strict: "ignored",
    "trusted-sources": "accepted only from system and admin skills",
  };
  const still = asks === undefined ? "" : `, and need your approval there too  ${paint.dim(`(${from(asks, cwd)})`)}`;
  out.line(
    `${paint.bold(padToWidth("profiles", WIDTH))}${mode}: permission profiles of skills are ${meaning[mode]}  ${paint.dim(`(${from(where, cwd)})`)}${still}`,
  );
}

/**
 * Formats a policy rule. Examples are `deny skill a*; unless publisher x` and `ask every skill; for install only:
 * REASON`.
 */
function ruleText({ decision, when, unless, moments, reason }: PolicyRule): string {
  const parts = [
    `${padToWidth(decision, WIDTH)}${conditionText(when) || "every skill"}`,
    ...(unless ? [`unless ${conditionText(unless) || "any"}`] : []),
    ...(moments.length === 1 ? [`for ${moments[0]} only`] : []),
  ];
  return `${parts.join("; ")}${reason === undefined ? "" : `: ${printableLine(reason)}`}`;
}

function conditionText(condition: PolicyRule["when"]): string {
  return Object.entries(condition)
    .map(
      ([key, values]) =>
        `${key} ${values.map((each: string) => `\`${printableLine(each)}\``).join(" or ") || "(none)"}`,
    )
    .join(", ");
}

export function printExplanations(
  found: readonly PolicyExplanation[],
  diagnostics: readonly Diagnostic[],
  agent: string | undefined,
  context: Context,
): void {
  const cwd = context.load.cwd ?? process.cwd();
  for (const each of found) showExplanation(each, cwd, agent, context);
  if (diagnostics.length > 0)
    context.err.line(printDiagnostics(diagnostics, { cwd, color: context.paintErr.bold("") !== "" }));
}

function showExplanation(
  { skill, facts, load, install, permission }: PolicyExplanation,
  cwd: string,
  agent: string | undefined,
  { out, paint }: Context,
): void {
  out.line(`${paint.bold(printableLine(skill.name))}  ${shownPath(skill.path, cwd)}`);
  for (const [key, value] of Object.entries(facts))
    out.line(`  ${paint.dim(padToWidth(key, WIDTH + 2))}${printableLine(value)}`);
  showDecision("load", load, cwd, { out, paint });
  if (install.decision !== load.decision || install.from !== load.from)
    showDecision("install", install, cwd, { out, paint });
  const whom = agent === undefined ? "the model" : `the agent \`${printableLine(agent)}\``;
  out.line(
    `  ${padToWidth("permission", WIDTH + 2)}${permission.decision}: \`permission.skill\` for ${whom}  ${paint.dim(`(${from(permission.from, cwd)})`)}`,
  );
}

function showDecision(
  moment: string,
  { decision, reason, from: where, matched }: PolicyDecision,
  cwd: string,
  { out, paint }: Pick<Context, "out" | "paint">,
): void {
  const colour = decision === "deny" ? paint.red : decision === "ask" ? paint.yellow : paint.bold;
  out.line(
    `  ${padToWidth(moment, WIDTH + 2)}${colour(decision)}: ${printableLine(reason)}  ${paint.dim(`(${from(where, cwd)})`)}`,
  );
  for (const rule of matched)
    out.line(`    ${rule.from === where ? "→" : " "} ${ruleText(rule)}  ${paint.dim(`(${from(rule.from, cwd)})`)}`);
}

/** Returns the source of a rule for display. A file is relative to the working directory and has its line. */
function from(where: string, cwd: string): string {
  const [, path, line] = /^(.*?)((?::\d+){0,2})$/.exec(where) ?? [];
  return path?.startsWith("/") ? `${shownPath(path, cwd)}${line ?? ""}` : printableLine(where);
}
