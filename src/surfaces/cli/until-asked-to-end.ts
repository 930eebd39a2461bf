/** Resolves when the user or the system asks the process to end. A second request ends the process at once. */
export function waitForEndSignal(): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      resolve();
      // The handlers are removed only after all handlers of this signal have run. If the code that removes temporary
      // files finds no other handler, it ends the process.
      setImmediate(() => {
        for (const signal of SIGNALS) process.off(signal, end);
      });
    };
    for (const signal of SIGNALS) process.on(signal, end);
  });
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
