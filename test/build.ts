import { execFileSync } from "node:child_process";
import { resolve } from "node:path";

/** The command is tested as it is shipped, so it is built first. */
export function setup(): void {
  execFileSync(process.execPath, [resolve(import.meta.dirname, "../scripts/build.mjs"), "--no-types"], {
    stdio: "ignore",
  });
}
