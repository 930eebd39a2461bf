/**
 * Makes random changes to real skill directories, as editors, package managers and users do. The same seed gives the
 * same changes. A change that is impossible is left out.
 */
import {
  appendFileSync,
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { skill } from "../../tree.ts";

/** Returns a generator of small numbers from a seed (mulberry32). */
export function dice(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const ROOTS = [
  "home/.agents/skills",
  "home/.claude/skills",
  "project/.agents/skills",
  "project/.claude/skills",
  "extra",
];
const NAMES = ["a", "b", "c", "d", "e", "f", "g", "h"];
const PLACES = [...ROOTS, "elsewhere"];

type Roll = (below: number) => number;

function among<T>(roll: Roll, list: readonly T[]): T {
  return list[roll(list.length)] as T;
}

/** Returns a skill's directory, at most three levels below its root. */
function directory(roll: Roll): string {
  const deep = roll(5);
  const middle =
    deep === 0 ? `${among(roll, NAMES)}/` : deep === 1 ? `${among(roll, NAMES)}/${among(roll, NAMES)}/` : "";
  return `${among(roll, PLACES)}/${middle}${among(roll, NAMES)}`;
}

function content(roll: Roll, name: string): string {
  const number = roll(1000);
  const texts = [
    () => skill(name, `Says ${number}. Use it when asked.`),
    () => `${skill(name)}\nLine ${number}.\n`,
    () => skill(among(roll, NAMES)),
    () => skill(name, undefined, `license: L${number}\n`),
    () => skill(name, undefined, `metadata: {a: [${number}]}\n`),
    () => skill(name, "x".repeat(1000 + number)),
    () => skill(name, `Use when: ${number}`),
    () => skill(name, undefined, `eligibility:\n  required-bins: [tool${number % 3}]\n`),
    () => skill(name, undefined, `eligibility:\n  required-skills: [${among(roll, NAMES)}]\n`),
    () => `---\nname: ${name}\ndescription: Ends here ${number}.\n---`,
    () => `Nothing ${number}.\n`,
    () => "",
    () => `${skill(name)}${"x".repeat(20_000 + number)}\n`,
  ];
  return among(roll, texts)();
}

type Operation = (at: (path: string) => string, roll: Roll) => void;

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const SIDECAR = "agents/openai.yaml";

const OPERATIONS: Readonly<Record<string, Operation>> = {
  create(at, roll) {
    const place = directory(roll);
    write(at(`${place}/SKILL.md`), content(roll, place.slice(-1)));
  },
  "atomic save"(at, roll) {
    const place = directory(roll);
    write(at(`${place}/.SKILL.md.tmp`), content(roll, place.slice(-1)));
    renameSync(at(`${place}/.SKILL.md.tmp`), at(`${place}/SKILL.md`));
  },
  "save with a backup"(at, roll) {
    const path = at(`${directory(roll)}/SKILL.md`);
    renameSync(path, `${path}~`);
    writeFileSync(path, content(roll, "a"));
    unlinkSync(`${path}~`);
  },
  append: (at, roll) => appendFileSync(at(`${directory(roll)}/SKILL.md`), `More ${roll(100)}.\n`),
  truncate: (at, roll) => truncateSync(at(`${directory(roll)}/SKILL.md`), roll(200)),
  "same time"(at, roll) {
    const path = at(`${directory(roll)}/SKILL.md`);
    const { atime, mtime } = lstatSync(path);
    writeFileSync(path, content(roll, "b"));
    utimesSync(path, atime, mtime);
  },
  "delete a file": (at, roll) => unlinkSync(at(`${directory(roll)}/SKILL.md`)),
  "delete a directory": (at, roll) => rmSync(at(directory(roll)), { recursive: true }),
  "rename a file": (at, roll) => {
    const place = at(directory(roll));
    const names = ["SKILL.md", "skill.md", "OLD.md"];
    renameSync(join(place, among(roll, names)), join(place, among(roll, names)));
  },
  "rename a directory": (at, roll) => renameSync(at(directory(roll)), at(directory(roll))),
  mkdir: (at, roll) => mkdirSync(at(directory(roll)), { recursive: true }),
  "a directory in the file's place"(at, roll) {
    const path = at(`${directory(roll)}/SKILL.md`);
    rmSync(path, { recursive: true });
    mkdirSync(path);
  },
  link(at, roll) {
    const [place, target] = [at(directory(roll)), at(directory(roll))];
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(target, place);
  },
  "a link in the file's place"(at, roll) {
    const path = at(`${directory(roll)}/SKILL.md`);
    const target = at(`elsewhere/${among(roll, NAMES)}/SKILL.md`);
    mkdirSync(dirname(path), { recursive: true });
    rmSync(path, { recursive: true, force: true });
    symlinkSync(target, path);
  },
  "replace a link"(at, roll) {
    const place = at(directory(roll));
    if (!lstatSync(place).isSymbolicLink()) return;
    symlinkSync(at(`elsewhere/${among(roll, NAMES)}`), `${place}.new`);
    renameSync(`${place}.new`, place);
  },
  "a chain of links"(at, roll) {
    const [first, second] = [at(`links-${roll(3)}`), at(directory(roll))];
    rmSync(first, { force: true, recursive: true });
    symlinkSync(at(`elsewhere/${among(roll, NAMES)}`), first);
    mkdirSync(dirname(second), { recursive: true });
    symlinkSync(first, second);
  },
  chmod: (at, roll) => chmodSync(at(directory(roll)), among(roll, [0o755, 0o700, 0o777])),
  "chmod a file": (at, roll) => chmodSync(at(`${directory(roll)}/SKILL.md`), among(roll, [0o644, 0o600, 0o755])),
  "remove a root": (at, roll) => rmSync(at(among(roll, ROOTS)), { recursive: true, force: true }),
  "remove what a root is in": (at, roll) =>
    rmSync(at(among(roll, ["home/.claude", "project/.agents"])), { recursive: true, force: true }),
  "move a root"(at, roll) {
    const [from, to] = [at(among(roll, ROOTS)), at(`moved-${roll(2)}`)];
    rmSync(to, { recursive: true, force: true });
    renameSync(from, to);
    if (roll(2) === 0) renameSync(to, from);
  },
  "a link for a root"(at, roll) {
    const root = at(among(roll, ROOTS));
    rmSync(root, { recursive: true, force: true });
    mkdirSync(dirname(root), { recursive: true });
    symlinkSync(at("elsewhere"), root);
  },
  "a root again"(at, roll) {
    const root = at(among(roll, ROOTS));
    if (lstatSync(root, { throwIfNoEntry: false })?.isSymbolicLink()) unlinkSync(root);
    mkdirSync(root, { recursive: true });
  },
  sidecar: (at, roll) =>
    write(at(`${directory(roll)}/${SIDECAR}`), `interface:\n  display_name: "Number ${roll(100)}"\n`),
  "another sidecar": (at, roll) => write(at(`${directory(roll)}/${SIDECAR}`), `interface: [${roll(9)}\n`),
  "no sidecar": (at, roll) => rmSync(at(`${directory(roll)}/agents`), { recursive: true }),
  resource: (at, roll) => write(at(`${directory(roll)}/scripts/run-${roll(5)}.sh`), "true\n"),
  "a skill in a skill": (at, roll) => write(at(`${directory(roll)}/inner/SKILL.md`), content(roll, "i")),
  settings: (at, roll) =>
    write(
      at("home/.config/skillwright/config.yaml"),
      among(roll, ["disable: [a]\n", "disable: [b, c]\n", "limits: {max_depth: 2}\n", "nonsense: 1\n", ""]),
    ),
  "no settings": (at) => rmSync(at("home/.config"), { recursive: true }),
  "a program": (at, roll) => {
    write(at(`bin/tool${roll(3)}`), "#!/bin/sh\n");
    chmodSync(at(`bin/tool${roll(3)}`), 0o755);
  },
  "no program": (at, roll) => unlinkSync(at(`bin/tool${roll(3)}`)),
};

/** Rare changes. If they were frequent, nothing would be left to change. */
const RARE = new Set([
  "remove a root",
  "remove what a root is in",
  "move a root",
  "a link for a root",
  "settings",
  "no settings",
  "limits",
]);
const OFTEN = Object.keys(OPERATIONS).flatMap((name) => {
  if (RARE.has(name)) return [name];
  return Array.from({ length: name === "create" || name === "atomic save" ? 12 : 4 }, () => name);
});

/** Makes one random change below a directory and returns its name. A change that is impossible is left out. */
export function disturb(top: string, roll: Roll): string {
  const name = among(roll, OFTEN);
  try {
    OPERATIONS[name]?.((path) => join(top, path), roll);
    return name;
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    return `${name} (${String(error.code)})`;
  }
}

/** Returns the number of skills that are left. */
export function countSkills(top: string): number {
  return PLACES.filter((place) => {
    try {
      return readdirSync(join(top, place)).length > 0;
    } catch {
      return false;
    }
  }).length;
}
