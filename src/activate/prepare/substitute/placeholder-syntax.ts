import type { ArgumentRule } from "../../../model/host-profile.ts";

/** How a host writes placeholders and takes words apart. */
export interface PlaceholderSyntax {
  /** `$ARGUMENTS[N]` is a placeholder. */
  readonly indexed: boolean;
  /** A letter directly behind `$1` makes it something else. */
  readonly bounded: boolean;
  /** The same of `$ARGUMENTS`. */
  readonly boundedAll: boolean;
  /** `\$1` stands for `$1`. */
  readonly escapes: boolean;
  /** `$name`: the longest declared name that is there, only a whole word, or nothing of the kind. */
  readonly names: "longest" | "whole" | "none";
  /** In the arguments, a backslash takes the next character as it is. */
  readonly backslash: boolean;
  /** Quotes may stand inside a word; otherwise they begin and end one. */
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
