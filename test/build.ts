import { execFileSync } from "node:child_process";
import { resolve } from "node:path";

/** Tests run the shipped command, so build it first. */
export function setup(): void {
  execFileSync(process.execPath, [resolve(import.meta.dirname, "../scripts/build.mjs"), "--no-types"], {
    stdio: "ignore",
  });
}
