import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { SharedSandbox as Sandbox } from "./shared.ts";

const SKILL = `---
name: triage
description: Use when issues come in.
compatibility: Needs git 2.40 and a tracker.
eligibility:
  required-bins: [no-such-program]
---
Sort them.
`;
const SIDECAR = `dependencies:
  tools:
    - type: env_var
      value: TRACKER_TOKEN
      description: may write issues
    - type: mcp
      value: tracker
      url: https://tracker.example/mcp
    - type: mcp
      value: files
      transport: stdio
      command: npx
      args: [-y, "@x/files"]
    - type: browser
      value: any
`;

function project(more: Record<string, string> = {}): Sandbox {
  const sandbox = new Sandbox({
    ".agents/skills/triage/SKILL.md": SKILL,
    ".agents/skills/triage/agents/openai.yaml": SIDECAR,
    ".agents/skills/plain/SKILL.md": "---\nname: plain\ndescription: Needs nothing.\n---\nDo.\n",
    ...more,
  });
  sandbox.run(["trust", "--yes"]);
  return sandbox;
}

describe("deps", () => {
  test("[DP1] shows what is needed, what is there, what is missing and how to supply it", () => {
    const sandbox = project({ "~/.codex/config.toml": '[mcp_servers.other]\nurl = "https://tracker.example/mcp/"\n' });
    expect(
      sandbox.run(["deps", "triage", "plain", "--for", "codex"], { env: { TRACKER_TOKEN: "tok-secret-1" } }),
    ).toEqual({
      code: 1,
      stdout: `triage says: Needs git 2.40 and a tracker.
missing  program   no-such-program
         install \`no-such-program\` so that it is on the PATH
present  variable  TRACKER_TOKEN    the environment
         may write issues
missing  server    files            npx -y @x/files
         \`skillwright deps triage --for codex --install\` adds it to Codex
present  server    tracker          <tmp>/home/.codex/config.toml
         in that file its name is \`other\`
unknown  other     any
         check it yourself: Skillwright does not know the kind \`browser\`
5 needs of triage, plain, 2 missing; MCP servers from the configuration of Codex
`,
      stderr: "",
    });
    expect(sandbox.run(["deps", "plain"])).toEqual({ code: 0, stdout: "plain: no dependencies\n", stderr: "" });
  });

  test("[DP1] as JSON", () => {
    const { needs, ...rest } = project().json(["deps", "triage", "--for", "opencode"]) as { needs: object[] };
    expect(rest).toEqual({
      schema: 2,
      host: "opencode",
      skills: [
        {
          name: "triage",
          id: "repo:.agents/skills/triage",
          path: "<tmp>/project/.agents/skills/triage/SKILL.md",
          compatibility: "Needs git 2.40 and a tracker.",
        },
      ],
      unread: [],
    });
    expect(needs[3]).toEqual({
      kind: "server",
      name: "tracker",
      required: false,
      skills: ["triage"],
      state: "missing",
      from: null,
      note: null,
      help: "`skillwright deps triage --for opencode --install` adds it to OpenCode",
      description: null,
      server: { name: "tracker", transport: "streamable-http", url: "https://tracker.example/mcp" },
      declared: null,
    });
  });

  test("[DP13] --dry-run shows the difference, --install needs a yes, --undo takes it back", () => {
    const before = '{\n  // ours\n  "mcp": {} // none\n}\n';
    const sandbox = project({ "opencode.json": before });
    const file = sandbox.path("opencode.json");
    const dry = sandbox.run(["deps", "triage", "--for", "opencode", "--install", "--dry-run"]);
    expect([dry.code, dry.stderr, readFileSync(file, "utf8")]).toEqual([1, "", before]);
    expect(dry.stdout.split("\n").slice(0, 17)).toEqual([
      "--- <tmp>/project/opencode.json",
      "+++ <tmp>/project/opencode.json",
      "@@ -1,4 +1,14 @@",
      " {",
      "   // ours",
      '-  "mcp": {} // none',
      '+  "mcp": {',
      '+    "files": {',
      '+      "type": "local",',
      '+      "command": [',
      '+        "npx",',
      '+        "-y",',
      '+        "@x/files"',
      "+      ],",
      '+      "enabled": true',
      "+    }",
      "+  } // none",
    ]);
    const unasked = sandbox.run(["deps", "triage", "--for", "opencode", "--install"]);
    expect([unasked.code, unasked.stderr.split("\n").at(-2), readFileSync(file, "utf8")]).toEqual([
      1,
      "help: nothing was changed; run the command again with `--yes`",
      before,
    ]);
    const done = sandbox.run(["deps", "triage", "--for", "opencode", "--install", "--yes"]);
    expect([done.code, done.stdout, done.stderr.split("\n").slice(-3)]).toEqual([
      1,
      "added the server files to <tmp>/project/opencode.json\nadded the server tracker to <tmp>/project/opencode.json\n",
      [
        "still missing: program no-such-program; install `no-such-program` so that it is on the PATH",
        "still missing: variable TRACKER_TOKEN; set the variable `TRACKER_TOKEN` in the environment",
        "",
      ],
    ]);
    expect(sandbox.run(["deps", "--undo"]).stdout).toBe(
      "removed the server tracker from <tmp>/project/opencode.json\n",
    );
    expect(sandbox.run(["deps", "--undo", "files", "--json"]).stdout).toContain('"removed": false');
    expect(readFileSync(file, "utf8")).toBe(before);
    expect(sandbox.run(["deps", "--undo"])).toEqual({
      code: 1,
      stdout: "",
      stderr: "error[SK693]: there is no edit to undo\nhelp: nothing was changed\n",
    });
  });

  test("[DP13] a folder that is not trusted", () => {
    const sandbox = project();
    sandbox.run(["trust", "--remove"]);
    const { code, stderr } = sandbox.run(["deps", "triage", "--install", "--yes"]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^error\[SK501\]: no server was added for `triage`/)]);
    expect(existsSync(sandbox.path("~/.config/skillwright/config.yaml"))).toBe(false);
  });

  test.each([
    [["deps"], 2, "error: `deps` takes SKILL… [options]\nhelp: see `skillwright deps --help`\n"],
    [["deps", "--undo", "a", "b"], 2, "error: unexpected argument `b`\nhelp: see `skillwright deps --help`\n"],
    [["deps", "plan"], 1, "error[SK301]: there is no skill `plan`\nhelp: did you mean `plain`?\n"],
    [
      ["deps", "plain", "--for", "goose"],
      2,
      "error: `--for goose` is not one of skillwright, claude-code, codex, opencode\nhelp: see `skillwright deps --help`\n",
    ],
  ])("%j", (args, code, stderr) => {
    expect(project().run(args)).toEqual({ code, stdout: "", stderr });
  });
});
