/**
 * Control: what may run, who decides, and the ports through which a host takes part. Nouns only. A port that a host does
 * not give means that nobody can be asked, or that nothing can be run; then the answer is no, with what is missing.
 */

import type { Decision } from "../rules/decision.ts";
import type { GuardOptions, MacPermissions, PermissionRule } from "../rules/permission.ts";
import type { McpServer } from "../skills/dependency.ts";
import type { SkillItem } from "./activation.ts";
import type { Cancelled, NeutralTool, ToolResult } from "./neutral-tool.ts";
import type { Actor, AgentScope } from "./offer.ts";
import type { StopSignal } from "./stop-signal.ts";

/** A call of a tool, as any framework makes it. */
export interface ToolCall {
  readonly tool: string;
  readonly input: unknown;
  readonly actor: Actor;
  /** The id of the skill that acts, where one does. */
  readonly skill?: string;
}

/** What was decided about a call or a skill, by which rule, in words that a model or a person can use. */
export interface Verdict {
  readonly decision: Decision;
  /** One lower-case clause. */
  readonly reason: string;
  /** The rule and where it stands: a skill's address, or a file with its line. */
  readonly by: string;
  readonly code?: string;
}

/** Something that only a person can say. */
export interface Question {
  readonly kind: "choice" | "text" | "secret";
  /** One line. */
  readonly title: string;
  /** What it is about, line by line; a stranger's words in it are escaped. */
  readonly details: readonly string[];
  /** For a choice; the first is the careful one. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
}

/** Asks a person. Undefined where nobody answered: no terminal, too late, or cancelled. */
export interface Prompter {
  ask(question: Question, signal?: StopSignal): Promise<string | undefined>;
  /** Questions that belong together, on one page; the answers in their order. Without it they are asked one by one. */
  askTogether?(
    title: string,
    questions: readonly Question[],
    signal?: StopSignal,
  ): Promise<readonly (string | undefined)[]>;
}

/** What a command may touch. */
export interface Confinement {
  readonly read: readonly string[];
  readonly write: readonly string[];
  readonly network: boolean;
  /** Places below writable directories that stay as they are, whether they exist or not. */
  readonly keep?: readonly string[];
  /** What macOS keeps apart besides; nothing of it unless said. */
  readonly macos?: MacPermissions;
}

/** A program that is to run: an argument list, never a line for a shell to read unless a shell is its program. */
export interface CommandRequest {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Exactly these; nothing is inherited. */
  readonly variables: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  readonly confinement: Confinement;
  readonly signal?: StopSignal;
}

export interface CommandOutcome {
  readonly ended: "exited" | "timed-out" | "too-much-output" | "aborted" | "not-started";
  /** null when it was killed or never ran. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Why it was not started. */
  readonly reason?: string;
}

/** Runs commands apart from the rest of the machine. */
export interface SandboxProvider {
  readonly name: string;
  /** What it really keeps apart, found out by trying. */
  readonly level: "isolated" | "partial" | "none";
  run(request: CommandRequest): Promise<CommandOutcome>;
}

/** The body of a skill with `context: fork`, as the task of another agent. */
export interface SubagentTask {
  /** Of the skill. */
  readonly address: string;
  readonly task: string;
  readonly agent: string;
  readonly model?: string;
  readonly effort?: string;
  /** Names and patterns of tools as the skill wrote them; undefined means those of the parent. */
  readonly tools?: readonly string[];
  readonly disallowedTools?: readonly string[];
  /** Skills that are loaded before it begins, as the skill names them. */
  readonly skills: readonly string[];
  readonly background: boolean;
  /** How many agents led to this one; the first is 1. */
  readonly depth: number;
  /** What the agent works in; its calls are to go through it. */
  readonly session: SubagentSession;
  readonly signal: StopSignal;
}

/** A session of the agent's own, inside of the one that it was sent from: what neither of them lets pass is not done. */
export interface SubagentSession {
  /** The skills that were loaded before it begins, as messages. */
  readonly preloaded: readonly SkillItem[];
  /** Tools with which it loads skills of its own, of this scope where one is given; none where nothing is offered. */
  tools(scope?: AgentScope): Promise<readonly NeutralTool[]>;
  guard(tools: readonly NeutralTool[], options?: GuardOptions): readonly NeutralTool[];
  /** For tools of any other shape: whether a call may be made, or the text why not. */
  check(call: ToolCall, options?: GuardOptions, signal?: Cancelled): Promise<SubagentCheck>;
  /** What there is to say to a call that was made. */
  afterTool(call: ToolCall, result: ToolResult): Promise<readonly string[]>;
}

export type SubagentCheck =
  | { readonly allowed: true; readonly verdict: Verdict; readonly context?: readonly string[] }
  | { readonly allowed: false; readonly verdict: Verdict; readonly text: string };

/** The last answer of a subagent, and whether it failed. */
export interface SubagentOutcome {
  readonly status: "done" | "failed" | "cancelled";
  /** What the parent gets to read; never the transcript. */
  readonly summary: string;
}

/** Runs the agent of a skill with `context: fork`. The program that has the model provides it. */
export interface SubagentRunner {
  run(task: SubagentTask): Promise<SubagentOutcome>;
}

/** What a skill wishes for the turn in which it works; whether it is granted is the host's business. */
export interface TurnIntent {
  readonly model?: string;
  readonly effort?: string;
}

/** `ask` before anything is changed; `full`: the user has said yes to everything beforehand. */
export const ACCESS_MODES = ["ask", "full"] as const;
export type AccessMode = (typeof ACCESS_MODES)[number];

/** The ports of one session. */
export interface ControlPorts {
  readonly prompter?: Prompter;
  /** What this machine has where it is not said. */
  readonly sandbox?: SandboxProvider;
  readonly subagents?: SubagentRunner;
}

/** How long a person has for an answer, unless a session sets `promptTimeoutMs`. */
export const PROMPT_TIMEOUT_MS: number = 5 * 60_000;

/** How one session is controlled. */
export interface SessionControl extends ControlPorts {
  /** How many agents led to this session; none unless given. */
  readonly depth?: number;
  /** The host's own hooks, in the form in which skills write theirs; `once` means nothing in them. */
  readonly hooks?: Readonly<Record<string, unknown>>;
  /** `ask` unless given. */
  readonly access?: AccessMode;
  /** False: the session judges no calls of tools, for servers that only hand skills out (default: true). */
  readonly guard?: boolean;
  /** How long a person has for one page of questions; five minutes unless given. */
  readonly promptTimeoutMs?: number;
  /** What skills need besides themselves is asked for, and refused where nobody can be asked; or it is nobody's concern here. */
  readonly dependencies?: "ask" | "ignore";
  /** MCP servers that the program itself is connected to, by name. */
  readonly servers?: readonly string[];
  /** What a skill's word about tools is worth here; as the host's profile has it where this is not said. */
  readonly permissions?: Partial<PermissionRule>;
  /** Connects to a server that was just set up, with a login where it asks for one; what it throws refuses the skill. */
  readonly connect?: (server: McpServer) => Promise<void>;
}

/** A script of a skill, and what to tell it. */
export interface ScriptRequest {
  /** From the skill's directory. */
  readonly path: string;
  /** Words, or a text that is taken apart as a shell would. */
  readonly arguments?: readonly string[] | string;
  readonly input?: string;
}

/** What came of a script, or why it was not run. */
export type ScriptAnswer =
  | {
      readonly outcome: CommandOutcome;
      /** Both of its streams, for a model or a person. */
      readonly said: string;
      /** One clause; undefined where it ended well. */
      readonly failed?: string;
      readonly interpreter: string;
      /** Of the skill's directory as it was run. */
      readonly digest: string;
    }
  | { readonly refused: { readonly code: string; readonly reason: string; readonly help?: string } };

/** Who asks for something to run, and through which ports. */
export interface RunAsking {
  /**
   * What becomes of commands: as the policy says unless this is given; `approved` where the user has just said yes to them,
   * `show` where it is only said what would run, and `never` where nobody asks.
   */
  readonly commands?: "policy" | "approved" | "show" | "never";
  /** The digest of the skill's file that every gate has passed. Commands of another version of the file do not run. */
  readonly passed?: string;
  /** Through which somebody can be asked, and something be run. */
  readonly control?: SessionControl;
  /** What was answered about running something; kept by who asks more than once. */
  readonly answers?: Map<string, boolean>;
  /** Takes secrets out of a text before anybody reads it. */
  readonly redact?: (text: string) => string;
  /** What the user has accepted of a skill's permission profile, by its id, while it is at work. */
  readonly accepted?: (skill: string) => Confinement | undefined;
  /** Values of these names that the user has entrusted to the session. */
  readonly entrusted?: (names: readonly string[]) => Readonly<Record<string, string>>;
  readonly signal?: StopSignal;
}
