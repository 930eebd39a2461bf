// Tests our MCP server with real MCP clients. Each client runs with `skillwright mcp`, then with `/mcp` of `skillwright
// serve`, and with a fake model that calls the tool `skill`. Prints what the client showed to the model, and whether
// the skill arrived. Not part of `npm test`, because the programs come from npm.
//
//   node conformance/mcp.mjs [--peers NODE_MODULES/.bin] [--over stdio|http] [HOST …]
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { cleanEnvironment, isolation, run } from "./drivers/lib.mjs";
import { startModel, textsOf } from "./drivers/prompt/model.mjs";
import { installedVersion, locatePeers } from "./lib/peers.mjs";

const BIN = resolve(dirname(fileURLToPath(import.meta.url)), "..", "dist", "bin.cjs");
const TIMEOUT_MS = 120_000;
const SKILL =
  "---\nname: moon-landing\ndescription: Lands on the moon. Use for lunar descents.\n---\nCut the engine at 1.7 metres.\n";
const SENTENCE = "Cut the engine at 1.7 metres.";

const { values, positionals } = parseArgs({
  options: { peers: { type: "string" }, over: { type: "string" } },
  allowPositionals: true,
});

const CLIENTS = {
  "claude-code": {
    tool: "mcp__skillwright__skill",
    start({ bin, server, url, home, cwd }) {
      const file = join(home, "mcp.json");
      writeFileSync(
        file,
        JSON.stringify({ mcpServers: { skillwright: server.url ? { type: "http", ...server } : server } }),
      );
      const quiet = {
        ANTHROPIC_API_KEY: "none",
        ANTHROPIC_BASE_URL: url,
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        DISABLE_TELEMETRY: "1",
        DISABLE_AUTOUPDATER: "1",
        DISABLE_ERROR_REPORTING: "1",
        ENABLE_TOOL_SEARCH: "false",
        IS_SANDBOX: "1",
      };
      const args = ["-p", "land", "--mcp-config", file, "--strict-mcp-config", "--allowedTools", "mcp__skillwright"];
      return run(bin, args, { cwd, timeout: TIMEOUT_MS, environment: cleanEnvironment(home, quiet) });
    },
  },

  opencode: {
    tool: "skillwright_skill",
    start({ bin, server, url, home, cwd }) {
      const models = { m: { name: "m", limit: { context: 200_000, output: 8000 } } };
      const options = { baseURL: `${url}/v1`, apiKey: "none" };
      const config = {
        provider: { fake: { npm: "@ai-sdk/openai-compatible", name: "fake", options, models } },
        model: "fake/m",
        small_model: "fake/m",
        autoupdate: false,
        share: "disabled",
        mcp: {
          skillwright: server.url
            ? { type: "remote", url: server.url }
            : { type: "local", command: [server.command, ...server.args] },
        },
      };
      const quiet = {
        OPENCODE_CONFIG_CONTENT: JSON.stringify(config),
        OPENCODE_DISABLE_AUTOUPDATE: "1",
        OPENCODE_DISABLE_MODELS_FETCH: "1",
        OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
        OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
      };
      const args = ["run", "--model", "fake/m", "land"];
      return run(bin, args, { cwd, timeout: TIMEOUT_MS, environment: cleanEnvironment(home, quiet) });
    },
  },

  codex: {
    tool: "skill",
    namespace: "mcp__skillwright",
    start({ bin, server, url, home, cwd }) {
      const lines = [
        'model = "gpt-5"',
        'model_provider = "fake"',
        'approval_policy = "never"',
        "check_for_update_on_startup = false",
        "[analytics]",
        "enabled = false",
        "[model_providers.fake]",
        'name = "fake"',
        `base_url = ${JSON.stringify(`${url}/v1`)}`,
        'wire_api = "responses"',
        'env_key = "FAKE_KEY"',
        "request_max_retries = 0",
        "stream_max_retries = 0",
        "supports_websockets = false",
        "[mcp_servers.skillwright]",
        ...Object.entries(server).map(([key, value]) => `${key} = ${JSON.stringify(value)}`),
        "",
      ];
      mkdirSync(join(home, ".codex"), { recursive: true });
      writeFileSync(join(home, ".codex", "config.toml"), lines.join("\n"));
      const environment = cleanEnvironment(home, { RUST_LOG: "error", FAKE_KEY: "none" });
      const args = ["exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", "--json", "land"];
      return run(bin, args, { cwd, timeout: TIMEOUT_MS, environment });
    },
  },

  "gemini-cli": {
    tool: "mcp_skillwright_skill",
    start({ bin, server, url, home, cwd }) {
      const settings = {
        mcpServers: { skillwright: { ...(server.url ? { httpUrl: server.url } : server), trust: true } },
        security: { folderTrust: { enabled: false }, auth: { selectedType: "gemini-api-key" } },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
      };
      mkdirSync(join(home, ".gemini"), { recursive: true });
      writeFileSync(join(home, ".gemini", "settings.json"), JSON.stringify(settings));
      const address = { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: "none", GEMINI_CLI_NO_RELAUNCH: "1" };
      const args = ["--model", "gemini-2.5-flash", "--approval-mode", "yolo", "-p", "land"];
      return run(bin, args, { cwd, timeout: TIMEOUT_MS, environment: cleanEnvironment(home, address) });
    },
  },
};

