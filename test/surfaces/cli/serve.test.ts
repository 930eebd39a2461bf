import { spawn } from "node:child_process";
import { chmodSync, existsSync, readFileSync, statSync } from "node:fs";
import { createInterface } from "node:readline";
import { afterAll, expect, test } from "vitest";
import { onlyIf } from "../../needs.ts";
import { waitFor } from "../../wait.ts";
import { bin, Sandbox, skill } from "./run.ts";

const box = new Sandbox({ "~/.agents/skills/pdf/SKILL.md": skill("pdf", "Fill in PDF forms.") });
const started: { kill(): unknown }[] = [];
afterAll(() => {
  for (const child of started) child.kill();
});

/** Starts the command and waits for its address. */
async function serve(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ line: string; stop: () => Promise<unknown>; toPeople: () => string }> {
  const child = spawn(process.execPath, [bin, "serve", "--port", "0", "--no-default-skills", ...args], {
    cwd: box.project,
    env: { PATH: "", HOME: box.home, ...env },
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
    ["api/skills/pdf", ["explain", "--details", "pdf"]],
    ["api/roots", ["list", "--roots"]],
    ["api/catalog", ["catalog"]],
    ["api/search?query=forms", ["search", "forms"]],
  ] as const) {
    const answer: unknown = JSON.parse(box.hide(await (await fetch(url + path)).text()));
    expect([path, answer]).toEqual([path, box.json([...args, "--no-default-skills"])]);
  }
  expect([await stop(), toPeople()]).toEqual([
    0,
    "1 skill of <tmp>/project; the server is read-only; `--write` allows changes\n" +
      "open the address for the console; `/api/openapi.json` describes the API; ctrl-c stops it\n",
  ]);
});

