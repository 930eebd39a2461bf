/**
 * Opens the permission windows and the guard of one session. When a skill is loaded, its window opens. The guard judges
 * calls by the open windows. All facts about the machine are passed in.
 */
import { dirname, join, resolve } from "node:path";
import { toolIntentOf } from "../../format/parse/fields/tool-intent.ts";
import type { Activation } from "../../model/conversation/activation.ts";
import { type Confinement, PROMPT_TIMEOUT_MS, type SessionControl } from "../../model/conversation/control.ts";
import { undefinedIfRefused } from "../../model/errors.ts";
import type { HostProfile } from "../../model/host-profile.ts";
import type { CompiledProfile, MacPermissions, PermissionRule, WindowState } from "../../model/rules/permission.ts";
import type { PermissionMode } from "../../model/rules/policy.ts";
import { hasProtectedName, PROTECTED_NAMES } from "../../model/rules/protected-names.ts";
import type { Scope } from "../../model/skills/root.ts";
import type { Skill } from "../../model/skills/skill.ts";
import type { Snapshot } from "../../model/skills/snapshot.ts";
import { foldCase } from "../../model/text/text.ts";
import type { Files } from "../../platform/files/files.ts";
import type { GuardedSession, SessionGuard } from "../conversation/session-options.ts";
import type { SkillGate } from "../conversation/skill-gate.ts";
import { realCallTarget } from "./paths/real-call-target.ts";
import { isWithin, type Surroundings } from "./paths/surroundings.ts";
import { type PermissionWindow, PermissionWindows, windowEndOf } from "./permission-windows.ts";
import { ProfileReviewer } from "./profile/accept-profile.ts";
import { skillDirectories } from "./skill-directories.ts";
import { ToolGuard } from "./tool-guard.ts";

export interface GuardMachine {
  readonly home: string;
  readonly files: Files;
  /** Directories that belong to the user or the administrator, not to the project. */
  readonly own: readonly string[];
}

export interface OpenGuard {
  readonly gate: SkillGate;
  readonly guard: (session: GuardedSession) => SessionGuard;
}

export interface GuardInput {
  readonly profile: Pick<HostProfile, "permissions" | "tool">;
  readonly control: SessionControl;
  readonly machine: GuardMachine;
  /** Returns the current skills. */
  readonly snapshot: () => Snapshot;
  /** Returns true if the model may load a skill without asking the user. */
  readonly isFree: (skill: Skill) => boolean;
  /** Returns how policies treat the permissions that skills request. */
  readonly mode: (scope: Scope) => PermissionMode;
  readonly stored?: readonly WindowState[];
  readonly recordContent: boolean;
}

/** The permission rule for Skillwright. It is also used for hosts whose rule is unknown. */
const OWN: PermissionRule = { allowedTools: "window", disallowedTools: "removed", until: "task" };

/** Returns how a host treats the tools that a skill lists in its frontmatter. */
export function permissionRuleOf({ permissions }: Pick<HostProfile, "permissions">): PermissionRule {
  return permissions ?? OWN;
}

