// Drives Claude Code with a fake model. The list in its request shows which skills the model sees. Then the fake model
// calls every skill once, because only the answer has a skill's path.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cleanEnvironment, run, unusable } from "./lib.mjs";

const QUIET = {
  ANTHROPIC_API_KEY: "none",
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  CLAUDE_CODE_DISABLE_BUNDLED_SKILLS: "1",
  DISABLE_TELEMETRY: "1",
  DISABLE_AUTOUPDATER: "1",
  DISABLE_ERROR_REPORTING: "1",
  IS_SANDBOX: "1",
  // Claude Code cuts the list to a share of the context window. Conformance cases test which skills are loaded, so the
  // limit is raised.
  SLASH_COMMAND_TOOL_CHAR_BUDGET: "1000000000",
};
const MOST_CALLS = 60;

/**
 * Returns the skills that Claude Code lists for the model in `cwd`. `trace: false` calls no skill, so paths are
 * missing.
 */
export async function ask({ cwd, home, bin, timeout, environment, unprivileged, trace = true }) {
  const isHere = (name) => isThere(name, cwd, home);
  const model = await startModel(trace, isHere);
  const directory = mkdtempSync(join(tmpdir(), "skillwright-claude-"));
  const log = join(directory, "log");
  const variables = cleanEnvironment(home, QUIET, { ANTHROPIC_BASE_URL: model.url }, environment);
  const args = [
    "-p",
    "hi",
    "--output-format",
    "stream-json",
    "--verbose",
    "--allowedTools",
    "Skill",
    "--debug-file",
    log,
  ];
  const result = await run(bin, args, { cwd, timeout, unprivileged, environment: variables });
  model.close();
  const debug = readLog(log);
  rmSync(directory, { recursive: true, force: true });
  if (model.requests.length === 0) {
    if (result.hung) return { skills: [], errors: [], hung: true };
    throw unusable("claude-code", result);
  }
  const commands = commandsIn(result.stdout);
  const listed = entriesOf(model.requests[0], (name) => commands.includes(name) || isHere(name));
  const paths = trace ? pathsOf(model.requests, isHere) : new Map();
  const skills = listed.map(({ name, title, description }) => ({
    name: title === undefined ? name : `${name} (${title})`,
    description,
    path: paths.get(name),
  }));
  return { skills: [...skills, ...unlisted(commands, listed)], errors: errorsIn(debug) };
}

function readLog(file) {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    return "";
  }
}

/**
 * Starts a server that records its requests. Its first answer calls every skill of the list, and later answers say
 * "ok".
 */
async function startModel(trace, isHere) {
  const requests = [];
  const server = createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      if (request.method !== "POST" || !request.url.startsWith("/v1/messages")) return response.end("{}");
      if (request.url.includes("count_tokens")) return response.end('{"input_tokens":1}');
      const body = JSON.parse(Buffer.concat(chunks).toString("utf8"));
      const isMain = (body.tools?.length ?? 0) > 0;
      if (isMain) requests.push(body);
      const calls = isMain && trace && requests.length === 1 ? distinctNames(body, isHere) : [];
      answer(response, body, calls);
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { requests, close, url: `http://127.0.0.1:${server.address().port}` };
}

function distinctNames(body, isHere) {
  const names = [...new Set(entriesOf(body, isHere, { guess: true }).map(({ name }) => name))];
  return names.length > MOST_CALLS ? [] : names;
}

function answer(response, body, calls) {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const head = { id: "msg_1", type: "message", role: "assistant", model: body.model, stop_sequence: null, usage };
  const blocks =
    calls.length === 0
      ? [{ type: "text", text: "ok" }]
      : calls.map((skill, index) => ({ type: "tool_use", id: `toolu_${index}`, name: "Skill", input: { skill } }));
  const reason = calls.length === 0 ? "end_turn" : "tool_use";
  if (!body.stream) {
    response.setHeader("content-type", "application/json");
    return response.end(JSON.stringify({ ...head, content: blocks, stop_reason: reason }));
  }
  response.setHeader("content-type", "text/event-stream");
  const send = (type, data) => response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  send("message_start", { message: { ...head, content: [], stop_reason: null } });
  blocks.forEach((block, index) => {
    const isText = block.type === "text";
    send("content_block_start", { index, content_block: isText ? { ...block, text: "" } : { ...block, input: {} } });
    const delta = isText
      ? { type: "text_delta", text: block.text }
      : { type: "input_json_delta", partial_json: JSON.stringify(block.input) };
    send("content_block_delta", { index, delta });
    send("content_block_stop", { index });
  });
  send("message_delta", { delta: { stop_reason: reason, stop_sequence: null }, usage });
  send("message_stop", {});
  response.end();
}

