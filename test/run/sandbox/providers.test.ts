/** Commands that try to leave every sandbox of this machine, and commands without a sandbox. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import type { CommandOutcome, CommandRequest, SandboxProvider } from "../../../src/model/conversation/control.ts";
import { nodeSpawn } from "../../../src/platform/processes/node-spawn.ts";
import { temporaryDirectory } from "../../../src/platform/writing/write-tree.ts";
import { bareCandidate } from "../../../src/run/sandbox/bare.ts";
import { SCRATCH_BYTES } from "../../../src/run/sandbox/mounts.ts";
import { providerOf } from "../../../src/run/sandbox/wrapped.ts";
import { newMark, sleepersWith, waitForEnd } from "../../alive.ts";
import { onlyIf } from "../../needs.ts";
import { waitFor } from "../../wait.ts";
import { throughEach } from "./here.ts";

const top = temporaryDirectory();
afterAll(() => top.remove());

const shown = `${top.path}/shown`;
const home = `${top.path}/home`;
const written = `${top.path}/written`;
for (const path of [shown, home, written, `${written}/inner`]) mkdirSync(path);
writeFileSync(`${home}/secret`, "hush-home");
writeFileSync(`${shown}/file`, "seen");

function request(command: string, more: Partial<CommandRequest> = {}): CommandRequest {
  return {
    program: "/bin/sh",
    args: ["-c", command],
    cwd: shown,
    variables: { PATH: "/usr/bin:/bin" },
    timeoutMs: 60_000,
    maxOutputBytes: 100_000,
    confinement: { read: [shown, `${written}/inner`], write: [written], network: false },
    ...more,
  };
}

throughEach("through", behaves);
describe("without a sandbox", () => behaves(providerOf(bareCandidate(process.platform), "none", nodeSpawn)));

function behaves(provider: SandboxProvider): void {
  const run = (command: string, more?: Partial<CommandRequest>): Promise<CommandOutcome> =>
    provider.run(request(command, more));

  test("[F7] output, exit code, input and directory are the command's own", async () => {
    expect(await run('cat; pwd; echo "$0-$1"; echo oh >&2; exit 3', { input: "in\n" })).toEqual({
      ended: "exited",
      code: 3,
      stdout: `in\n${shown}\n/bin/sh-\n`,
      stderr: "oh\n",
    });
  });

  test("[F2] the environment is what was given, and a home that is empty", async () => {
    process.env["SKILLWRIGHT_TEST_CANARY"] = "hush-env";
    const { stdout } = await run("env; ls -A ~", { variables: { PATH: "/usr/bin:/bin", GIVEN: "yes" } });
    delete process.env["SKILLWRIGHT_TEST_CANARY"];
    const names = stdout
      .trim()
      .split("\n")
      .map((line) => line.split("=")[0]);
    expect(names.filter((name) => !["PWD", "OLDPWD", "SHLVL", "_"].includes(name ?? "")).sort()).toEqual([
      "GIVEN",
      "HOME",
      "PATH",
      "TMPDIR",
    ]);
  });

  test("[F7] time, output and a stop end it with everything that it has started", async () => {
    const mark = newMark();
    const lingering = `sleep ${mark} & sleep ${mark}`;
    expect(await run(lingering, { timeoutMs: 200 })).toMatchObject({ ended: "timed-out", code: null });
    await waitForEnd(mark);
    const stop = new AbortController();
    const stopped = run(lingering, { signal: stop.signal });
    await waitFor("both processes of the command", () => sleepersWith(mark).length === 2);
    stop.abort();
    expect(await stopped).toMatchObject({ ended: "aborted" });
    await waitForEnd(mark);
    const much = await run(`sleep ${mark} & yes`, { maxOutputBytes: 1000 });
    expect([much.ended, much.stdout.length]).toEqual(["too-much-output", 1000]);
    await waitForEnd(mark);
  });

  test("[F7] processes in the background end with the command and do not delay its end", async () => {
    const mark = newMark();
    expect(await run(`sleep ${mark} & echo done`, { timeoutMs: 60_000 })).toMatchObject({
      ended: "exited",
      stdout: "done\n",
    });
    await waitForEnd(mark);
  });

  // On macOS there are no namespaces, and a process that left its group and session cannot be found.
  const findsDaemons = provider.level === "isolated" || process.platform === "linux";
  const { test: daemonTest } = onlyIf(findsDaemons, "only Linux shows the environment of processes");
  daemonTest("[F7] processes that leave their group and session end with the command", async () => {
    const mark = newMark();
    const script = `require("node:child_process").spawn("sleep", ["${mark}"], { detached: true, stdio: "ignore" }).unref()`;
    const daemon = { program: process.execPath, args: ["-e", script] };
    expect(await provider.run(request("", daemon))).toMatchObject({ ended: "exited", code: 0 });
    await waitForEnd(mark);
  });

  test("[F7] a command that stops itself ends with its time", async () => {
    const mark = newMark();
    expect(await run(`sleep ${mark} & kill -STOP 0`, { timeoutMs: 500 })).toMatchObject({ ended: "timed-out" });
    await waitForEnd(mark);
  });

  test("[F7] many commands at once leave no process", async () => {
    const marks = Array.from({ length: 10 }, newMark);
    const commands = marks.map((mark) =>
      run(`exec 0<&- 1>&- 2>&-; sleep ${mark} & sleep ${mark}`, { timeoutMs: 1000 }),
    );
    expect((await Promise.all(commands)).map(({ ended }) => ended)).toEqual(marks.map(() => "timed-out"));
    for (const mark of marks) await waitForEnd(mark);
  });

  test("[F7] a hundred million bytes are not kept", async () => {
    const { ended, stdout } = await run("head -c 100000000 /dev/zero | tr '\\0' x", { maxOutputBytes: 65_536 });
    expect([ended, stdout.length]).toEqual(["too-much-output", 65_536]);
  });

  test("[F7] a command that waits for input gets its end", async () => {
    expect(await run("read x; echo $?")).toMatchObject({ ended: "exited", stdout: "1\n" });
  });

  test("[F7] many processes that start others end with the first", async () => {
    const mark = newMark();
    const bomb = `f() { [ "$1" = 0 ] || { f $(($1 - 1)) & f $(($1 - 1)) & wait; }; sleep ${mark}; }; f 5`;
    expect(await run(bomb, { timeoutMs: 500 })).toMatchObject({ ended: "timed-out" });
    await waitForEnd(mark);
  });
}

throughEach("kept apart by", (provider) => {
  const run = (command: string, more?: Partial<CommandRequest>): Promise<CommandOutcome> =>
    provider.run(request(command, more));

  test("[F3] it reads what it is shown, and nothing else of the user's", async () => {
    const { stdout, stderr } = await run(`cat ${shown}/file ${home}/secret; ls ${top.path}; ls /root /home`);
    expect(stdout).toContain("seen");
    expect(`${stdout}${stderr}`).not.toContain("hush");
    expect(stdout.split("\n").filter((line) => line === "home")).toEqual([]);
  });

  test("[F3] it writes where it may, and not where that is read-only again", async () => {
    const { stdout } = await run(
      `for f in ${written}/a ${written}/inner/b ${shown}/c /usr/d; do (echo x > $f) 2> /dev/null && echo $f; done`,
    );
    expect(stdout).toBe(`${written}/a\n`);
    expect([readFileSync(`${written}/a`, "utf8"), existsSync(`${shown}/c`)]).toEqual(["x\n", false]);
  });

  test("[F4] no other process, no way to gain rights, nothing that can be mounted again", async () => {
    const { stdout } = await run(
      `kill -0 ${process.pid} 2> /dev/null && echo alive; grep -h ^CapEff /proc/self/status; mount -o remount,bind,rw ${shown} 2> /dev/null && echo mounted`,
    );
    expect(stdout).toBe("CapEff:\t0000000000000000\n");
  });

  test("[F1] the network is off, also to this machine, unless it is asked for", async () => {
    const visits: string[] = [];
    const sink = createServer((from, answer) => {
      visits.push(from.url ?? "");
      answer.end("ok");
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => sink.once("listening", resolve));
    const { port } = sink.address() as AddressInfo;
    const script = `fetch("http://127.0.0.1:${port}/" + process.argv[1]).then(() => console.log("out"), () => console.log("in"))`;
    const visit = async (network: boolean): Promise<string> => {
      const confinement = { read: [shown], write: [], network };
      const fetching = { program: process.execPath, args: ["-e", script, "--", String(network)], confinement };
      return (await provider.run(request("", fetching))).stdout;
    };
    expect([await visit(false), await visit(true), visits]).toEqual(["in\n", "out\n", ["/true"]]);
    sink.close();
  });

  test("[F3] what it leaves in memory has an end", async () => {
    const { stdout } = await run("head -c 300000000 /dev/zero > /tmp/big 2> /dev/null; wc -c < /tmp/big");
    expect(Number(stdout)).toBe(SCRATCH_BYTES);
    const elsewhere = await run("for d in / /dev /etc; do head -c 300000000 /dev/zero > $d/big && echo $d; done");
    expect(elsewhere.stdout).toBe("");
  });

  test("[F7] a command that signals its whole group reaches only itself", async () => {
    expect(await run("trap 'exit 3' TERM; kill 0; exit 4")).toMatchObject({ ended: "exited", code: 3 });
  });

  test("[F7] reports a missing program", async () => {
    const { code, stderr } = await provider.run(request("", { program: "no-such-program", args: [] }));
    expect([code, stderr.includes("no-such-program")]).toEqual([127, true]);
  });
});
