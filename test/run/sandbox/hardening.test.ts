/** Scripts attack the machine from inside every sandbox of this machine. They open settings, but never write them. */
import { existsSync, mkdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { afterAll, expect, test } from "vitest";
import { findProgram } from "../../../scripts/programs.mjs";
import type { CommandOutcome, CommandRequest } from "../../../src/model/conversation/control.ts";
import { parseMounts } from "../../../src/platform/files/mount-table.ts";
import type { BoundSpawn } from "../../../src/platform/processes/bound/bound-spawn.ts";
import { openLimitGroup } from "../../../src/platform/processes/bound/limits.ts";
import { nodeSpawn } from "../../../src/platform/processes/node-spawn.ts";
import { temporaryDirectory } from "../../../src/platform/writing/write-tree.ts";
import { openLayers } from "../../../src/run/sandbox/layers.ts";
import { runInSandbox } from "../../../src/run/sandbox/wrapped.ts";
import { throughEach } from "./here.ts";

const top = temporaryDirectory();
afterAll(() => top.remove());
const shown = `${top.path}/shown with a blank`;
const written = `${top.path}/written`;
for (const path of [shown, `${shown}/mounted here`, written, `${written}/mounted`]) mkdirSync(path);
writeFileSync(`${shown}/file`, "seen");

function request(command: string, more: Partial<CommandRequest> = {}): CommandRequest {
  return {
    program: "/bin/sh",
    args: ["-c", command],
    cwd: shown,
    variables: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" },
    timeoutMs: 60_000,
    maxOutputBytes: 100_000,
    confinement: { read: [shown], write: [], network: false },
    ...more,
  };
}

throughEach("attacks through", (provider, candidate) => {
  const run = (command: string, more?: Partial<CommandRequest>): Promise<CommandOutcome> =>
    provider.run(request(command, more));

  test("[F15] no setting of the kernel opens for writing, and masked paths tell nothing", async () => {
    const script = `
      const fs = require("node:fs");
      const found = [];
      const walk = (path, depth) => {
        for (const each of fs.readdirSync(path, { withFileTypes: true })) {
          const inner = path + "/" + each.name;
          if (path === "/proc" && /^(\\d+|self|thread-self)$/.test(each.name)) continue;
          try {
            if (each.isDirectory() && depth < 4) walk(inner, depth + 1);
            else if (each.isFile()) { fs.closeSync(fs.openSync(inner, fs.constants.O_WRONLY | fs.constants.O_NONBLOCK)); found.push(inner); }
          } catch {}
        }
      };
      walk("/proc", 0);
      for (const name of ["mem", "oom_score_adj", "uid_map", "comm"]) try { fs.closeSync(fs.openSync("/proc/self/" + name, "r+")); found.push(name); } catch {}
      for (const name of ["keys", "kcore", "timer_list", "interrupts"]) try { if (fs.readFileSync("/proc/" + name).length) found.push(name); } catch {}
      if (fs.existsSync("/sys")) found.push("/sys");
      console.log(JSON.stringify(found));`;
    expect(await run("", { program: process.execPath, args: ["-e", script] })).toMatchObject({
      code: 0,
      stdout: "[]\n",
    });
  });

  test("[F15] no root, no capability, no way to either, no namespace, no other mount", async () => {
    const { stdout } = await run(`
      [ "$(id -u)" != 0 ] && [ "$(id -g)" != 0 ] || echo root
      grep -E '^(Cap|NoNew)' /proc/self/status
      for kind in user mount pid net; do unshare --$kind true 2> /dev/null && echo "namespace $kind"; done
      unshare --user --map-root-user true 2> /dev/null && echo mapped
      mount -t tmpfs tmpfs /tmp 2> /dev/null && echo mounted
      for path in /proc /usr "${shown}"; do mount -o remount,bind,rw "$path" 2> /dev/null && echo "again $path"; umount "$path" 2> /dev/null && echo "gone $path"; done
      mknod /tmp/disk b 8 0 2> /dev/null && echo node
      exit 0`);
    expect(stdout).toBe(
      `${["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"].map((name) => `${name}:\t0000000000000000\n`).join("")}NoNewPrivs:\t1\n`,
    );
  });

  test("[F1] [F15] every namespace is its own; with the network, all but that of the network", async () => {
    const kinds = ["user", "mnt", "pid", "ipc", "uts", "cgroup", "net"];
    const own = kinds.map((kind) => readlinkSync(`/proc/self/ns/${kind}`));
    const command = `for kind in ${kinds.join(" ")}; do readlink /proc/self/ns/$kind; done`;
    const shared = async (network: boolean): Promise<readonly string[]> => {
      const { stdout } = await run(command, { confinement: { read: [shown], write: [], network } });
      const inside = stdout.trim().split("\n");
      expect(inside.length).toBe(kinds.length);
      return kinds.filter((_, at) => inside[at] === own[at]);
    };
    expect([await shared(false), await shared(true)]).toEqual([[], ["net"]]);
  });

  test("[F15] nothing of ours is inherited or near: descriptors, terminal, devices, processes, abstract sockets", async () => {
    const name = `\0skillwright-test-${process.pid}-${provider.name}`;
    const server = createServer((socket) => socket.end("hello")).listen(name);
    await new Promise((resolve) => server.once("listening", resolve));
    const script = `
      const fs = require("node:fs");
      const links = fs.readdirSync("/proc/self/fd").flatMap((fd) => { try { return [fs.readlinkSync("/proc/self/fd/" + fd)]; } catch { return []; } });
      const strange = links.filter((link) => link.startsWith("/") && !/^\\/(dev\\/null|proc\\/)/.test(link));
      let tty = "none"; try { fs.openSync("/dev/tty", "r+"); tty = "open"; } catch {}
      const devices = fs.readdirSync("/dev").filter((each) => { try { const stat = fs.statSync("/dev/" + each); return stat.isBlockDevice() || /^(mem|kmsg|port|kvm|fuse|loop)/.test(each); } catch { return false; } });
      const others = fs.readdirSync("/proc").filter((each) => /^\\d+$/.test(each)).length > 4;
      let killed = []; for (const id of [${process.pid}, ${process.ppid}]) try { process.kill(id, 0); killed.push(id); } catch {}
      const say = (socket) => console.log(JSON.stringify({ strange, tty, devices, others, killed, socket }));
      require("node:net").connect({ path: ${JSON.stringify(name)} }).on("connect", () => { say("open"); process.exit(); }).on("error", () => say("closed"));`;
    const { stdout } = await run("", { program: process.execPath, args: ["-e", script] });
    server.close();
    expect(JSON.parse(stdout)).toEqual({
      strange: [],
      tty: "none",
      devices: [],
      others: false,
      killed: [],
      socket: "closed",
    });
  });

  test("[F3] mounts below a read-only directory are read-only, and below a writable one they refuse the command", async () => {
    const names = ["mounted here", "mounted here\n", "50%s \\040", "$(id)\t'"].map((name) => `${shown}/${name}`);
    const points = [...names, `${written}/mounted`];
    for (const point of points) mkdirSync(point, { recursive: true });
    const mount =
      'for at in 1 2 3 4 5; do mount -t tmpfs tmpfs "$1" && : > "$1/canary" || exit; shift; done; exec "$@"';
    const words = ["--user", "--map-root-user", "--mount", "/bin/sh", "-c", mount, "sh", ...points];
    const unshare = findProgram("unshare") ?? "";
    const spawn: BoundSpawn = (program, args, options) => nodeSpawn(unshare, [...words, program, ...args], options);
    const command = 'for each do ls "$each"; (: > "$each/evil") 2> /dev/null && echo "$each"; done; exit 0';
    const args = ["-c", command, "sh", ...points];
    const { stdout } = await runInSandbox(candidate, request("", { args }), spawn);
    expect(stdout).toBe("canary\n".repeat(names.length));
    const confinement = { read: [shown], write: [written], network: false };
    expect(await runInSandbox(candidate, request(command, { confinement }), spawn)).toMatchObject({
      ended: "not-started",
    });
  });

  test("[F17] the number of processes ends", async () => {
    const group = openLimitGroup({ processes: 60, memoryBytes: 1024 ** 3 });
    const limit = group.limitsProcesses ? "true" : "ulimit -u 60 2> /dev/null || ulimit -p 60";
    const script = `
      const { spawn } = require("node:child_process");
      let started = 0;
      const children = [];
      while (started < 200) {
        let child; try { child = spawn("sleep", ["60"], { stdio: "ignore" }).on("error", () => undefined); } catch { break; }
        if (child.pid === undefined) break;
        children.push(child); started++;
      }
      console.log(started < 200 ? "limited" : "free");
      process.exit();`;
    const args = ["-c", `${limit}; exec "$@"`, "sh", process.execPath, "-e", script];
    const outcome = await runInSandbox(candidate, request("", { args }), nodeSpawn, group);
    group.remove();
    expect(outcome).toMatchObject({ code: 0, stdout: "limited\n" });
    const plain = await run("ulimit -u 2> /dev/null || ulimit -p");
    expect(Number(plain.stdout)).toBeLessThanOrEqual(4096);
  });

  test("[F15] a sandbox that cannot be set up is not started, and says why", async () => {
    const outcome = await run("echo ran", { cwd: "/no/such/directory" });
    expect(outcome).toMatchObject({ ended: "not-started", stdout: "" });
    expect(outcome.reason).toContain("the sandbox cannot be set up: ");
  });

  test("[F17] root without a cgroup for processes runs nothing", async () => {
    const none = openLimitGroup({ processes: 60, memoryBytes: 1 }, { own: "", mounts: [] });
    const outcome = await runInSandbox(candidate, request("echo ran"), nodeSpawn, none);
    expect(outcome.ended).toBe(process.getuid?.() === 0 ? "not-started" : "exited");
  });
});

test("[F16] a writable directory with a mount below it is refused, and the mount is named", () => {
  const confinement = { read: [], write: ["/"], network: false };
  expect(openLayers(confinement, "elsewhere", "unshare")).toEqual({
    reason: expect.stringMatching(/^`\/`, which it may write, has a mount below it: `\/.+`$/),
  });
});

test("[F16] if the list of a command's changes is cut off, nothing is written and the command has failed", () => {
  const target = `${top.path}/cut-off`;
  const scratch = `${top.path}/cut-off-layers`;
  for (const each of [target, scratch]) mkdirSync(each, { recursive: true });
  const layers = openLayers({ read: [], write: [target], network: false }, scratch, "unshare");
  if ("reason" in layers) throw new Error(layers.reason);
  writeFileSync(`${scratch}/layer-0/upper/new.txt`, "new");
  const ended = { ended: "exited", code: 0, stdout: "", stderr: "" } as const;
  const cutOff = layers.settle(ended);
  expect(cutOff).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("the list of changes by the command is not complete"),
  });
  expect(existsSync(`${target}/new.txt`)).toBe(false);
  writeFileSync(`${scratch}/layer-0/opaque`, "/.");
  expect(layers.settle(ended)).toEqual(ended);
  expect(readFileSync(`${target}/new.txt`, "utf8")).toBe("new");
});

test("[F17] a cgroup of version 2 is divided where it may be, and left alone elsewhere", () => {
  const own = "0::/user.slice/app.scope\n";
  const mounts = parseMounts(`30 24 0:26 / ${top.path}/cgroup\\040two rw,nosuid - cgroup2 cgroup2 rw\n`);
  expect(mounts).toEqual([{ point: `${top.path}/cgroup two`, root: "/", type: "cgroup2", options: ["rw"] }]);
  const slice = `${top.path}/cgroup two/user.slice`;
  mkdirSync(`${slice}/app.scope`, { recursive: true });
  writeFileSync(`${slice}/cgroup.subtree_control`, "cpu memory pids\n");
  // A plain directory has no limit files, so nothing is limited, and no directory is left over.
  const group = openLimitGroup({ processes: 1, memoryBytes: 1 }, { own, mounts });
  expect([group.directories, group.limitsMemory, group.limitsProcesses]).toEqual([[], false, false]);
});
