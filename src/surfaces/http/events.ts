/**
 * Sends changes to all listeners (server-sent events). Each event is encoded once for all of them. A slow listener is
 * disconnected; the browser then reconnects.
 */
import type { SnapshotChange } from "../../model/skills/snapshot-change.ts";
import { jsonText } from "../../model/text/display/printable.ts";
import type { HttpContext } from "./http-context.ts";

type Controller = ReadableStreamDefaultController<Uint8Array>;

/** Maximum events that wait for a slow listener. */
const MAX_WAITING = 64;
/** Time between two messages that keep a silent connection open. It is shorter than the timeouts of proxies. */
const BEAT_MS = 25_000;

export class EventBroadcaster {
  readonly #desk: HttpContext;
  readonly #listeners = new Set<Controller>();
  readonly #stop: () => void;
  readonly #beat: NodeJS.Timeout;

  constructor(desk: HttpContext) {
    this.#desk = desk;
    this.#stop = desk.on((host, change) => this.#send(eventText("change", change.revision, changeJson(host, change))));
    this.#beat = setInterval(() => this.#send(": still here\n\n"), BEAT_MS);
    this.#beat.unref();
  }

  /** Sends the current state, then every change. */
  listen(): ReadableStream<Uint8Array> {
    const { host, revision } = this.#desk.own.snapshot;
    let own: Controller | undefined;
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        own = controller;
        this.#listeners.add(controller);
        controller.enqueue(encode(`retry: 1000\n${eventText("hello", revision, { host, revision })}`));
      },
      cancel: () => {
        if (own) this.#listeners.delete(own);
      },
    });
  }

  /** Number of listeners. */
  get size(): number {
    return this.#listeners.size;
  }

  close(): void {
    this.#stop();
    clearInterval(this.#beat);
    for (const controller of this.#listeners) controller.close();
    this.#listeners.clear();
  }

  #send(text: string): void {
    const bytes = encode(text);
    for (const controller of this.#listeners)
      if ((controller.desiredSize ?? 0) > -MAX_WAITING) controller.enqueue(bytes);
      else {
        this.#listeners.delete(controller);
        controller.close();
      }
  }
}

/** Formats an event. One `data` line is enough, because JSON contains no line ends. */
function eventText(event: string, id: string, data: object): string {
  return `event: ${event}\nid: ${id}\ndata: ${jsonText(data)}\n\n`;
}

/** Returns the JSON of a change. It does not contain the snapshot, because clients request the snapshot separately. */
function changeJson(host: string, { snapshot, ...change }: SnapshotChange): object {
  return { host, ...change };
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
