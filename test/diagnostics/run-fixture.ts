/**
 * A fixture in, the diagnostics that it causes out. A fixture is a directory `test/fixtures/SKnnn/`: its files are copied
 * into a fresh temporary directory, and `fixture.json` adds what a repository cannot hold and says how to run it.
 */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { type LookUp, lookUp } from "../../src/access/look-up.ts";
import { activate, readSkillResource } from "../../src/activate.ts";
import { advise } from "../../src/check/advise.ts";
import { overlaps } from "../../src/check/overlaps.ts";
import { CATALOGUE, isCode } from "../../src/diagnostics/catalogue.ts";
import { findProfile } from "../../src/hosts/profiles.ts";
import { skillwright } from "../../src/hosts/skillwright.ts";
import { listCatalog } from "../../src/list-catalog.ts";
import { type LoadOptions, loadSkills } from "../../src/load.ts";
import type { Diagnostic } from "../../src/model/diagnostic.ts";
import { OperationError } from "../../src/model/errors.ts";
import type { Asking, Refusal } from "../../src/model/offer.ts";
import { spanAt } from "../../src/model/span.ts";
import { openSkills } from "../../src/open-skills.ts";
import { type Files, systemError } from "../../src/platform/files.ts";
import { nodeFiles } from "../../src/platform/node-files.ts";
import { writeFileAtomically } from "../../src/platform/write-file.ts";
import { type Refused, resolveMessage } from "../../src/select/resolve-message.ts";
import { memorySource } from "../../src/sources.ts";

export const FIXTURES: string = join(import.meta.dirname, "../fixtures");

/** What `fixture.json` may say; paths are relative to the temporary directory, and `<tmp>` stands for it. */
interface Fixture {
  /** Text that an editor or a checkout would change. */
  readonly files?: Readonly<Record<string, string>>;
  readonly base64?: Readonly<Record<string, string>>;
  /** Text added to the end of a file, many times. */
  readonly append?: Readonly<Record<string, Repeated | readonly Repeated[]>>;
  /** Symbolic links and what they say. */
  readonly links?: Readonly<Record<string, string>>;
  readonly fifos?: readonly string[];
  /** Files and directories that answer EACCES. Mode bits would not do: tests may run as root. */
  readonly deny?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly options?: LoadOptions;
  /**
   * `load` unless given: a load's diagnostics, advice, a reason that `explain` gives, an error that a call throws, or why
   * somebody who asks for a skill, in a message or by its name, does not get it, or what is said on the way to a model.
   */
  readonly via?: "load" | "advise" | "explain" | "error" | "refusal" | "activate";
  /** The skill or file that `explain` or the call is about. */
  readonly ask?: string;
  readonly call?: keyof typeof CALLS;
  readonly message?: string;
  readonly asking?: Asking;
  readonly connectors?: readonly string[];
  /** For `activate`: what is typed after the name, what becomes of files after the load (null: removed), a file to read, a cap. */
  readonly arguments?: string;
  readonly later?: Readonly<Record<string, string | null>>;
  readonly resource?: string;
  readonly maxBodyChars?: number;
}

interface Repeated {
  readonly text: string;
  readonly times: number;
}

export interface FixtureRun {
  readonly diagnostics: readonly Diagnostic[];
  /** The temporary directory, gone by now; it still stands in messages. */
  readonly directory: string;
}

