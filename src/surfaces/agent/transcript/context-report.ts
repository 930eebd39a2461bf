/**
 * Reports how the model's context window is used: by the system text, the catalog, the tools, each loaded skill, and
 * everything else.
 */
import type { ModelMessage } from "ai";
import { type Catalog, estimateTokens, type NeutralTool, skillItemName } from "../../../api/index.ts";

export interface ContextReport {
  /** Size of the model's context window in tokens, if it is known. */
  readonly window?: number;
  readonly instructions: number;
  readonly catalog: {
    readonly tokens: number;
    readonly skills: number;
    readonly allowance: string;
    /** Skills that the catalog shortens or omits, in the order of the catalog. */
    readonly shortened: readonly { readonly name: string; readonly coverage: string }[];
  };
  readonly tools: readonly { readonly name: string; readonly tokens: number }[];
  readonly skills: readonly { readonly name: string; readonly tokens: number }[];
  /** Number and tokens of all messages, including messages with skills. */
  readonly messages: { readonly count: number; readonly tokens: number };
  readonly total: number;
}

export interface MeasuredContext {
  readonly window: number | undefined;
  /** The instructions in the system text. The catalog is not included. */
  readonly instructions: string;
  readonly catalog: Catalog | undefined;
  readonly tools: readonly NeutralTool[];
  readonly messages: readonly ModelMessage[];
}

/** Builds the report. Tokens are estimated as four bytes each. */
export function makeContextReport({ window, instructions, catalog, tools, messages }: MeasuredContext): ContextReport {
  const measured = tools.map(({ name, description, jsonSchema }) => ({
    name,
    tokens: estimateTokens(name + description + JSON.stringify(jsonSchema)),
  }));
  const texts = messages.flatMap(textsOf);
  const all = estimateMessageTokens(messages);
  const own = estimateTokens(instructions);
  return {
    ...(window === undefined ? {} : { window }),
    instructions: own,
    catalog: {
      tokens: catalog?.used.tokens ?? 0,
      skills: catalog?.entries.length ?? 0,
      allowance: catalog ? `${catalog.allowance.amount} ${catalog.allowance.unit}, ${catalog.allowance.from}` : "",
      shortened: (catalog?.entries ?? [])
        .filter(({ coverage }) => coverage !== "full")
        .map(({ address, coverage }) => ({ name: address, coverage })),
    },
    tools: measured,
    skills: skillsIn(texts),
    messages: { count: messages.length, tokens: all },
    total: own + (catalog?.used.tokens ?? 0) + sum(measured.map(({ tokens }) => tokens)) + all,
  };
}

function skillsIn(texts: readonly string[]): { name: string; tokens: number }[] {
  const found = new Map<string, number>();
  for (const text of texts) {
    const name = skillItemName(text);
    if (name !== undefined) found.set(name, (found.get(name) ?? 0) + estimateTokens(text));
  }
  return [...found].map(([name, tokens]) => ({ name, tokens }));
}

export function estimateMessageTokens(messages: readonly ModelMessage[]): number {
  return sum(messages.flatMap(textsOf).map(estimateTokens));
}

/** Returns every text of a message that a model reads. */
export function textsOf({ content }: ModelMessage): string[] {
  if (typeof content === "string") return [content];
  return content.map((part) => {
    if (part.type === "text" || part.type === "reasoning") return part.text;
    if (part.type === "tool-call") return JSON.stringify(part.input) ?? "";
    if (part.type !== "tool-result") return "";
    const { output } = part;
    return "value" in output && typeof output.value === "string" ? output.value : JSON.stringify(output);
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
