/** Opens an address in the user's browser. If there is no browser, it does nothing. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { withSafePath } from "../../platform/environment.ts";
import { temporaryDirectory, writeNewFile } from "../../platform/writing/write-tree.ts";

const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
  linux: ["xdg-open"],
};

/**
 * Opens an address in the browser. Other users can see a program's arguments. A secret address is therefore opened
 * through a private file that redirects to it. The file is removed when the process ends.
 */
export function openBrowser(url: string): void {
  const [program, ...args] = OPENERS[process.platform] ?? ["xdg-open"];
  const target = url.includes("?") ? pageTo(url) : url;
  const child = spawn(program, [...args, target], { stdio: "ignore", detached: true, env: withSafePath(process.env) });
  // A missing browser is ignored. The address was printed, so the user can open it elsewhere.
  child.on("error", () => undefined);
  child.unref();
}

function pageTo(url: string): string {
  const page = join(temporaryDirectory().path, "console.html");
  const safe = url.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  const html = `<!doctype html><title>Skillwright</title><meta http-equiv="refresh" content="0;url=${safe}">\n`;
  writeNewFile(page, Buffer.from(html), 0o600);
  return page;
}
