/**
 * Reads lines and asks questions at a terminal. The terminal stays in raw mode. Ctrl-C is therefore a key for
 * Skillwright, and not a signal for the programs that it started. While other code uses the screen, keys are read but
 * not shown. Text that was typed before a question never answers the question.
 */
import { createInterface, type Interface } from "node:readline";
import { Writable } from "node:stream";
import type { Prompter, Question, StopSignal } from "../../../api/index.ts";

export interface TerminalOptions {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly complete: (line: string) => [string[], string];
  /** Input history, newest first. */
  readonly history: readonly string[];
  readonly askTimeoutMs: number;
  readonly printable: (text: string) => string;
  /** Called when the user presses Ctrl-C. */
  readonly onInterrupt: () => void;
  /** Called before the user is asked. */
  readonly onAsk: () => void;
}

type Wait = (line: string | undefined) => void;

const PROMPT = "> ";

export class Terminal implements Prompter {
  readonly #options: TerminalOptions;
  #lines: Interface;
  #shown = false;
  #mode: "message" | "question" | "busy" = "busy";
  #wait: Wait | undefined;
  #ended = false;
  #lent = false;
  #prefilled = "";
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: TerminalOptions) {
    this.#options = options;
    this.#lines = this.#open(options.history);
  }

  /** Returns the next message; undefined at the end of the input. */
  async message(): Promise<string | undefined> {
    if (this.#ended) return undefined;
    this.#show("message", PROMPT);
    if (this.#prefilled !== "") this.#lines.write(this.#prefilled);
    this.#prefilled = "";
    return this.#line();
  }

  /** Inserts this text at the start of the next message, where the user can edit it. */
  prefill(text: string): void {
    this.#prefilled = text;
  }

  /** Lets other code read the keyboard until `run` has finished. */
  async lend<T>(run: () => Promise<T>): Promise<T> {
    const { history } = this.#lines as unknown as { readonly history: readonly string[] };
    this.#lent = true;
    this.#lines.close();
    try {
      return await run();
    } finally {
      this.#lent = false;
      this.#lines = this.#open(history);
    }
  }

  /**
   * Asks a question; several calls wait for each other. Returns undefined if the question is cancelled, for example
   * after a timeout.
   */
  ask(question: Question, signal?: StopSignal): Promise<string | undefined> {
    const asked = this.#queue.then(() => this.#askNow(question, signal));
    this.#queue = asked;
    return asked;
  }

  async #askNow(question: Question, signal: StopSignal | undefined): Promise<string | undefined> {
    if (this.#ended || signal?.aborted) return undefined;
    this.#options.onAsk();
    this.#write(`\n${this.#asked(question)}`);
    this.#dropTyped();
    for (;;) {
      this.#show("question", question.kind === "choice" ? "number> " : "answer> ");
      if (question.kind === "secret") this.#shown = false;
      const line = await this.#answer(signal);
      if (line === undefined) return this.#unanswered();
      const chosen = chosenBy(line, question);
      if (chosen !== undefined) return chosen;
    }
  }

  close(): void {
    this.#lines.close();
  }

  /**
   * Called on Ctrl-C if no work is running. It drops the typed text or ends the program. Returns true if a prompt was
   * open.
   */
  interrupt(): boolean {
    if (this.#mode !== "message") return false;
    if (this.#lines.line === "") this.#wait?.(undefined);
    else {
      this.#dropTyped();
      this.#write("\n");
      this.#lines.prompt();
    }
    return true;
  }

  /** Cancels the question that is currently shown. */
  callOff(): void {
    if (this.#mode === "question") this.#wait?.(undefined);
  }

  /** Ends the input. If a prompt was open, it ends as with Ctrl-D, and the result is true. */
  end(): boolean {
    const heard = this.#mode === "message";
    this.close();
    return heard;
  }

  #open(history: readonly string[]): Interface {
    const { input, output, complete, onInterrupt } = this.#options;
    const lines = createInterface({
      input,
      output: this.#screen(output),
      terminal: true,
      completer: complete,
      history: [...history],
      historySize: 1_000,
      removeHistoryDuplicates: true,
    });
    lines.on("line", (line) => this.#take(line));
    lines.on("SIGINT", () => onInterrupt());
    lines.on("close", () => {
      if (this.#lent) return;
      this.#ended = true;
      this.#wait?.(undefined);
    });
    lines.on("history", (kept: string[]) => {
      // Answers are not kept in the input history, because they may be secrets.
      if (this.#mode !== "message") kept.shift();
    });
    return lines;
  }

  #asked({ title, details, choices = [], kind }: Question): string {
    const { printable } = this.#options;
    const lines = [
      title,
      ...details.map((line) => `  ${line}`),
      ...choices.map(({ value, label }, at) => `  ${at + 1}. ${label}${LETTERS[value] ? ` [${LETTERS[value]}]` : ""}`),
      ...(kind === "secret" ? ["  (input is hidden)"] : []),
    ];
    return `${lines.map((line) => printable(line.replaceAll("\n", " "))).join("\n")}\n`;
  }

  async #answer(signal: StopSignal | undefined): Promise<string | undefined> {
    const stop = (): void => this.#wait?.(undefined);
    const timer = setTimeout(stop, this.#options.askTimeoutMs);
    signal?.addEventListener("abort", stop, { once: true });
    try {
      return await this.#line();
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
    }
  }

  #unanswered(): undefined {
    this.#dropTyped();
    this.#write("\n(no answer)\n");
  }

  #line(): Promise<string | undefined> {
    return new Promise((resolve) => {
      this.#wait = (line) => {
        this.#wait = undefined;
        const hidden = !this.#shown;
        this.#mode = "busy";
        this.#shown = false;
        // Hidden input does not show the line end that the user typed, so it is written here.
        if (hidden && line !== undefined) this.#write("\n");
        resolve(line);
      };
    });
  }

  /** Passes a line to the open prompt. If no prompt is open, the line is dropped. */
  #take(line: string): void {
    this.#wait?.(line);
  }

  /** Clears the typed text. readline's own delete commands are not used, because a key could restore the text. */
  #dropTyped(): void {
    Object.assign(this.#lines, { line: "", cursor: 0 });
  }

  #show(mode: "message" | "question", prompt: string): void {
    this.#mode = mode;
    this.#shown = true;
    this.#lines.setPrompt(prompt);
    this.#lines.prompt(mode === "message");
  }

  #write(text: string): void {
    this.#options.output.write(text);
  }

  /** Returns a stream for readline. It passes output to the real screen only while readline is active. */
  #screen(output: NodeJS.WriteStream): Writable {
    const screen = new Writable({
      write: (chunk: Buffer, _, done) => {
        if (this.#shown) output.write(chunk);
        done();
      },
    });
    return Object.defineProperties(screen, {
      columns: { get: () => output.columns },
      rows: { get: () => output.rows },
      isTTY: { value: true },
    });
  }
}

/** The letters that users can type for the usual choices. */
const LETTERS: Readonly<Record<string, string>> = {
  no: "n",
  skip: "n",
  once: "y",
  yes: "y",
  install: "y",
  session: "a",
};

/**
 * Returns the value of the choice that a line selects by number, letter, value or label; undefined if there is none.
 */
function chosenBy(line: string, { kind, choices = [] }: Question): string | undefined {
  if (kind !== "choice") return line;
  const typed = line.trim();
  return (
    /^\d{1,3}$/.test(typed)
      ? choices[Number(typed) - 1]
      : choices.find(({ value, label }) => [value, label, LETTERS[value]].includes(typed))
  )?.value;
}
