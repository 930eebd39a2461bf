/** Events of an agent as people read them: what the model says on standard output, what it does beside it. */
import type { AgentEvent } from "../events.ts";
import type { Patience } from "./patience.ts";
import { contextLines } from "./print-context.ts";

export interface EventPrinterOptions {
  /** For what the model says. */
  readonly out: (text: string) => void;
  /** For everything else. */
  readonly err: (text: string) => void;
  readonly printable: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly red: (text: string) => string;
  /** Whether standard output is a terminal: a pipe gets every byte of the model's text. */
  readonly terminal: boolean;
  /** Set if a user watches. */
  readonly patience?: Patience;
}

/** Characters of a call or an answer of a tool in one line. */
const MAX_SHOWN = 160;

/** After these it is the model's turn, or a tool's. */
const AWAITED: readonly AgentEvent["type"][] = ["turn", "tool-call", "tool-result", "step", "skill", "subagent"];

export class EventPrinter {
  readonly #options: EventPrinterOptions;
  /** The cursor is not at the beginning of a line. */
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
      case "sent-on":
        return this.#line(dim(`· ${this.#brief(event.why)}`));
      case "compacted":
        return this.#line(dim(`compacted: ${event.before} messages are ${event.after} now${withSkills(event.skills)}`));
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

  /** Prints the subagent's actions but not its intermediate texts, because only its report is used. */
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
      this.#line(`help: \`--allow ${said("tool.name")}\` lets it through next time`);
  }

  /** Always reports the number of rejected skills if there are any. */
  #skills({ offered, rejected, withheld, failed }: Extract<AgentEvent, { type: "skills" }>): void {
    const { yellow, dim } = this.#options;
    const printable = this.#printed;
    if (failed !== undefined) {
      this.#line(yellow(`warning: skills cannot be loaded: ${printable(failed)}; going on without`));
      return;
    }
    const more = [
      ...(withheld > 0 ? [`${withheld} withheld`] : []),
      ...(rejected > 0 ? [`${rejected} rejected: \`skillwright doctor\` says why`] : []),
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

  /** One line: a text of others must not begin one that looks like ours. */
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

/** One value is shown as it is, several by their names. */
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
  return messages === 0 ? "" : ` · goes on after ${messages} messages`;
}
