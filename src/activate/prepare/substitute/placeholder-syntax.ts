import type { ArgumentRule } from "../../../model/host-profile.ts";

/** The syntax of a host's placeholders and arguments. */
export interface PlaceholderSyntax {
  /** True if `$ARGUMENTS[N]` is a placeholder. */
  readonly indexed: boolean;
  /** True if `$1` followed by a letter is not a placeholder. */
  readonly bounded: boolean;
  /** True if `$ARGUMENTS` followed by a letter is not a placeholder. */
  readonly boundedAll: boolean;
  /** True if `\$1` means a literal `$1`. */
  readonly escapes: boolean;
  /**
   * `longest`: `$name` matches the longest declared name. `whole`: `$name` matches only a whole word. `none`: `$name`
   * is not a placeholder.
   */
  readonly names: "longest" | "whole" | "none";
  /** True if a backslash in the arguments escapes the next character. */
  readonly backslash: boolean;
  /** True if quotes may be inside a word. False if quotes must enclose the whole word. */
  readonly joined: boolean;
}

export const PLACEHOLDER_SYNTAXES: Readonly<Record<NonNullable<ArgumentRule["placeholders"]>, PlaceholderSyntax>> = {
  "claude-code": {
    indexed: true,
    bounded: true,
    boundedAll: false,
    escapes: true,
    names: "longest",
    backslash: true,
    joined: true,
  },
  goose: {
    indexed: true,
    bounded: false,
    boundedAll: true,
    escapes: false,
    names: "whole",
    backslash: false,
    joined: true,
  },
  opencode: {
    indexed: false,
    bounded: false,
    boundedAll: false,
    escapes: false,
    names: "none",
    backslash: false,
    joined: false,
  },
};
