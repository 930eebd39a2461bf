/**
 * What an agent may do by itself: looking is free, and what changes something is asked for, unless the user has allowed it.
 * A tool comes in, and goes out as one that asks first. A refusal is text that the model can use.
 */
import type { NeutralTool, Prompter, StopSignal, ToolResult } from "../index.ts";

export interface Permissions {
  /** Names of tools that need no question; `mcp__files__*` stands for all of a server. */
  readonly allowed: readonly string[];
  /** Nothing is asked. */
  readonly full: boolean;
}

/** They read what they may read, or speak with the user. */
const FREE: readonly string[] = ["read", "list", "search", "ask"];

export class Permission {
  readonly #permissions: Permissions;
  readonly #prompter: Prompter | undefined;
  readonly #always = new Set<string>();

  constructor(permissions: Permissions, prompter: Prompter | undefined) {
    this.#permissions = permissions;
    this.#prompter = prompter;
  }

  /** [AG11] */
  guard(tool: NeutralTool): NeutralTool {
    if (this.#isFree(tool.name)) return tool;
    return {
      ...tool,
      get jsonSchema() {
        return tool.jsonSchema;
      },
      execute: async (input, context) => {
        const refusal = await this.#refusal(tool.name, input, context?.signal as StopSignal | undefined);
        return refusal ?? tool.execute(input, context);
      },
    };
  }

  #isFree(name: string): boolean {
    const { full, allowed } = this.#permissions;
    return full || FREE.includes(name) || allowed.some((pattern) => matches(pattern, name));
  }

  async #refusal(tool: string, input: unknown, signal: StopSignal | undefined): Promise<ToolResult | undefined> {
    if (this.#always.has(tool)) return undefined;
    if (this.#prompter === undefined)
      return refused(tool, `nobody can be asked here; the user can allow it with \`--allow ${tool}\``);
    const answer = await this.#prompter.ask(
      {
        kind: "choice",
        title: `May the agent use \`${tool}\`?`,
        details: detailsOf(input),
        choices: [
          { value: "no", label: "no" },
          { value: "once", label: "yes, this once" },
          { value: "always", label: `yes, and \`${tool}\` for the rest of this session` },
        ],
      },
      signal,
    );
    if (answer === "always") this.#always.add(tool);
    if (answer === "once" || answer === "always") return undefined;
    return refused(tool, answer === undefined ? "the user did not answer" : "the user said no");
  }
}

function refused(tool: string, reason: string): ToolResult {
  return { content: `\`${tool}\` was not used: ${reason}`, isError: true };
}

function matches(pattern: string, name: string): boolean {
  return pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
}

const MAX_DETAILS = 20;

function detailsOf(input: unknown): string[] {
  if (typeof input !== "object" || input === null) return [String(input)];
  return Object.entries(input)
    .flatMap(([key, value]) => `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`.split("\n"))
    .slice(0, MAX_DETAILS);
}
