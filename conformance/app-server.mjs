// `node conformance/app-server.mjs [--peers DIR]`: holds the same conversation with `codex app-server` and with ours,
// on the same tree. Checks requests and answers against the types that Codex publishes (`generate-ts`). Our answers
// must equal Codex's, and `config.toml` must be the same byte for byte after each answer.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { cleanEnvironment, start } from "./drivers/lib.mjs";
import { locatePeers, PEERS } from "./lib/peers.mjs";

const { values } = parseArgs({ options: { peers: { type: "string" } } });
const { codex } = locatePeers(["codex"], values.peers);
const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const work = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-app-server-")));
process.once("exit", () => rmSync(work, { recursive: true, force: true }));
const [home, cwd, extra] = ["home", "project", "extra"].map((name) => join(work, name));

const skill = (name, more = "") => `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\n\nDo it.\n`;
const FILES = {
  "project/.git/HEAD": "ref: refs/heads/main\n",
  "project/.agents/skills/plain/SKILL.md": skill("plain", "metadata:\n  short-description: Short\n"),
  "project/.agents/skills/broken/SKILL.md": "no frontmatter\n",
  "home/.agents/skills/mine/SKILL.md": skill("mine"),
  "home/.agents/skills/mine/agents/openai.yaml": `interface:
  display_name: Mine
  short_description: Of mine
  icon_small: ./assets/a.svg
  brand_color: "#112233"
  default_prompt: Use it
dependencies:
  tools:
    - type: mcp
      value: forms
      description: Forms
      transport: streamable_http
      url: https://forms.example/mcp
`,
  "home/.agents/skills/mine/assets/a.svg": "<svg/>",
  "extra/more/SKILL.md": skill("more"),
};
for (const [name, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(work, name)), { recursive: true });
  writeFileSync(join(work, name), text);
}

const clientInfo = { name: "conformance", title: null, version: "1" };
const capabilities = { experimentalApi: true, requestAttestation: false };
/** Requests, each with the type of its answer. */
const CONVERSATION = [
  ["InitializeResponse", { id: 1, method: "initialize", params: { clientInfo, capabilities } }],
  ["v2.SkillsListResponse", { id: 2, method: "skills/list", params: { cwds: [cwd], forceReload: true } }],
  ["v2.SkillsListResponse", { id: 3, method: "skills/list", params: {} }],
  ["v2.SkillsExtraRootsSetResponse", { id: 4, method: "skills/extraRoots/set", params: { extraRoots: [extra] } }],
  ["v2.SkillsListResponse", { id: 5, method: "skills/list", params: { cwds: [cwd] } }],
  ...[
    { path: join(home, ".agents/skills/mine/SKILL.md"), name: null, enabled: false },
    { path: null, name: "plain", enabled: false },
    { path: null, name: "plain", enabled: false },
    { path: join(home, ".agents/skills/mine/SKILL.md"), name: null, enabled: true },
    { path: null, name: "other", enabled: true },
    { path: null, name: "later", enabled: false },
  ].map((params, at) => ["v2.SkillsConfigWriteResponse", { id: 6 + at, method: "skills/config/write", params }]),
  ["v2.SkillsListResponse", { id: 12, method: "skills/list", params: { cwds: [cwd], forceReload: true } }],
];

const CONFIG = `# mine
model = "o3" # keep

[[skills.config]]
name = "other"
enabled = false

[mcp_servers.forms]
command = "forms"
`;
const config = join(home, ".codex", "config.toml");

/** Returns the answers, and the configuration after each of them. */
async function converse(program, args) {
  mkdirSync(dirname(config), { recursive: true });
  writeFileSync(config, CONFIG);
  const environment = cleanEnvironment(home, { CODEX_HOME: join(home, ".codex"), RUST_LOG: "error" });
  const { child, stop } = start(program, args, { cwd, environment });
  const waiting = new Map();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = JSON.parse(line);
    if (message.method === undefined) waiting.get(message.id)?.(message);
  });
  const [answers, texts] = [[], []];
  for (const [, request] of CONVERSATION) {
    const answer = new Promise((resolve) => waiting.set(request.id, resolve));
    child.stdin.write(`${JSON.stringify(request)}\n`);
    answers.push((await answer).result);
    texts.push(readFileSync(config, "utf8"));
    if (request.method === "initialize") child.stdin.write('{"method":"initialized"}\n');
  }
  stop();
  return { answers, texts };
}

const trusted = ["trust", "--yes", "--cwd", cwd];
spawnSync(process.execPath, [join(root, "dist/bin.cjs"), ...trusted], { env: cleanEnvironment(home) });
const { answers: real, texts: theirTexts } = await converse(codex, ["app-server"]);
const command = [join(root, "dist/bin.cjs"), "app-server", "--host", "codex"];
const { answers: ours, texts: ourTexts } = await converse(process.execPath, command);

let failures = 0;
function fail(words) {
  failures++;
  console.log(`differs: ${words}`);
}

// Checks the types: our requests must be valid requests of a Codex client, and our answers must have the types that
// such a client expects.
spawnSync(codex, ["app-server", "generate-ts", "--experimental", "--out", join(work, "ts")], { stdio: "ignore" });
const lines = CONVERSATION.flatMap(([type, request], at) => [
  `const request${at}: ClientRequest = ${JSON.stringify(request)};`,
  `const answer${at}: ${type} = ${JSON.stringify(ours[at])};`,
]);
const source = `import type { ClientRequest } from "./ts/ClientRequest";\nimport type { InitializeResponse } from "./ts/InitializeResponse";\nimport type * as v2 from "./ts/v2/index";\n${lines.join("\n")}\n`;
writeFileSync(join(work, "conversation.ts"), source);
const tsc = join(root, "node_modules/typescript/bin/tsc");
const options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "esnext", "--moduleResolution", "bundler"];
const checked = spawnSync(process.execPath, [tsc, ...options, "conversation.ts"], { cwd: work, encoding: "utf8" });
if (checked.status !== 0) fail(`types\n${checked.stdout}`);

// Compares the values, except for Codex's bundled skills. An icon that is `null` in an answer may also be missing.
const said = (value) =>
  JSON.parse(JSON.stringify(value), (key, each) => (each === null && key.startsWith("icon") ? undefined : each));
const known = ({ data }) =>
  data.map((entry) => ({
    cwd: entry.cwd,
    skills: entry.skills.filter(({ scope }) => scope !== "system").sort((a, b) => (a.path < b.path ? -1 : 1)),
    errors: entry.errors.map(({ path }) => path),
  }));
CONVERSATION.forEach(([type, { id, method }], at) => {
  if (type === "InitializeResponse") return;
  const [theirs, own] = [real[at], ours[at]].map((answer) => said(answer?.data ? known(answer) : answer));
  if (!isDeepStrictEqual(theirs, own))
    fail(`${method} (${id})\n  codex ${JSON.stringify(theirs)}\n  ours  ${JSON.stringify(own)}`);
});
theirTexts.forEach((text, at) => {
  if (text !== ourTexts[at]) fail(`config.toml after ${CONVERSATION[at][1].id}\n${text}\n  ours\n${ourTexts[at]}`);
});
console.log(failures === 0 ? `as Codex ${PEERS.codex.version} answers` : `${failures} differ`);
process.exit(failures === 0 ? 0 : 1);
