/**
 * Plans how to describe every skill within a host's budget. For each host and context window, the plan shows which
 * descriptions are full, cut and omitted. It also proposes a larger budget, shorter descriptions, fewer skills, or text
 * that moves to the body. It changes nothing.
 */
import { type Catalog, type CatalogOptions, listCatalog } from "../../activate/list-catalog.ts";
import { allowanceFor } from "../../activate/render/budget/allowance.ts";
import type { Config } from "../../catalog/config/config.ts";
import type { LoadOptions } from "../../catalog/load/load.ts";
import { readBody } from "../../catalog/read/read-current-skill.ts";
import { loadWithServers } from "../../catalog/servers/load-with-servers.ts";
import type { Allowance } from "../../model/conversation/catalog-text.ts";
import { OperationError } from "../../model/errors.ts";
import type { HostProfile } from "../../model/host-profile.ts";
import type { Skill, SkillId } from "../../model/skills/skill.ts";
import type { Loaded, Snapshot } from "../../model/skills/snapshot.ts";
import { environmentOf } from "../../platform/environment.ts";
import { skillUsage, type UsageOptions, type UsageReport } from "../usage/skill-usage.ts";
import {
  type CatalogChange,
  chooseSkillsToOmit,
  describesEverySkill,
  findDescriptionLimit,
  findSufficientBudget,
  type Shortening,
  type SkillCost,
  type TryCatalog,
} from "./budget-remedies.ts";

export interface BudgetPlanOptions extends LoadOptions {
  /** The model's context window in tokens. */
  readonly window?: number;
  /** Options for reading the usage of skills from the journal. */
  readonly usage?: UsageOptions;
}

/** A setting that increases the budget of the catalog. */
export interface BudgetRaise {
  /** A configuration key, or an environment variable of the host. */
  readonly setting: string;
  readonly kind: "key" | "variable";
  readonly from: number;
  readonly to: number;
}

export interface BudgetPlan {
  readonly host: string;
  readonly allowance: Catalog["allowance"];
  readonly used: Catalog["used"];
  readonly counts: Catalog["counts"];
  /** All skills, most expensive first. */
  readonly costs: readonly SkillCost[];
  readonly described: boolean;
  /** The size of the catalog if it contained all skills with full descriptions. */
  readonly wanted: Catalog["used"];
  /** A budget that is large enough for all descriptions, if the host has a setting for it. */
  readonly raise?: BudgetRaise;
  readonly shorten?: Shortening;
  readonly disable?: readonly SkillCost[];
  /** Frequently used skills that the catalog does not show in full. Other skills should be shortened first. */
  readonly pin: readonly string[];
  /**
   * Descriptions that this host always cuts, each with the number of cut characters. The cut text should move to the
   * skill's body.
   */
  readonly move: readonly { readonly address: string; readonly characters: number }[];
}

/** Finds ways to make the listing of a host fit its budget, and tries each on the real listing. */
export async function planBudget(options: BudgetPlanOptions): Promise<BudgetPlan> {
  const { snapshot, config, profile, options: load } = await loadWithServers(options);
  const knob = knobOf(profile, options);
  const render = writerOf(snapshot, config, profile, { ...options, ...load }, knob);
  const usage = usageIfAny(snapshot, config, options.usage);
  const { now, whole, costs } = await measureCosts(render, snapshot, usage);
  const described = describesEverySkill(now);
  return {
    host: profile.name,
    allowance: now.allowance,
    used: now.used,
    counts: now.counts,
    costs,
    described,
    wanted: whole.used,
    ...(described ? {} : await waysOut(costs, render, knob, now, whole)),
    pin: costs.filter(({ coverage, used = 0 }) => coverage !== "full" && used > 0).map(({ address }) => address),
    move: surplusOf(costs, allowanceFor(profile, { budget: config.catalog, variables: {} })),
  };
}

/** The sizes of a catalog. Its text and its entries take most of the memory and are not kept. */
type CatalogSizes = Pick<Catalog, "allowance" | "used" | "counts">;

async function measureCosts(
  render: (change: CatalogChange) => Promise<Catalog>,
  snapshot: Snapshot,
  usage: UsageReport | undefined,
): Promise<{ readonly now: CatalogSizes; readonly whole: CatalogSizes; readonly costs: SkillCost[] }> {
  const now = await render({});
  const whole = await render({ room: "all" });
  const sizes = ({ allowance, used, counts }: Catalog): CatalogSizes => ({ allowance, used, counts });
  return { now: sizes(now), whole: sizes(whole), costs: costsOf(now, whole, snapshot, usage) };
}

async function waysOut(
  costs: readonly SkillCost[],
  attempt: TryCatalog,
  knob: Knob | undefined,
  now: CatalogSizes,
  whole: CatalogSizes,
): Promise<Pick<BudgetPlan, "raise" | "shorten" | "disable">> {
  const to = knob && (await findSufficientBudget(knob.steps(now), SLACK * knob.steps(whole), attempt));
  const shorten = await findDescriptionLimit(costs, attempt);
  return {
    ...(knob && to !== undefined
      ? { raise: { setting: knob.setting, kind: knob.kind, from: knob.from(now), to: knob.value(to) } }
      : {}),
    ...(shorten ? { shorten } : {}),
    disable: await chooseSkillsToOmit(costs, attempt),
  };
}

/**
 * The search for a larger budget ends at this multiple of the catalog's size. Some hosts count more characters than
 * they write.
 */
