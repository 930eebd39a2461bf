#!/usr/bin/env node
/**
 * The entry: runs the command beside it. The first run stores the code that V8 compiled, in a cache of the user. Later
 * runs of the same command start with it, in two thirds of the time. Any other V8 rejects it and compiles the source.
 */
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import type { Module } from "node:module";
import { dirname, isAbsolute, join } from "node:path";
import { constants, Script } from "node:vm";

/** A fingerprint of the files in `dist/`, which the build inserts. */
declare const BUILD: string;

interface Command {
  readonly main: (argv: readonly string[]) => Promise<number>;
}

interface Modules {
  new (id: string): Module & { filename: string; loaded: boolean };
  readonly wrap: (source: string) => string;
}

/** The class that `node:module` exports, without the other code that this module loads. */
const Modules = module.constructor as unknown as Modules;

/** The compiled code of a file, and the time stamp of the source at that time. */
interface Compiled {
  readonly mtimeMs: number;
  readonly code: Buffer;
}

interface Header {
  readonly build: string;
  readonly sample: number;
  readonly files: readonly (readonly [name: string, mtimeMs: number, bytes: number])[];
}

const argv = process.argv.slice(2);
const cache = cacheFile();
const stored = cache === undefined ? new Map<string, Compiled>() : readCache(cache);
/** The scripts without stored code. */
const compiled = new Map<string, { readonly mtimeMs: number; readonly script: Script }>();

// All output is written synchronously. Freeing the heap at exit would cost 3 ms, and 15 ms with many skills.
(load(join(__dirname, "main.cjs")) as Command).main(argv).then((code) => {
  // A wrong call, such as an unknown command, stores nothing.
  if (code < 2 && cache !== undefined && compiled.size > 0) writeCache(cache);
  process.exit(code);
});

/** Loads a file of the package, without Node's search for it. */
function load(path: string): unknown {
  const known = require.cache[path];
  if (known !== undefined) return known.exports;
  const loaded = new Modules(path);
  loaded.filename = path;
  require.cache[path] = loaded;
  const directory = dirname(path);
  const find = (id: string): unknown => (id.startsWith(".") ? load(join(directory, id)) : loaded.require(id));
  scriptOf(path).runInThisContext()(loaded.exports, find, loaded, path, directory);
  loaded.loaded = true;
  return loaded.exports;
}

function scriptOf(path: string): Script {
  const name = path.slice(__dirname.length + 1);
  const { mtimeMs } = statSync(path);
  const known = stored.get(name);
  const cachedData = known?.mtimeMs === mtimeMs ? known.code : undefined;
  // The build writes ASCII only.
  const script = new Script(Modules.wrap(readFileSync(path, "latin1")), {
    filename: path,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  if (cachedData === undefined || script.cachedDataRejected) compiled.set(name, { mtimeMs, script });
  return script;
}

/** Returns the file for this command and this Node. Only the user writes to its directory. */
function cacheFile(): string | undefined {
  const { XDG_CACHE_HOME: caches, LOCALAPPDATA: local, NODE_DISABLE_COMPILE_CACHE: isOff } = process.env;
  const { homedir } = require("node:os") as typeof import("node:os");
  const directory = (process.platform === "win32" ? local : caches) || join(homedir(), ".cache");
  // The code in a relative directory could be the project's.
  if (isOff || !isAbsolute(directory)) return undefined;
  const [command = ""] = argv;
  const name = /^[a-z][a-z-]{0,19}$/.test(command) ? command : "skillwright";
  return join(directory, "skillwright", "code", `${name}-${process.version}-${process.arch}.bin`);
}

/** Returns nothing if the file is from another build, or if another user could have written it. */
function readCache(path: string): Map<string, Compiled> {
  const found = new Map<string, Compiled>();
  const bytes = readOwn(path);
  const end = bytes?.indexOf("\n") ?? -1;
  if (bytes === undefined || end === -1) return found;
  const { build, sample, files } = readHeader(bytes.toString("latin1", 0, end));
  if (build !== BUILD || sample !== sampleOf(bytes.subarray(end + 1))) return found;
  let at = end + 1;
  for (const [name, mtimeMs, length] of files) {
    found.set(name, { mtimeMs, code: bytes.subarray(at, at + length) });
    at += length;
  }
  return found;
}

function readOwn(path: string): Buffer | undefined {
  try {
    const file = openSync(path, "r");
    try {
      const { uid, mode } = fstatSync(file);
      const isOwn = process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
      return isOwn ? readFileSync(file) : undefined;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return ignoreSystemError(error);
  }
}

function readHeader(text: string): Header {
  try {
    return JSON.parse(text) as Header;
  } catch (error) {
    if (error instanceof SyntaxError) return { build: "", sample: 0, files: [] };
    throw error;
  }
}

/** Keeps the stored code of files that this run did not need. */
function writeCache(path: string): void {
  for (const [name, { mtimeMs, script }] of compiled) stored.set(name, { mtimeMs, code: script.createCachedData() });
  const files = [...stored].map(([name, each]) => [name, each.mtimeMs, each.code.length] as const);
  const code = Buffer.concat([...stored.values()].map((each) => each.code));
  const header: Header = { build: BUILD, sample: sampleOf(code), files };
  const draft = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(draft, Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), code]), {
      mode: 0o600,
      flag: "wx",
    });
    renameSync(draft, path);
  } catch (error) {
    // Without stored code, the command only starts more slowly.
    ignoreSystemError(error);
    if (existsSync(draft)) rmSync(draft);
  }
}

/**
 * Returns a sum of some bytes of each page. V8 checks only the start of compiled code, and fails hard on code with pages
 * that a sudden power loss left empty.
 */
function sampleOf(code: Buffer): number {
  let sum = 0;
  for (let at = 0; at < code.length; at += 200) sum = (Math.imul(sum, 31) + code[at]!) | 0;
  return sum;
}

function ignoreSystemError(error: unknown): undefined {
  if (!(error instanceof Error && "syscall" in error)) throw error;
}
