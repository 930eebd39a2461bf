import {
  explainPolicy,
  loadSkills,
  type PolicyDecision,
  type PolicyExplanation,
  type PolicyFile,
  type PolicyOverview,
  type PolicyRule,
  readPolicies,
  SkillNotFoundError,
} from "../../../index.ts";
import { nearest } from "../../../model/text/nearest.ts";
import { jsonText } from "../../../model/text/printable.ts";
import { policyAnswer, policyExplanations } from "../../../ops/answers/origin-answers.ts";
import { type Command, type Context, text, UsageError } from "../command.ts";
import { printDiagnostics } from "../findings/print-groups.ts";
import { place } from "../findings/print-text.ts";
import { pad, printable } from "../output/paint.ts";
import { resolveAsked } from "../output/present.ts";

export const policy: Command = {
  usage: "[explain SKILL [--agent NAME]]",
  about:
    "Shows what may be installed and loaded: the policy files that count here, with every rule. With `explain`, which rule of which\nfile decides over a skill. Files: /etc/skillwright/policy.yaml, $SKILLWRIGHT_HOME/policy.yaml, and .skillwright/policy.yaml of a\ntrusted project, which can only forbid.",
  options: {
    agent: { type: "string", value: "NAME", summary: "with `explain`: what `permission.skill` says to this agent" },
  },
  examples: [
    ["skillwright policy", "every file and every rule"],
    ["skillwright policy explain pdf", "what decides over a skill"],
    ["skillwright policy explain pdf --agent reviewer --json", "for one agent, as JSON"],
  ],
  positionals: [0, 2],
  completes: ["explain"],
  async run(context) {
    const [verb, asked] = context.positionals;
    if (verb === undefined) return overview(context);
    if (verb !== "explain" || asked === undefined)
      throw new UsageError(
        verb === "explain" ? "`policy explain` takes a skill" : `\`policy\` cannot \`${verb}\``,
        "write `skillwright policy`, or `skillwright policy explain SKILL`",
      );
    return explain(asked, context);
  },
};

async function overview(context: Context): Promise<number> {
  const found = await readPolicies(context.load);
  const broken = found.diagnostics.some(({ severity }) => severity === "error");
  if (context.json) {
    context.out.line(jsonText(policyAnswer(found), 2));
    return broken ? 1 : 0;
  }
  const cwd = context.load.cwd ?? process.cwd();
  for (const file of found.files) showFile(file, cwd, context);
  for (const { layer, path } of found.missing) showMissing(layer, path, cwd, context);
  showMode(found, cwd, context);
  if (found.diagnostics.length > 0)
    context.err.line(printDiagnostics(found.diagnostics, { cwd, color: context.paintErr.bold("") !== "" }));
  return broken ? 1 : 0;
}

const WIDTH = 9;

