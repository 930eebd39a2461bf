/** A real terminal: a separate tmux server in which a command runs and a test presses keys. */
import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";

const COLUMNS = 120;
const ROWS = 50;

export class TmuxTerminal {
  readonly #socket = `skillwright-${randomBytes(6).toString("hex")}`;

  constructor(command: readonly string[], cwd: string, variables: Readonly<Record<string, string>>) {
    const env = Object.entries(variables).map(([key, value]) => `${key}=${value}`);
    const line = ["env", "-i", ...env, "TERM=screen", ...command].map(quoted).join(" ");
    // The pane stays open after the command has ended, so a test can read its last output and its exit code.
    this.#tmux(
      "-f",
      "/dev/null",
      "new-session",
      "-d",
      "-x",
      `${COLUMNS}`,
      "-y",
      `${ROWS}`,
      "-c",
      cwd,
      `${line}; echo "[ended $?]"; cat`,
    );
  }

  /** Types the text, then presses the named keys. */
  type(text: string, ...keys: readonly string[]): void {
    if (text !== "") this.#tmux("send-keys", "-l", text);
    if (keys.length > 0) this.#tmux("send-keys", ...keys);
  }

  /** Returns the text on the screen, without white space at the ends. */
  screen(): string {
    return this.#tmux("capture-pane", "-p", "-J", "-S", "-200")
      .replaceAll(/[ \t]+$/gm, "")
      .trimEnd();
  }

  /** Waits until the screen shows this text. The error has the text that it shows instead. */
  async shows(wanted: string | RegExp): Promise<string> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const screen = this.screen();
      if (typeof wanted === "string" ? screen.includes(wanted) : wanted.test(screen)) return screen;
      if (Date.now() > deadline) throw new Error(`the terminal never showed ${String(wanted)}:\n${screen}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Presses a key repeatedly until the screen shows a text. */
  async pressUntil(key: string, wanted: string | RegExp): Promise<void> {
    for (let times = 0; times < 50; times++) {
      this.type("", key);
      await new Promise((resolve) => setTimeout(resolve, 200));
      const screen = this.screen();
      if (typeof wanted === "string" ? screen.includes(wanted) : wanted.test(screen)) return;
    }
    throw new Error(`${key} never led to ${String(wanted)}:\n${this.screen()}`);
  }

  /** Id of the process in the pane. */
  get pid(): number {
    return Number(this.#tmux("display-message", "-p", "#{pane_pid}"));
  }

  close(): void {
    spawnSync("tmux", ["-L", this.#socket, "kill-server"]);
  }

  #tmux(...args: readonly string[]): string {
    return execFileSync("tmux", ["-L", this.#socket, ...args], { encoding: "utf8" });
  }
}

const PATIENCE_MS = 60_000;

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
