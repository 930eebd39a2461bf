import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { afterAll, expect, test } from "vitest";
import { bin, Sandbox, skill } from "./run.ts";

const box = new Sandbox({ "~/.agents/skills/pdf/SKILL.md": skill("pdf", "Fill in PDF forms.") });
const started: { kill(): unknown }[] = [];
afterAll(() => {
  for (const child of started) child.kill();
});

/** The command as a process, up to its address. */
async function serve(
  args: readonly string[],
): Promise<{ line: string; stop: () => Promise<unknown>; toPeople: () => string }> {
  const child = spawn(process.execPath, [bin, "serve", "--port", "0", "--no-default-skills", ...args], {
    cwd: box.project,
    env: { PATH: "", HOME: box.home },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  let said = "";
  child.stderr.on("data", (chunk) => {
    said += chunk;
  });
  const ended = new Promise((resolve) => child.on("close", (code, signal) => resolve(code ?? signal)));
  for await (const line of createInterface({ input: child.stdout })) {
    return {
      line,
      toPeople: () => box.hide(said),
      stop: () => {
        child.kill("SIGTERM");
        return ended;
      },
    };
  }
  throw new Error("it ended without a word");
}

test("[SV1] an address, the same answers as on the command line, and an end without a fuss", async () => {
  const { line: url, stop, toPeople } = await serve([]);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  for (const [path, args] of [
    ["api/skills", ["list"]],
    ["api/skills/pdf", ["show", "pdf"]],
    ["api/roots", ["roots"]],
    ["api/catalog", ["catalog"]],
    ["api/search?query=forms", ["search", "forms"]],
  ] as const) {
    const answer: unknown = JSON.parse(box.hide(await (await fetch(url + path)).text()));
    expect([path, answer]).toEqual([path, box.json([...args, "--no-default-skills"])]);
  }
  expect([await stop(), toPeople()]).toEqual([
    0,
    "1 skill of <tmp>/project; it only reads, unless `--write` is given\n" +
      "open the address for the console; `/api/openapi.json` describes the API; ctrl-c stops it\n",
  ]);
});

test("[SV1] [SV3] through a profile, on another address, as JSON", async () => {
  const { line, stop, toPeople } = await serve(["--host", "127.0.0.2", "--token", "t", "--json"]);
  const { url } = JSON.parse(line) as { url: string };
  expect(url).toMatch(/^http:\/\/127\.0\.0\.2:/);
  expect((await fetch(`${url}api/about`)).status).toBe(401);
  const about = await fetch(`${url}api/about`, { headers: { authorization: "Bearer t" } });
  expect(await about.json()).toMatchObject({ host: "skillwright", write: false });
  expect([await stop(), toPeople()]).toEqual([0, ""]);
});

test.each([
  [
    ["--host", "0.0.0.0"],
    1,
    "error[SK925]: others could reach `0.0.0.0`, and there is no token\nhelp: add `--token SECRET`, or leave the address out\n",
  ],
  [["--port", "http"], 2, "error: `--port http` is not a port\nhelp: write a number up to 65535\n"],
  [["--host", "skilwright"], 1, expect.stringContaining("error[SK305]")],
] as const)("[SV3] %j", (args, code, stderr) => {
  expect(box.run(["serve", "--port", "0", ...args])).toEqual({ code, stdout: "", stderr });
});

test("[SV3] a port that somebody has", async () => {
  const { line, stop } = await serve([]);
  const { port } = new URL(line);
  expect(box.run(["serve", "--port", port])).toEqual({
    code: 1,
    stdout: "",
    stderr: `error[SK925]: cannot listen on 127.0.0.1:${port}: somebody listens there already\nhelp: choose another with \`--port\`; 0 takes any that is free\n`,
  });
  await stop();
});
