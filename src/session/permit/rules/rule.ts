/** One rule about tools, understood. */
import type { ToolKind } from "../../../model/rules/permission.ts";
import type { CommandPattern } from "../shell/command-pattern.ts";

export interface ToolRule {
  /** As it was written. */
  readonly text: string;
  readonly tool: ToolPattern;
  /** The uses of the tool that the rule covers (default: all). */
  readonly use?: UsePattern;
}

/** A kind of tool under any of its names, one name, or the beginning of names. */
export type ToolPattern = { readonly kind: ToolKind } | { readonly name: string } | { readonly begins: string };

export type UsePattern =
  | { readonly command: CommandPattern }
  /** A path with `*`, `**` and `?`: absolute, below `~`, or from the project. */
  | { readonly path: string }
  /** A host, or `*.` and a domain. */
  | { readonly domain: string }
  /** A parameter of the call, and what it must be, with `*`. */
  | { readonly parameter: string; readonly value: string };
