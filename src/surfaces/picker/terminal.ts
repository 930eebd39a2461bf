/**
 * Connects the picker to a terminal. It reads raw keys, and writes changed lines to standard error, because standard
 * output is for the user's choice. The screen is restored after a choice, a signal or a crash, and when the terminal is
 * closed.
 */
import { StringDecoder } from "node:string_decoder";
import { ReadStream, type WriteStream } from "node:tty";
import { openTerminalInput } from "../../platform/processes/standard-streams.ts";

export interface PickerTerminal {
  readonly columns: number;
  readonly rows: number;
  /** Starts to read keys. `gone` is called when the terminal is closed. */
  start(handlers: { data(text: string): void; resize(): void; gone(): void }): void;
  write(text: string): void;
  /** Returns the terminal to the shell, until the user continues the program. */
  suspend(): void;
  stop(): void;
}

const ENTER = "\x1b[?1049h\x1b[?2004h";
const LEAVE = "\x1b[?2004l\x1b[?1049l\x1b[?25h";
const MOUSE_ON = "\x1b[?1000h\x1b[?1006h";
const MOUSE_OFF = "\x1b[?1006l\x1b[?1000l";
const ENDINGS = ["SIGTERM", "SIGHUP", "SIGINT"] as const;

/** Opens the terminal for the picker; returns undefined if there is none. */
export function openTerminal(options: { readonly mouse: boolean }): PickerTerminal | undefined {
  const output = process.stderr;
  if (output.isTTY !== true) return undefined;
  const input = process.stdin.isTTY === true ? process.stdin : controlling();
  return input && new RealTerminal(input, output as unknown as WriteStream, options.mouse);
}

/** Opens the controlling terminal, because standard input may be a pipe. */
function controlling(): ReadStream | undefined {
  try {
    return new ReadStream(openTerminalInput());
  } catch {
    return undefined;
  }
}

class RealTerminal implements PickerTerminal {
  readonly #input: ReadStream;
  readonly #output: WriteStream;
  readonly #mouse: boolean;
  #release: () => void = () => undefined;

  constructor(input: ReadStream, output: WriteStream, mouse: boolean) {
    this.#input = input;
    this.#output = output;
    this.#mouse = mouse;
  }

  get columns(): number {
    return Math.max(20, this.#output.columns || 80);
  }

  get rows(): number {
    return Math.max(5, this.#output.rows || 24);
  }

  start({ data, resize, gone }: Parameters<PickerTerminal["start"]>[0]): void {
    const decoder = new StringDecoder("utf8");
    const onData = (chunk: Buffer): void => data(decoder.write(chunk));
    const onSignal = (name: NodeJS.Signals): void => {
      this.stop();
      process.kill(process.pid, name);
    };
    const onReturn = (): void => {
      this.#enter();
      resize();
    };
    const onExit = (): void => this.#leave();
    this.#input.on("data", onData).on("end", gone).on("error", gone);
    this.#output.on("resize", resize);
    process.on("SIGCONT", onReturn).once("exit", onExit);
    for (const name of ENDINGS) process.on(name, onSignal);
    this.#release = () => {
      this.#input.off("data", onData).off("end", gone).off("error", gone);
      this.#output.off("resize", resize);
      process.off("SIGCONT", onReturn).off("exit", onExit);
      for (const name of ENDINGS) process.off(name, onSignal);
    };
    this.#enter();
    this.#input.resume();
  }

  write(text: string): void {
    this.#output.write(text);
  }

  suspend(): void {
    this.#leave();
    process.kill(process.pid, "SIGTSTP");
  }

  stop(): void {
    this.#release();
    this.#leave();
    this.#input.pause();
    if (this.#input !== process.stdin) this.#input.destroy();
  }

  #enter(): void {
    this.#input.setRawMode(true);
    this.#output.write(ENTER + (this.#mouse ? MOUSE_ON : ""));
  }

  #leave(): void {
    this.#input.setRawMode(false);
    this.#output.write((this.#mouse ? MOUSE_OFF : "") + LEAVE);
  }
}
