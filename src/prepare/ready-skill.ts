/** A skill made ready for a model, and then what the model receives of it. */
import { hash } from "node:crypto";
import type { Activation, Prepared, SkillItem } from "../model/activation.ts";
import type { Substituted } from "./substitute.ts";

type Made = Pick<Substituted, "inserted" | "appended" | "cut">;

/**
 * Digests are made when somebody asks for them: they take longer than all the rest, and only a session needs them. They are
 * getters of the class, because one of each object's own would make every object a kind of its own to V8.
 */
export class ReadySkill implements Activation {
  readonly skill: Prepared["skill"];
  readonly address: string;
  readonly actor: Prepared["actor"];
  declare readonly arguments?: string;
  readonly body: string;
  readonly file: string;
  readonly directory: string;
  readonly resources: Prepared["resources"];
  readonly moreResources: number;
  readonly shell: Prepared["shell"];
  declare readonly cutFrom?: number;
  declare readonly restAt?: number;
  readonly diagnostics: Prepared["diagnostics"];
  text = "";
  role: SkillItem["role"] = "user";
  readonly #digestOfFile: () => string;
  readonly #made: Made;

  constructor(prepared: Omit<Prepared, "digest" | "revision">, digestOfFile: () => string, made: Made) {
    this.skill = prepared.skill;
    this.address = prepared.address;
    this.actor = prepared.actor;
    if (prepared.arguments !== undefined) this.arguments = prepared.arguments;
    this.body = prepared.body;
    this.file = prepared.file;
    this.directory = prepared.directory;
    this.resources = prepared.resources;
    this.moreResources = prepared.moreResources;
    this.shell = prepared.shell;
    if (prepared.cutFrom !== undefined) this.cutFrom = prepared.cutFrom;
    if (prepared.restAt !== undefined) this.restAt = prepared.restAt;
    this.diagnostics = prepared.diagnostics;
    this.#digestOfFile = digestOfFile;
    this.#made = made;
  }

  /** [Q17] The file, and what was put into it: together they are the text. */
  get digest(): string {
    const { inserted, appended, cut } = this.#made;
    return `sha256:${hash("sha256", [this.revision, cut?.at ?? "", appended, ...inserted].join("\0"), "hex")}`;
  }

  get revision(): string {
    return this.#digestOfFile();
  }

  /** With the digests, which are no properties of its own. */
  toJSON(): Activation {
    return { ...this, digest: this.digest, revision: this.revision };
  }
}
