/** A command as a person would type it in a shell. It is only shown: nothing runs it through a shell. */
export function quoteCommand(command: readonly string[]): string {
  return command.map(quote).join(" ");
}

function quote(word: string): string {
  return /^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
