/** Returns a command as a user would type it in a shell. It is only shown, never run. */
export function quoteCommand(command: readonly string[]): string {
  return command.map(quote).join(" ");
}

function quote(word: string): string {
  return /^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
