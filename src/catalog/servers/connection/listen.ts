/**
 * Keeps a connection open for change notifications, if the server sends them. A lost connection is opened again, with
 * increasing delays. Each new connection reports a change, because earlier changes may have been missed.
 */
import { type OpenConnection, requestOnce } from "./server-connections.ts";

/** First delay before a lost connection is opened again. It doubles after each failure. */
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 600_000;

export interface ListenOptions {
  readonly connect: (told: () => void) => Promise<OpenConnection>;
  readonly changed: () => void;
  /** Receives the current connection for requests; undefined when it closes. */
  readonly keep: (line: OpenConnection | undefined) => void;
  readonly timeoutMs: number;
}

/** Returns a function that stops listening. */
export function listenForChanges({ connect, changed, keep, timeoutMs }: ListenOptions): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const stopped = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  const tell = (): void => {
    if (!signal.aborted) changed();
  };
  const attend = async (): Promise<void> => {
    let wait = FIRST_WAIT_MS;
    while (!signal.aborted) {
      const stands = (line: OpenConnection): void => {
        keep(line);
        tell();
      };
      const heard = await hear(await connect(tell), timeoutMs, stands, stopped);
      keep(undefined);
      if (heard === "tells-nothing") return;
      wait = heard === "hung-up" ? FIRST_WAIT_MS : Math.min(wait * 2, LONGEST_WAIT_MS);
      await pause(wait, stopped);
    }
  };
  void attend();
  return () => stop.abort();
}

/** Waits until the connection ends, and returns how it ended. */
async function hear(
  line: OpenConnection,
  timeoutMs: number,
  stands: (line: OpenConnection) => void,
  stopped: Promise<void>,
): Promise<"tells-nothing" | "hung-up" | "out-of-reach"> {
  const { client } = line;
  const closed = new Promise<void>((resolve) => {
    client.onclose = resolve;
  });
  try {
    const tells = await Promise.race([requestOnce(line, timeoutMs, async () => tellsOfChanges(line)), stopped]);
    if (tells === false) return "tells-nothing";
    stands(line);
    await Promise.race([closed, client.autoOpenedSubscription?.closed ?? closed, line.broken, stopped]);
    return "hung-up";
  } catch {
    // Errors are ignored here, because the next request reports them.
    return "out-of-reach";
  } finally {
    await line.close();
  }
}

function tellsOfChanges({ client }: OpenConnection): boolean {
  return client.getServerCapabilities()?.resources?.listChanged === true;
}

function pause(milliseconds: number, stopped: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    void stopped.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
