// `node bench/serve.mjs [--seconds 20] [--windows 3] [--connections 200] [--streams 1000] [--skills 1000] [--heap
// MiB]`: measures `skillwright serve` while its files change. First, `GET /skill` alternates with the same framework
// answering a constant of the same size. Then a mix of routes runs beside idle event streams for several windows; after
// each, memory is measured after a garbage collection. Exits with 1 on any error, any wrong answer, growing memory, or
// less than half the speed.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { listen, load } from "./lib/http-load.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const bin = join(here, "..", "dist", "bin.cjs");
if (!existsSync(bin)) throw new Error("build first: npm run build");

const number = (value) => ({ type: "string", default: String(value) });
const { values } = parseArgs({
  options: {
    seconds: number(20),
    connections: number(200),
    streams: number(1000),
    skills: number(1000),
    windows: number(3),
    heap: { type: "string" },
  },
});
const [seconds, connections, streams, count, windows] = ["seconds", "connections", "streams", "skills", "windows"].map(
  (key) => Number(values[key]),
);
const BAR = 0.5;
/** Milliseconds after which a change must be in the answers, even on a busy machine. */
const FRESH_MS = 3000;
/**
 * The maximum ratio of the memory in the last window to that in the first, after a collection. `SLACK_MIB` allows one
 * more snapshot.
 */
const GROWTH = 1.1;
const SLACK_MIB = 4;
/** The maximum ratio of the process's memory (RSS). V8 takes more memory before a collection, and rarely returns it. */
const RSS_GROWTH = 1.25;

const work = mkdtempSync(join(tmpdir(), "skillwright-bench-"));
const children = [];
process.once("exit", () => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(work, { recursive: true, force: true });
});

// The description and the body of a skill contain the number of its generation, and are written at once. An answer is
// wrong if it has two generations, or an older generation than before.
const home = join(work, "home");
const skillFile = (at) => join(home, ".agents", "skills", `skill-${at}`, "SKILL.md");
const FILLER = "Read the guide, do the work, look at the result, and say what was done.\n".repeat(15);
function writeSkill(at, generation) {
  const file = skillFile(at);
  const text = `---\nname: skill-${at}\ndescription: Generation ${generation} of number ${at}.\n---\n\nGeneration ${generation}.\n\n${FILLER}`;
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}
for (let at = 0; at < count; at++) {
  mkdirSync(dirname(skillFile(at)), { recursive: true });
  writeSkill(at, 0);
}

/** Starts a program. Returns the first line that it prints. */
async function start(args, env) {
  const child = spawn(process.execPath, args, { cwd: work, env, stdio: ["ignore", "pipe", "ignore", "ipc"] });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout })) return { child, line };
  throw new Error(`${args[0]} ended`);
}

const environment = { PATH: process.env.PATH, HOME: home };
const measured = ["--expose-gc", "--require", join(here, "lib", "tell-memory.cjs")];
const small = values.heap === undefined ? [] : [`--max-old-space-size=${values.heap}`, "--max-semi-space-size=4"];
const ours = await start([...measured, ...small, bin, "serve", "--port", "0", "--no-default-skills"], environment);
const port = Number(new URL(ours.line).port);
const size = (await (await fetch(`http://127.0.0.1:${port}/skill`)).arrayBuffer()).byteLength;
const constant = await start([join(here, "lib", "constant-server.mjs"), String(size)], process.env);
const constantPort = Number(constant.line);

// `written[at]` contains the time at which each generation of a skill was written.
const written = Array.from({ length: count }, () => [performance.now()]);
let changes = 0;
const CHANGE_MS = 50;
function change() {
  const at = (changes++ * 7919) % count;
  writeSkill(at, written[at].length);
  written[at].push(performance.now());
}

const wrong = [];
const seen = new Map();
/**
 * Checks an answer: it contains every skill once, and each skill is of one generation. No skill may have an older
 * generation than before on this connection, or than a change that was written long ago. /
 */
function checkSkill(body, connection, asked) {
  const list = JSON.parse(body.toString());
  if (list.length !== count) wrong.push(`${list.length} skills`);
  for (const { name, description, content } of list) {
    const at = Number(name.slice(6));
    const generation = Number(/^Generation (\d+) /.exec(description)?.[1]);
    if (!content.startsWith(`\nGeneration ${generation}.\n`))
      wrong.push(`${name}: ${description} and ${content.slice(0, 20)}`);
    const key = `${connection} ${at}`;
    if ((seen.get(key) ?? 0) > generation) wrong.push(`${name} went back to ${generation}`);
    seen.set(key, generation);
    const next = written[at][generation + 1];
    if (next !== undefined && asked - next > FRESH_MS) wrong.push(`${name} is ${Math.round(asked - next)} ms old`);
  }
}