function showFile(file: PolicyFile, cwd: string, { out, paint }: Context): void {
  out.line(
    `${paint.bold(pad(file.layer, WIDTH))}${place(file.path, cwd)}${file.unused ? `  (${printable(file.unused)})` : ""}`,
  );
  if (file.default)
    out.line(`  ${pad("default", WIDTH)}${file.default.decision}  ${paint.dim(`(${from(file.default.from, cwd)})`)}`);
  for (const rule of file.rules) out.line(`  ${ruleText(rule)}  ${paint.dim(`(${from(rule.from, cwd)})`)}`);
  const agents = Object.entries(file.skill.agents).flatMap(([agent, rules]) =>
    rules.map((rule) => ({ ...rule, agent })),
  );
  for (const rule of [...file.skill.rules.map((each) => ({ ...each, agent: undefined })), ...agents])
    out.line(
      `  ${pad(rule.decision, WIDTH)}skill \`${printable(rule.pattern)}\` to ${rule.agent === undefined ? "every agent" : `the agent \`${printable(rule.agent)}\``}  ${paint.dim(`(${from(rule.from, cwd)})`)}`,
    );
}

function showMissing(layer: string, path: string, cwd: string, { out, paint }: Context): void {
  out.line(`${paint.bold(pad(layer, WIDTH))}${paint.dim(`none (${place(path, cwd)})`)}`);
}

function showMode(
  { permissions: { mode, from: where, asks } }: PolicyOverview,
  cwd: string,
  { out, paint }: Context,
): void {
  const meaning = {
    ask: "shown and asked for",
    strict: "ignored",
    "trusted-sources": "taken from system and admin skills",
  };
  const still = asks === undefined ? "" : `, and asked for there too  ${paint.dim(`(${from(asks, cwd)})`)}`;
  out.line(
    `${paint.bold(pad("profiles", WIDTH))}${mode}: permission profiles of skills are ${meaning[mode]}  ${paint.dim(`(${from(where, cwd)})`)}${still}`,
  );
}

/** `deny     skill `a*`, scope plugin; unless publisher `x`; for install: because`. */
function ruleText({ decision, when, unless, moments, reason }: PolicyRule): string {
  const parts = [
    `${pad(decision, WIDTH)}${conditionText(when) || "every skill"}`,
    ...(unless ? [`unless ${conditionText(unless) || "any"}`] : []),
    ...(moments.length === 1 ? [`for ${moments[0]} only`] : []),
  ];
  return `${parts.join("; ")}${reason === undefined ? "" : `: ${printable(reason)}`}`;
}

function conditionText(condition: PolicyRule["when"]): string {
  return Object.entries(condition)
    .map(([key, values]) => `${key} ${values.map((each: string) => `\`${printable(each)}\``).join(" or ") || "(none)"}`)
    .join(", ");
}

async function explain(name: string, context: Context): Promise<number> {
  const cwd = context.load.cwd ?? process.cwd();
  const asked = resolveAsked(name, cwd).replace(/\/SKILL\.md$/i, "");
  const agent = text(context, "agent");
  const found = await explainPolicy(asked, {
    ...context.load,
    // The findings about the files follow below.
    onDamage: () => undefined,
    ...(agent === undefined ? {} : { agent }),
  });
  if (found.length === 0) {
    const { snapshot } = await loadSkills(context.load);
    throw new SkillNotFoundError(
      asked,
      nearest(
        asked,
        snapshot.skills.map(({ skill }) => skill.name),
      ),
    );
  }
  const { diagnostics } = await readPolicies(context.load);
  if (context.json) context.out.line(jsonText(policyExplanations(found, diagnostics), 2));
  else for (const each of found) showExplanation(each, cwd, agent, context);
  if (!context.json && diagnostics.length > 0)
    context.err.line(printDiagnostics(diagnostics, { cwd, color: context.paintErr.bold("") !== "" }));
  return found.some(({ load }) => load.decision === "deny") ? 1 : 0;
}

function showExplanation(
  { skill, facts, load, install, permission }: PolicyExplanation,
  cwd: string,
  agent: string | undefined,
  { out, paint }: Context,
): void {
  out.line(`${paint.bold(printable(skill.name))}  ${place(skill.path, cwd)}`);
  for (const [key, value] of Object.entries(facts)) out.line(`  ${paint.dim(pad(key, WIDTH + 2))}${printable(value)}`);
  showDecision("load", load, cwd, { out, paint });
  if (install.decision !== load.decision || install.from !== load.from)
    showDecision("install", install, cwd, { out, paint });
  const whom = agent === undefined ? "the model" : `the agent \`${printable(agent)}\``;
  out.line(
    `  ${pad("permission", WIDTH + 2)}${permission.decision}: what \`permission.skill\` says to ${whom}  ${paint.dim(`(${from(permission.from, cwd)})`)}`,
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
    `  ${pad(moment, WIDTH + 2)}${colour(decision)}: ${printable(reason)}  ${paint.dim(`(${from(where, cwd)})`)}`,
  );
  for (const rule of matched)
    out.line(`    ${rule.from === where ? "→" : " "} ${ruleText(rule)}  ${paint.dim(`(${from(rule.from, cwd)})`)}`);
}

/** A file from here, with its line; or who it was. */
function from(where: string, cwd: string): string {
  const [, path, line] = /^(.*?)((?::\d+){0,2})$/.exec(where) ?? [];
  return path?.startsWith("/") ? `${place(path, cwd)}${line ?? ""}` : printable(where);
}
