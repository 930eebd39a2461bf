/** Opens an address in the user's browser; where there is none, nothing happens. */
import { spawn } from "node:child_process";

const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
  linux: ["xdg-open"],
};

export function openBrowser(url: string): void {
  const [program, ...args] = OPENERS[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...args, url], { stdio: "ignore", detached: true });
  // The address was printed: who has no browser here can open it elsewhere.
  child.on("error", () => undefined);
  child.unref();
}
