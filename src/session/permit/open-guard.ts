/**
 * Windows and guard of one session: a skill that is given opens its window here, and the guard asks what is open. Everything
 * that it knows of the machine comes in through ports.
 */
import { dirname, resolve } from "node:path";
import { toolIntentOf } from "../../format/parse/fields/tool-intent.ts";
import type { Activation } from "../../model/conversation/activation.ts";
import { type Confinement, PROMPT_TIMEOUT_MS, type SessionControl } from "../../model/conversation/control.ts";
import type { HostProfile } from "../../model/host-profile.ts";
import type { CompiledProfile, MacPermissions, PermissionRule, WindowState } from "../../model/rules/permission.ts";
import type { PermissionMode } from "../../model/rules/policy.ts";
import { hasProtectedName, PROTECTED_NAMES } from "../../model/rules/protected-names.ts";
import type { Scope } from "../../model/skills/root.ts";
import type { Skill } from "../../model/skills/skill.ts";
import type { Snapshot } from "../../model/skills/snapshot.ts";
import { foldCase } from "../../model/text/text.ts";
import type { Files } from "../../platform/files/files.ts";
import type { Gate } from "../conversation/gate.ts";
import type { GuardedSession, SessionGuard } from "../conversation/session-options.ts";
import { ProfileDesk } from "./profile/accept-profile.ts";
import { realTarget } from "./rules/real-target.ts";
import { isWithin, type Surroundings } from "./rules/surroundings.ts";
import { ToolGuard } from "./tool-guard.ts";
import { endOf, type Window, Windows } from "./windows.ts";

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
  /** True if the model may load a skill without a question. */
  readonly isFree: (skill: Skill) => boolean;
  /** What becomes of the permission profiles of skills, as policies say. */
  readonly mode: (scope: Scope) => PermissionMode;
  readonly stored?: readonly WindowState[];
  readonly recordContent: boolean;
}

/** Ours, and that of hosts of which nothing else is known. */
const OWN: PermissionRule = { allowedTools: "window", disallowedTools: "removed", until: "task" };

/** How a host treats the tools that a skill lists. */
export function permissionRule({ permissions }: Pick<HostProfile, "permissions">): PermissionRule {
  return permissions ?? OWN;
}

