/** Resolves with what a terminal or a supervisor sends to end us: Ctrl-C, SIGTERM, SIGHUP. */
export function ending(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
  });
}
