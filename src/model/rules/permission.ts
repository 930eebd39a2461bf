/** The types for permissions of an active skill. */
import type { Decision } from "./decision.ts";

/** Host-independent kinds of tools, because hosts have different names for the same tool. */
export const TOOL_KINDS = [
  "shell",
  "read",
  "write",
  "edit",
  "search",
  "find",
  "list",
  "fetch",
  "web-search",
  "ask",
  "todo",
  "agent",
  "skill",
] as const;
export type ToolKind = (typeof TOOL_KINDS)[number];

/** A skill's tool rules as written. A missing list has no effect; an empty list means no tools. */
export interface ToolIntent {
  /** Tools to use without asking: `allowed-tools`. */
  readonly granted?: readonly string[];
  /** The only tools that the skill may use: `only-tools` of our own metadata. */
  readonly only?: readonly string[];
  /** Tools that the skill may not use: `disallowed-tools`. */
  readonly removed?: readonly string[];
}

/**
 * When a permission window closes: at the next message, after the skill's task, or with the session. A permission
 * window is the time in which a skill's tool rules apply.
 */
export const WINDOW_ENDS = ["turn", "task", "session"] as const;
export type WindowEnd = (typeof WINDOW_ENDS)[number];

/**
 * The effect of a skill's tool rules. `window`: listed tools run without asking, and all other tools need approval.
 * `grant`: listed tools run without asking, and other tools are unchanged. `ignored`: the rules have no effect.
 */
export interface PermissionRule {
  readonly allowedTools: "window" | "grant" | "ignored";
  readonly disallowedTools: "removed" | "ignored";
  readonly until: WindowEnd;
  /** Set if the host has its own rules about who may load which skill. */
  readonly skills?: "opencode";
}

/** The permission window of an active skill (the time in which its tool rules apply), for display. */
export interface OpenPermissionWindow extends ToolIntent {
  /** The address of the skill. */
  readonly address: string;
  readonly id: string;
  /** The turn in which the permission window opened. */
  readonly turn: number;
  readonly until: WindowEnd;
  /** The skills whose permission windows contain this window. This window can grant only what those windows grant. */
  readonly inside: readonly string[];
  /** The permission profile of the skill's manifest that the user accepted. It is never stored. */
  readonly profile?: CompiledProfile;
}

/** A permission window in the form that a session stores. */
export interface WindowState extends OpenPermissionWindow {
  readonly open: boolean;
  /** The grants of each permission window that contains this window. */
  readonly bounds: readonly (readonly string[])[];
}

/** Permissions beyond tools that a skill's manifest requests, as absolute paths. */
export interface PermissionProfile {
  readonly read: readonly string[];
  readonly write: readonly string[];
  readonly network: boolean;
  readonly macos?: MacPermissions;
}

/** Access to macOS services. */
export interface MacPermissions {
  readonly preferences: "none" | "read" | "write";
  /** Bundle identifiers of the applications that a command may control; `all` for every application. */
  readonly automations: "all" | readonly string[];
  readonly accessibility: boolean;
  readonly calendar: boolean;
}

/** A permission profile with resolved paths. It leaves out paths that are inside of its other paths. */
export type CompiledProfile = PermissionProfile;

/** How a session checks tool calls. */
export interface GuardOptions {
  /**
   * The decision about a call that no skill mentions (default: `allow`). A skill's grant can only change `ask` to
   * `allow`.
   */
  readonly otherwise?: Decision | ((call: { readonly tool: string; readonly input: unknown }) => Decision);
  /** Decision about a call that the active skills' permission windows do not list (default: `ask`). */
  readonly outside?: "ask" | "deny";
  /**
   * True if shell calls run in `session.confinement()`. An accepted permission profile then also decides about these
   * calls.
   */
  readonly confined?: boolean;
  /** Kinds of tools by tool name, for tools whose names do not show their kind. */
  readonly kinds?: Readonly<Record<string, ToolKind>>;
}
