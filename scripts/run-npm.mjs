// Runs npm quietly. If npm fails, the error names the download and has npm's own error lines.
import { spawn } from "node:child_process";

const MAX_LINES = 12;

/** Resolves once npm has exited with 0; `what` names the download in the error. */
export function runNpm(what, args) {
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const quiet = [
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--no-progress",
    "--prefer-offline",
    "--loglevel=error",
  ];
  return new Promise((resolve, reject) => {
    const fail = (why) => reject(new Error(`npm could not fetch ${what}:\n${why}`));
    let said = "";
    const child = spawn(npm, [...args, ...quiet], { stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => {
        said += text;
      });
    child.once("error", (error) => fail(error.message));
    child.once("close", (code, signal) => {
      if (code === 0) resolve();
      else fail(said.trim().split("\n").slice(0, MAX_LINES).join("\n") || `npm ended with ${code ?? signal}`);
    });
  });
}
