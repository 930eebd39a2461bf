import { type BudgetPlan, COVERAGES, hostsHere, loadSkills, planBudget } from "../../../index.ts";
import { jsonText } from "../../../model/text/printable.ts";
import { SCHEMA } from "../../../ops/answers/answer.ts";
import {
  editForBudget,
  ownConfig,
  projectConfig,
  WAYS,
  type Way,
  writeForBudget,
} from "../../../ops/budget/apply-budget.ts";
import { confirmed } from "../ask/confirm.ts";
import { type Command, type Context, flag, names, text, UsageError } from "../command.ts";
import { writeObject } from "../output/json.ts";
import { pad, printable, textWidth } from "../output/paint.ts";
import { patchWriter } from "../output/patch.ts";
import { plural, warnUnverified } from "../output/present.ts";

export const budget: Command = {
  usage: "[--hosts A,B] [--window N] [--top N] [--apply raise|disable|pin [--project] [--yes]]",
  about:
    "What each host shows of the skills, what it cuts and what it leaves out; which descriptions cost most; and what would get\nevery skill described: more room, shorter descriptions, fewer skills. Every way is tried on the host's own listing. What is\nused and what is dead counts where sessions keep a journal. With --apply one of the ways is written into your configuration.",
  options: {
    hosts: {
      type: "string",
      value: "A,B",
      summary: "these hosts; without, our own and those on this machine",
      choices: "hosts",
    },
    window: { type: "string", value: "N", summary: "the model's context window in tokens" },
    top: { type: "string", value: "N", summary: "how many of the dearest skills to show; 5 unless given" },
    apply: {
      type: "string",
      value: "WAY",
      summary: "more room, fewer skills, or the much used first, as configuration; shown first",
      choices: WAYS,
    },
    project: { type: "boolean", summary: "write to this project's configuration instead of your own" },
    yes: { type: "boolean", short: "y", summary: "do not ask" },
  },
  examples: [
    ["skillwright budget --window 200000", "our own listing, and the hosts that are here"],
    ["skillwright budget --hosts claude-code,codex --window 200000", "two hosts"],
    ["skillwright budget --window 200000 --apply raise", "give the catalog the room that it needs"],
  ],
  positionals: [0, 0],
  async run(context) {
    const window = numberOf(context, "window");
    const way = wayOf(context);
    const hosts = way ? ["skillwright"] : await hostsOf(context);
    const plans: BudgetPlan[] = [];
    for (const host of hosts)
      plans.push(await planBudget({ ...context.load, host, ...(window === undefined ? {} : { window }) }));
    if (way !== undefined) return apply(plans[0] as BudgetPlan, way, context);
    await warnUnverified(hosts, context);
    if (context.json) writeJson(plans, context);
    else for (const plan of plans) print(plan, numberOf(context, "top") ?? TOP, context);
    return 0;
  },
};

const TOP = 5;

function numberOf(context: Context, option: string): number | undefined {
  const value = text(context, option);
  if (value === undefined) return undefined;
  if (/^[1-9]\d{0,9}$/.test(value)) return Number(value);
  throw new UsageError(`\`--${option} ${printable(value)}\` is not a number`, "write it in digits");
}

function wayOf(context: Context): Way | undefined {
  const asked = text(context, "apply");
  const way = WAYS.find((each) => each === asked);
  if (asked !== undefined && way === undefined)
    throw new UsageError(`there is no way \`${printable(asked)}\``, `the ways are ${WAYS.join(", ")}`);
  return way;
}

async function hostsOf(context: Context): Promise<readonly string[]> {
  return (
    names(context, "hosts") ??
    names(context, "host") ??
    ["skillwright", ...(await hostsHere(context.load))].filter(isFirst)
  );
}

function isFirst(name: string, at: number, all: readonly string[]): boolean {
  return all.indexOf(name) === at;
}

function writeJson(plans: readonly BudgetPlan[], { out }: Context): void {
  writeObject(out, { schema: SCHEMA }, { hosts: plans.map((plan) => ({ ...plan })) });
}

