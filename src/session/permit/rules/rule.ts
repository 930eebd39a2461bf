/** One parsed rule about tools. */
import type { ToolKind } from "../../../model/rules/permission.ts";
import type { CommandPattern } from "../shell/command-pattern.ts";

export interface ToolRule {
  /** The rule's text as written. */
  readonly text: string;
  readonly tool: ToolPattern;
  /** The uses of the tool to which the rule applies (default: all uses). */
  readonly use?: UsePattern;
}

/** The tools of a rule: all tools of a kind, the tool with a name, or all tools with a name prefix. */
export type ToolPattern = { readonly kind: ToolKind } | { readonly name: string } | { readonly begins: string };

export type UsePattern =
  | { readonly command: CommandPattern }
  /** A path with `*`, `**` and `?`: absolute, below `~`, or relative to the project. */
  | { readonly path: string }
  /** A host, or `*.` and a domain. */
  | { readonly domain: string }
  /** A parameter of the call, and the value that it must have. The value may contain `*`. */
  | { readonly parameter: string; readonly value: string };
