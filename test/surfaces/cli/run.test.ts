import { describe, expect, test } from "vitest";
import { SharedSandbox as Sandbox } from "./shared.ts";

const PDF = `---
name: pdf
description: Use for PDF files.
commands:
  - name: extract
    description: Takes the text out.
    args:
      - { name: file, required: true, description: The PDF }
      - { name: pages, type: integer, default: 1 }
      - { name: form, choices: [text, html], default: text }
      - { name: quiet, type: boolean }
  - name: merge
---
Extract $file, $pages pages, as $form.
`;

function project(): Sandbox {
  const sandbox = new Sandbox({
    ".agents/skills/pdf/SKILL.md": PDF,
    ".agents/skills/docx/SKILL.md": PDF.replaceAll("pdf", "docx"),
    ".agents/skills/plain/SKILL.md": "---\nname: plain\ndescription: Has none.\n---\nDo.\n",
  });
  sandbox.run(["trust", "--yes"]);
  return sandbox;
}

describe("run", () => {
  test("[DP24] prints exactly what the model would receive", () => {
    const sandbox = project();
    const { code, stdout, stderr } = sandbox.run([
      "run",
      "pdf",
      "extract",
      "my report.pdf",
      "--pages",
      "3",
      "--form=html",
    ]);
    expect([code, stderr, /\n(Extract.*)\n/.exec(stdout)?.[1]]).toEqual([
      0,
      "",
      "Extract my report.pdf, 3 pages, as html.",
    ]);
    expect(sandbox.run(["load", "pdf", "extract 'my report.pdf' 3 html"]).stdout).toBe(stdout);
    expect(sandbox.run(["run", "extract", "a.docx"]).stdout).toContain("Extract a.docx, 1 pages, as text.");
    expect(sandbox.run(["run", "docx", "extract", "--", "--odd"]).stdout).toContain("Extract --odd, 1 pages, as text.");
  });

  test("[DP24] as JSON, with the value of every argument", () => {
    const {
      command,
      arguments: typed,
      address,
      actor,
    } = project().json(["run", "pdf", "extract", "a.pdf", "--no-quiet"]);
    expect({ command, typed, address, actor }).toEqual({
      command: { name: "extract", values: { file: "a.pdf", pages: 1, form: "text", quiet: false } },
      typed: "extract a.pdf 1 text false",
      address: "pdf",
      actor: "user",
    });
  });

  test("[DP24] --help shows the commands of a skill, and what they take", () => {
    const sandbox = project();
    const help = `skillwright run pdf extract <file> [pages] [form] [--quiet]
  Takes the text out.
  file   string, required           The PDF
  pages  integer, default 1
  form   text | html, default text
  quiet  boolean
`;
    expect(sandbox.run(["run", "pdf", "extract", "--help"])).toEqual({ code: 0, stdout: help, stderr: "" });
    expect(sandbox.run(["run", "pdf", "--help"]).stdout).toBe(`${help}skillwright run pdf merge\n`);
    expect(sandbox.run(["run", "pdf"])).toEqual({
      code: 2,
      stdout: "",
      stderr: "error: name a command of `pdf`: `extract`, `merge`\nhelp: see `skillwright run pdf --help`\n",
    });
    expect(sandbox.json(["run", "pdf", "--help"])["skill"]).toBe("pdf");
    expect(sandbox.run(["run", "--help"]).stdout).toContain(
      "usage: skillwright run [SKILL COMMAND|SCRIPT ARGS…] [options]",
    );
  });

  test("[DP24] [DP20] without anything it lists all, and says what collides", () => {
    const sandbox = project();
    const { code, stdout, stderr } = sandbox.run(["run"]);
    expect([code, stdout]).toEqual([
      0,
      "/extract <file> [pages] [form] [--quiet]  docx  Takes the text out.\n/merge                                    docx\n",
    ]);
    expect(stderr).toContain(
      "warning[SK470]: the command `/extract` of `pdf` cannot be called as `/extract`: the command of `docx` takes precedence",
    );
    expect(sandbox.run(["doctor"]).stdout).toContain("SK470");
    const { commands, diagnostics } = sandbox.json(["run"]) as { commands: object[]; diagnostics: object[] };
    expect([commands[1], diagnostics.length]).toEqual([
      { name: "merge", description: "", usage: "merge", args: [], skill: "docx" },
      2,
    ]);
  });

  test("[DP20] `resolve` says which command is meant, and completion knows them", () => {
    const sandbox = project();
    expect(sandbox.run(["explain", "--message", "/merge all"]).stdout).toContain(
      "  command: merge\n  arguments: all\n",
    );
    expect(
      (sandbox.json(["explain", "--message", "/merge all"])["selected"] as { command: string }[])[0]?.command,
    ).toBe("merge");
    expect(sandbox.run(["__complete", "run", ""]).stdout.split("\n")).toEqual(
      expect.arrayContaining(["docx", "extract", "merge", "pdf", "plain"]),
    );
    expect(sandbox.run(["__complete", "run", "pdf", "m"]).stdout).toBe("merge\n");
  });

  test.each([
    [
      ["run", "pdf", "extract", "--pages", "x"],
      "error[SK472]: `pdf extract`: `pages` should be a whole number, not `x`; `file` is missing\nhelp: write `/pdf extract <file> [pages] [form] [--quiet]`\n",
    ],
    [
      ["run", "pdf", "extrct"],
      "error[SK471]: `pdf extrct`: it has no command `extrct`\nhelp: did you mean `extract`?\n",
    ],
    [
      ["run", "plain"],
      "error[SK471]: `plain` has no commands\nhelp: `skillwright load plain` shows what a model gets; `skillwright run plain FILE` runs a script\n",
    ],
    [["run", "plain", "x"], "error[SK471]: `plain x`: it has no commands\n"],
    [["run", "pfd", "extract"], "error[SK301]: `pfd extract`: there is no such skill\nhelp: did you mean `pdf`?\n"],
  ])("%j", (args, stderr) => {
    expect(project().run(args)).toEqual({ code: 1, stdout: "", stderr });
  });
});