function print(plan: BudgetPlan, top: number, { out, paint }: Context): void {
  const { host, allowance, used, counts, costs, described } = plan;
  const { amount, unit, from } = allowance;
  const taken = unit === "tokens" ? used.tokens : used.characters;
  const limit = Number.isFinite(amount) ? `${taken} of ${amount}` : `${taken}`;
  out.line(`${paint.bold(host)}  ${limit} ${unit} (${from}), about ${used.tokens} tokens`);
  out.line(`  ${plural(costs.length, "skill")}: ${COVERAGES.map((each) => `${counts[each]} ${each}`).join(" · ")}`);
  const dearest = costs.slice(0, top);
  const width = Math.max(0, ...dearest.map(({ address }) => textWidth(printable(address))));
  for (const { address, tokens, characters, coverage, dead } of dearest)
    out.line(
      `  ${pad(printable(address), width)}  ${String(tokens).padStart(5)} tokens  ${String(characters).padStart(5)} characters  ${coverage}${dead ? "  dead" : ""}`,
    );
  if (costs.length === 0) out.line("  nothing is offered to a model here");
  else if (described) out.line(paint.green("  every skill is described"));
  else printWays(plan, { out, paint });
  for (const { address, characters } of plan.move.slice(0, top))
    out.line(
      `  ${paint.yellow("move")} the last ${plural(characters, "character")} of \`${printable(address)}\` into its body: no model reads them here`,
    );
  if (plan.pin.length > 0)
    out.line(
      `  ${paint.yellow("pin")} what is used and cut: ${some(plan.pin.map((name) => `\`${printable(name)}\``))}`,
    );
  out.line();
}

function printWays(
  { counts, raise, shorten, disable }: BudgetPlan,
  { out, paint }: Pick<Context, "out" | "paint">,
): void {
  const bare = counts["name-only"] + counts.omitted;
  out.line(paint.red(`  ${plural(bare, "skill")} ${bare === 1 ? "is" : "are"} not described; any one of these helps:`));
  if (raise)
    out.line(
      `  ${paint.yellow("raise")} ${raise.kind === "key" ? "the setting" : "the variable"} \`${raise.setting}\` from ${raise.from} to ${raise.to}`,
    );
  if (shorten)
    out.line(
      `  ${paint.yellow("shorten")} ${plural(shorten.skills.length, "description")} to ${shorten.cap} characters: ${some(shorten.skills.map(({ address, characters }) => `\`${printable(address)}\` (${characters})`))}`,
    );
  else out.line("  shorter descriptions alone do not help: the names take all the room");
  if (disable)
    out.line(
      `  ${paint.yellow("disable")} ${plural(disable.length, "skill")}: ${some(disable.map(({ address, dead }) => `\`${printable(address)}\`${dead ? " (dead)" : ""}`))}`,
    );
}

const MAX_NAMED = 5;

function some(words: readonly string[]): string {
  const more = words.length - MAX_NAMED;
  return words.slice(0, MAX_NAMED).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** [BU8] Shows the difference, asks, and writes as a whole or not at all. */
async function apply(plan: BudgetPlan, way: Way, context: Context): Promise<number> {
  const { path, before, after } = await editForBudget(plan, way, await configPath(context));
  if (after === before) return done(context, path, false, "there is nothing to change");
  if (!context.json) {
    const patch = await patchWriter(context.paintErr);
    context.err.line(patch(path, before, after));
    context.err.flush();
  }
  if (!flag(context, "yes") && !(await confirmed("Write this?", context)))
    return done(context, path, false, "nothing was written; `--yes` writes without asking");
  await writeForBudget(plan, way, path, before);
  return done(context, path, true, `wrote ${path}`);
}

function done(context: Context, path: string, changed: boolean, words: string): number {
  if (context.json) context.out.line(jsonText({ schema: SCHEMA, path, changed }));
  else context.out.line(printable(words));
  return 0;
}

async function configPath(context: Context): Promise<string> {
  if (!flag(context, "project")) return ownConfig();
  const { snapshot } = await loadSkills(context.load);
  return projectConfig(snapshot.projectRoot);
}
