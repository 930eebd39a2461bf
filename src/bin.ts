#!/usr/bin/env node
/**
 * The entry point of the command. It runs `main.cjs` and stores the code that V8 compiled in a cache of the user. With
 * this cache, later runs of the same command start in two thirds of the time. If another version of V8 rejects the
 * cached code, the source is compiled again.
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

/** The fingerprint of the files in `dist/`. The build replaces `BUILD` with this fingerprint. */
declare const BUILD: string;

interface Command {
  readonly main: (argv: readonly string[]) => Promise<number>;
}

interface Modules {
  new (id: string): Module & { filename: string; loaded: boolean };
  readonly wrap: (source: string) => string;
}

/** Node's `Module` class. An import of `node:module` would also load code that is not needed here. */
const Modules = module.constructor as unknown as Modules;

/** The compiled code of a file, and the file's modification time when the code was compiled. */
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
/** Scripts that this run compiled, because the cache has no valid code for these scripts. */
const compiled = new Map<string, { readonly mtimeMs: number; readonly script: Script }>();

// `process.exit` loses no output, because all output is written synchronously. A normal exit would first free the heap,
// which takes 3 ms, or 15 ms with many skills.
(load(join(__dirname, "main.cjs")) as Command).main(argv).then((code) => {
  // Exit code 2 means a wrong call, such as an unknown command. The code compiled for such a call is not cached.
  if (code < 2 && cache !== undefined && compiled.size > 0) writeCache(cache);
  process.exit(code);
});

/** Loads a file of the package by the file's path, without Node's module resolution. */
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
  // The build writes only ASCII, so `latin1` decodes every file correctly.
  const script = new Script(Modules.wrap(readFileSync(path, "latin1")), {
    filename: path,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  if (cachedData === undefined || script.cachedDataRejected) compiled.set(name, { mtimeMs, script });
  return script;
}

/** Returns the cache file for this command and this version of Node; undefined without a cache. */
function cacheFile(): string | undefined {
  const { XDG_CACHE_HOME: caches, LOCALAPPDATA: local, NODE_DISABLE_COMPILE_CACHE: isOff } = process.env;
  const { homedir } = require("node:os") as typeof import("node:os");
  const directory = (process.platform === "win32" ? local : caches) || join(homedir(), ".cache");
  // A relative directory could be part of a project, and a project must not provide compiled code.
  if (isOff || !isAbsolute(directory)) return undefined;
  const [command = ""] = argv;
  const name = /^[a-z][a-z-]{0,19}$/.test(command) ? command : "skillwright";
  return join(directory, "skillwright", "code", `${name}-${process.version}-${process.arch}.bin`);
}

/**
 * Reads the cache. Returns an empty map if the file is missing or damaged, if it is from another build, or if another
 * user could have written it.
 */
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

/** Writes the cache. It keeps the stored code of files that this run did not load. */
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
    // If the cache cannot be written, later runs only start more slowly.
    ignoreSystemError(error);
    if (existsSync(draft)) rmSync(draft);
  }
}

/**
 * Returns a checksum of every 200th byte. V8 checks only the start of compiled code, and crashes if a power failure
 * left some of its pages empty.
 */
function sampleOf(code: Buffer): number {
  let sum = 0;
  for (let at = 0; at < code.length; at += 200) sum = (Math.imul(sum, 31) + code[at]!) | 0;
  return sum;
}

function ignoreSystemError(error: unknown): undefined {
  if (!(error instanceof Error && "syscall" in error)) throw error;
}
