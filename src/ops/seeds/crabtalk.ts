/**
 * Resolves names as crabtalk does (RFC 0036). It checks the scope, rejects paths and reads the file from the disk.
 * Without a match it lists similar skills. It works on a view of the machine and reads only through the given `Files`.
 * A body is returned only for its exact name.
 */

import { crabtalk as readSkill } from "../../hosts/dialects/seeds.ts";
import type { HostView } from "../../hosts/views/host-view.ts";
import { systemCode } from "../../model/errors.ts";
import type { Files } from "../../platform/files/files.ts";
import { ARGUMENT_SHAPES, checkArguments } from "../check-options.ts";
import { FILES_SHAPE, HOST_VIEW_SHAPE, LISTED_SKILL_SHAPE } from "./argument-shapes.ts";

/** A skill as crabtalk lists it. */
export interface CrabtalkSkill {
  readonly name: string;
  readonly description: string;
  readonly path: string;
}

/** The skills that an agent may use; empty means all of them. */
export type CrabtalkScope = readonly string[];

/** The answer to a call: a skill, a list, or the reason for a refusal. */
export type CrabtalkAnswer =
  | { readonly kind: "refused"; readonly because: "scope" | "traversal"; readonly message: string }
  | { readonly kind: "loaded"; readonly skill: CrabtalkSkill; readonly directory: string; readonly body: string }
  | { readonly kind: "broken"; readonly path: string; readonly message: string }
  | { readonly kind: "listed"; readonly skills: readonly CrabtalkSkill[] };

const MAX_BYTES = 1_000_000;

/** The skills in loading order. Each name has only one skill. */
export class CrabtalkRegistry {
  readonly #skills = new Map<string, CrabtalkSkill>();

  /** Adds a skill. If the name is taken, the existing skill stays and the result is false. */
  add(skill: CrabtalkSkill): boolean {
    checkArguments("CrabtalkRegistry.add", { skill: [skill, LISTED_SKILL_SHAPE] });
    if (this.contains(skill.name)) return false;
    this.#skills.set(skill.name, skill);
    return true;
  }

  /** Replaces the skill with the same name in its position, or appends it. */
  upsert(skill: CrabtalkSkill): void {
    checkArguments("CrabtalkRegistry.upsert", { skill: [skill, LISTED_SKILL_SHAPE] });
    this.#skills.set(skill.name, skill);
  }

  contains(name: string): boolean {
    return this.#skills.has(name);
  }

  skills(): readonly CrabtalkSkill[] {
    return [...this.#skills.values()];
  }
}

/** Implements crabtalk's `SkillHandler`: the skill directories in their configured order, and the known skills. */
export class Crabtalk {
  readonly directories: readonly string[];
  readonly registry = new CrabtalkRegistry();
  readonly #files: Files;

  constructor(view: HostView, files: Files) {
    checkArguments("new Crabtalk", { view: [view, HOST_VIEW_SHAPE], files: [files, FILES_SHAPE] });
    this.directories = view.roots.map((root) => root.path);
    this.#files = files;
    for (const { outcome, name, description = "", path } of view.entries)
      if (outcome === "visible") this.registry.add({ name, description, path });
  }

  /** Answers a tool call whose arguments are `{ name }`. */
  dispatch(name: string, scope: CrabtalkScope = []): CrabtalkAnswer {
    checkArguments("dispatch", { name: [name, ARGUMENT_SHAPES.text], scope: [scope, ARGUMENT_SHAPES.texts] });
    if (name === "") return { kind: "listed", skills: this.#like("", scope) };
    return this.#guard(name, scope) ?? this.#load(name) ?? { kind: "listed", skills: this.#like(name, scope) };
  }

  /**
   * Returns the skill and the remaining text of a message that begins with `/name`; undefined for an ordinary message.
   */
  resolveSlash(message: string, scope: CrabtalkScope = []): { answer: CrabtalkAnswer; rest: string } | undefined {
    checkArguments("resolveSlash", { message: [message, ARGUMENT_SHAPES.text], scope: [scope, ARGUMENT_SHAPES.texts] });
    const [whole, name = ""] = /^\/(\S+)\s*/.exec(message) ?? [];
    if (whole === undefined || this.#guard(name, scope)) return undefined;
    const answer = this.#load(name);
    return answer && { answer, rest: message.slice(whole.length) };
  }

  #guard(name: string, scope: CrabtalkScope): CrabtalkAnswer | undefined {
    if (!inScope(name, scope))
      return { kind: "refused", because: "scope", message: `the skill \`${name}\` is not available to this agent` };
    if (name.includes("..") || /[/\\]/.test(name))
      return { kind: "refused", because: "traversal", message: `\`${name}\` is not a name of a skill` };
    return undefined;
  }

  /** Loads a skill from the first directory that contains it. The search ends there, even if the file is broken. */
  #load(name: string): CrabtalkAnswer | undefined {
    for (const root of this.directories) {
      const directory = `${root}/${name}`;
      const path = `${directory}/SKILL.md`;
      const bytes = read(path, this.#files);
      if (bytes === undefined) continue;
      const { name: own, description, body, failure } = readSkill(bytes);
      if (failure || !own || !description?.trim()) return { kind: "broken", path, message: failure?.detail ?? UNNAMED };
      const skill: CrabtalkSkill = { name: own, description, path };
      this.registry.upsert(skill);
      return { kind: "loaded", skill, directory, body };
    }
    return undefined;
  }

  #like(text: string, scope: CrabtalkScope): readonly CrabtalkSkill[] {
    const wanted = text.toLowerCase();
    return this.registry
      .skills()
      .filter(
        ({ name, description }) =>
          inScope(name, scope) && (name.toLowerCase().includes(wanted) || description.toLowerCase().includes(wanted)),
      );
  }
}

const UNNAMED = "the skill has no name or no description";

function inScope(name: string, scope: CrabtalkScope): boolean {
  return scope.length === 0 || scope.includes(name);
}

/** Treats an unreadable file as missing. */
function read(path: string, files: Files): Uint8Array | undefined {
  try {
    return files.readFile(path, MAX_BYTES);
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}
