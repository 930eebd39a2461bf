/**
 * Finds every place in the code where text of another program or person can reach a message of ours. A new place fails
 * the first test until it has a line here. The other tests send hostile text through each source.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { readSourceResource } from "../../src/activate/prepare/source-resources.ts";
import { fetchMetadata } from "../../src/catalog/read/read-source.ts";
import { faultOf } from "../../src/catalog/servers/connection/server-fault.ts";
import { loginToServer } from "../../src/catalog/servers/login/login.ts";
import { gitRunner } from "../../src/install/fetch/git/git-program.ts";
import { runInstall } from "../../src/install/packages/install-executor.ts";
import { signWith } from "../../src/install/publish/sign-manifest.ts";
import type { CommandOutcome } from "../../src/model/conversation/control.ts";
import { reasonOf } from "../../src/model/text/display/foreign-text.ts";
import { messageLine } from "../../src/model/text/text.ts";
import { httpModel } from "../../src/ops/evals/model/http-model.ts";
import { memoryFiles } from "../../src/platform/files/memory-files.ts";
import { failureReason } from "../../src/run/process/outcome-text.ts";
import { runInSandbox } from "../../src/run/sandbox/wrapped.ts";
import { hookAnswer } from "../../src/session/hooks/hook-answer.ts";
import { serverTools } from "../../src/surfaces/agent/mcp/server-tools.ts";
import { explainFailure } from "../../src/surfaces/agent/model/explain-failure.ts";

const SOURCES = resolve(import.meta.dirname, "../../src");

/** Matches code that turns a caught error, or a program's standard error, into text. */
const TAKES =
  /\berror(?: as Error)?\)?\.message\b|String\(error\)|[{,]\s*stderr\b|(?<!process\.)\bstderr[,;)]|errorText\(/;

/** Files (room and name) that use such a text, with the reason why no hostile text reaches their messages. */
const OURS: Readonly<Record<string, readonly string[]>> = {
  "quotes it": [
    "catalog/login-failed.ts",
    "catalog/server-fault.ts",
    "install/git-program.ts",
    "install/install-executor.ts",
    "install/sign-manifest.ts",
    "model/foreign-text.ts",
    "run/outcome-text.ts",
    "run/self-test.ts",
    "run/wrapped.ts",
    "session/activate-in-session.ts",
    "session/hook-answer.ts",
    "surfaces/explain-failure.ts",
  ],
  "the error is an `OperationError`, a `ServerFault` or a finding of ours": [
    "catalog/open-port.ts",
    "catalog/open-server-skills.ts",
    "catalog/server-source.ts",
    "install/download-program.ts",
    "install/update.ts",
    "catalog/status-of.ts",
    "ops/digests.ts",
    "ops/locked-skills.ts",
    "ops/repair.ts",
    "run/run-script.ts",
    "run/shell-expressions.ts",
    "session/resolve-needs.ts",
    "session/hook-owner.ts",
    "surfaces/subagents.ts",
    "surfaces/app-server.ts",
    "surfaces/methods-codex.ts",
    "surfaces/verb-methods.ts",
    "surfaces/eval.ts",
    "surfaces/verb-routes.ts",
    "trust/verify-at-load.ts",
  ],
  "a parser describes what it cannot read, and the message is one line": [
    "catalog/read-layer.ts",
    "format/read-definition.ts",
    "format/parse-header.ts",
    "format/parse-sidecar.ts",
    "format/parse-yaml.ts",
    "hosts/bun-yaml.ts",
    "hosts/read-yaml.ts",
    "ops/read-trigger-set.ts",
    "ops/parse-settings.ts",
    "surfaces/search-tool.ts",
    "trust/read-policy.ts",
  ],
  "an error of Node or of this program, escaped where it is printed": [
    "catalog/callback-server.ts",
    "catalog/program-transport.ts",
    "catalog/pending-requests.ts",
    "catalog/watch-skills.ts",
    "ops/skill-system.ts",
    "session/journal.ts",
    "session/make-tool.ts",
    "ops/pickle-bot-tool.ts",
    "surfaces/open-agent.ts",
    "surfaces/app-server.ts",
    "surfaces/mcp.ts",
    "surfaces/main.ts",
    "surfaces/trust.tsx",
    "surfaces/use-asked.ts",
    "surfaces/review.tsx",
    "surfaces/serve.ts",
    "surfaces/http-handler.ts",
  ],
  "it is a result and not a message: the output of a command, or the report of an agent": [
    "catalog/open-connection.ts",
    "ops/command-answers.ts",
    "ops/shapes.ts",
    "platform/node-spawn.ts",
    "run/run-command.ts",
    "run/layers.ts",
    "session/forks.ts",
    "session/script-answer.ts",
    "session/skill-hooks.ts",
    "surfaces/run-turn.ts",
    "surfaces/shell-tool.ts",
    "surfaces/run.ts",
  ],
};

test("[O18] every place that takes text of another program has a line here", () => {
  const taking = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => /\.tsx?$/.test(path) && TAKES.test(readFileSync(join(SOURCES, path), "utf8")))
    .map((path) => path.replace(/\/.*\//, "/"));
  expect(taking.sort()).toEqual(Object.values(OURS).flat().sort());
});

const FAKE = "error[SK000]: fake";
const HOSTILE: Readonly<Record<string, string>> = {
  "lines that look like ours": `no\n${FAKE}\nhelp: run rm`,
  "a carriage return": `no\r${FAKE}\rhelp: run rm`,
  "the other ends of lines": `no\u2028${FAKE}\u2029${FAKE}\x85${FAKE}\v${FAKE}\f${FAKE}`,
  "control sequences": "\x1b[2K\x1b[31mred\x1b]8;;http://x\x07link\x9b31m",
  "marks of direction": "a\u202eb\u2066c\u2069d\u200fe\u061cf",
  "hidden characters": "a\0b\u200bc\u00add\u{e0041}e\ufefff",
  "half of a character": "a\ud800b\udc00",
  "300,000 characters": "z".repeat(300_000),
  "300,000 line ends": "\n".repeat(300_000),
  "the end of a quotation": `no" ${FAKE}`,
  "an escaped end of a quotation": `no\\" ${FAKE}`,
};

const NOTHING = { code: 3, stdout: "", stderr: "", ended: "exited" } as const satisfies CommandOutcome;

type Said = (text: string) => unknown;

const spawning = (stderr: string) => async () => ({ ...NOTHING, stdout: new Uint8Array(), stderr });
const environment = { cwd: "/", home: "/home/u", platform: "linux", variables: { PATH: "/bin" } } as const;
const endpoint = { provider: "p", baseUrl: "http://127.0.0.1:1", model: "m", api: "openai", keyName: "KEY" };
const SKILL = { directory: "/odd/pdf", root: { path: "/odd" } };
const broken = (text: string) => ({ name: "odd", list: async () => ["pdf/SKILL.md"], read: () => fail(text) });

function fail(text: string): Promise<never> {
  return Promise.reject(new Error(text));
}

/** Returns the message of the thrown error, or the result. */
async function messageOf(act: () => unknown): Promise<unknown> {
  try {
    return await act();
  } catch (error) {
    return (error as Error).message;
  }
}

const CHALLENGE = 'Bearer resource_metadata="https://far.example/meta"';

/** The hostile text of each source, and our message with it. */
const SAYING: Readonly<Record<string, Said>> = {
  "a command that fails": (text) => failureReason({ ...NOTHING, stderr: text }, 1),
  "a command that complains on standard output": (text) => failureReason({ ...NOTHING, stdout: text }, 1),
  "a command that takes too long": (text) => failureReason({ ...NOTHING, ended: "timed-out", stderr: text }, 1),
  "a hook that refuses": (text) => hookAnswer({ ...NOTHING, code: 2, stderr: text }, String).reason,
  "a hook that refuses in JSON": (text) => {
    const stdout = JSON.stringify({ decision: "block", reason: text });
    return hookAnswer({ ...NOTHING, code: 0, stdout }, String).reason;
  },
  "a hook that stops": (text) => {
    const stdout = JSON.stringify({ continue: false, stopReason: text });
    return hookAnswer({ ...NOTHING, code: 0, stdout }, String).reason;
  },
  "a sandbox program": async (text) => {
    const wrap = () => ({ program: "bwrap", args: [], variables: {}, bound: { hasInnerGate: true } });
    const request = { program: "x", args: [], cwd: "/", variables: {}, timeoutMs: 1, maxOutputBytes: 1 };
    const confinement = { read: [], write: [], network: false };
    const spawn = async () => ({ ...(await spawning(text)()), passedGate: false });
    return (await runInSandbox({ name: "odd", wrap }, { ...request, confinement }, spawn)).reason;
  },
  git: (text) =>
    messageOf(() => {
      const context = { environment, limits: { timeoutMs: 1 }, spawn: spawning(text) };
      return gitRunner(
        "/d",
        { source: "a/b", url: "https://h/a/b", protocol: "https" } as never,
        context as never,
      )(["fetch"], 1);
    }),
  "ssh-keygen": (text) =>
    messageOf(() => {
      const files = memoryFiles({ "/key": "-----BEGIN OPENSSH PRIVATE KEY-----\n" });
      return signWith("/key", { environment, files, spawn: spawning(text) })({ files: [] } as never);
    }),
  "a package manager": async (text) => {
    const spec = { id: "x", kind: "npm", package: "left", os: [], bins: [] };
    const context = { environment, hasBinary: (name: string) => name === "npm", spawn: spawning(text) };
    const result = await runInstall(spec as never, context as never, { approved: true });
    return "reason" in result ? result.reason : result;
  },
  "an MCP server": (text) => faultOf(new Error(text)).message,
  "a tool of an MCP server": async (text) => {
    const connection = { tools: [{ name: "t", inputSchema: {} }], call: () => fail(text), close: () => undefined };
    const [tool] = serverTools("far", connection as never);
    return (await tool?.execute({}))?.content;
  },
  "an OAuth server": (text) =>
    messageOf(() => {
      const far = "https://far.example";
      const answers: Readonly<Record<string, readonly [status: number, body: object]>> = {
        "/mcp": [401, {}],
        "/meta": [200, { resource: `${far}/mcp`, authorization_servers: [far] }],
        "/.well-known/oauth-authorization-server": [
          200,
          {
            ...{ issuer: far, authorization_endpoint: `${far}/authorize`, token_endpoint: `${far}/token` },
            ...{ registration_endpoint: `${far}/register`, response_types_supported: ["code"] },
            code_challenge_methods_supported: ["S256"],
          },
        ],
        "/register": [400, { error: "invalid_client_metadata", error_description: text }],
      };
      const fetch = async (url: string) => {
        const [status, body] = answers[new URL(url).pathname] ?? [404, {}];
        const headers = { "content-type": "application/json", "www-authenticate": CHALLENGE };
        return { status, headers, bytes: Buffer.from(JSON.stringify(body)), url };
      };
      return loginToServer({ url: `${far}/mcp`, open: () => undefined, fetch, timeoutMs: 50 });
    }),
  "a model of `eval --live`": (text) =>
    messageOf(() => {
      const bytes = Buffer.from(JSON.stringify({ error: { message: text } }));
      const fetch = async () => ({ status: 400, headers: {}, bytes, url: "" });
      const model = httpModel(
        { provider: "openai", model: "m", baseUrl: "http://127.0.0.1:1" },
        { fetch, sleep: async () => undefined },
      );
      return model({ system: "", messages: [], tools: [] } as never);
    }),
  "the model of the agent": (text) => {
    const error = Object.assign(new Error("bad"), {
      statusCode: 400,
      responseBody: JSON.stringify({ error: { message: text } }),
    });
    return explainFailure(error, endpoint as never).message;
  },
  "the connection to the model": (text) => explainFailure(new Error(text), endpoint as never).message,
  "a source of a host": async (text) => {
    const { diagnostics } = await fetchMetadata(broken(text) as never, "/odd");
    return diagnostics[0]?.message;
  },
  "a file of such a source": async (text) => {
    const read = await readSourceResource(SKILL as never, broken(text) as never, "SKILL.md");
    return "refused" in read ? read.refused.reason : read;
  },
  "any other error": (text) => reasonOf(new Error(text)),
  "a value that is not an error": (text) => reasonOf(text),
};

async function textOf(said: unknown): Promise<string> {
  const text = await said;
  if (typeof text !== "string") throw new Error(`no message: ${JSON.stringify(text)}`);
  return text;
}

describe.each(Object.entries(SAYING))("[O18] %s", (_, say) => {
  test("says plain words, and the message has them in quotation marks", async () => {
    expect(await textOf(say("plain words"))).toMatch(/"(?:[^"\\]|\\.)*plain words(?:[^"\\]|\\.)*"/);
  });

  test.each(Object.entries(HOSTILE))("says %s", async (_, text) => {
    const message = await textOf(say(text));
    expect(message).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|\p{Default_Ignorable_Code_Point}/u);
    expect(messageLine(message)).toBe(message);
    expect(message.length).toBeLessThan(6_000);
    // Hostile text that looks like our message is always inside of a quotation.
    const outside = message.replace(/"(?:[^"\\]|\\.)*"/g, "");
    expect(outside).not.toContain("fake");
    expect(outside).not.toContain("zzz");
  });
});
