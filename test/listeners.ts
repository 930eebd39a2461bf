const NAMES = ["exit", "SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;
/** The numbers that `countEndListeners` returns if every new listener is gone. */
export const NO_LISTENERS: Readonly<Record<string, number>> = Object.fromEntries(NAMES.map((name) => [name, 0]));

/**
 * Counts the new listeners for the end of this process and for its ending signals. Listeners of earlier tests do not
 * affect the number.
 */
export function countEndListeners(): () => Readonly<Record<string, number>> {
  const listeners = (name: (typeof NAMES)[number]): readonly unknown[] => process.listeners(name as "exit");
  const before = new Map(NAMES.map((name) => [name, new Set(listeners(name))]));
  return () =>
    Object.fromEntries(
      NAMES.map((name) => [name, listeners(name).filter((each) => !before.get(name)?.has(each)).length]),
    );
}