export async function runFixture(code: string): Promise<FixtureRun> {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-")));
  try {
    const fixture = materialise(join(FIXTURES, code), directory);
    return {
      directory,
      diagnostics: await RUNS[fixture.via ?? "load"](fixture, optionsOf(fixture, directory), directory),
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const OURS: readonly string[] = ["fixture.json", "printed.txt"];

function materialise(source: string, directory: string): Fixture {
  cpSync(source, directory, {
    recursive: true,
    filter: (path) => dirname(path) !== source || !OURS.includes(basename(path)),
  });
  const description = join(source, "fixture.json");
  const fixture: Fixture = existsSync(description)
    ? JSON.parse(readFileSync(description, "utf8").replaceAll("<tmp>", directory))
    : {};
  const place = (path: string): string => {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    return join(directory, path);
  };
  // The project ends here, whatever lies above the temporary directory.
  mkdirSync(place(".git"), { recursive: true });
  for (const [path, text] of Object.entries(fixture.files ?? {})) writeFileSync(place(path), text);
  for (const [path, bytes] of Object.entries(fixture.base64 ?? {}))
    writeFileSync(place(path), Buffer.from(bytes, "base64"));
  for (const [path, parts] of Object.entries(fixture.append ?? {})) {
    for (const { text, times } of [parts].flat()) writeFileSync(place(path), text.repeat(times), { flag: "a" });
  }
  for (const [path, target] of Object.entries(fixture.links ?? {})) symlinkSync(target, place(path));
  for (const path of fixture.fifos ?? []) execFileSync("mkfifo", [place(path)]);
  return fixture;
}

/** Nothing of the machine: its own home, its own variables, everything trusted unless the fixture says otherwise. */
function optionsOf({ env = {}, deny = [], options = {} }: Fixture, directory: string): LoadOptions {
  return {
    cwd: directory,
    environment: { cwd: directory, home: join(directory, "home"), platform: "linux", variables: env },
    files: deny.length === 0 ? nodeFiles : denying(deny.map((path) => join(directory, path))),
    roots: existsSync(join(directory, "skills")) ? ["skills"] : [],
    trust: "all",
    defaultSkills: false,
    ...options,
  };
}

function denying(paths: readonly string[]): Files {
  const guarded = <A extends [path: string, ...rest: never[]], R>(read: (...args: A) => R): ((...args: A) => R) => {
    return (...args) => {
      if (paths.some((path) => args[0] === path || args[0].startsWith(`${path}/`)))
        throw systemError("EACCES", args[0]);
      return read(...args);
    };
  };
  return {
    ...nodeFiles,
    readHead: guarded(nodeFiles.readHead),
    readFile: guarded(nodeFiles.readFile),
    readDirectory: guarded(nodeFiles.readDirectory),
  };
}

type Run = (fixture: Fixture, options: LoadOptions, directory: string) => Promise<readonly Diagnostic[]>;

const RUNS: Readonly<Record<NonNullable<Fixture["via"]>, Run>> = {
  async load(_, options) {
    return (await loadSkills(options)).snapshot.diagnostics;
  },

  async advise(_, options) {
    const { snapshot } = await loadSkills(options);
    const skills = snapshot.skills.map((each) => each.skill);
    return [...snapshot.diagnostics, ...skills.flatMap((skill) => advise(skill, nodeFiles)), ...overlaps(skills)];
  },

  async explain({ ask = "" }, options) {
    const { candidates } = await (await openSkills(options)).explain(ask);
    return candidates.flatMap(({ code, path, reason, help }) =>
      isCode(code) ? [{ code, severity: CATALOGUE[code].severity, path, message: reason, help }] : [],
    );
  },

  activate: activated,

  async error({ call, ask = "" }, options, directory) {
    try {
      await CALLS[call ?? "read"](options, ask, directory);
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
      return [
        { code: error.code, severity: "error", message: error.message, ...(error.hint ? { help: error.hint } : {}) },
      ];
    }
    return [];
  },

  async refusal({ ask = "", message, asking, connectors = [] }, options) {
    const { snapshot } = await loadSkills(options);
    const profile = findProfile(snapshot.host)!;
    const refused =
      message === undefined
        ? refusalOf(lookUp(ask, snapshot, asking!))
        : resolveMessage(message, snapshot, { profile, connectors }).refused;
    return refused.map(({ code, asked, reason, help, start = 0, end = 0 }) => ({
      code,
      severity: "error",
      message: `\`${asked}\` is refused: ${reason}`,
      ...(message === undefined ? {} : { at: spanAt("message", message, start, end - start) }),
      ...(help ? { help } : {}),
    }));
  },
};

function refusalOf(answer: LookUp): readonly (Refusal & Partial<Refused>)[] {
  return "refusal" in answer ? [answer.refusal] : [];
}

/** What a user would be told on the way from a name to what the model receives. */
async function activated(
  { ask = "", later = {}, resource, arguments: typed, maxBodyChars }: Fixture,
  options: LoadOptions,
  directory: string,
): Promise<readonly Diagnostic[]> {
  const { snapshot, config } = await loadSkills(options);
  for (const [path, text] of Object.entries(later))
    if (text === null) rmSync(join(directory, path), { recursive: true });
    else writeFileSync(join(directory, path), text);
  const context = {
    snapshot,
    profile: skillwright,
    options,
    limits: config.limits,
    ...(maxBodyChars === undefined ? {} : { maxBodyChars }),
  };
  const asked = { asked: ask, actor: "user" as const };
  const answer = resource
    ? await readSkillResource({ ...asked, path: resource }, context)
    : await activate({ ...asked, ...(typed === undefined ? {} : { arguments: typed }) }, context);
  if ("activation" in answer) return answer.activation.diagnostics;
  const refused = "refusal" in answer ? answer.refusal : "refused" in answer ? answer.refused : undefined;
  if (refused === undefined) return [];
  const { code, reason: message, help } = refused;
  return [{ code, severity: "error", message, ...(help === undefined ? {} : { help }) }];
}

const CALLS = {
  read: async (options: LoadOptions, ask: string) => (await openSkills(options)).read(ask),

  async add(options: LoadOptions, ask: string) {
    const skills = await openSkills(options);
    skills.add(skills.find(ask)!.skill);
  },

  async digest(options: LoadOptions, ask: string) {
    const skills = await openSkills(options);
    skills.digest(skills.find(ask)!.skill);
  },

  /** Reads a skill that another instance has from a source of its own. */
  async "read-foreign"(options: LoadOptions, ask: string, directory: string) {
    const text = readFileSync(join(directory, `skills/${ask}/SKILL.md`));
    const other = await openSkills({
      ...options,
      roots: [],
      sources: [memorySource("elsewhere", { [`${ask}/SKILL.md`]: text })],
    });
    const skills = await openSkills({ ...options, roots: [] });
    skills.add(other.find(ask)!.skill);
    await skills.read(ask);
  },

  async catalog(options: LoadOptions, format: string) {
    const { snapshot } = await loadSkills(options);
    await listCatalog(snapshot, skillwright, { format }, { variables: {} });
  },

  resume: async (options: LoadOptions) =>
    (await openSkills(options)).session({ state: { version: 1, id: "s", turn: "3" } }),

  /** Loads the first skill of the fixture, which asks for the second, which asks for the first. */
  async nest(options: LoadOptions) {
    const skills = await openSkills(options);
    const [first = "", second = ""] = skills.skills.map(({ name }) => name);
    const session = await skills.session({ id: "s" });
    await session.activate({ asked: first, actor: "model" });
    await session.activate({ asked: second, actor: "skill", from: first });
    const { refusal } = await session.activate({ asked: first, actor: "skill", from: second });
    if (refusal)
      throw new OperationError(refusal.code, `\`${first}\`: ${refusal.reason}`, { hint: refusal.help ?? "" });
  },

  write: async (_: LoadOptions, ask: string, directory: string) =>
    writeFileAtomically(join(directory, ask), "disable: []\n"),
};
