/**
 * Replaces the arguments of this process in process lists, which every account of the machine can read. Before this
 * call they are visible, so a variable keeps a secret better.
 */
export function hideArguments(command: string): void {
  process.title = `skillwright ${command}`;
}
