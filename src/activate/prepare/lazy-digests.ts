import { hash } from "node:crypto";
import type { Prepared } from "../../model/conversation/activation.ts";
import type { Substituted } from "./substitute/substitute.ts";

type Made = Pick<Substituted, "inserted" | "appended" | "cut">;

/**
 * The digests of a prepared skill, made when somebody asks for them: they take longer than all the rest, and only a session
 * needs them. They are the class's getters, because getters of an object's own would make each object a kind of its own to V8.
 */
export class LazyDigests implements Pick<Prepared, "digest" | "revision"> {
  readonly #digestOfFile: () => string;
  readonly #made: Made;

  constructor(digestOfFile: () => string, made: Made) {
    this.#digestOfFile = digestOfFile;
    this.#made = made;
  }

  /** The file, and what was put into it: together they are the text. */
  get digest(): string {
    const { inserted, appended, cut } = this.#made;
    return `sha256:${hash("sha256", [this.revision, cut?.at ?? "", appended, ...inserted].join("\0"), "hex")}`;
  }

  get revision(): string {
    return this.#digestOfFile();
  }

  toJSON(): object {
    return { ...this, digest: this.digest, revision: this.revision };
  }
}
