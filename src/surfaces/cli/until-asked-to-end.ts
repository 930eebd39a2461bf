/** Resolves when the user or the system asks the process to end. A second request ends the process at once. */
export function waitForEndSignal(): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      resolve();
      // If no handler is left, the code that removes temporary files ends the process. Our handlers are therefore
      // removed only after all handlers have run.
      setImmediate(() => {
        for (const signal of SIGNALS) process.off(signal, end);
      });
    };
    for (const signal of SIGNALS) process.on(signal, end);
  });
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
