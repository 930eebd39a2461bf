/** How many listeners this process has for its end and for the signals that end it. */
export function endListeners(): Readonly<Record<string, number>> {
  const names = ["exit", "SIGINT", "SIGTERM", "SIGHUP"];
  return Object.fromEntries(names.map((name) => [name, process.listenerCount(name)]));
}