export function openGuard(input: GuardInput): OpenGuard {
  const { profile, control, places, snapshot, stored = [], recordContent } = input;
  const rule: PermissionRule = { ...permissionRule(profile), ...control.permissions };
  const windows = new Windows();
  windows.restore(stored, (id) => {
    const found = snapshot().skills.find(({ skill, withheld }) => skill.id === id && withheld === undefined);
    return found && toolIntentOf(found.skill.manifest);
  });
  const given = new Set(stored.map(({ id }) => id));
  const around = surroundings(places, snapshot, given, input.isFree);
  const desk = new ProfileDesk({
    mode: input.mode,
    around,
    prompter: control.prompter,
    promptTimeoutMs: control.promptTimeoutMs ?? PROMPT_TIMEOUT_MS,
    full: control.access === "full",
    busy: () => windows.open.length > 0,
  });
  return {
    gate: windowGate(windows, rule, desk, given),
    guard: ({ emit, tools }) => {
      const guard = new ToolGuard({
        context: {
          get windows() {
            return windows.open;
          },
          get around() {
            return around();
          },
          rule,
          isOwn: (tool) => tool === tools()?.skill || tool === tools()?.reader,
        },
        promptTimeoutMs: control.promptTimeoutMs ?? PROMPT_TIMEOUT_MS,
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
        get confinement() {
          return confinementOf(windows.open, around().readable);
        },
        get readable() {
          return around().readable;
        },
        accepted: (id) =>
          confinementOf(
            windows.open.filter((window) => window.id === id),
            [],
          ),
        guard: (list, options) => guard.guard(list, options),
        check: (call, options, signal) => guard.check(call, options, signal),
      };
    },
  };
}

function windowGate(windows: Windows, rule: PermissionRule, desk: ProfileDesk, given: Set<string>): Gate {
  const accepted = new WeakMap<Activation, CompiledProfile>();
  return {
    name: "windows",
    async pass(activation, calling) {
      const profile = await desk.accept(activation, calling);
      if (profile) accepted.set(activation, profile);
      return undefined;
    },
    opened(activation, { id, address, actor, turn, survival }) {
      const { skill } = activation;
      given.add(id);
      const { granted, only, removed } = toolIntentOf(skill.manifest);
      const intent = {
        ...(granted && rule.allowedTools !== "ignored" ? { granted } : {}),
        ...(only ? { only } : {}),
        ...(removed && rule.disallowedTools === "removed" ? { removed } : {}),
      };
      const profile = accepted.get(activation);
      windows.add({ id, address, actor, turn, until: endOf(rule, survival), intent, profile });
    },
    closed: ({ id }) => windows.close(id),
    turn: (number) => windows.turn(number),
  };
}

/** What accepted profiles open, together with what is read in any case. */
function confinementOf(windows: readonly Window[], readable: readonly string[]): Confinement | undefined {
  const profiles = windows.flatMap(({ profile }) => profile ?? []);
  if (profiles.length === 0) return undefined;
  const of = (key: "read" | "write"): string[] => [...new Set(profiles.flatMap((profile) => profile[key]))].sort();
  return {
    read: [...new Set([...of("read"), ...readable])].sort(),
    write: of("write"),
    network: profiles.some(({ network }) => network),
    ...macosOf(profiles.flatMap(({ macos }) => macos ?? [])),
  };
}

function macosOf(all: readonly MacPermissions[]): { readonly macos?: MacPermissions } {
  if (all.length === 0) return {};
  const preferences = (["write", "read"] as const).find((each) => all.some((macos) => macos.preferences === each));
  const automations = all.map((macos) => macos.automations);
  return {
    macos: {
      preferences: preferences ?? "none",
      automations: automations.includes("all") ? "all" : [...new Set(automations.flat())].sort(),
      accessibility: all.some(({ accessibility }) => accessibility),
      calendar: all.some(({ calendar }) => calendar),
    },
  };
}

function surroundings(
  places: GuardPlaces,
  snapshot: () => Snapshot,
  given: ReadonlySet<string>,
  isFree: GuardInput["isFree"],
): () => Surroundings {
  let known: { readonly of: Snapshot; readonly given: number; readonly made: Surroundings } | undefined;
  return () => {
    const current = snapshot();
    if (known?.of !== current || known.given !== given.size) {
      const isGiven = (skill: Skill): boolean => given.has(skill.id);
      known = { of: current, given: given.size, made: guardSurroundings(places, current, { isGiven, isFree }) };
    }
    return known.made;
  };
}

/** The facts about the machine and its skills that a guard needs. */
export function guardSurroundings(
  { home, files, own }: GuardPlaces,
  snapshot: Snapshot,
  { isGiven, isFree }: Readonly<Record<"isGiven" | "isFree", (skill: Skill) => boolean>> = ALL,
): Surroundings {
  const { cwd, projectRoot, roots, skills } = snapshot;
  const named = [...own, ...PROTECTED_NAMES.map((name) => resolve(projectRoot, name))];
  const places = [
    ...named.flatMap((place) => [place, realTarget(place, { cwd, files }) ?? place]),
    ...roots.filter(({ source }) => source === undefined).map(({ path }) => path),
    // A symlink leads to a skill in another directory.
    ...skills.flatMap(({ skill }) => (skill.realPath === undefined ? [] : [dirname(skill.realPath)])),
  ];
  const directories = (isMeant: (skill: Skill) => boolean): readonly string[] =>
    skills.flatMap(({ skill, withheld }) =>
      withheld === undefined && skill.root.source === undefined && isMeant(skill)
        ? [dirname(skill.realPath ?? skill.path)]
        : [],
    );
  return {
    cwd,
    projectRoot,
    home,
    files,
    isProtected: protection(places, projectRoot),
    protectedPlaces: [...new Set(places)],
    readable: directories((skill) => isGiven(skill) || isFree(skill)),
    active: directories(isGiven),
  };
}

const ALL = { isGiven: () => true, isFree: () => true };

/** True if a path is in one of the places, or has a protected name. Some disks do not tell `.GIT` from `.git`. */
function protection(places: readonly string[], root: string): (path: string) => boolean {
  const all = new Set(places.map(foldCase));
  const inner = new Set(
    places.filter((place) => isWithin(place, root)).map((place) => foldCase(place.slice(root.length))),
  );
  const isRootProtected = isBelow(foldCase(root), all);
  return (path) => {
    // Nearly every path is in the project, and then only the part below the root matters.
    const isInside = !isRootProtected && isWithin(path, root);
    const known = isInside ? isBelow(foldCase(path.slice(root.length)), inner) : isBelow(foldCase(path), all);
    return known || hasProtectedName(path, root);
  };
}

function isBelow(path: string, places: ReadonlySet<string>): boolean {
  for (let end = path.length; end > 0; end = Math.max(path.lastIndexOf("/", end - 1), path.lastIndexOf("\\", end - 1)))
    if (places.has(path.slice(0, end))) return true;
  return false;
}
