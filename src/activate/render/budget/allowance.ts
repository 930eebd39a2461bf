/**
 * Computes the budget of a listing from the profile, the model's context window, the configuration and the caller's
 * options. Returns an amount, its unit and its source. The result does not depend on the listed skills.
 */
import { type Allowance, DEFAULT_BUDGET } from "../../../model/conversation/catalog-text.ts";
import { checkArgument } from "../../../model/errors.ts";
import type { HostProfile } from "../../../model/host-profile.ts";

export interface BudgetOptions {
  /** Share of the model's context window, between 0 and 1. */
  readonly maxPct?: number;
  /** Maximum characters of the catalog if the context window is unknown. */
  readonly fallbackChars?: number;
  /** Maximum characters of one description. */
  readonly maxEntryChars?: number;
  /** The model's own tokenizer (default: four UTF-8 bytes per token). */
  readonly countTokens?: (text: string) => number;
}

export interface BudgetSettings {
  /** Context window in tokens. */
  readonly window?: number;
  readonly budget?: BudgetOptions;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** Returns the budget for skills, after subtracting the host's own entries. */
export function allowanceFor(profile: HostProfile, given: BudgetSettings): Allowance {
  const whole = budgetFor(profile, given);
  const reserved = profile.disclosure.budget?.reserved ?? 0;
  if (reserved === 0 || whole.unit !== "characters" || whole.amount === Number.POSITIVE_INFINITY) return whole;
  const from = `${whole.from}, minus ${reserved} for the host's own entries`;
  return { ...whole, amount: Math.max(whole.amount - reserved, 0), from };
}

/**
 * Returns the budget before the host's own entries. The caller's options take precedence over the host's variable, and
 * the variable over the profile.
 */
function budgetFor(profile: HostProfile, given: BudgetSettings): Allowance {
  const { budget = {} } = given;
  const own = profile.disclosure.budget;
  const perEntry = positive(budget.maxEntryChars) ?? profile.disclosure.maxDescription ?? ownCap(profile);
  const capped = perEntry === undefined ? {} : { perEntry };
  const share = positive(budget.maxPct) ?? own?.share;
  const window = positive(given.window) ?? (positive(budget.fallbackChars) === undefined ? own?.window : undefined);
  if (positive(budget.maxPct) === undefined && positive(budget.fallbackChars) === undefined) {
    if (own === undefined) return { ...inCharacters(Number.POSITIVE_INFINITY, "the host sets no limit"), ...capped };
    const set = own.variable === undefined ? undefined : wholeNumber(given.variables[own.variable]);
    if (own.tokens !== undefined)
      return { amount: own.tokens, unit: "tokens", count: estimateTokens, from: "a fixed number", ...capped };
    if (set !== undefined) return { ...inCharacters(set, own.variable as string), ...capped };
  }
  if (window !== undefined && share !== undefined)
    return { ...shareOf(window, Math.min(share, 1), budget.countTokens, own?.charactersPerToken), ...capped };
  const characters = positive(budget.fallbackChars) ?? own?.characters ?? DEFAULT_BUDGET.fallbackChars;
  const why = share === undefined ? "a fixed limit" : "the context window is unknown";
  return { ...inCharacters(Math.floor(characters), why), ...capped };
}

function ownCap({ runtime }: HostProfile): number | undefined {
  return runtime === "engine" ? DEFAULT_BUDGET.maxEntryChars : undefined;
}

/**
 * Converts a share of a context window into an amount of tokens. The caller's tokenizer counts them; without one, four
 * bytes are a token.
 */
function shareOf(
  window: number,
  share: number,
  countTokens: BudgetOptions["countTokens"],
  charactersPerToken: number | undefined,
): Allowance {
  const from = `${Number((share * 100).toPrecision(6))} % of ${window} tokens`;
  if (countTokens === undefined && charactersPerToken !== undefined)
    return inCharacters(Math.floor(window * share * charactersPerToken), from);
  return { amount: Math.floor(window * share), unit: "tokens", count: countTokens ?? estimateTokens, from };
}

function inCharacters(amount: number, from: string): Allowance {
  return { amount, unit: "characters", count: (text) => text.length, from };
}

function positive(value: number | undefined): number | undefined {
  return value !== undefined && Number.isFinite(value) && value > 0 ? value : undefined;
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text.trim()) ? Number(text) : undefined;
}

/** Number of UTF-8 bytes that are treated as one token. */
export const BYTES_PER_TOKEN = 4;

/**
 * Returns an estimated number of tokens. It is close for English, and reasonable for other scripts because it counts
 * bytes.
 */
export function estimateTokens(text: string): number {
  checkArgument(typeof text === "string", "estimateTokens", "a text");
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}
