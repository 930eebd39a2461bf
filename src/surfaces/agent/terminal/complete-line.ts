/**
 * Completes a line: commands and skills after a slash at the start of the line, and skills after a dollar sign
 * anywhere.
 */

export interface CompletionWords {
  /** The agent's own commands, with their slash. */
  readonly commands: readonly string[];
  /** Names of skills that the user may call. */
  readonly skills: readonly string[];
  /** Words that may follow a slash: names of skills, and commands that skills declare. */
  readonly called: readonly string[];
}

/**
 * Returns the matches in the form that readline expects: a list of matches, and the part of the line that they
 * complete.
 */
export function completeLine(line: string, { commands, skills, called }: CompletionWords): [string[], string] {
  const mention = /(?:^|\s)(\$\S*)$/.exec(line)?.[1];
  if (mention !== undefined)
    return [
      fitting(
        skills.map((name) => `$${name} `),
        mention,
      ),
      mention,
    ];
  if (!/^\/\S*$/.test(line)) return [[], line];
  const own = commands.map((name) => `${name} `);
  const others = called.map((name) => `/${name} `).filter((name) => !own.includes(name));
  return [fitting([...own, ...others], line), line];
}

function fitting(words: readonly string[], typed: string): string[] {
  return words.filter((word) => word.startsWith(typed)).sort();
}
