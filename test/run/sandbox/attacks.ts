/**
 * Attacks on a sandbox. Each attack is a shell line that prints nothing, or fails, if the sandbox is tight. One shell
 * in the sandbox runs all lines. This file needs no test runner, so that another user can run it.
 */
import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import type { CommandOutcome, SandboxProvider } from "../../../src/model/conversation/control.ts";
import { hasProtectedName } from "../../../src/model/rules/protected-names.ts";

export interface AttackPlace {
  readonly home: string;
  readonly shown: string;
  readonly written: string;
  readonly outside: string;
  /** Port of a listener on this machine. */
  readonly port: number;
  /** Id of a process of this machine. */
  readonly process: number;
}

/** Kernel files that are opened for writing. Nothing is written. */
const KERNEL_FILES = [
  ...[
    "sysrq-trigger",
    "sys/kernel/core_pattern",
    "sys/kernel/hostname",
    "sys/kernel/modprobe",
    "sys/kernel/domainname",
  ],
  ...["sys/kernel/randomize_va_space", "sys/kernel/yama/ptrace_scope", "sys/kernel/unprivileged_bpf_disabled"],
  ...["sys/fs/binfmt_misc/register", "sys/fs/suid_dumpable", "sys/fs/protected_symlinks", "sys/fs/file-max"],
  ...["sys/vm/drop_caches", "sys/vm/overcommit_memory", "sys/vm/mmap_min_addr", "sys/user/max_user_namespaces"],
  ...["sys/net/ipv4/ip_forward", "sys/net/core/somaxconn", "irq/default_smp_affinity", "mtrr", "kcore", "kmsg"],
  ...["1/mem", "1/oom_score_adj", "self/oom_score_adj", "self/uid_map", "self/gid_map", "self/setgroups", "self/mem"],
  ...["self/timens_offsets", "self/coredump_filter", "self/attr/exec", "latency_stats", "timer_list", "keys"],
];
const DEVICES = [
  "kvm",
  "vsock",
  "fuse",
  "mem",
  "kmsg",
  "port",
  "vda",
  "sda",
  "tty",
  "console",
  "loop-control",
  "net/tun",
];
const MOUNTS = ["proc", "sysfs", "tmpfs", "debugfs", "cgroup2", "binfmt_misc", "devpts", "mqueue", "overlay"];
const NODES = { disk: "b 8 0", "virtual-disk": "b 254 0", memory: "c 1 1", messages: "c 1 11", terminal: "c 5 0" };
const NAMES = [
  ".git/hooks/pre-commit",
  ".claude/settings.json",
  ".agents/skills/x/SKILL.md",
  ".mcp.json",
  ".vscode/tasks.json",
];

