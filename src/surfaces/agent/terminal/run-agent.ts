/**
 * Implements `skillwright agent`: runs a conversation at the terminal, or one task with its events. Returns an exit
 * code. Decisions about skills and tools are made in `src/surfaces/agent` and the library.
 */
import { randomBytes } from "node:crypto";
import { type AgentSetup, loadAgents } from "../../../api/agent.ts";
import type { LoadOptions } from "../../../api/index.ts";
import type { Agent } from "../agent.ts";
import { chooseAgent } from "../choose-agent.ts";
import type { AgentEvent, EmitEvent } from "../events.ts";
import type { EndpointChoice } from "../model/choose-endpoint.ts";
import { type AgentOptions, openAgent } from "../open-agent.ts";
import type { AgentPorts } from "../ports.ts";
import { findTranscript } from "../transcript/history.ts";
import { MAX_TRANSCRIPT_BYTES, readTranscript, type StoredTranscript } from "../transcript/read-transcript.ts";
import type { PickSkill } from "./choose-skill.ts";
import { type CompletionWords, completeLine } from "./complete-line.ts";
import { inputHistoryPath, readInputHistory } from "./input-history.ts";
import { interact } from "./interact.ts";
import { slashCommand } from "./slash-commands.ts";
import { StopHandler } from "./stop.ts";
import { Terminal } from "./terminal.ts";

export interface RunAgentOptions {
  readonly load: LoadOptions;
  readonly agent?: string;
  readonly wish: EndpointChoice;
  readonly resume?: string;
  readonly allowed: readonly string[];
  readonly fullAccess: boolean;
  readonly directories: readonly string[];
  readonly maxSteps?: number;
  /** The task to run; undefined to read messages from the terminal. */
  readonly task?: string;
}

/** The input and output of the terminal, and the agent's access to the machine. */
export interface RunAgentPorts extends Omit<AgentPorts, "prompter" | "random"> {
  readonly emit: EmitEvent;
  readonly print: (lines: readonly string[]) => void;
  /** Hides the line that shows how long the model has been silent, until the next event. */
  readonly rest: () => void;
  readonly printable: (text: string) => string;
  /** True if a user can answer questions. */
  readonly interactive: boolean;
  /** The stream on which questions are shown. */
  readonly screen: NodeJS.WriteStream;
  /** Lets the user choose a skill for `/skills`. */
  readonly pickSkill: PickSkill;
}

const EXIT = { fine: 0, failed: 1, stopped: 130 } as const;

export async function runAgent(options: RunAgentOptions, ports: RunAgentPorts): Promise<number> {
  const setup = await loadAgents(options.load);
  const kept = options.resume === undefined ? undefined : keptBy(options.resume, setup, ports);
  const definition = chooseAgent(options.agent ?? kept?.head.agent ?? setup.config.agent.defaultAgent, setup);
  for (const each of setup.diagnostics) ports.emit(warningOf(each));
  const person = ports.interactive ? new Person(setup, ports) : undefined;
  const stop = new StopHandler({
    onStop: () => person?.terminal.callOff(),
    onInterrupt: () => person?.terminal.interrupt() ?? false,
    onEnding: () => person?.terminal.end() ?? false,
  });
  person?.listenTo(stop);
  try {
    return await converse({ options, ports, setup, definition, kept, person, stop });
  } finally {
    person?.terminal.close();
    stop.release();
  }
}

interface Conversation {
  readonly options: RunAgentOptions;
  readonly ports: RunAgentPorts;
  readonly setup: AgentSetup;
  readonly definition: AgentOptions["definition"];
  readonly kept: StoredTranscript | undefined;
  readonly person: Person | undefined;
  readonly stop: StopHandler;
}

