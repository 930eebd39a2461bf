/**
 * Windows and guard of one session: a skill that is given opens its window here, and the guard asks what is open. Everything
 * that it knows of the machine comes in through ports.
 */
import { dirname, resolve } from "node:path";
import type { SessionControl } from "../model/control.ts";
import type { HostProfile } from "../model/host-profile.ts";
import type { PermissionRule, WindowState } from "../model/permission.ts";
import type { Snapshot } from "../model/snapshot.ts";
import type { Files } from "../platform/files.ts";
import type { Gate } from "../session/gate.ts";
import type { GuardedSession, SessionGuard } from "../session/session.ts";
import type { Surroundings } from "./covers.ts";
import { realTarget } from "./real-target.ts";
import { ToolGuard } from "./tool-guard.ts";
import { toolIntentOf } from "./tool-intent.ts";
import { endOf, Windows } from "./windows.ts";

export interface GuardPlaces {
  readonly home: string;
  readonly files: Files;
  /** The user's and the administrator's own directories. */
  readonly own: readonly string[];
}

export interface OpenGuard {
  readonly gate: Gate;
  readonly guard: (session: GuardedSession) => SessionGuard;
}

export interface GuardInput {
  readonly profile: Pick<HostProfile, "permissions" | "tool">;
  readonly control: SessionControl;
  readonly places: GuardPlaces;
  /** Skills as they are now. */
  readonly snapshot: () => Snapshot;
  readonly stored?: readonly WindowState[];
  readonly recordContent: boolean;
}

/** Ours, and that of hosts of which nothing else is known. */
const OWN: PermissionRule = { allowedTools: "window", disallowedTools: "removed", until: "task" };
const PATIENCE_MS = 5 * 60_000;

export function openGuard({ profile, control, places, snapshot, stored = [], recordContent }: GuardInput): OpenGuard {
  const rule: PermissionRule = { ...OWN, ...profile.permissions, ...control.permissions };
  const windows = new Windows();
  windows.restore(stored, (id) => {
    const found = snapshot().skills.find(({ skill, withheld }) => skill.id === id && withheld === undefined);
    return found && toolIntentOf(found.skill.manifest);
  });
  const around = surroundings(places, snapshot);
  return {
    gate: windowGate(windows, rule),
    guard: ({ emit, tools }) => {
      const guard = new ToolGuard({
        bench: {
          get windows() {
            return windows.open;
          },
          get around() {
            return around();
          },
          rule,
          isOwn: (tool) => tool === tools()?.skill || tool === tools()?.reader,
        },
        promptTimeoutMs: control.promptTimeoutMs ?? PATIENCE_MS,
        emit,
        recordContent,
        ...(control.prompter ? { prompter: control.prompter } : {}),
      });
      return {
        get windows() {
          return guard.windows;
        },
        get state() {
          return windows.state;
        },
        guard: (list, options) => guard.guard(list, options),
        check: (call, options, signal) => guard.check(call, options, signal),
      };
    },
  };
}

function windowGate(windows: Windows, rule: PermissionRule): Gate {
  return {
    name: "windows",
    opened({ skill }, { id, address, actor, turn, survival }) {
      const { granted, only, removed } = toolIntentOf(skill.manifest);
      const intent = {
        ...(granted && rule.allowedTools !== "ignored" ? { granted } : {}),
        ...(only ? { only } : {}),
        ...(removed && rule.disallowedTools === "removed" ? { removed } : {}),
      };
      windows.add({ id, address, actor, turn, until: endOf(rule, survival), intent });
    },
    closed: ({ id }) => windows.close(id),
    turn: (number) => windows.turn(number),
  };
}

/** In a project: what decides which skills are there, what they may do, and what runs by itself. */
const IN_PROJECT = [
  ".skillwright",
  ".git",
  ".claude",
  ".agents",
  ".codex",
  ".opencode",
  ".mcp.json",
  "opencode.json",
  "opencode.jsonc",
  "skills.lock",
];

function surroundings({ home, files, own }: GuardPlaces, snapshot: () => Snapshot): () => Surroundings {
  let known: { readonly of: Snapshot; readonly made: Surroundings } | undefined;
  return () => {
    const current = snapshot();
    if (known?.of === current) return known.made;
    const { cwd, projectRoot, roots, skills } = current;
    const named = [...own, ...IN_PROJECT.map((name) => resolve(projectRoot, name))];
    const places = new Set([
      ...named.flatMap((place) => [place, realTarget(place, { cwd, files }) ?? place]),
      ...roots.filter(({ source }) => source === undefined).map(({ path }) => path),
      // Those that a link leads to stand elsewhere.
      ...skills.flatMap(({ skill }) => (skill.realPath === undefined ? [] : [dirname(skill.realPath)])),
    ]);
    const made: Surroundings = { cwd, projectRoot, home, files, isProtected: (path) => isBelow(path, places) };
    known = { of: current, made };
    return made;
  };
}

function isBelow(path: string, places: ReadonlySet<string>): boolean {
  for (let at = path; at !== ""; at = at.slice(0, Math.max(at.lastIndexOf("/"), at.lastIndexOf("\\")))) {
    if (places.has(at)) return true;
    if (!/[/\\]/.test(at)) return false;
  }
  return false;
}
