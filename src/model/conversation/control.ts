/**
 * The types for control: what may run, who decides, and the ports that a host provides. If a port is missing, no
 * question is asked and no command runs. The request is then refused, and the reason names the missing port.
 */

import type { Decision } from "../rules/decision.ts";
import type { GuardOptions, MacPermissions, PermissionRule } from "../rules/permission.ts";
import type { McpServer } from "../skills/dependency.ts";
import type { SkillItem } from "./activation.ts";
import type { Cancelled, NeutralTool, ToolResult } from "./neutral-tool.ts";
import type { Actor, AgentScope } from "./offer.ts";
import type { StopSignal } from "./stop-signal.ts";

/** A tool call of any framework. */
export interface ToolCall {
  readonly tool: string;
  readonly input: unknown;
  readonly actor: Actor;
  /** The id of the active skill, if there is one. */
  readonly skill?: string;
}

/** A decision about a call or a skill, the rule behind it, and the reason for a model or a person. */
export interface Verdict {
  readonly decision: Decision;
  /** Why the decision was made, as one lowercase clause. */
  readonly reason: string;
  /** The place of the rule that decided: a skill's address, or a file with a line. */
  readonly by: string;
  readonly code?: string;
}

/** A question that only a person can answer. */
export interface Question {
  readonly kind: "choice" | "text" | "secret";
  /** The title of the question, as one line. */
  readonly title: string;
  /** Lines with details of the question. Text of other authors in these lines is escaped. */
  readonly details: readonly string[];
  /** The choices of the user. The first choice is the safest. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
}

/** Asks a person. Returns undefined if there is no answer: no terminal, a timeout, or a cancellation. */
export interface Prompter {
  ask(question: Question, signal?: StopSignal): Promise<string | undefined>;
  /**
   * Asks related questions on one page and returns the answers in order. If this function is missing, the questions are
   * asked one by one.
   */
  askTogether?(
    title: string,
    questions: readonly Question[],
    signal?: StopSignal,
  ): Promise<readonly (string | undefined)[]>;
}

/** The files and the network that a command in the sandbox may use. */
export interface Confinement {
  readonly read: readonly string[];
  readonly write: readonly string[];
  readonly network: boolean;
  /** Paths inside writable directories that stay read-only, even if they do not exist yet. */
  readonly keep?: readonly string[];
  /** Access to macOS services (default: none). */
  readonly macos?: MacPermissions;
}

/** A program to run: an argument list. No shell parses it unless the program is a shell. */
export interface CommandRequest {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment of the command. Nothing is inherited. */
  readonly variables: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  readonly confinement: Confinement;
  readonly signal?: StopSignal;
}

export interface CommandOutcome {
  readonly ended: "exited" | "timed-out" | "too-much-output" | "aborted" | "not-started";
  /** The exit code; null if the command was killed or never ran. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The reason why the command was not started. */
  readonly reason?: string;
}

/** Runs commands in a sandbox. */
export interface SandboxProvider {
  readonly name: string;
  /** The isolation that a self-test on this machine confirmed. */
  readonly level: "isolated" | "partial" | "none";
  run(request: CommandRequest): Promise<CommandOutcome>;
}

/** The body of a skill with `context: fork`, as the task of a subagent. */
export interface SubagentTask {
  /** The address of the skill. */
  readonly address: string;
  readonly task: string;
  readonly agent: string;
  readonly model?: string;
  readonly effort?: string;
  /** Names and patterns of tools as the skill wrote them; undefined means the tools of the parent. */
  readonly tools?: readonly string[];
  readonly disallowedTools?: readonly string[];
  /** Skills to load before the subagent starts, as the skill names them. */
  readonly skills: readonly string[];
  readonly background: boolean;
  /** Subagent depth; the first subagent has 1. */
  readonly depth: number;
  /** The session of the subagent. All its tool calls go through it. */
  readonly session: SubagentSession;
  readonly signal: StopSignal;
}

/** The session of a subagent inside its parent session. A tool call must be allowed by both sessions. */
export interface SubagentSession {
  /** The messages with the skills that were loaded before the subagent started. */
  readonly preloaded: readonly SkillItem[];
  /**
   * The tools with which the subagent loads skills, limited to `scope` if there is one. The list is empty if no skill
   * is offered.
   */
  tools(scope?: AgentScope): Promise<readonly NeutralTool[]>;
  guard(tools: readonly NeutralTool[], options?: GuardOptions): readonly NeutralTool[];
  /** Decides whether a tool call is allowed. If the call is refused, the result has the reason. */
  check(call: ToolCall, options?: GuardOptions, signal?: Cancelled): Promise<SubagentCheck>;
  /** Returns the output of the hooks for a call that was made. */
  afterTool(call: ToolCall, result: ToolResult): Promise<readonly string[]>;
}

export type SubagentCheck =
  | { readonly allowed: true; readonly verdict: Verdict; readonly context?: readonly string[] }
  | { readonly allowed: false; readonly verdict: Verdict; readonly text: string };

/** The final answer of a subagent, and whether it failed. */
export interface SubagentOutcome {
  readonly status: "done" | "failed" | "cancelled";
  /** The text that the parent agent reads. It never contains the transcript. */
  readonly summary: string;
}

/** Runs the subagent of a skill with `context: fork`. The program that owns the model provides it. */
export interface SubagentRunner {
  run(task: SubagentTask): Promise<SubagentOutcome>;
}

/** Settings that a skill requests for its turn. The host decides whether to apply them. */
export interface TurnIntent {
  readonly model?: string;
  readonly effort?: string;
}

/** `ask`: ask the user before changes. `full`: the user has approved everything in advance. */
const ACCESS_MODES = ["ask", "full"] as const;
export type AccessMode = (typeof ACCESS_MODES)[number];

/** The ports of one session. */
export interface ControlPorts {
  readonly prompter?: Prompter;
  /** Sandbox to use (default: the one detected on this machine). */
  readonly sandbox?: SandboxProvider;
  readonly subagents?: SubagentRunner;
}

/** Milliseconds that the user has to answer. This is the default of `promptTimeoutMs`. */
export const PROMPT_TIMEOUT_MS: number = 5 * 60_000;

/** The control settings of one session. */
export interface SessionControl extends ControlPorts {
  /** Subagent depth (default: 0). */
  readonly depth?: number;
  /** The host's own hooks, in the format of skill hooks. `once` has no effect in them. */
  readonly hooks?: Readonly<Record<string, unknown>>;
  /** The access mode: whether the user must approve changes (default: `ask`). */
  readonly access?: AccessMode;
  /**
   * False if the session does not check tool calls (default: true). Servers that only deliver skills set it to false.
   */
  readonly guard?: boolean;
  /** How long the user has for one page of questions (default: five minutes). */
  readonly promptTimeoutMs?: number;
  /** `ask`: ask for missing dependencies, and refuse the skill if no one can be asked. `ignore`: do not check them. */
  readonly dependencies?: "ask" | "ignore";
  /** Names of the MCP servers that the program is connected to. */
  readonly servers?: readonly string[];
  /** How to treat a skill's tool rules (default: as in the host's profile). */
  readonly permissions?: Partial<PermissionRule>;
  /** Connects to a newly configured server, with a login if needed. If it throws, the skill is refused. */
  readonly connect?: (server: McpServer) => Promise<void>;
}

/** A script of a skill, with its arguments. */
export interface ScriptRequest {
  /** The path relative to the skill's directory. */
  readonly path: string;
  /** Words, or a text that is split like a shell command line. */
  readonly arguments?: readonly string[] | string;
  readonly input?: string;
}

/** The result of a script, or the reason why it was not run. */
export type ScriptAnswer =
  | {
      readonly outcome: CommandOutcome;
      /** The text that the script wrote to stdout and stderr. */
      readonly said: string;
      /** The reason why the script failed, as one clause; undefined on success. */
      readonly failed?: string;
      readonly interpreter: string;
      /** Digest of the skill's directory when the script ran. */
      readonly digest: string;
    }
  | { readonly refused: { readonly code: string; readonly reason: string; readonly help?: string } };

/** The requester of a run, and the ports that the run may use. */
export interface RunRequester {
  /**
   * How to handle shell expressions (default: `settings`, as the user configured). `approved`: the user has just
   * approved them. `show`: only report what would run. `never`: run nothing.
   */
  readonly shellExpressions?: "settings" | "approved" | "show" | "never";
  /** Digest of the version of the skill's file that passed all checks. Only commands of this version run. */
  readonly passed?: string;
  /** The ports for questions and commands. */
  readonly control?: SessionControl;
  /**
   * Answers that the user gave earlier. A caller that activates a skill again passes them on, so no question is
   * repeated.
   */
  readonly answers?: Map<string, boolean>;
  /** Removes secrets from a text before it is shown. */
  readonly redact?: (text: string) => string;
  /** Returns the permission profile that the user accepted for a skill, by its id, while the skill is active. */
  readonly accepted?: (skill: string) => Confinement | undefined;
  /** Returns the values of the variables with these names, if the user entered them in the session. */
  readonly entrusted?: (names: readonly string[]) => Readonly<Record<string, string>>;
  readonly signal?: StopSignal;
}