async function converse({ options, ports, setup, definition, kept, person, stop }: Conversation): Promise<number> {
  const { load, wish, directories, task } = options;
  const agent = await openAgent({
    setup,
    definition,
    load,
    wish,
    directories,
    permissions: { allowed: options.allowed, full: options.fullAccess },
    maxSteps: options.maxSteps ?? setup.config.agent.maxSteps,
    ports: { ...ports, random: () => randomBytes(4).toString("hex"), ...(person ? { prompter: person.terminal } : {}) },
    emit: ports.emit,
    ...(kept ? { kept } : {}),
  });
  try {
    if (task !== undefined) return await oneTask(task, agent, stop, ports);
    if (person)
      await interact({
        agent,
        stop,
        terminal: person.terminal,
        print: ports.print,
        emit: ports.emit,
        onSkills: person.learn,
        onInput: person.remember,
        pickSkill: ports.pickSkill,
      });
    return stop.ending ?? EXIT.fine;
  } finally {
    await agent.close();
  }
}

/** Runs one task and returns the exit code. The task can also be a command of the agent: `--resume last /compact`. */
async function oneTask(task: string, agent: Agent, stop: StopHandler, { print, emit }: RunAgentPorts): Promise<number> {
  const command = slashCommand(task);
  if (command !== undefined) {
    await command.run({ agent, print, emit, stoppable: (run) => stop.during(run) });
    return stop.ending ?? EXIT.fine;
  }
  const { ended } = await stop.during((signal) => agent.turn(task, signal, { wait: true }));
  return stop.ending ?? (ended === "answered" ? EXIT.fine : ended === "stopped" ? EXIT.stopped : EXIT.failed);
}

/** Reads the input of the person at the terminal, with Tab completion and input history. */
class Person {
  readonly terminal: Terminal;
  #completions: CompletionWords = { commands: [], skills: [], called: [] };
  readonly #setup: AgentSetup;
  readonly #ports: RunAgentPorts;
  #stop: StopHandler | undefined;

  constructor(setup: AgentSetup, ports: RunAgentPorts) {
    this.#setup = setup;
    this.#ports = ports;
    this.terminal = new Terminal({
      input: process.stdin,
      output: ports.screen,
      complete: (line) => completeLine(line, this.#completions),
      history: readInputHistory(setup.history, ports.files),
      askTimeoutMs: setup.config.agent.askTimeoutSeconds * 1_000,
      printable: ports.printable,
      onInterrupt: () => this.#stop?.interrupt(),
      onAsk: ports.rest,
    });
  }

  listenTo(stop: StopHandler): void {
    this.#stop = stop;
  }

  readonly learn = (completions: CompletionWords): void => {
    this.#completions = completions;
  };

  /** Stores a line in the input history. Errors are ignored, because no other feature depends on the history. */
  readonly remember = (line: string): void => {
    try {
      this.#ports.append(inputHistoryPath(this.#setup.history), JSON.stringify(line));
    } catch (error) {
      if (!(error instanceof Error && "code" in error)) throw error;
    }
  };
}

/**
 * Reads a stored conversation. If its last line is incomplete, removes this line from the file, because the next line
 * would be appended to it.
 */
function keptBy(asked: string, { history, cwd }: AgentSetup, ports: RunAgentPorts): StoredTranscript {
  const path = findTranscript(asked, history, cwd, ports.files);
  const kept = readTranscript(path, ports.files);
  if (kept.torn) {
    const text = new TextDecoder().decode(ports.files.readFile(path, MAX_TRANSCRIPT_BYTES));
    ports.write(path, text.slice(0, text.lastIndexOf("\n") + 1));
    ports.emit({
      type: "warning",
      code: "SK494",
      message: "the last line of the conversation was incomplete, and is ignored",
    });
  }
  if (kept.dropped.length > 0)
    ports.emit({
      type: "warning",
      code: "SK494",
      message: `unknown parts of the conversation were removed: ${kept.dropped.join(", ")}`,
      help: "Skillwright does not write such parts; check which program or person changed the file",
    });
  return kept;
}

function warningOf({ code, message, help, path }: AgentSetup["diagnostics"][number]): AgentEvent {
  const text = path === undefined ? message : `${path}: ${message}`;
  return { type: "warning", code, message: text, ...(help === undefined ? {} : { help }) };
}
