// Finds the browser for tests of the console: a Chromium from an npm package, unpacked into the cache, or one of the
// system. `node scripts/browser.mjs` fetches it and prints its path.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { fetchLocked, lockedDirectory, printFetched, root } from "./locked-packages.mjs";

const locked = join(root, "test", "surfaces", "console", "browser");
const SYSTEM = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
/** The npm package has a browser only for this platform. */
const isPackaged = process.platform === "linux" && process.arch === "x64";

export const NO_BROWSER = `no Chromium for ${process.platform} ${process.arch}: install Chrome to test the console`;

/** Returns the packages, the program, and the program's variables, if all packages were fetched before. */
export function findBrowser() {
  const directory = lockedDirectory("browser", locked);
  const record = join(directory, "browser.json");
  if (!existsSync(record)) return undefined;
  const { program, variables } = JSON.parse(readFileSync(record, "utf8"));
  return existsSync(program) ? { directory, program, variables } : undefined;
}

/** Like `findBrowser`, but fetches what is missing. Returns undefined if there is no Chromium for this platform. */
export async function fetchBrowser() {
  const found = findBrowser();
  if (found) return found;
  const directory = await fetchLocked("browser", "the Chromium that the console is tested in", locked);
  const failures = [];
  for (const { program, variables } of candidates(directory)) {
    const why = whyNot(program, variables);
    if (why === undefined) {
      writeFileSync(join(directory, "browser.json"), JSON.stringify({ program, variables }));
      return { directory, program, variables };
    }
    failures.push(`${program}: ${why}`);
  }
  if (!isPackaged) return undefined;
  throw new Error(`the Chromium that the console is tested in does not run on this machine:\n${failures.join("\n")}`);
}

/** Returns the environments to try. The package contains libraries for a machine that lacks them. */
function candidates(directory) {
  const system = SYSTEM.map((program) => ({ program, variables: {} }));
  if (!isPackaged) return system;
  const program = unpack(directory);
  const libraries = join(directory, "chromium", "al2023", "lib");
  return [{ program, variables: {} }, { program, variables: { LD_LIBRARY_PATH: libraries } }, ...system];
}

/**
 * Unpacks the program below `directory`. The package unpacks its libraries only on Lambda, so the environment claims to
 * be Lambda.
 */
function unpack(directory) {
  const place = join(directory, "chromium");
  mkdirSync(place, { recursive: true });
  const module = pathToFileURL(join(directory, "node_modules", "@sparticuz", "chromium", "build", "esm", "index.js"));
  const code = `import(${JSON.stringify(module.href)}).then(async (m) => console.log(await m.default.executablePath()))`;
  const env = { ...process.env, TMPDIR: place, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs22.x" };
  const { status, stdout, stderr } = spawnSync(process.execPath, ["-e", code], { encoding: "utf8", env });
  if (status !== 0) throw new Error(`Chromium could not be unpacked:\n${stderr.trim()}`);
  return stdout.trim();
}

/** Returns why this program cannot be used, or undefined if it can. */
function whyNot(program, variables) {
  if (!existsSync(program)) return "not installed";
  const env = { ...process.env, ...variables };
  const { status, stderr, error } = spawnSync(program, ["--version", "--no-sandbox"], { encoding: "utf8", env });
  return status === 0 ? undefined : (error?.message ?? stderr.trim());
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await printFetched(async () => (await fetchBrowser())?.program ?? NO_BROWSER);
