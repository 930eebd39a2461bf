/** What is said where a program is looked for and there is nowhere to look. */

/** The cause and the way out, as the end of a sentence. */
export const NO_PATH = "there is no PATH to look on (set it, or pass it in `environment.variables`)";

export const NO_PATH_HELP =
  "with `ambient: false` nothing is taken from the process; pass an `environment` whose `variables` have a `PATH`";
