/**
 * A conversation on disk, one line of JSON each: its head, every message, and after each turn the session's state.
 * Lines are only appended, so that an interrupted process loses nothing earlier.
 */
import type { ModelMessage } from "ai";
import type { SessionState } from "../../../api/index.ts";

export const TRANSCRIPT_VERSION = 1;

export interface TranscriptHead {
  readonly id: string;
  /** Start time in ISO 8601. */
  readonly time: string;
  readonly cwd: string;
  readonly agent: string;
  readonly host: string;
  readonly provider: string;
  readonly model: string;
}

export type TranscriptLine =
  | ({ readonly type: "conversation"; readonly version: number } & TranscriptHead)
  | { readonly type: "message"; readonly message: ModelMessage }
  /** These messages replace all earlier ones. */
  | { readonly type: "compaction"; readonly messages: readonly ModelMessage[] }
  | { readonly type: "skills"; readonly state: SessionState };

/** How lines are appended. `onFailure` is called once; after that the conversation is not stored. */
export interface TranscriptPorts {
  readonly path: string;
  readonly append: (path: string, line: string) => void;
  readonly onFailure: (error: unknown) => void;
}

export class Transcript {
  readonly path: string;
  readonly #ports: TranscriptPorts;
  /** The head, until it is written with the first message. An empty conversation is not stored. */
  #head: TranscriptHead | undefined;
  #broken = false;

  /** Continues an existing conversation if there is no `head`. */
  constructor(ports: TranscriptPorts, head?: TranscriptHead) {
    this.path = ports.path;
    this.#ports = ports;
    this.#head = head;
  }

  /** Writes messages at once, so a tool call and its result are both stored or both missing. */
  messages(messages: readonly ModelMessage[]): void {
    this.#write(messages.map((message) => ({ type: "message", message })));
  }

  compacted(messages: readonly ModelMessage[]): void {
    this.#write([{ type: "compaction", messages }]);
  }

  skills(state: SessionState): void {
    this.#write([{ type: "skills", state }]);
  }

  #write(lines: readonly TranscriptLine[]): void {
    if (this.#broken || lines.length === 0) return;
    const head: TranscriptLine[] = this.#head
      ? [{ type: "conversation", version: TRANSCRIPT_VERSION, ...this.#head }]
      : [];
    try {
      this.#ports.append(this.path, [...head, ...lines].map((line) => JSON.stringify(line)).join("\n"));
      this.#head = undefined;
    } catch (error) {
      this.#broken = true;
      this.#ports.onFailure(error);
    }
  }
}