const statuses = new Map();
const failed = [];
/** Runs one kind of load for a while. Returns the number of answers. */
async function run({ to, forSeconds, paths, check }) {
  const until = performance.now() + forSeconds * 1000;
  const begun = new Map();
  let answers = 0;
  await load({
    port: to,
    connections,
    isOver: () => performance.now() >= until,
    next(connection) {
      begun.set(connection, performance.now());
      return paths[answers % paths.length];
    },
    wants: (path) => check && path === "/skill" && answers % 40 === 0,
    take(path, status, body, connection) {
      answers++;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status !== 200) failed.push(`${status} ${path}`);
      if (body) checkSkill(body, connection, begun.get(connection));
    },
  });
  return answers / forSeconds;
}

/** Returns the memory after a collection, in MiB. */
function memoryNow() {
  ours.child.send("");
  return new Promise((resolve) =>
    ours.child.once("message", ({ rss, kept }) => resolve({ kept: toMiB(kept), rss: toMiB(rss) })),
  );
}
const toMiB = (bytes) => Math.round(bytes / 2 ** 20);
/** Returns the CPU seconds that the server has used so far. */
const cpu = () => {
  const fields = readFileSync(`/proc/${ours.child.pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
};
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

let changing = setInterval(change, CHANGE_MS);
const SLICES = 4;
const rates = { constant: [], skill: [] };
await run({ to: constantPort, forSeconds: 1, paths: ["/skill"] });
await run({ to: port, forSeconds: 1, paths: ["/skill"], check: false });
for (let slice = 0; slice < SLICES; slice++) {
  rates.constant.push(await run({ to: constantPort, forSeconds: seconds / 8, paths: ["/skill"] }));
  rates.skill.push(await run({ to: port, forSeconds: seconds / 8, paths: ["/skill"], check: false }));
}
// Compares neighbouring measurements, because the machine's speed changes.
const ratio = median(rates.skill.map((rate, slice) => rate / rates.constant[slice]));
constant.child.kill();
clearInterval(changing);

let heard = 0;
const perStream = Array.from({ length: streams }, () => 0);
const sockets = [];
for (let at = 0; at < streams; at += 50)
  sockets.push(
    ...(await Promise.all(
      Array.from({ length: Math.min(50, streams - at) }, (_, index) =>
        listen(port, (name) => {
          if (name === "change") perStream[at + index]++;
          heard++;
        }),
      ),
    )),
  );
// From here on, every stream receives the same changes.
await new Promise((resolve) => setTimeout(resolve, 1000));
perStream.fill(0);
changing = setInterval(change, CHANGE_MS);
const MIX = [
  "/skill",
  "/api/skills",
  "/skill",
  "/api/skills/skill-7?body=true",
  "/api/catalog?window=200000",
  "/skill",
  "/api/search?query=guide&k=5",
  "/api/roots",
];
const memory = [];
const mixed = [];
const cpuBefore = cpu();
for (let window = 0; window < windows; window++) {
  mixed.push(await run({ to: port, forSeconds: seconds, paths: MIX, check: true }));
  memory.push(await memoryNow());
}
const cpuShare = (cpu() - cpuBefore) / (seconds * windows);
clearInterval(changing);
// Every stream must have received the last change.
await new Promise((resolve) => setTimeout(resolve, 1500));
const last = Buffer.from(await (await fetch(`http://127.0.0.1:${port}/skill`)).arrayBuffer());
checkSkill(last, "last", Number.POSITIVE_INFINITY);
const [fewest, most] = [Math.min(...perStream), Math.max(...perStream)];
if (fewest !== most || (streams > 0 && most === 0)) wrong.push(`some streams heard ${fewest} changes, others ${most}`);
for (const socket of sockets) socket.destroy();
await new Promise((resolve) => setTimeout(resolve, 500));

const [first, end] = [memory[0], memory.at(-1)];
const flat = end.kept <= first.kept * GROWTH + SLACK_MIB && end.rss <= first.rss * RSS_GROWTH;
const ended = new Promise((resolve) => ours.child.once("exit", (code, signal) => resolve(code ?? signal)));
ours.child.kill("SIGTERM");
const code = await ended;

const result = {
  skills: count,
  answerBytes: size,
  connections,
  streams,
  changes,
  requestsPerSecond: {
    constant: Math.round(median(rates.constant)),
    skill: Math.round(median(rates.skill)),
    mixed: mixed.map(Math.round),
  },
  ratio: Number(ratio.toFixed(2)),
  statuses: Object.fromEntries(statuses),
  eventsHeard: heard,
  changesPerStream: [fewest, most],
  cpuPerMixedRequestMs: Number(((cpuShare * 1000) / median(mixed)).toFixed(2)),
  cpuShare: Number(cpuShare.toFixed(2)),
  memoryMiB: memory,
  flat,
  wrong: [...new Set(wrong)].slice(0, 10),
  failed: [...new Set(failed)].slice(0, 10),
  exit: code,
};
console.log(JSON.stringify(result, null, 2));
const fine = ratio >= BAR && wrong.length === 0 && failed.length === 0 && flat && code === 0;
console.error(fine ? "fine" : "not fine");
process.exit(fine ? 0 : 1);
