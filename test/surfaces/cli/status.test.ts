/** Tests the line of a terminal that shows the current task and disappears before other output. */
import { expect, test } from "vitest";
import { needs } from "../../needs.ts";
import { TmuxTerminal } from "../agent/tmux.ts";
import { entry, liar } from "../mcp/liar.ts";
import { bin, Sandbox, skill } from "./run.ts";

needs("tmux").describe("[O17] [MC20] while a server is asked for skills", () => {
  test("a terminal shows it in one line, and the answer takes its place", async () => {
    let answer: (skills: object) => void = () => undefined;
    const answered = new Promise((resolve) => {
      answer = resolve;
    });
    const server = await liar({ "skills/list": () => answered });
    const box = new Sandbox({
      "~/.config/skillwright/config.yaml": `mcp:\n  docs: { url: "${server.url}", skills: true, headers: {} }\n`,
      "~/.agents/skills/pdf/SKILL.md": skill("pdf", "Fills in forms."),
    });
    const command = [process.execPath, bin, "list", "--no-color", "--no-default-skills"];
    const terminal = new TmuxTerminal(command, box.project, { PATH: "/usr/bin:/bin", HOME: box.home });
    try {
      const waiting = await terminal.shows("fetching the skills of mcp:docs");
      answer({ skills: [entry("notes")] });
      const done = await terminal.shows("[ended 0]");
      expect([waiting, done.includes("asking"), /pdf/.test(done), /mcp:docs:notes/.test(done)]).toEqual([
        "fetching the skills of mcp:docs",
        false,
        true,
        true,
      ]);
    } finally {
      terminal.close();
      server.close();
    }
  });
});