test("[SV32] with --write, what is asked brings the token that the address has", async () => {
  const { line, stop, toPeople } = await serve(["--write"]);
  const { origin, searchParams } = new URL(line);
  const token = searchParams.get("token") ?? "";
  expect(token).toMatch(/^[\w-]{32}$/);
  const bearer = { authorization: `Bearer ${token}` };
  const statuses = [
    await fetch(`${origin}/api/about`),
    await fetch(`${origin}/api/about`, { headers: bearer }),
    await fetch(line, { redirect: "manual" }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([401, 200, 303]);
  expect([await stop(), toPeople()]).toEqual([0, expect.stringContaining("; clients can change and run skills\n")]);
});

test("[SV32] --open does not show the token to who lists processes", async () => {
  const opened = `${box.directory}/opened`;
  // Renames the complete file, because another process waits for it.
  const opener = `#!${process.execPath}
const fs = require("fs");
fs.writeFileSync(${JSON.stringify(`${opened}~`)}, process.argv[2] + "\\n" + fs.readFileSync(process.argv[2], "utf8"));
fs.renameSync(${JSON.stringify(`${opened}~`)}, ${JSON.stringify(opened)});
`;
  box.write({ "../bin/xdg-open": opener });
  chmodSync(`${box.directory}/bin/xdg-open`, 0o755);
  const { line, stop } = await serve(["--write", "--open"], { PATH: `${box.directory}/bin` });
  await waitFor("the browser to be opened", () => existsSync(opened));
  const [path = "", page = ""] = readFileSync(opened, "utf8").split("\n");
  expect([path.includes("token"), page.includes(`content="0;url=${line}"`), statSync(path).mode & 0o77]).toEqual([
    false,
    true,
    0,
  ]);
  expect([await stop(), existsSync(path)]).toEqual([0, false]);
});

onlyIf(process.platform === "linux", "it reads /proc").test(
  "[SV32] a token of `--token` is not in the list of processes",
  async () => {
    for (const command of [["serve"], ["mcp", "--http"]]) {
      const args = [bin, ...command, "--port", "0", "--token", "verysecret"];
      const env = { PATH: "", HOME: box.home };
      const child = spawn(process.execPath, args, { cwd: box.project, env, stdio: ["ignore", "pipe", "inherit"] });
      started.push(child);
      await new Promise((resolve) => child.stdout.once("data", resolve));
      expect(readFileSync(`/proc/${child.pid}/cmdline`, "utf8").replaceAll("\0", "")).toBe(`skillwright ${command[0]}`);
      child.kill("SIGTERM");
    }
  },
);

test.each([
  ["serve", "--write"],
  ["mcp", "--http"],
])("[SV4] %s %s refuses a token that no request can send", (...command) => {
  for (const token of ["", " ", "a b", "é", "a\nb", "\u202e"]) {
    const { code, stderr } = box.run([...command, "--port", "0", "--token", token]);
    expect([token, code, stderr.split("\n", 1)[0]]).toEqual([
      token,
      2,
      expect.stringContaining("`--token` is empty, or has spaces or characters that are not ASCII"),
    ]);
  }
});

test("[SV32] the address has a token of --token or one that was made, and none of the environment", async () => {
  const own = await serve(["--write", "--token", "mine"]);
  expect(own.line).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=mine$/);
  expect((await fetch(own.line, { redirect: "manual" })).status).toBe(303);
  const kept = await serve([], { SKILLWRIGHT_SERVE_TOKEN: "kept" });
  expect(kept.line).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  expect((await fetch(kept.line)).status).toBe(401);
  expect([await kept.stop(), kept.toPeople()]).toEqual([0, expect.stringContaining("SKILLWRIGHT_SERVE_TOKEN")]);
  const made = await serve(["--write", "--json"]);
  expect(JSON.parse(made.line)).toEqual({ schema: 2, url: expect.any(String), token: expect.any(String) });
  expect([await own.stop(), await made.stop()]).toEqual([0, 0]);
});

test("[SV1] [SV3] through a profile, on another address, as JSON", async () => {
  const { line, stop, toPeople } = await serve(["--listen", "127.0.0.2", "--token", "t", "--json"]);
  const { url } = JSON.parse(line) as { url: string };
  expect(url).toMatch(/^http:\/\/127\.0\.0\.2:/);
  expect((await fetch(`${url}api/about`)).status).toBe(401);
  const about = await fetch(`${url}api/about`, { headers: { authorization: "Bearer t" } });
  expect(await about.json()).toMatchObject({ host: "skillwright", write: false });
  expect([await stop(), toPeople()]).toEqual([0, ""]);
});

test.each([
  [
    ["--listen", "0.0.0.0"],
    1,
    "error[SK925]: other machines could reach `0.0.0.0`, and no token is set\nhelp: add `--token SECRET`, or omit `--listen`\n",
  ],
  [["--port", "http"], 2, "error: `--port http` is not a port\nhelp: use a number up to 65535\n"],
  [
    ["--host", "0.0.0.0"],
    2,
    "error: `--host 0.0.0.0` is an address, and `--host` names a profile\nhelp: use `--listen 0.0.0.0`\n",
  ],
  [["--host", "skilwright"], 1, expect.stringContaining("error[SK305]")],
] as const)("[SV3] %j", (args, code, stderr) => {
  expect(box.run(["serve", "--port", "0", ...args])).toEqual({ code, stdout: "", stderr });
});

test("[SV3] on all addresses, the printed one works", async () => {
  const { line, stop } = await serve(["--listen", "0.0.0.0", "--token", "t"]);
  expect((await fetch(line, { redirect: "manual" })).status).toBe(303);
  expect(await stop()).toBe(0);
});

test("[MC16] bad requests to /mcp leave nothing in the log", async () => {
  const { line, stop, toPeople } = await serve([]);
  const accept = "application/json, text/event-stream";
  const statuses = [
    await fetch(`${line}mcp`, { method: "POST", body: "{bad" }),
    await fetch(`${line}mcp`, {
      method: "POST",
      body: "{bad",
      headers: { "content-type": "application/json", accept },
    }),
    await fetch(`${line}mcp`),
  ].map(({ status }) => status);
  expect([statuses, await stop(), toPeople()]).toEqual([
    [415, 400, 405],
    0,
    expect.not.stringMatching(/internal error|\n +at /),
  ]);
});

test("[SV3] a port in use", async () => {
  const { line, stop } = await serve([]);
  const { port } = new URL(line);
  expect(box.run(["serve", "--port", port])).toEqual({
    code: 1,
    stdout: "",
    stderr: `error[SK925]: cannot listen on 127.0.0.1:${port}: the port is in use\nhelp: choose another port with \`--port\`; \`--port 0\` uses any free port\n`,
  });
  await stop();
});
