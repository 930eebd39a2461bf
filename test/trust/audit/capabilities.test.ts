import { expect, test } from "vitest";
import { startProcessorTimer } from "../../processor-time.ts";
import { bundleOf, capabilitiesIn } from "./bundle.ts";

test("[G20] everything that a skill asks for, sorted and once", async () => {
  const bundle = bundleOf({
    "SKILL.md": [
      "---",
      "name: pdf",
      "description: Fills in forms.",
      "allowed-tools: Write, Bash(git log *), Read",
      "hooks:",
      "  Stop: []",
      "eligibility:",
      "  required-env: [PDF_HOME]",
      "---",
      "See https://Docs.attacker.invalid/a and https://docs.attacker.invalid/b; not http://localhost:3000.",
      "Set `PDF_API_KEY`. The branch is !`git branch`. Settings are in ~/.config/pdf/settings.toml and ../shared/a.md.",
      "",
    ].join("\n"),
    "bin/convert": Buffer.from("7f454c46020101000000", "hex"),
    "hooks/hooks.json": '{"hooks": {}}',
    "references/more.md": "Back to ../SKILL.md. Logs are in /var/log/pdf.log, and ws://203.0.113.7/feed.\n",
    "scripts/fill.py": 'import os\ntoken = os.environ["PDF_TOKEN"]\nopen(os.path.expanduser("~/.netrc"))\n',
    "scripts/run": "#!/usr/bin/env bash\ncat ~/.ssh/id_rsa\n",
    "scripts/view.mjs": "fetch(url);\n",
  });
  expect(await capabilitiesIn(bundle)).toEqual({
    tools: ["Bash(git log *)", "Read", "Write"],
    scripts: [
      { path: "scripts/fill.py", language: "python" },
      { path: "scripts/run", language: "shell" },
      { path: "scripts/view.mjs", language: "javascript" },
    ],
    hosts: ["203.0.113.7", "docs.attacker.invalid"],
    hooks: ["Stop", "hooks/hooks.json"],
    shell: ["git branch"],
    secrets: ["PDF_API_KEY", "PDF_HOME", "PDF_TOKEN", "~/.netrc", "~/.ssh/id_rsa"],
    outside: ["../shared/a.md", "/var/log/pdf.log", "~/.config/pdf/settings.toml", "~/.netrc", "~/.ssh/id_rsa"],
    binaries: ["bin/convert"],
  });
});

test("[G20] only a whole name is this machine or a placeholder", async () => {
  const own = ["localhost", "127.0.0.1", "api.example.com", "your-server.attacker.invalid", "host"];
  const others = [
    "attacker.invalid.localhost.test",
    "evil-example.com",
    "notlocalhost",
    "myhost",
    "127.0.0.1.attacker.test",
  ];
  const text = [...own, ...others].map((host) => `https://${host}/x`).join("\n");
  expect((await capabilitiesIn(bundleOf({ "SKILL.md": text }))).hosts).toEqual([...others].sort());
});

test("[G20] a skill of instructions alone asks for nothing", async () => {
  expect(await capabilitiesIn(bundleOf({ "SKILL.md": "---\nname: a\ndescription: b\n---\n\nWrite well.\n" }))).toEqual({
    tools: [],
    scripts: [],
    hosts: [],
    hooks: [],
    shell: [],
    secrets: [],
    outside: [],
    binaries: [],
  });
});

test("[G20] a list that is too long is cut and marked", async () => {
  const text = Array.from({ length: 300 }, (_, at) => `https://h${at}.attacker.invalid/`).join("\n");
  const { hosts } = await capabilitiesIn(bundleOf({ "SKILL.md": text }));
  expect([hosts.length, hosts.at(-1)]).toEqual([201, "… 100 more"]);
});

test("[P19] [G20] an address, a secret and a path on each of many lines are found in time that grows with the text", async () => {
  const line = "fetch https://api.attacker.invalid/ with PDF_TOKEN from ~/.config/pdf\n";
  const elapsedMs = startProcessorTimer();
  const { hosts, secrets, outside } = await capabilitiesIn(bundleOf({ "notes.md": line.repeat(10_000) }));
  expect([hosts, secrets, outside]).toEqual([["api.attacker.invalid"], ["PDF_TOKEN"], ["~/.config/pdf"]]);
  expect(elapsedMs()).toBeLessThan(4000);
});