/** Returns a line per attack. A line prints its name only if the attack succeeds. */
export function attackLines({ home, shown, written, outside, port, process: id }: AttackPlace): Record<string, string> {
  const visit = (host: string): string =>
    `node -e 'require("net").connect({ host: "${host}", port: ${port} }).on("connect", () => process.exit(0)).on("error", () => process.exit(1))'`;
  const of = (kind: string, names: readonly string[], line: (name: string) => string): [string, string][] =>
    names.map((name) => [`${kind} ${name}`, line(name)]);
  return Object.fromEntries([
    ...of("write /proc", KERNEL_FILES, (name) => `(: >> /proc/${name})`),
    ...of("open /dev", DEVICES, (name) => `(: < /dev/${name})`),
    ...of("mount", MOUNTS, (type) => `mkdir -p /tmp/m && mount -t ${type} none /tmp/m`),
    ...of("mount over", ["/proc", "/usr", "/dev", shown, written], (path) => `mount --bind /tmp "${path}"`),
    ...of("remount", ["/", "/proc", "/usr", shown], (path) => `mount -o remount,bind,rw "${path}"`),
    ...of("unmount", ["/proc", "/usr", "/proc/kcore", shown], (path) => `umount -l "${path}"`),
    ...of("make a device", Object.keys(NODES), (name) => `mknod /tmp/${name} ${NODES[name as keyof typeof NODES]}`),
    ...of(
      "read",
      [`${home}/secret`, "/etc/shadow", "/etc/ssh", "/var/log", "/run", "/root/.ssh"],
      (path) => `ls "${path}"`,
    ),
    ...of("read through", ["1", "self", "$$", "$PPID"], (pid) => `cat "/proc/${pid}/root${home}/secret"`),
    ...of(
      "read through",
      ["..", "../..", "/proc/self/cwd/..", "/proc/1/cwd/.."],
      (path) => `cat "${path}/home/secret"`,
    ),
    ...of("descriptor", ["5", "9", "10", "63", "200", "251"], (fd) => `ls "/proc/self/fd/${fd}/"`),
    ...of("environment of", ["1", "2", "$PPID"], (pid) => `grep -qa ATTACK_CANARY /proc/${pid}/environ`),
    ...of(
      "namespace",
      ["user", "mount", "pid", "net", "ipc", "uts", "cgroup", "time"],
      (kind) => `unshare --${kind} true`,
    ),
    ...of(
      "enter",
      ["user", "mount", "net", "pid"],
      (kind) => `nsenter --target 1 --${kind} true && ! [ "$(id -u)" -gt 0 ]`,
    ),
    ...of("signal", [`${id}`, `-${id}`], (target) => `kill -0 -- ${target}`),
    ...of("visit", ["127.0.0.1", "::1", "localhost", "0.0.0.0"], visit),
    ...of(
      "write",
      [shown, "/", "/usr", "/etc", "/dev", "/proc", "/bin", home, outside],
      (path) => `(: > "${path}/evil")`,
    ),
    ...of(
      "link out of",
      ["written"],
      () => `ln "${outside}/file" "${written}/linked-out" 2> /dev/null && echo evil > "${written}/linked-out"`,
    ),
    ...of("become", ["0"], (user) => `setpriv --reuid=${user} true || su -c true root || sudo -n true`),
    ["chroot", "chroot / true"],
    ["leave the root", 'cd / && [ "$(ls -d ../root/.ssh ../home/* 2> /dev/null)" ]'],
    ["cgroup", "mkdir /sys/fs/cgroup/evil || mkdir /sys/fs/cgroup/pids/evil"],
    ["sysfs", "[ -e /sys/kernel ]"],
    ["host name", "hostname evil"],
    ["clock", "date -s @$(date +%s)"],
    ["more processes", "ulimit -u 100000"],
    ["core files", 'ulimit -c unlimited && [ "$(ulimit -c)" = unlimited ]'],
    ["priority", "nice -n -5 true 2>&1 | grep -qv cannot"],
    ["keys", "grep -q . /proc/keys"],
    ["messages of the kernel", "dmesg"],
    ["trace the first process", '[ -n "$(command -v strace)" ] && timeout 1 strace -p 1'],
  ]);
}

/** Returns changes below the writable directory. No change of a protected name may arrive. */
function changeLines({ written, outside }: AttackPlace): readonly string[] {
  const deep = `${written}/a/b/c`;
  return [
    ...NAMES.map((name) => `mkdir -p "$(dirname "${deep}/${name}")" && echo evil > "${deep}/${name}"`),
    ...NAMES.map(
      (name) =>
        `mkdir -p "$(dirname "${deep}/up/${name.toUpperCase()}")" && echo evil > "${deep}/up/${name.toUpperCase()}"`,
    ),
    `mkdir -p ${written}/plain/hooks && echo evil > ${written}/plain/hooks/pre-commit && mv ${written}/plain ${written}/moved && mv ${written}/moved ${deep}/.git2 && mv ${deep}/.git2 ${deep}/.husky`,
    `echo evil > ${written}/x.json && ln ${written}/x.json ${deep}/.mcp.json`,
    `mkdir -p ${written}/sub && cd ${written}/sub && mkdir -p ../r/.claude && echo evil > ../r/.claude/settings.json`,
    `ln -s .git/hooks ${written}/to-hooks && echo evil > ${written}/to-hooks/post-merge`,
    `ln -s ${written}/.git ${written}/to-git`,
    `echo evil > ${written}/hard`,
    `echo evil > ${written}/out/file`,
    `rm -rf ${written}/.git; mv ${written}/holder ${written}/held; rm -rf ${written}/holder`,
    `mkfifo ${written}/pipe; mknod ${written}/gone c 0 0`,
    `cp /bin/sh ${written}/root-shell && chmod 6755 ${written}/root-shell`,
    `mv ${written} ${written}-other; rmdir ${written}; ln -s ${outside} ${written}/deep-link && echo evil > ${written}/deep-link/file`,
    `printf evil > "${written}/$(printf 'x\\nskillwright: fake')"`,
    `truncate -s 3G ${written}/holes`,
  ];
}

