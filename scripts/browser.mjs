// The browser that the console is tested in: a Chromium out of an npm package, unpacked beside it, or the system's own where
// that one cannot run. `node scripts/browser.mjs` fetches it, and says which it is.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { fetchLocked, lockedDirectory, root } from "./locked-packages.mjs";

const locked = join(root, "test", "surfaces", "console", "browser");
const SYSTEM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The packages and the program, where both are here already; nothing is fetched. */
export function findBrowser() {
  const directory = lockedDirectory("browser", locked);
  const noted = join(directory, "program.txt");
  if (!existsSync(noted)) return undefined;
  const program = readFileSync(noted, "utf8");
  return existsSync(program) ? { directory, program } : undefined;
}

/** Fetches both unless they are here; undefined where neither can be had. */
export function fetchBrowser() {
  const found = findBrowser();
  if (found) return found;
  const directory = fetchLocked("browser", locked);
  if (!directory) return undefined;
  const program = [unpack(directory), ...SYSTEM].find((each) => each !== undefined && runs(each));
  if (program === undefined) return undefined;
  writeFileSync(join(directory, "program.txt"), program);
  return { directory, program };
}

/** The package unpacks itself into the temporary directory, once for each that there is. */
function unpack(directory) {
  const place = join(directory, "chromium");
  mkdirSync(place, { recursive: true });
  const module = pathToFileURL(join(directory, "node_modules", "@sparticuz", "chromium", "build", "esm", "index.js"));
  const code = `import(${JSON.stringify(module.href)}).then(async (m) => console.log(await m.default.executablePath()))`;
  const { stdout } = spawnSync(process.execPath, ["-e", code], {
    encoding: "utf8",
    env: { ...process.env, TMPDIR: place },
  });
  return stdout.trim() || undefined;
}

function runs(program) {
  return existsSync(program) && spawnSync(program, ["--version", "--no-sandbox"]).status === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const browser = fetchBrowser();
  console.log(
    browser?.program ?? "skipped: there is no Chromium here that runs, so that the console is not tested in one",
  );
}
