/** Receives changes from the server while the page is open. */
import { isConnected, refreshViews, serverProperties } from "./state.ts";

/**
 * Time until the page tries to connect again. It is longer than a restart of the server, and short enough for a user
 * who waits.
 */
const AGAIN_MS = 2000;
/** Time within which several changes cause one update. */
const TOGETHER_MS = 60;

export function listenToServer(): void {
  const events = new EventSource("/api/events");
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hear = (): void => {
    clearTimeout(timer);
    timer = setTimeout(refreshViews, TOGETHER_MS);
  };
  events.addEventListener("change", hear);
  // After a reconnect, the revision shows whether changes were missed.
  events.addEventListener("hello", ({ data }: MessageEvent<string>) => {
    isConnected.value = "live";
    const { revision } = JSON.parse(data) as { revision: string };
    if (serverProperties.value !== undefined && serverProperties.value.revision !== revision) hear();
  });
  events.onerror = () => {
    isConnected.value = "waiting";
    // Connects again only if the browser has closed the connection. In all other states, the browser reconnects on its
    // own.
    if (events.readyState === EventSource.CLOSED) setTimeout(listenToServer, AGAIN_MS);
  };
}
