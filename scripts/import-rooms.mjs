// Imports files of src/ from a script. Node does not read TypeScript, so Rolldown bundles them into a temporary directory first.
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "rolldown";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Returns the modules of the given paths, which are relative to the repository. */
export async function importRooms(...files) {
  const work = mkdtempSync(join(tmpdir(), "skillwright-rooms-"));
  try {
    await build({
      cwd: root,
      platform: "node",
      logLevel: "silent",
      input: Object.fromEntries(files.map((file, at) => [String(at), file])),
      external: /^[^./]/,
      output: { dir: work, format: "esm", entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
    });
    symlinkSync(join(root, "node_modules"), join(work, "node_modules"));
    return await Promise.all(files.map((_, at) => import(pathToFileURL(join(work, `${at}.mjs`)).href)));
  } finally {
    rmSync(work, { recursive: true });
  }
}