const hosts = positionals.length > 0 ? positionals : Object.keys(CLIENTS);
const programs = locatePeers(hosts, values.peers);
let failed = 0;
for (const host of hosts)
  for (const over of values.over ? [values.over] : ["stdio", "http"]) {
    const { ok, ...said } = await attempt(host, programs[host], over);
    if (!ok) failed++;
    console.log(JSON.stringify({ host, version: installedVersion(host, programs[host]), over, ok, ...said }, null, 2));
  }
process.exitCode = failed === 0 ? 0 : 1;

/** The skill is only in a place that the server reads, so the model can get it only over MCP. */
async function attempt(host, bin, over) {
  const directory = mkdtempSync(join(tmpdir(), "skillwright-mcp-"));
  const [home, cwd, root] = ["home", "project", "skills"].map((name) => join(directory, name));
  for (const each of [home, cwd, join(root, "moon-landing")]) mkdirSync(each, { recursive: true });
  writeFileSync(join(root, "moon-landing", "SKILL.md"), SKILL);
  const { server, stop } = await serverFor(over, { root, home: join(directory, "other-home") });
  const { tool, namespace, start } = CLIENTS[host];
  const model = await startModel({ tool, namespace, input: { name: "moon-landing" } });
  try {
    const result = await start({ bin, server, url: model.url, home, cwd });
    return judge(model.requests, tool, result);
  } finally {
    model.close();
    stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Returns the client's configuration: a program to start, or the address of a running server. */
async function serverFor(over, { root, home }) {
  if (over === "stdio") {
    const args = [BIN, "mcp", "--root", root, "--no-default-skills"];
    return { server: { command: process.execPath, args }, stop: () => undefined };
  }
  mkdirSync(home, { recursive: true });
  const args = [BIN, "serve", "--port", "0", "--root", root, "--no-default-skills", "--cwd", home];
  const child = spawn(process.execPath, args, { env: { HOME: home, PATH: "" }, stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text) => {
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
      if (found) resolve(found);
    });
    child.once("exit", (code) => reject(new Error(`\`serve\` ended with ${code}`)));
  });
  return { server: { url: `${address}/mcp` }, stop: () => child.kill() };
}

function judge(requests, tool, { code, stderr }) {
  const [first] = requests;
  const offered = textsOf(first?.tools ?? []);
  const texts = textsOf(requests.slice(1).map(({ messages, input, contents }) => messages ?? input ?? contents));
  const shown = offered.some((text) => text.includes("Use for lunar descents."));
  const loaded = texts.some((text) => text.includes(SENTENCE));
  const tools = offered.filter((text) => /skillwright.*skill(?:_\w+)?$|^skill(?:_resource|_search|_list)?$/.test(text));
  const more =
    shown && loaded
      ? {}
      : { code, stderr: stderr.slice(0, 1500), texts: texts.slice(-6).map((text) => text.slice(0, 300)) };
  return { ok: shown && loaded, requests: requests.length, tool, tools: [...new Set(tools)], shown, loaded, ...more };
}

if (isolation() === undefined) console.error("note: the programs were not cut off from the network");
