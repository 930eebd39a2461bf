/**
 * Runs cleanup code when this process exits or receives a signal. One listener serves all callers, because Node warns
 * about too many listeners.
 */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

interface Undo {
  readonly run: () => void;
}

const pending = new Set<Undo>();

/** Calls `run` when the process ends; `run` must be synchronous. Returns a function that cancels it. */
export function onProcessEnd(run: () => void): () => void {
  const undo: Undo = { run };
  if (pending.size === 0) listen();
  pending.add(undo);
  return () => {
    if (pending.delete(undo) && pending.size === 0) ignore();
  };
}

function listen(): void {
  process.on("exit", undoAll);
  for (const name of SIGNALS) process.on(name, onSignal);
}

function ignore(): void {
  process.removeListener("exit", undoAll);
  for (const name of SIGNALS) process.removeListener(name, onSignal);
}

/** Runs the cleanup on a signal. If there are other listeners, they decide if the signal ends the process. */
function onSignal(name: NodeJS.Signals): void {
  undoAll();
  ignore();
  if (process.listenerCount(name) === 0) process.kill(process.pid, name);
}

/**
 * Runs the cleanup functions, newest first, so that a child ends before its directory is removed. If one function
 * fails, the others still run.
 */
function undoAll(): void {
  const failures: unknown[] = [];
  for (const undo of [...pending].reverse()) {
    pending.delete(undo);
    try {
      undo.run();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