export function openGuard(input: GuardInput): OpenGuard {
  const { profile, control, machine, snapshot, stored = [], recordContent } = input;
  const rule: PermissionRule = { ...permissionRuleOf(profile), ...control.permissions };
  const windows = new PermissionWindows();
  windows.restore(stored, (id) => {
    const found = snapshot().skills.find(({ skill, withheld }) => skill.id === id && withheld === undefined);
    return found && toolIntentOf(found.skill.manifest);
  });
  const given = new Set(stored.map(({ id }) => id));
  const around = surroundings(machine, snapshot, given, input.isFree);
  const desk = new ProfileReviewer({
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
          isOwn: (tool) => {
            const own = tools();
            return own !== undefined && (tool === own.skill || tool === own.reader);
          },
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

function windowGate(
  windows: PermissionWindows,
  rule: PermissionRule,
  desk: ProfileReviewer,
  given: Set<string>,
): SkillGate {
  const accepted = new WeakMap<Activation, CompiledProfile>();
  return {
    async pass(activation, calling) {
      const profile = await desk.accept(activation, calling);
      if (profile) accepted.set(activation, profile);
      return undefined;
    },
    onOpen(activation, { id, address, actor, turn, survival }) {
      const { skill } = activation;
      given.add(id);
      const { granted, only, removed } = toolIntentOf(skill.manifest);
      const intent = {
        ...(granted && rule.allowedTools !== "ignored" ? { granted } : {}),
        ...(only ? { only } : {}),
        ...(removed && rule.disallowedTools === "removed" ? { removed } : {}),
      };
      const profile = accepted.get(activation);
      windows.add({ id, address, actor, turn, until: windowEndOf(rule, survival), intent, profile });
    },
    onClose: ({ id }) => windows.close(id),
    onTurn: (number) => windows.turn(number),
  };
}

/** Combines the permissions that the user accepted with the directories that are always readable. */
function confinementOf(windows: readonly PermissionWindow[], readable: readonly string[]): Confinement | undefined {
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
  machine: GuardMachine,
  snapshot: () => Snapshot,
  given: ReadonlySet<string>,
  isFree: GuardInput["isFree"],
): () => Surroundings {
  let known: { readonly of: Snapshot; readonly given: number; readonly made: Surroundings } | undefined;
  return () => {
    const current = snapshot();
    if (known?.of !== current || known.given !== given.size) {
      const isGiven = (skill: Skill): boolean => given.has(skill.id);
      known = { of: current, given: given.size, made: guardSurroundings(machine, current, { isGiven, isFree }) };
    }
    return known.made;
  };
}

/** The facts about the machine and its skills that a guard needs. */
export function guardSurroundings(
  { home, files, own }: GuardMachine,
  snapshot: Snapshot,
  { isGiven, isFree }: Readonly<Record<"isGiven" | "isFree", (skill: Skill) => boolean>> = ALL,
): Surroundings {
  const { cwd, projectRoot, roots, skills } = snapshot;
  const named = [...own, ...PROTECTED_NAMES.map((name) => resolve(projectRoot, name))];
  const machine = [
    ...named.flatMap((place) => [place, realCallTarget(place, { cwd, files }) ?? place]),
    ...roots.filter(({ source }) => source === undefined).map(({ path }) => path),
    // If a skill is reached through a symlink, its real directory is included too.
    ...skills.flatMap(({ skill }) => (skill.realPath === undefined ? [] : [dirname(skill.realPath)])),
  ];
  return {
    cwd,
    projectRoot,
    home,
    files,
    isProtected: protection(machine, { root: projectRoot, home, files }),
    protectedPlaces: [...new Set(machine)],
    readable: skillDirectories(snapshot, (skill) => isGiven(skill) || isFree(skill)),
    active: skillDirectories(snapshot, isGiven),
  };
}

const ALL = { isGiven: () => true, isFree: () => true };

interface Protected {
  readonly root: string;
  readonly home: string;
  readonly files: Files;
}

/**
 * Returns a function that checks if a path is protected: it is in one of the places, has a protected name, is part of a
 * bare repository, or is a setting in a home directory that is the project. Case is ignored, because some disks do not
 * distinguish `.GIT` from `.git`.
 */
export function protection(machine: readonly string[], { root, home, files }: Protected): (path: string) => boolean {
  const realHome = realCallTarget(home, { cwd: root, files }) ?? home;
  const homes = [...new Set([home, realHome])].filter((each) => isWithin(each, root));
  const all = new Set(machine.map(foldCase));
  const inner = new Set(
    machine.filter((place) => isWithin(place, root)).map((place) => foldCase(place.slice(root.length))),
  );
  const isRootProtected = isBelow(foldCase(root), all);
  return (path) => {
    // Nearly every path is in the project. Only the part of such a path below the root must be checked.
    const isInside = !isRootProtected && isWithin(path, root);
    const known = isInside ? isBelow(foldCase(path.slice(root.length)), inner) : isBelow(foldCase(path), all);
    return known || hasProtectedName(path, root) || homes.some(holdsSetting(path)) || isInRepository(path, root, files);
  };
}

/**
 * Returns a function that checks if the path is a setting in a home directory. Shells, ssh, desktops and package managers
 * run programs that hidden files in a home name.
 */
function holdsSetting(path: string): (home: string) => boolean {
  return (home) => isWithin(path, home) && /^\/(?:\.|(?:appdata|bin|library)(?:\/|$))/i.test(path.slice(home.length));
}

/** The entries of a git directory that decide which programs git runs, and those that make it a git directory. */
const REPOSITORY_ENTRY = /\/(?:HEAD|commondir|config|config\.worktree|hooks|objects|refs)(?=\/|$)/i;

/**
 * Returns true if the path is in a bare repository, or would complete one. Git runs the programs that such a directory
 * names, whatever its own name is.
 */
function isInRepository(path: string, root: string, files: Files): boolean {
  if (!REPOSITORY_ENTRY.test(path) || !isWithin(path, root)) return false;
  const exists = (...names: readonly string[]): boolean =>
    undefinedIfRefused(() => files.lstat(join(root, ...names))) !== undefined;
  const names = path.slice(root.length).split("/");
  return names.some((name, at) => {
    if (!REPOSITORY_ENTRY.test(`/${name}`)) return false;
    const above = names.slice(0, at);
    const others = /^head$/i.test(name) ? ["objects", "refs"] : ["HEAD"];
    return others.some((other) => exists(...above, other));
  });
}

function isBelow(path: string, machine: ReadonlySet<string>): boolean {
  for (let end = path.length; end > 0; end = Math.max(path.lastIndexOf("/", end - 1), path.lastIndexOf("\\", end - 1)))
    if (machine.has(path.slice(0, end))) return true;
  return false;
}
