/**
 * A conversation on disk, as lines of JSON: a head, every message, and the session's state after each turn. Lines are
 * only appended, so an interruption cannot damage earlier lines.
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
  /** Messages that replace all earlier messages. */
  | { readonly type: "compaction"; readonly messages: readonly ModelMessage[] }
  | { readonly type: "skills"; readonly state: SessionState };

/** Appends lines to a file. If that fails, `onFailure` is called once, and the conversation is no longer stored. */
export interface TranscriptPorts {
  readonly path: string;
  readonly append: (path: string, line: string) => void;
  readonly onFailure: (error: unknown) => void;
}

export class Transcript {
  readonly path: string;
  readonly #ports: TranscriptPorts;
  /**
   * The head of the file. It is written together with the first message, so that empty conversations are not stored.
   */
  #head: TranscriptHead | undefined;
  #broken = false;

  /** Opens a conversation. If there is no `head`, an existing file is continued. */
  constructor(ports: TranscriptPorts, head?: TranscriptHead) {
    this.path = ports.path;
    this.#ports = ports;
    this.#head = head;
  }

  /** Writes messages in one write, so that a tool call and its result are either both stored or both missing. */
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
