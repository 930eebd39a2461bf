/**
 * Runs a whole conversation: `skillwright agent` as a process, a model on loopback that plays a script, and a separate
 * machine. The record has everything that can be observed: the model's requests, both outputs, and the journal.
 */
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { bin, Sandbox } from "../cli/run.ts";
import { type ModelRequest, type Script, startModel } from "./model-server.ts";

const node = process.env["SKILLWRIGHT_TEST_NODE"] || process.execPath;

export interface Ran {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Played extends Ran {
  readonly requests: readonly ModelRequest[];
  readonly box: Sandbox;
}

export interface Play {
  readonly files?: Readonly<Record<string, string>>;
  readonly script: Script;
  /** Arguments of the agent's processes. They run one after the other, with one script of the model. */
  readonly runs: readonly (readonly string[])[];
  readonly env?: Readonly<Record<string, string>>;
  readonly api?: "openai" | "anthropic";
}

/** Returns the user's configuration: the model's address, and the journal's path. */
export function configFor(url: string, api = "openai", more = ""): string {
  const provider = `providers:\n  played: { api: ${api}, base_url: "${url}", api_key_env: PLAYED_KEY, model: any }\n`;
  const llm = more.includes("llm:") ? "" : "llm: { provider: played }\n";
  return `default_skills: false\n${llm}${provider}journal: ~/journal.jsonl\n${more}`;
}

export async function play({
  files = {},
  script,
  runs,
  env = {},
  api = "openai",
}: Play): Promise<Played & { all: readonly Ran[] }> {
  const model = await startModel(script);
  const { "config.yaml": more = "", ...others } = files;
  const box = new Sandbox(others);
  box.write({ "~/.config/skillwright/config.yaml": configFor(model.url, api, more) });
  try {
    const all: Ran[] = [];
    for (const args of runs) all.push(await run(box, ["agent", ...args], env));
    return { ...(all.at(-1) as Ran), all, requests: model.requests, box };
  } finally {
    await model.close();
  }
}

/** Runs the agent. Without `input`, its standard input is empty. */
export function run(
  box: Sandbox,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = "",
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(node, [bin, ...args], { cwd: box.project, env: variables(box, env) });
    // The program may end before it has read everything.
    child.stdin.on("error", (error: NodeJS.ErrnoException) => error.code !== "EPIPE" && reject(error));
    child.stdin.end(input);
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.once("error", reject);
    child.once("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

export function variables(box: Sandbox, env: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "", HOME: box.home, COLUMNS: "400", PLAYED_KEY: "secret-key", ...env };
}

/** Returns the whole conversation in a readable order, without the parts that differ between runs. */
export function record(
  { box, requests, all }: Played & { all: readonly Ran[] },
  runs: readonly (readonly string[])[],
): string {
  const parts = [
    ...requests.flatMap((request, at) => [
      `--- request ${at + 1}: ${request.path}`,
      ...newIn(request, requests[at - 1]),
    ]),
    ...all.flatMap(({ code, stdout, stderr }, at) => [
      `--- $ skillwright agent ${runs[at]?.join(" ")}`,
      stdout.trimEnd(),
      "--- standard error",
      stderr.trimEnd(),
      `--- exit code ${code}`,
    ]),
    "--- journal",
    ...journalOf(box),
  ];
  return `${withoutChance(box.hide(parts.join("\n")))}\n`;
}

export function journalOf(box: Sandbox): string[] {
  const path = box.path("~/journal.jsonl");
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => {
      const { name, attributes } = JSON.parse(line) as { name: string; attributes: Record<string, unknown> };
      const said = Object.entries(attributes).filter(([key]) => key !== "session.id");
      return `${name} ${said.map(([key, value]) => `${key}=${value}`).join(" ")}`;
    });
}

/** Returns the stored conversations of a machine, by file. */
export function transcripts(box: Sandbox): string[] {
  const directory = box.path("~/.local/share/skillwright/history/sessions");
  return existsSync(directory)
    ? readdirSync(directory)
        .map((name) => `${directory}/${name}`)
        .sort()
    : [];
}

/** Returns the messages that the previous request did not have. */
function newIn({ body }: ModelRequest, before: ModelRequest | undefined): string[] {
  const old = before ? messagesOf(before.body) : [];
  const now = messagesOf(body);
  const same = old.every((message, at) => message === now[at]);
  const tools = toolsOf(body);
  const said = same ? now.slice(old.length) : now;
  return [...(same && before ? [] : tools), ...said];
}

function messagesOf(body: Record<string, unknown>): string[] {
  const { system, messages } = body as { system?: unknown; messages: { role: string }[] };
  const own = system === undefined ? [] : [`system: ${textOf(system)}`];
  return [...own, ...messages.map((message) => messageOf(message as Record<string, unknown>))];
}

function messageOf({ role, content, tool_calls: calls, tool_call_id: answers }: Record<string, unknown>): string {
  const called = ((calls ?? []) as { id: string; function: { name: string; arguments: string } }[]).map(
    ({ id, function: { name, arguments: given } }) => `\n  calls ${name} ${given} (${id})`,
  );
  return `${role}${answers ? ` (${answers})` : ""}: ${textOf(content)}${called.join("")}`;
}

/** Returns the text of a content: plain text, or the fields of Anthropic's blocks. */
function textOf(content: unknown): string {
  if (content === null || content === undefined) return "";
  if (typeof content === "string") return content;
  return (content as Record<string, unknown>[])
    .map(({ type, text, name, input, id, content: inner, tool_use_id: answers }) =>
      type === "text"
        ? String(text)
        : type === "tool_use"
          ? `\n  calls ${name} ${JSON.stringify(input)} (${id})`
          : `(${answers}) ${textOf(inner)}`,
    )
    .join("\n");
}

function toolsOf(body: Record<string, unknown>): string[] {
  const tools = (body["tools"] ?? []) as { name?: string; function?: { name: string } }[];
  return tools.length === 0 ? [] : [`tools: ${tools.map((tool) => tool.name ?? tool.function?.name).join(", ")}`];
}

function withoutChance(text: string): string {
  return (
    text
      // The messages of newer Node versions about invalid JSON are longer.
      .replaceAll(/(in JSON at position \d+) \(line \d+ column \d+\)/g, "$1")
      .replaceAll(/\d{8}-\d{6}-[0-9a-f]{8}/g, "<id>")
      .replaceAll(/sha256:[0-9a-f]{64}/g, "<digest>")
      .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:<port>")
      .replaceAll(/((?:tokens|characters)"?[=:])\d+/g, "$1<n>")
      .replaceAll(/^(about| {2}(?:instructions|catalog|tools|messages)) +\d+/gm, "$1 <n>")
      .replaceAll(/^( {4}[\w-]+:) \d+$/gm, "$1 <n>")
      .replaceAll(/(revision["`=: ]+)[0-9a-f]{16}/g, "$1<revision>")
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
      .replaceAll(/"timeUnixNano":"\d+"/g, '"timeUnixNano":"<time>"')
  );
}
