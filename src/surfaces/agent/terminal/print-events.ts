/** Prints an agent's events for people: the model's text on standard output, and everything else on standard error. */
import type { AgentEvent } from "../events.ts";
import { contextLines } from "./context-lines.ts";
import type { SilenceTimer } from "./patience.ts";

export interface EventPrinterOptions {
  /** Standard output, for the model's text. */
  readonly out: (text: string) => void;
  /** Standard error, for all other output. */
  readonly err: (text: string) => void;
  readonly printable: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly red: (text: string) => string;
  /** True if standard output is a terminal. If not, every byte of the model's text is written unchanged. */
  readonly terminal: boolean;
  /** Shows how long the model has been silent. It is set only if a user can see the line. */
  readonly patience?: SilenceTimer;
}

/** Maximum characters of a tool's call or result on one line. */
const MAX_SHOWN = 160;

/** Events after which the user waits for the model or a tool. */
const AWAITED: readonly AgentEvent["type"][] = ["turn", "tool-call", "tool-result", "step", "skill", "subagent"];

export class EventPrinter {
  readonly #options: EventPrinterOptions;
  /** True if the cursor is not at the start of a line. */
  #midLine = false;

  constructor(options: EventPrinterOptions) {
    this.#options = options;
  }

  readonly show = (event: AgentEvent): void => {
    this.#options.patience?.rest();
    this.#print(event);
    if (AWAITED.includes(event.type) && !this.#midLine) this.#options.patience?.wait();
  };

  #print(event: AgentEvent): void {
    const { out, printable, terminal, dim, red } = this.#options;
    switch (event.type) {
      case "text":
        out(terminal ? printable(event.text) : event.text);
        this.#midLine = !event.text.endsWith("\n");
        return;
      case "tool-call":
        return this.#line(dim(`· ${this.#printed(event.tool)} ${this.#brief(inputOf(event.input))}`));
      case "tool-result":
        return event.isError ? this.#line(red(`  ${this.#brief(event.content)}`)) : undefined;
      case "warning":
        return this.#warning(event);
      case "error":
        return this.#error(event);
      case "login":
        return this.#line(`log in to \`${this.#printed(event.server)}\`: open ${this.#printed(event.address)}`);
      case "skill":
        return this.#skill(event);
      case "note":
        return this.#note(event);
      case "subagent":
        return this.#subagent(event);
      case "continued":
        return this.#line(dim(`· ${this.#brief(event.why)}`));
      case "compacted":
        return this.#line(dim(`compacted ${event.before} messages into ${event.after}${withSkills(event.skills)}`));
      case "context":
        return out(`${contextLines(event.report).map(printable).join("\n")}\n`);
      case "session":
        return this.#line(
          dim(`${event.agent} · ${event.provider}/${event.model} · ${event.id}${resumed(event.resumed)}`),
        );
      case "skills":
        return this.#skills(event);
      case "done":
        return this.#done(event);
    }
  }

  #note({ message, help }: Extract<AgentEvent, { type: "note" }>): void {
    const { dim } = this.#options;
    const printable = this.#printed;
    this.#line(dim(`note: ${printable(message)}${help === undefined ? "" : `; ${printable(help)}`}`));
  }

  /** Prints the tool calls of a subagent, but not its intermediate texts, because only its final report is used. */
  #subagent({ agent, event }: Extract<AgentEvent, { type: "subagent" }>): void {
    const { dim } = this.#options;
    const printable = this.#printed;
    if (event.type === "tool-call")
      this.#line(dim(`  ${printable(agent)} · ${printable(event.tool)} ${this.#brief(inputOf(event.input))}`));
  }

  #done({ ended }: Extract<AgentEvent, { type: "done" }>): void {
    if (this.#midLine) this.#options.out("\n");
    this.#midLine = false;
    if (ended === "stopped") this.#line(this.#options.yellow("stopped"));
  }

  #skill({ event: { name, attributes } }: Extract<AgentEvent, { type: "skill" }>): void {
    const { dim } = this.#options;
    const printable = this.#printed;
    const said = (key: string): string => printable(String(attributes[key] ?? ""));
    if (name === "activated" && attributes["skill.repeated"] !== true) this.#line(dim(`+ skill ${said("skill.name")}`));
    if (name === "warning")
      this.#warning({ code: said("diagnostic.code"), message: `${said("skill.name")}: ${said("diagnostic.message")}` });
    if (name === "guarded" && attributes["guard.answered"] === "nobody" && attributes["guard.by"] === "the host")
      this.#line(`help: \`--allow ${said("tool.name")}\` allows this tool next time`);
  }

  /** Prints a summary of the skills. If skills were rejected, it includes their number. */
  #skills({ offered, rejected, withheld, failed }: Extract<AgentEvent, { type: "skills" }>): void {
    const { yellow, dim } = this.#options;
    const printable = this.#printed;
    if (failed !== undefined) {
      this.#line(yellow(`warning: skills cannot be loaded: ${printable(failed)}; continuing without skills`));
      return;
    }
    const more = [
      ...(withheld > 0 ? [`${withheld} withheld`] : []),
      ...(rejected > 0 ? [`${rejected} rejected (\`skillwright doctor\` shows the reason)`] : []),
    ];
    const counted = `${offered} ${offered === 1 ? "skill" : "skills"}`;
    this.#line((rejected > 0 ? yellow : dim)([counted, ...more].join(", ")));
  }

  #warning({ code, message, help }: { code: string; message: string; help?: string }): void {
    const { yellow } = this.#options;
    const printable = this.#printed;
    this.#line(`${yellow(`warning[${code}]`)}: ${printable(message)}`);
    if (help !== undefined) this.#line(`help: ${printable(help)}`);
  }

  #error({ code, message, help }: { code: string; message: string; help?: string }): void {
    const { red } = this.#options;
    const printable = this.#printed;
    this.#line(`${red(`error[${code}]`)}: ${printable(message)}`);
    if (help !== undefined) this.#line(`help: ${printable(help)}`);
  }

  /** Prints untrusted text as one line, so that no part of it looks like a line of Skillwright. */
  readonly #printed = (text: string): string => this.#options.printable(text).replaceAll("\n", "\\n");

  #line(text: string): void {
    if (this.#midLine) this.#options.out("\n");
    this.#midLine = false;
    this.#options.err(`${text}\n`);
  }

  #brief(text: string): string {
    const line = this.#options.printable(
      text
        .slice(0, 2 * MAX_SHOWN)
        .replaceAll(/\s+/g, " ")
        .trim(),
    );
    return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line;
  }
}

/**
 * Formats a tool's input. If the only value is a text, it is shown without its name; otherwise all values are shown as
 * `NAME=VALUE` pairs.
 */
function inputOf(input: unknown): string {
  if (typeof input !== "object" || input === null) return String(input ?? "");
  const entries = Object.entries(input);
  const [only] = entries;
  if (entries.length === 1 && typeof only?.[1] === "string") return only[1];
  return entries.map(([key, value]) => `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`).join(" ");
}

function withSkills(skills: readonly string[]): string {
  return skills.length === 0 ? "" : `, with ${skills.join(", ")}`;
}

function resumed(messages: number): string {
  return messages === 0 ? "" : ` · resumed after ${messages === 1 ? "1 message" : `${messages} messages`}`;
}