/** Returns the texts of a request, one for each content block. */
function textsOf({ system = [], messages }) {
  const blocks = (content) => (typeof content === "string" ? [content] : content.map((block) => textOf(block)));
  return [...blocks(system), ...messages.flatMap(({ content }) => blocks(content))];
}

function textOf(block) {
  if (typeof block.content === "string") return block.content;
  return block.text ?? (block.content ?? []).map((each) => each.text ?? "").join("\n");
}

/**
 * Returns the entries of the list: `- name: description`, or `- directory (name): description` in newer versions. A
 * line of a description can look like an entry, so an entry begins only with a known name. /
 */
function entriesOf(body, isKnown, { guess = false } = {}) {
  const head = "skills are available for use with the Skill tool:\n\n";
  const text = textsOf(body).find((each) => each.includes(head));
  if (text === undefined) return [];
  const list = text
    .slice(text.indexOf(head) + head.length)
    .replace(/\n*(?:<\/system-reminder>|Today's date is )[\s\S]*$/, "");
  const entries = [];
  for (const chunk of list.split(/\n(?=- )/)) {
    const entry = splitEntry(chunk.slice(2), isKnown) ?? (guess ? guessEntry(chunk.slice(2)) : undefined);
    if (entry) entries.push(entry);
    else if (entries.at(-1)?.description !== undefined) entries.at(-1).description += `\n${chunk}`;
  }
  return entries;
}

/** Splits an entry of unknown origin, such as a plugin's: the name ends at the first colon. */
function guessEntry(text) {
  const [name, ...rest] = text.split(": ");
  return { name: name.replace(/ \([^()]*\)$/, ""), description: rest.join(": ") };
}

function splitEntry(text, isKnown) {
  for (let colon = text.indexOf(": "); colon >= 0; colon = text.indexOf(": ", colon + 1)) {
    const named = splitTitle(text.slice(0, colon), isKnown);
    if (named) return { ...named, description: text.slice(colon + 2) };
  }
  return splitTitle(text, isKnown);
}

/** Splits `directory (name)` into the callable name and the skill's own title. */
function splitTitle(text, isKnown) {
  if (isKnown(text)) return { name: text };
  for (let open = text.indexOf(" ("); open >= 0 && text.endsWith(")"); open = text.indexOf(" (", open + 1)) {
    const name = text.slice(0, open);
    if (isKnown(name)) return { name, title: text.slice(open + 2, -1) };
  }
  return undefined;
}

/** Returns whether the user's directory, or one at or above `cwd`, has a skill or command of that name. */
function isThere(name, cwd, home) {
  const places = [home];
  for (let place = cwd; !places.includes(place); place = dirname(place)) places.push(place);
  const path = name.replaceAll(":", "/");
  const files = [`skills/${name}`, `commands/${path}.md`, `commands/${path}/SKILL.md`];
  return places.some((place) => files.some((file) => existsSync(join(place, ".claude", file))));
}

/** Returns the path of each called skill, by name. */
function pathsOf(requests, isHere) {
  // If two skills have one name, only one runs, and the list does not show which.
  const all = entriesOf(requests[0], isHere, { guess: true }).map(({ name }) => name);
  const names = distinctNames(requests[0], isHere).filter((name) => all.indexOf(name) === all.lastIndexOf(name));
  const before = new Set(textsOf(requests[0]));
  const directories = requests
    .slice(1)
    .flatMap(textsOf)
    .filter((text) => !before.has(text))
    .flatMap((text) => [...text.matchAll(/^Base directory for this skill: (.*)$/gm)].map(([, directory]) => directory));
  const distinct = [...new Set(directories)];
  return new Map(
    names.flatMap((name) => {
      const mine = distinct.filter((directory) => directory.endsWith(`/${name.split(":").at(-1)}`));
      return mine.length === 1 ? [[name, `${mine[0]}/SKILL.md`]] : [];
    }),
  );
}

function commandsIn(stdout) {
  const first = stdout.split("\n").find((line) => line.includes('"subtype":"init"'));
  return first ? JSON.parse(first).slash_commands : [];
}

/** Returns skills that the user may call and the model does not see. */
function unlisted(commands, listed) {
  const known = new Set(listed.map(({ name }) => name));
  const hidden = [...new Set(commands)].filter((name) => !known.has(name));
  return hidden.map((name) => ({ name, listed: false }));
}

function errorsIn(debug) {
  const lines = debug.split("\n").filter((line) => /\[skills\] (skipping|failed to read) /.test(line));
  const errors = lines.map((message) => ({
    path: /(?:skipping|failed to read) (\/.*?): /.exec(message)?.[1],
    message,
  }));
  // Claude Code also reports missing files behind broken symlinks.
  return errors.filter(({ path }) => path && existsSync(path));
}
