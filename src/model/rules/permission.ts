/** What a skill may use while it is at work: the nouns. */
import type { Decision } from "./decision.ts";

/** Tools that hosts have under many names. */
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

/** A skill's rules about tools, as it writes them; a list that is missing says nothing, an empty one says none. */
export interface ToolIntent {
  /** Used without asking: `allowed-tools`. */
  readonly granted?: readonly string[];
  /** Nothing but these: `only-tools` of our own metadata. */
  readonly only?: readonly string[];
  /** Not these: `disallowed-tools`. */
  readonly removed?: readonly string[];
}

/** How long a window stays open: until the user's next message, until the skill's task is done, or to the end. */
export const WINDOW_ENDS = ["turn", "task", "session"] as const;
export type WindowEnd = (typeof WINDOW_ENDS)[number];

/**
 * What a skill's word about tools is worth. `window`: what it lists is used without asking, and anything else is asked for;
 * `grant`: anything else is as it was before; `ignored`: nothing changes.
 */
export interface PermissionRule {
  readonly allowedTools: "window" | "grant" | "ignored";
  readonly disallowedTools: "removed" | "ignored";
  readonly until: WindowEnd;
  /** Where the host itself keeps who may load which skill. */
  readonly skills?: "opencode";
}

/** A window as it can be shown: what is open because a skill is at work. */
export interface OpenWindow extends ToolIntent {
  /** Of the skill. */
  readonly address: string;
  readonly id: string;
  /** The turn in which it opened. */
  readonly turn: number;
  readonly until: WindowEnd;
  /** The skills whose windows it lies in: it can grant nothing that they do not grant. */
  readonly inside: readonly string[];
  /** What its manifest asks for and the user has accepted; never stored. */
  readonly profile?: CompiledProfile;
}

/** A window as it is stored with a session. */
export interface WindowState extends OpenWindow {
  readonly open: boolean;
  /** The grants that it lies in. */
  readonly bounds: readonly (readonly string[])[];
}

/** What a skill's manifest asks for beyond tools, in plain absolute paths. */
export interface PermissionProfile {
  readonly read: readonly string[];
  readonly write: readonly string[];
  readonly network: boolean;
  readonly macos?: MacPermissions;
}

/** What macOS keeps apart. */
export interface MacPermissions {
  readonly preferences: "none" | "read" | "write";
  /** Applications that may be controlled, by their bundle identifiers. */
  readonly automations: "all" | readonly string[];
  readonly accessibility: boolean;
  readonly calendar: boolean;
}

/** The same with paths that were followed on this machine; nothing inside of another. */
export type CompiledProfile = PermissionProfile;

/** How calls of tools are judged in a session. */
export interface GuardOptions {
  /** What becomes of a call that no skill has a word on: `allow` unless said. A skill's grant turns `ask` into `allow`, and nothing else. */
  readonly otherwise?: Decision | ((call: { readonly tool: string; readonly input: unknown }) => Decision);
  /** What becomes of a call outside of the window of a skill: `ask` unless said. */
  readonly outside?: "ask" | "deny";
  /** Whether calls of a shell run inside of `session.confinement()`: then an accepted profile covers them. */
  readonly confined?: boolean;
  /** What tools are whose names do not tell, by name. */
  readonly kinds?: Readonly<Record<string, ToolKind>>;
}