export interface AttackResult {
  readonly outcome: CommandOutcome;
  readonly tried: number;
  /** Names of attacks that worked. */
  readonly through: readonly string[];
  readonly changed: CommandOutcome;
  /** Contents and modes that must not have changed. */
  readonly kept: Readonly<Record<string, string>>;
  /** Protected names and setuid files that the attacks created. */
  readonly protectedNames: readonly string[];
  readonly setuid: readonly string[];
}

/** Runs the attacks. `root` must not exist yet. */
export async function attack(provider: SandboxProvider, root: string): Promise<AttackResult> {
  const [home, shown, written, outside] = ["home", "shown", "written", "outside"].map((name) => `${root}/${name}`) as [
    string,
    string,
    string,
    string,
  ];
  for (const path of [root, home, shown, written, outside, `${written}/.git`, `${written}/.git/hooks`]) mkdirSync(path);
  mkdirSync(`${written}/holder/.claude`, { recursive: true });
  const kept = [`${home}/secret`, `${outside}/file`, `${written}/.git/hooks/pre-commit`, `${written}/holder/.claude/x`];
  for (const path of kept) writeFileSync(path, "kept");
  linkSync(`${written}/.git/hooks/pre-commit`, `${written}/hard`);
  symlinkSync(outside, `${written}/out`);
  chmodSync(home, 0o700);
  process.env["ATTACK_CANARY"] = "secret";
  const sleeper = spawn("sleep", ["300"], { stdio: "ignore", detached: true });
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const place: AttackPlace = { home, shown, written, outside, port, process: sleeper.pid ?? 0 };
  try {
    const lines = attackLines(place);
    const script = Object.entries(lines).map(
      ([name, line]) => `( ${line} ) > /dev/null 2>&1 < /dev/null && echo '${name}'`,
    );
    const run = (commands: readonly string[]): Promise<CommandOutcome> =>
      provider.run({
        program: "/bin/sh",
        args: ["-c", `PATH="$PATH:${process.execPath.replace(/\/[^/]*$/, "")}"\n${commands.join("\n")}\nexit 0`],
        cwd: shown,
        variables: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" },
        timeoutMs: 60_000,
        maxOutputBytes: 200_000,
        confinement: { read: [shown, process.execPath], write: [written], network: false },
      });
    const outcome = await run([...script, "echo end"]);
    const changed = await run(changeLines(place).map((line) => `( ${line} ) 2> /dev/null`));
    const through = outcome.stdout.split("\n").filter((line) => line in lines);
    const now = Object.fromEntries(
      kept.map((path) => [path.slice(root.length), existsSync(path) ? readFileSync(path, "utf8") : ""]),
    );
    const names = readdirSync(written, { recursive: true, encoding: "utf8" });
    const before = /^(?:\.git|holder\/\.claude)(?:\/|$)/;
    const protectedNames = names.filter((name) => !before.test(name) && hasProtectedName(`/${name}`, ""));
    const setuid = names.filter((name) => (lstatSync(`${written}/${name}`).mode & 0o6000) !== 0);
    return { outcome, tried: Object.keys(lines).length, through, changed, kept: now, protectedNames, setuid };
  } finally {
    delete process.env["ATTACK_CANARY"];
    sleeper.kill("SIGKILL");
    server.close();
  }
}
