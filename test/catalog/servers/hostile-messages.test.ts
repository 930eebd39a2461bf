/** Servers that send invalid messages: over every transport, each request fails immediately with our own reason. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import type { McpSetting } from "../../../src/catalog/config/mcp-servers.ts";
import { connectServer } from "../../../src/catalog/servers/connection/connect-server.ts";
import { openServerPort } from "../../../src/catalog/servers/connection/open-port.ts";
import { ServerFault } from "../../../src/catalog/servers/connection/server-fault.ts";

const PATH = process.env["PATH"] ?? "";
const deep = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const result = (value: string): string => `{"jsonrpc":"2.0","id":$ID,"result":${value}}`;

/** The server's answer to every request. `$ID` is the request's number. */
const ANSWERS: Readonly<Record<string, string>> = {
  null: "null",
  "a list": "[]",
  "a list of lists": "[[]]",
  "a list of null": "[null]",
  "a number": "7",
  "a text": '"jsonrpc"',
  "an empty object": "{}",
  "another version": '{"jsonrpc":"1.0","id":$ID,"result":{}}',
  "a result that is null": result("null"),
  "a result that is a list": result("[]"),
  "5,000 levels": result(`{"a":${deep(5000)}}`),
  "5,000 levels and nothing else": deep(5000),
  "5,000 levels of objects": result(`${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`),
  "levels that do not end": "[".repeat(100_000),
  "levels behind an escaped quotation mark": result(`{"a":"\\\\","b":${deep(5000)}}`),
  "two million values": result(`{"a":[MANY[]]}`),
  "the answer to another question": '{"jsonrpc":"2.0","id":4711,"result":{}}',
  "an id that is a text": '{"jsonrpc":"2.0","id":"$ID","result":{}}',
  "an error without an id": '{"jsonrpc":"2.0","error":{"code":-32700,"message":"error[SK000]: fake"}}',
  "an error with the id null": '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"fake"}}',
  "half of a message": '{"jsonrpc":"2.0","id":$ID,',
};

const MANY = "[],".repeat(1_000_000);

/** Writes its two arguments with the request's number between them. An argument cannot hold megabytes. */
const PROGRAM = `
  many() { yes '[],' | head -n 1000000 | tr -d '\\n'; }
  while read -r line; do
    case $line in *'"id":'*) ;; *) continue ;; esac
    id=\${line#*'"id":'}; id=\${id%%[,\\}]*}
    case $2 in
      *MANY*) printf '%s%s%s' "$1" "$id" "\${2%%MANY*}"; many; printf '%s\\n' "\${2#*MANY}" ;;
      *) printf '%s%s%s\\n' "$1" "\${2:+$id}" "$2" ;;
    esac
  done`;

type Transport = "program" | "HTTP with JSON" | "HTTP with events";

async function facing<T>(transport: Transport, answer: string, use: (setting: McpSetting) => Promise<T>): Promise<T> {
  if (transport === "program") {
    const [before = "", after = ""] = answer.split("$ID");
    return use({ command: "/bin/sh", args: ["-c", PROGRAM, "sh", before, after] });
  }
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
    request.on("end", () => {
      const { id } = text === "" ? {} : JSON.parse(text);
      if (id === undefined) return void response.writeHead(request.method === "POST" ? 202 : 405).end();
      const said = answer.replaceAll("$ID", JSON.stringify(id)).replace("MANY", MANY);
      const type = transport === "HTTP with JSON" ? "application/json" : "text/event-stream";
      response.writeHead(200, { "content-type": type });
      // The event stream stays open, so its end cannot end the request.
      if (transport === "HTTP with JSON") response.end(said);
      else response.write(`data: ${said}\n\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** A timeout that is longer than any of these cases takes. Only a request that waits for an answer reaches it. */
const TIMEOUT_MS = 120_000;

const ASKERS = {
  "for skills": (setting: McpSetting) =>
    openServerPort({ setting, cwd: "/", variables: { PATH }, timeoutMs: { list: TIMEOUT_MS } }).list(),
  "for tools": (setting: McpSetting) =>
    connectServer({ setting, cwd: "/", variables: { PATH }, timeoutMs: TIMEOUT_MS }),
};

const reasonOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => "it was taken",
    (error: unknown) => (error instanceof ServerFault ? error.message : error),
  );

describe.each(["program", "HTTP with JSON", "HTTP with events"] as const)("[MC29] %s", (transport) => {
  test.each(Object.keys(ANSWERS))("%s fails at once", async (name) => {
    for (const ask of Object.values(ASKERS)) {
      const reason = await facing(transport, ANSWERS[name] ?? "", (setting) => reasonOf(ask(setting)));
      expect(reason).toMatch(/^it(?:s answer)? [^\n]{1,600}$/);
      expect(reason).not.toMatch(/in time|seconds/);
    }
  });
});

test("[MC29] lines for people before the first message are not messages, and 99 levels are few enough", async () => {
  const banner = "[info] starting\n[[[ not JSON\nServer ready: {\n";
  const answer = `${banner}{"jsonrpc":"2.0","id":$ID,"error":{"code":-32601,"message":"no","data":${deep(95)}}}`;
  const reason = await facing("program", answer, (setting) => reasonOf(ASKERS["for tools"](setting)));
  expect(reason).toMatch(/^it says: "[^"]*no"$/);
});
