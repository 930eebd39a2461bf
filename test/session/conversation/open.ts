import { rmSync } from "node:fs";
import type { Skills } from "../../../src/ops/open-skills.ts";
import { openSkills } from "../../../src/ops/open-skills.ts";
import type { Session } from "../../../src/session/conversation/session.ts";
import type { SessionOptions } from "../../../src/session/conversation/session-options.ts";
import { makeTree } from "../../tree.ts";

export interface Opened {
  readonly skills: Skills;
  readonly session: Session;
  /** Writes a skill, or any other file below the root. */
  write(name: string, text: string): void;
  remove(name: string): void;
  /** Returns the value without the path of the tree. */
  plain<T>(value: T): T;
  /** Opens another instance on the same files, as after a restart. */
  again(): Promise<Skills>;
}

/** Returns a skill file from a body and further lines of frontmatter. */
export function skillFile(name: string, body = `Do ${name}.\n`, more = ""): string {
  return `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\n${body}`;
}

/** Opens a session on a directory of skills. Uses nothing else of the machine, and a fixed clock. */
export async function open(files: Readonly<Record<string, string>>, options: SessionOptions = {}): Promise<Opened> {
  const tree = makeTree(Object.fromEntries(Object.entries(files).map(([path, text]) => [place(path), text])));
  const load = { environment: tree.environment, ambient: false, roots: [tree.at("skills")] };
  const skills = await openSkills(load);
  return {
    skills,
    session: await skills.session({ id: "s", clock: () => 0, ...options }),
    write: (path, text) => tree.add({ [place(path)]: text }),
    remove: (path) => rmSync(tree.at(place(path))),
    plain: tree.plain,
    again: () => openSkills(load),
  };
}

function place(path: string): string {
  return path.includes("/") ? `skills/${path}` : `skills/${path}/SKILL.md`;
}
