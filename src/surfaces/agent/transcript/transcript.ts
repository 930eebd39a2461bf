/**
 * A conversation on disk, one line of JSON each: what it is, every message as it was, and after each turn what the session
 * knows of its skills. Lines are only ever added, so that whatever ends the process leaves all that was said before.
 */
import type { ModelMessage } from "ai";
import type { SessionState } from "../../../api/index.ts";

export const TRANSCRIPT_VERSION = 1;

export interface TranscriptHead {
  readonly id: string;
  /** When it began, in ISO form. */
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
  /** Everything before it is replaced by these. */
  | { readonly type: "compaction"; readonly messages: readonly ModelMessage[] }
  | { readonly type: "skills"; readonly state: SessionState };

/** Where and how lines are added. `onFailure` is told once; from then on the conversation is not kept. */
export interface TranscriptPorts {
  readonly path: string;
  readonly append: (path: string, line: string) => void;
  readonly onFailure: (error: unknown) => void;
}

export class Transcript {
  readonly path: string;
  readonly #ports: TranscriptPorts;
  /** Written with the first message: a conversation in which nothing was said is not kept. */
  #head: TranscriptHead | undefined;
  #broken = false;

  /** Without a head, one that is there already goes on. */
  constructor(ports: TranscriptPorts, head?: TranscriptHead) {
    this.path = ports.path;
    this.#ports = ports;
    this.#head = head;
  }

  /** In one piece: a call of a tool and its answer are both there, or neither. */
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