const SLACK = 2;

/** The setting that controls a host's budget. The unit of its value is a step. */
interface Knob extends Pick<BudgetRaise, "setting" | "kind"> {
  /** Returns the current value of the setting, in steps. */
  from(catalog: CatalogSizes): number;
  steps(catalog: CatalogSizes): number;
  value(steps: number): number;
  options(steps: number): { readonly budget?: CatalogOptions["budget"]; readonly variables?: Variables };
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Returns the setting that controls the host's budget; undefined if the host has none. */
function knobOf({ runtime, disclosure }: HostProfile, { window }: BudgetPlanOptions): Knob | undefined {
  const variable = disclosure.budget?.variable;
  const characters: Pick<Knob, "from" | "steps" | "value"> = {
    from: ({ allowance }) => allowance.amount,
    steps: ({ used }) => used.characters,
    value: (steps) => steps,
  };
  if (runtime !== "engine")
    return variable === undefined
      ? undefined
      : {
          setting: variable,
          kind: "variable",
          ...characters,
          options: (steps) => ({ variables: { [variable]: `${steps}` } }),
        };
  if (window === undefined)
    return {
      setting: "catalog.fallback_chars",
      kind: "key",
      ...characters,
      options: (steps) => ({ budget: { fallbackChars: steps } }),
    };
  return {
    setting: "catalog.max_pct",
    kind: "key",
    from: ({ allowance }) => allowance.amount / window,
    steps: ({ used }) => Math.ceil((used.tokens / window) * STEPS),
    value: (steps) => Math.min(steps, STEPS) / STEPS,
    options: (steps) => ({ budget: { maxPct: Math.min(steps, STEPS) / STEPS } }),
  };
}

/** Number of steps for a setting that is a share of the context window. Each step is a tenth of a percent. */
const STEPS = 1000;

function writerOf(
  snapshot: Snapshot,
  config: Config,
  profile: HostProfile,
  options: BudgetPlanOptions,
  knob: Knob | undefined,
): (change: CatalogChange) => Promise<Catalog> {
  const bodies = new Map<SkillId, Promise<string>>();
  const { variables } = environmentOf(options);
  const read = (skill: Skill): Promise<string> => {
    const known = bodies.get(skill.id) ?? readBody(skill, options, config.limits).then(({ body }) => body);
    bodies.set(skill.id, known);
    return known;
  };
  // Skillwright's own catalog settings do not apply to other hosts.
  const budget = profile.runtime === "engine" ? config.catalog : {};
  const given = { ...(options.window === undefined ? {} : { window: options.window }), pinned: config.pinned };
  return ({ cap, without, room }) => {
    const skills = snapshot.skills
      .filter(({ skill }) => !without?.has(skill.id))
      .map((loaded) => (cap === undefined ? loaded : capped(loaded, cap)));
    const more = typeof room === "number" ? knob?.options(room) : undefined;
    const wide: CatalogOptions = room === "all" ? { window: ALL, budget: { ...budget, maxPct: 1 } } : {};
    return listCatalog(
      { ...snapshot, skills },
      profile,
      { ...given, budget: { ...budget, ...more?.budget }, ...wide },
      { variables: { ...variables, ...more?.variables }, readBody: read },
    );
  };
}

/** A context window in which everything fits. */
const ALL = 1_000_000_000;

function capped(loaded: Loaded, cap: number): Loaded {
  const shown = descriptionOf(loaded);
  return shown.length <= cap ? loaded : { ...loaded, shownDescription: shown.slice(0, cap) };
}

/** Returns the description as the host would show it without a budget. */
function descriptionOf({ skill, shownDescription }: Loaded): string {
  return shownDescription ?? [skill.description, skill.manifest.whenToUse ?? ""].filter(Boolean).join(" ");
}

/** Reads the usage of skills. Returns undefined if there is no journal, because planning works without one. */
function usageIfAny(snapshot: Snapshot, config: Config, options: UsageOptions = {}): UsageReport | undefined {
  try {
    const report = skillUsage(snapshot, config, options);
    return report.journal === undefined ? undefined : report;
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return undefined;
  }
}

function costsOf(now: Catalog, whole: Catalog, { skills }: Snapshot, usage: UsageReport | undefined): SkillCost[] {
  const coverages = new Map(now.entries.map(({ id, coverage }) => [id, coverage]));
  const lengths = new Map(skills.map((loaded) => [loaded.skill.id, descriptionOf(loaded).length]));
  const uses = new Map(usage?.skills.map(({ id, activated }) => [id, activated]));
  const unused = new Set(usage?.unused.map(({ id }) => id));
  return whole.entries
    .map(({ id, address, tokens }) => ({
      id,
      address,
      characters: lengths.get(id) ?? 0,
      tokens,
      coverage: coverages.get(id) ?? "omitted",
      ...(usage ? { used: uses.get(id) ?? 0 } : {}),
      unused: unused.has(id),
    }))
    .sort((a, b) => b.tokens - a.tokens || (a.address < b.address ? -1 : 1));
}

function surplusOf(
  costs: readonly SkillCost[],
  { perEntry = Number.POSITIVE_INFINITY }: Allowance,
): BudgetPlan["move"] {
  return costs
    .filter(({ characters }) => characters > perEntry)
    .map(({ address, characters }) => ({ address, characters: characters - perEntry }));
}
