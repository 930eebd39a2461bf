/**
 * A connection that is kept for one thing: to hear that a server's skills are others. A server that does not tell of that is left
 * alone; one that hangs up, or cannot be reached, is tried again, each time later. What changed before the connection stood nobody
 * has told, so that it counts as a change.
 */
import { answer, type Line } from "./lines.ts";

/** Half a minute, as for questions; then twice as long each time. */
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 600_000;

export interface Listening {
  readonly connect: (told: () => void) => Promise<Line>;
  readonly changed: () => void;
  /** The connection that stands now, to be asked over; undefined when it does no longer. */
  readonly keep: (line: Line | undefined) => void;
  readonly timeoutMs: number;
}

/** The function that comes back ends it. */
export function listen({ connect, changed, keep, timeoutMs }: Listening): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const stopped = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  const tell = (): void => {
    if (!signal.aborted) changed();
  };
  const attend = async (): Promise<void> => {
    let wait = FIRST_WAIT_MS;
    while (!signal.aborted) {
      const stands = (line: Line): void => {
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

/** Until it ends, however that comes. */
async function hear(
  line: Line,
  timeoutMs: number,
  stands: (line: Line) => void,
  stopped: Promise<void>,
): Promise<"tells-nothing" | "hung-up" | "out-of-reach"> {
  const { client } = line;
  const closed = new Promise<void>((resolve) => {
    client.onclose = resolve;
  });
  try {
    const tells = await Promise.race([answer(line, timeoutMs, async () => tellsOfChanges(line)), stopped]);
    if (tells === false) return "tells-nothing";
    stands(line);
    await Promise.race([closed, client.autoOpenedSubscription?.closed ?? closed, line.broken, stopped]);
    return "hung-up";
  } catch {
    // Whatever it is: whoever asks the server for something is told.
    return "out-of-reach";
  } finally {
    await line.close();
  }
}

function tellsOfChanges({ client }: Line): boolean {
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
