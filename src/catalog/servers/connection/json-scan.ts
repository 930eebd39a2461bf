/**
 * Limits the structure of JSON before it is parsed. A few megabytes of brackets would become a gigabyte of objects, and
 * recursive functions fail on thousands of levels.
 */
import { ServerFault } from "./server-fault.ts";

/** Maximum levels of one message. A skill's frontmatter may have 32. */
const MAX_LEVELS = 100;
/** Maximum values of all responses to one request. */
const MAX_VALUES = 1_000_000;

const [NEW_LINE, RETURN, QUOTE, COMMA, BACKSLASH] = [10, 13, 34, 44, 92];
const [OPEN_LIST, CLOSE_LIST, OPEN_MAP, CLOSE_MAP] = [91, 93, 123, 125];

export class JsonScan {
  #level = 0;
  #values = 0;
  #isText = false;
  #isEscaped = false;

  renew(): void {
    this.#values = 0;
  }

  /** Starts the scan of another message. */
  restart(): void {
    this.#level = 0;
    this.#isText = false;
    this.#isEscaped = false;
  }

  /** Throws at the first byte over a limit. JSON strings contain no line ends, so each line end closes a string. */
  take(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (byte === NEW_LINE || byte === RETURN) this.#isText = this.#isEscaped = false;
      else if (this.#isEscaped) this.#isEscaped = false;
      else if (this.#isText) {
        if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) this.#isText = false;
      } else this.#takeMark(byte);
    }
  }

  #takeMark(byte: number): void {
    if (byte === QUOTE) this.#isText = true;
    else if (byte === CLOSE_LIST || byte === CLOSE_MAP) this.#level = Math.max(0, this.#level - 1);
    else if (byte === COMMA) this.#count();
    else if (byte === OPEN_LIST || byte === OPEN_MAP) {
      this.#count();
      if (++this.#level > MAX_LEVELS) throw new ServerFault(`its answer has more than ${MAX_LEVELS} levels`);
    }
  }

  #count(): void {
    if (++this.#values > MAX_VALUES) throw new ServerFault(`its answer has more than ${MAX_VALUES} values`);
  }
}
