import { execFileSync } from "node:child_process";
import { resolve } from "node:path";

/** Builds the shipped command before the tests that run it. */
export function setup(): void {
  execFileSync(process.execPath, [resolve(import.meta.dirname, "../scripts/build.mjs"), "--no-types"], {
    stdio: "ignore",
  });
}
