/**
 * A person at a terminal: lines come in, questions are asked. The terminal stays in raw mode all the time, so that Ctrl-C
 * is a key for us and not a signal for every program that was started from here. While something else has the screen,
 * keys are taken and not shown; a question is never answered by what was typed before it was asked.
 */
import { createInterface, type Interface } from "node:readline";
import { Writable } from "node:stream";
import type { Prompter, Question, StopSignal } from "../../index.ts";

export interface TerminalOptions {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly complete: (line: string) => [string[], string];
  /** Newest first. */
  readonly history: readonly string[];
  readonly askTimeoutMs: number;
  readonly printable: (text: string) => string;
  /** Ctrl-C; true where it stopped something. */
  readonly onInterrupt: () => boolean;
}

type Wait = (line: string | undefined) => void;

const PROMPT = "> ";

export class Terminal implements Prompter {
  readonly #options: TerminalOptions;
  readonly #lines: Interface;
  #shown = false;
  #mode: "message" | "question" | "busy" = "busy";
  #wait: Wait | undefined;
  #ended = false;

  constructor(options: TerminalOptions) {
    this.#options = options;
    const { input, output, complete, history } = options;
    this.#lines = createInterface({
      input,
      output: this.#screen(output),
      terminal: true,
      completer: complete,
      history: [...history],
      historySize: 1_000,
      removeHistoryDuplicates: true,
    });
    this.#lines.on("line", (line) => this.#take(line));
    this.#lines.on("SIGINT", () => this.#interrupt());
    this.#lines.on("close", () => {
      this.#ended = true;
      this.#wait?.(undefined);
    });
    this.#lines.on("history", (kept: string[]) => {
      // An answer, and above all a secret, is nothing to come back to.
      if (this.#mode !== "message") kept.shift();
    });
  }

  /** The next message; undefined at the end. */
  async message(): Promise<string | undefined> {
    if (this.#ended) return undefined;
    this.#show("message", PROMPT);
    return this.#line();
  }

  /** [AG18] Undefined where nobody answered in time, or it was stopped. */
  async ask(question: Question, signal?: StopSignal): Promise<string | undefined> {
    if (this.#ended || signal?.aborted) return undefined;
    this.#write(`\n${this.#asked(question)}`);
    this.#dropTyped();
    for (;;) {
      this.#show("question", question.kind === "choice" ? "number> " : "answer> ");
      if (question.kind === "secret") this.#shown = false;
      const line = await this.#answer(signal);
      if (line === undefined) return this.#unanswered(signal);
      const chosen = chosenBy(line, question);
      if (chosen !== undefined) return chosen;
    }
  }

  close(): void {
    this.#lines.close();
  }

  /** Ctrl-C, however it came. */
  interrupt(): void {
    this.#interrupt();
  }

  #asked({ title, details, choices = [], kind }: Question): string {
    const { printable } = this.#options;
    const lines = [
      title,
      ...details.map((line) => `  ${line}`),
      ...choices.map(({ label }, at) => `  ${at + 1}. ${label}`),
      ...(kind === "secret" ? ["  (what you type is not shown)"] : []),
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

  #unanswered(signal: StopSignal | undefined): undefined {
    const why =
      signal?.aborted || this.#ended ? "stopped" : `no answer in ${this.#options.askTimeoutMs / 1_000} seconds`;
    this.#write(`\n(${why}; taken as no answer)\n`);
  }

  #line(): Promise<string | undefined> {
    return new Promise((resolve) => {
      this.#wait = (line) => {
        this.#wait = undefined;
        const hidden = !this.#shown;
        this.#mode = "busy";
        this.#shown = false;
        // Enter was not shown either.
        if (hidden && line !== undefined) this.#write("\n");
        resolve(line);
      };
    });
  }

  /** A line that nobody waits for was typed ahead of a message; it is dropped. */
  #take(line: string): void {
    this.#wait?.(line);
  }

  #interrupt(): void {
    if (this.#options.onInterrupt()) return;
    if (this.#lines.line !== "") this.#dropTyped();
    else if (this.#mode === "message") this.#wait?.(undefined);
    if (this.#mode === "message") this.#lines.prompt();
  }

  #dropTyped(): void {
    if (this.#lines.line !== "") this.#lines.write(null, { ctrl: true, name: "e" });
    if (this.#lines.line !== "") this.#lines.write(null, { ctrl: true, name: "u" });
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

  /** The real screen, as long as it is readline's turn. */
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

/** The value of a choice, by its number or its own words; undefined where it is none of them. */
function chosenBy(line: string, { kind, choices = [] }: Question): string | undefined {
  if (kind !== "choice") return line;
  const typed = line.trim();
  return (
    /^\d{1,3}$/.test(typed)
      ? choices[Number(typed) - 1]
      : choices.find(({ value, label }) => value === typed || label === typed)
  )?.value;
}
