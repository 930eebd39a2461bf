/** Runs the completion script in a real bash. */
import { spawnSync } from "node:child_process";
import { expect } from "vitest";
import { needs } from "../../needs.ts";
import { bin, Sandbox, skill } from "./run.ts";

needs("bash").test("[O14] [O4] bash puts no name on its command line that does something there", () => {
  const names = ["acme:pdf", "Brain Storm", "$(touch PWNED)", "a*"];
  const files = names.map((name, at) => [`more/${at}/SKILL.md`, skill(JSON.stringify(name))] as const);
  const box = new Sandbox(Object.fromEntries(files));
  const offered = (typed: string): string => {
    const line = `skillwright explain --root more ${typed}`;
    const script = `skillwright() { "${process.execPath}" "${bin}" "$@"; }
eval "$(skillwright completion bash)"
COMP_LINE='${line}' COMP_POINT=${line.length} _skillwright
printf '%s\\n' "\${COMPREPLY[@]}"`;
    return spawnSync("bash", ["-c", script], {
      cwd: box.project,
      env: { PATH: process.env["PATH"], HOME: box.home },
      encoding: "utf8",
    }).stdout;
  };
  expect(["acme:p", "Br", "$", "a*"].map(offered)).toEqual([
    "pdf\n",
    "Brain\\ Storm\n",
    "\\$\\(touch\\ PWNED\\)\n",
    "a\\*\n",
  ]);
});
