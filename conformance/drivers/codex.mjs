// Drives Codex through its app-server: JSON-RPC with one message per line.
import { realpathSync } from "node:fs";
import { createInterface } from "node:readline";
import { cleanEnvironment, start, unusable } from "./lib.mjs";

/** Returns the skills that Codex lists in `cwd`, without its bundled ones. */
export async function ask({ cwd, home, bin, timeout, environment, unprivileged }) {
  const variables = cleanEnvironment(home, { RUST_LOG: "error", OPENAI_API_KEY: "none" }, environment);
  const { child, stop } = start(bin, ["app-server"], { cwd, environment: variables, unprivileged });
  let stderr = "";
  child.stderr.on("data", (data) => {
    stderr += data;
  });
  const waiting = new Map();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = JSON.parse(line);
    if (message.method === undefined) waiting.get(message.id)?.(message);
  });
  const send = (message) => child.stdin.write(`${JSON.stringify(message)}\n`);
  const call = (id, method, params) =>
    new Promise((resolve) => {
      waiting.set(id, resolve);
      send({ id, method, params });
    });
  const conversation = async () => {
    const clientInfo = { name: "conformance", title: "conformance", version: "1" };
    await call(1, "initialize", { clientInfo, capabilities: { experimentalApi: true } });
    send({ method: "initialized" });
    return call(2, "skills/list", { cwds: [realpathSync(cwd)], forceReload: true });
  };
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve("late"), timeout);
  });
  const gone = new Promise((resolve) => child.on("exit", (code) => resolve({ code })));
  child.stdin.on("error", () => undefined);
  const answer = await Promise.race([conversation(), late, gone]);
  clearTimeout(timer);
  stop();
  await gone;
  if (answer === "late") return { skills: [], errors: [], hung: true };
  if (!answer.result)
    throw unusable("codex", { code: answer.code, stderr: stderr + JSON.stringify(answer.error ?? "") });
  const data = answer.result.data;
  return {
    skills: data.flatMap((each) =>
      each.skills
        .filter((skill) => skill.scope !== "system")
        .map(({ name, description, path, enabled }) => ({ name, description, path, listed: enabled })),
    ),
    errors: data.flatMap((each) => each.errors.map(({ path, message }) => ({ path, message }))),
  };
}
