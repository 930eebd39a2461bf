// `node bench/guard.mjs [--runs 41]`: measures tool calls through `session.guard` with an active skill of 100 rules.
// Measures the same calls through a wrapper that does nothing, alternately in one process. Only the ratio matters.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const library = join(dirname(fileURLToPath(import.meta.url)), "..", "dist", "index.js");
if (!existsSync(library)) throw new Error("build first: npm run build");
const { openSkills } = await import(library);

const { values } = parseArgs({
  options: { runs: { type: "string", default: "41" }, bar: { type: "string", default: "5" } },
});
const runs = Number(values.runs);
const CALLS = 2000;

/** The rules of the skill: 60 commands, 20 tools of servers, 19 paths and hosts, and a plain tool. */
const RULES = [
  ...Array.from({ length: 60 }, (_, at) => `Bash(program-${at} show *)`),
  ...Array.from({ length: 20 }, (_, at) => `mcp__server__tool_${at}`),
  ...Array.from({ length: 10 }, (_, at) => `Write(out/${at}/**)`),
  ...Array.from({ length: 9 }, (_, at) => `WebFetch(domain:host-${at}.example)`),
  "Read",
];

const work = mkdtempSync(join(tmpdir(), "skillwright-bench-"));
process.once("exit", () => rmSync(work, { recursive: true, force: true }));
mkdirSync(join(work, "wide"));
const list = RULES.map((rule) => `  - "${rule}"\n`).join("");
writeFileSync(
  join(work, "wide", "SKILL.md"),
  `---\nname: wide\ndescription: Wide.\nallowed-tools:\n${list}---\nWork.\n`,
);
const skills = await openSkills({ ambient: false, roots: [work] });
const session = await skills.session();
await session.activate({ asked: "wide", actor: "user" });
if (session.windows[0]?.granted?.length !== 100) throw new Error("not 100 rules");

const numbers = Array.from({ length: CALLS }, (_, at) => at);
/** Workloads with the tool, its inputs, and whether they are granted. */
const WORKLOADS = {
  "a tool": ["Read", numbers.map((at) => ({ path: `src/file-${at}.ts` })), true],
  "a server's tool": ["mcp__server__tool_19", numbers.map((at) => ({ id: at })), true],
  "the same command again": ["Bash", numbers.map(() => ({ command: "program-59 show all" })), true],
  "another command each time": ["Bash", numbers.map((at) => ({ command: `program-${at % 60} show item-${at}` })), true],
  "the same line with quotes, a pipe and a list again": ["Bash", numbers.map(() => ({ command: lineOf(7) })), true],
  "another such line each time, with the parser": ["Bash", numbers.map((at) => ({ command: lineOf(at) })), true, false],
  "a command that is refused, with the reason": [
    "Bash",
    numbers.map((at) => ({ command: `other-${at} x` })),
    false,
    false,
  ],
};

function lineOf(at) {
  return `program-3 show "item ${at}" | cat && program-4 show count && program-5 show done 2>/dev/null`;
}

console.log(`Node ${process.version}, best of ${runs} runs of ${CALLS} calls, µs for each call\n`);
console.log("| 100 rules | empty wrapper | guard | ratio |");
console.log("| --- | ---: | ---: | ---: |");
let worst = 0;
for (const [name, [toolName, inputs, granted, bar = true]] of Object.entries(WORKLOADS)) {
  const tool = plainTool(toolName);
  const empty = { ...tool, execute: async (given, context) => tool.execute(given, context) };
  const [guarded] = session.guard([tool]);
  const { isError } = await guarded.execute(inputs[0]);
  if (isError === granted) throw new Error(`${name}: ${granted ? "not " : ""}granted`);
  const times = [[], []];
  for (let run = 0; run < runs + 5; run++)
    for (const [index, each] of [empty, guarded].entries()) {
      const start = performance.now();
      for (const input of inputs) await each.execute(input);
      if (run >= 5) times[index].push(((performance.now() - start) * 1000) / CALLS);
    }
  const [before, after] = times.map((each) => Math.min(...each));
  if (bar) worst = Math.max(worst, after / before);
  console.log(
    `| ${name}${bar ? "" : " (no bar)"} | ${before.toFixed(2)} | ${after.toFixed(2)} | ${(after / before).toFixed(2)} |`,
  );
}
console.log(
  "\n`a tool` is a call of `Read`. A quarter of its time goes to the path: the guard compares it with the names of the\n" +
    "directory, and asks the clock whether these names are older than a millisecond. The names must be that new, because a\n" +
    "program can replace a file with a symlink to a secret.",
);
console.log(`\nworst ratio ${worst.toFixed(2)}, at most ${values.bar}`);
process.exitCode = worst > Number(values.bar) ? 1 : 0;

/** Makes a tool like those of agents: it reads its input and does almost nothing. */
function plainTool(name) {
  const answer = { content: "done", isError: false };
  return { name, description: "", input: {}, jsonSchema: {}, execute: async (given) => (given ? answer : undefined) };
}
