/** Commands that try to get out, through every provider that this machine has. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import type { CommandOutcome, CommandRequest, SandboxProvider } from "../../../src/model/conversation/control.ts";
import { nodeSpawn } from "../../../src/platform/processes/node-spawn.ts";
import { temporaryDirectory } from "../../../src/platform/writing/temporary-directory.ts";
import { bare } from "../../../src/run/sandbox/bare.ts";
import { SCRATCH_BYTES } from "../../../src/run/sandbox/mounts.ts";
import { providerOf } from "../../../src/run/sandbox/wrapped.ts";
import { providers } from "./here.ts";

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
    timeoutMs: 10_000,
    maxOutputBytes: 100_000,
    confinement: { read: [shown, `${written}/inner`], write: [written], network: false },
    ...more,
  };
}

const all: [string, SandboxProvider][] = [...providers, providerOf(bare("linux"), "none", nodeSpawn)].map((each) => [
  each.name,
  each,
]);
const isolated = all.filter(([, { level }]) => level === "isolated");

describe.each(all)("through %s", (_, provider) => {
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
    const late = `${written}/late-${provider.name}`;
    const lingering = `(sleep 0.6; echo x > ${late}) & sleep 100`;
    expect(await run(lingering, { timeoutMs: 200 })).toMatchObject({ ended: "timed-out", code: null });
    expect(await run(lingering, { signal: AbortSignal.timeout(200) })).toMatchObject({ ended: "aborted" });
    const much = await run("yes", { maxOutputBytes: 1000 });
    expect([much.ended, much.stdout.length]).toEqual(["too-much-output", 1000]);
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(existsSync(late)).toBe(false);
  });

  test("[F7] what it leaves in the background neither goes on nor keeps us waiting", async () => {
    const late = `${written}/background-${provider.name}`;
    expect(await run(`(sleep 0.6; echo x > ${late}; sleep 100) & echo done`)).toMatchObject({
      ended: "exited",
      stdout: "done\n",
    });
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(existsSync(late)).toBe(false);
  });

  test("[F7] a hundred million bytes are not kept", async () => {
    const { ended, stdout } = await run("head -c 100000000 /dev/zero | tr '\\0' x", { maxOutputBytes: 65_536 });
    expect([ended, stdout.length]).toEqual(["too-much-output", 65_536]);
  });

  test("[F7] a command that waits for input gets its end", async () => {
    expect(await run("read x; echo $?")).toMatchObject({ ended: "exited", stdout: "1\n" });
  });

  test("[F7] many processes that start others end with the first", async () => {
    const bomb = 'f() { [ "$1" = 0 ] || { f $(($1 - 1)) & f $(($1 - 1)) & wait; }; sleep 60; }; f 5';
    expect(await run(bomb, { timeoutMs: 500 })).toMatchObject({ ended: "timed-out" });
  });
});

describe.each(isolated)("kept apart by %s", (_, provider) => {
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

  test("[F7] children that leave their group and session end too", async () => {
    const late = `${written}/daemon-${provider.name}`;
    await run(`setsid sh -c 'sleep 0.5; echo x > ${late}' > /dev/null 2>&1 < /dev/null & echo ok`);
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(existsSync(late)).toBe(false);
  });

  test("[F7] a program that is not there is said", async () => {
    const { code, stderr } = await provider.run(request("", { program: "no-such-program", args: [] }));
    expect([code, stderr.includes("no-such-program")]).toEqual([127, true]);
  });
});
