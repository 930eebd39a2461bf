/**
 * What must be undone when this process ends, however it ends: by itself, or by what a terminal, a person or a supervisor
 * sends. One listener serves all, so that many children at once are no reason for a warning.
 */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

interface Undo {
  readonly run: () => void;
}

const pending = new Set<Undo>();

/** Calls `run` when the process ends; it must not wait for anything. The function that comes back calls it off. */
export function atEnding(run: () => void): () => void {
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

/** Who listens to the signal besides decides whether it ends us. */
function onSignal(name: NodeJS.Signals): void {
  undoAll();
  ignore();
  if (process.listenerCount(name) === 0) process.kill(process.pid, name);
}

/** The last comes first: a child ends before the directory goes that it works in. One that fails leaves none of the others undone. */
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