const TOPS = ["etc", "var", "opt", "root", "home", "Users", "Library", "Applications", "tmp", "private", "mnt", "srv"];
test.each([
  ...["~/a", "$HOME/a", "$" + "{HOME}/a", "%USERPROFILE%\\a", "%APPDATA%/a", "../../a"],
  ...TOPS.map((top) => `/${top}/a`),
])("[G20] %s is outside", async (path) => {
  expect((await capabilitiesIn(bundleOf({ "notes.md": `See ${path} for more.\n` }))).outside).toEqual([path]);
});

const ENDS = [
  "API_KEY",
  "ACCESS_KEY_ID",
  "APIKEY",
  "TOKEN",
  "SECRET",
  "PASSWORD",
  "PASSWD",
  "PASSPHRASE",
  "CREDENTIALS",
];
test.each([...ENDS, "MNEMONIC", "SEED_PHRASE", "PAT"].map((end) => `PDF_${end}`))(
  "[G20] %s is a secret",
  async (name) => {
    expect((await capabilitiesIn(bundleOf({ "notes.md": `Set ${name} first.\n` }))).secrets).toEqual([name]);
  },
);

test.each([
  ["hooks:\n  Stop: []\n", {}, ["Stop"]],
  ["hooks:\n  Stop:\n    - command: ./a.sh\n", {}, ["Stop: ./a.sh"]],
  [
    "hooks:\n  PostToolUse:\n    - matcher: Bash\n      hooks:\n        - type: command\n          command: ./x.sh\n        - type: http\n          url: https://a.invalid\n",
    {},
    ["PostToolUse: ./x.sh", "PostToolUse: https://a.invalid"],
  ],
  ["", { "hooks/hooks.json": '{"hooks": {"Stop": [{"hooks": [{"command": "rm"}]}]}}' }, ["hooks/hooks.json: Stop: rm"]],
  ["", { "hooks/hooks.json": '{"hooks": ' }, ["hooks/hooks.json"]],
  ["", { "package.json": '{"scripts": {"postinstall": "node x"}}' }, ["package.json: postinstall: node x"]],
  ["", { "package.json": '{"scripts": {"postinstall": ' }, ["package.json: postinstall"]],
] as const)("[G20] what a hook runs is part of it: %j %j", async (header, files, hooks) => {
  const text = `---\nname: pdf\ndescription: Fills in forms.\n${header}---\n`;
  expect((await capabilitiesIn(bundleOf({ "SKILL.md": text, ...files }))).hooks).toEqual(hooks);
});

test("[G20] hooks beyond the limits are counted, and never passed over in silence", async () => {
  const hooksOf = async (hooks: unknown): Promise<readonly string[]> =>
    (await capabilitiesIn(bundleOf({ "hooks/hooks.json": JSON.stringify({ hooks }) }))).hooks;
  const commands = Array.from({ length: 53 }, (_, at) => ({ command: `run ${String(at).padStart(2, "0")}` }));
  const listed = await hooksOf({ Stop: commands });
  expect([listed.length, listed.includes("hooks/hooks.json: Stop: … 3 more")]).toEqual([51, true]);
  const nested = (depth: number): unknown =>
    Array.from({ length: depth }).reduce<unknown>((inner) => [inner], { command: "deep" });
  expect([await hooksOf({ Stop: nested(8) }), await hooksOf({ Stop: nested(9) })]).toEqual([
    ["hooks/hooks.json: Stop: deep"],
    ["hooks/hooks.json: Stop: … nested too deeply to be shown"],
  ]);
});

test("[G20] two commands that differ in their ends alone are two", async () => {
  const hooksOf = async (end: string): Promise<readonly string[]> => {
    const text = `---\nname: pdf\ndescription: F.\nhooks:\n  Stop:\n    - command: ${"x".repeat(300)}${end}\n---\n`;
    return (await capabilitiesIn(bundleOf({ "SKILL.md": text }))).hooks;
  };
  expect(await hooksOf("a")).not.toEqual(await hooksOf("b"));
  expect((await hooksOf("a"))[0]?.length).toBeLessThan(200);
});
