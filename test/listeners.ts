const NAMES = ["exit", "SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Counts the listeners for the end of this process, and for the signals that end it, that are added from now on. Listeners that
 * earlier tests of this process left, and remove later, change nothing.
 */
export function countEndListeners(): () => Readonly<Record<string, number>> {
  const listeners = (name: (typeof NAMES)[number]): readonly unknown[] => process.listeners(name as "exit");
  const before = new Map(NAMES.map((name) => [name, new Set(listeners(name))]));
  return () =>
    Object.fromEntries(
      NAMES.map((name) => [name, listeners(name).filter((each) => !before.get(name)?.has(each)).length]),
    );
}
