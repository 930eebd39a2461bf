import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { CommandRequest } from "../../../src/model/conversation/control.ts";
import type { MacPermissions } from "../../../src/model/rules/permission.ts";
import { PROTECTED_NAMES } from "../../../src/model/rules/protected-names.ts";
import type { Environment } from "../../../src/platform/environment.ts";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";
import type { Spawn, Spawned } from "../../../src/platform/processes/spawn.ts";
import { temporaryDirectory } from "../../../src/platform/writing/write-tree.ts";
import {
  bubblewrapArguments,
  bubblewrapCandidate,
  oldBubblewrapCandidate,
} from "../../../src/run/sandbox/bubblewrap.ts";
import {
  innerIds,
  MASKED_PATHS,
  mountsOf,
  NETWORK_FILES,
  SYSTEM_DIRECTORIES,
} from "../../../src/run/sandbox/mounts.ts";
import { openSandbox, type SandboxReport } from "../../../src/run/sandbox/open-sandbox.ts";
import { seatbeltCandidate, seatbeltProfile } from "../../../src/run/sandbox/seatbelt.ts";
import { seccompFilter } from "../../../src/run/sandbox/seccomp.ts";
import { SANDBOX_CHECKS } from "../../../src/run/sandbox/self-test.ts";
import { runInSandbox } from "../../../src/run/sandbox/wrapped.ts";

const REQUEST: CommandRequest = {
  program: "/home/u/bin/node",
  args: ["x"],
  cwd: "/work",
  variables: { PATH: "/usr/bin" },
  timeoutMs: 1,
  maxOutputBytes: 1,
  confinement: { read: ["/work", "/data/inner", '/od"d\\'], write: ["/data"], network: false },
};

describe("which provider", () => {
  const held = Object.fromEntries(SANDBOX_CHECKS.map((check) => [check, true]));
  const unlimited = [
    ...["memory", "system calls", "sockets to a hypervisor (AF_VSOCK)"],
    ...["processor time", "disk space in writable directories"],
  ];
  const files = memoryFiles({ "/usr/bin/bwrap": "", "/usr/bin/unshare": "", "/usr/bin/sandbox-exec": "" });
  const found = { ...files, isExecutable: (path: string) => files.exists(path) };
  const report = async (
    platform: Environment["platform"],
    answers: Record<string, Partial<Spawned>>,
    spawn: Spawn = async (program, args) => ({
      code: 0,
      stdout: new Uint8Array(),
      stderr: "",
      ended: "exited",
      ...(changes(args, platform) ? answers[programIn(args) ?? program] : {}),
    }),
  ): Promise<SandboxReport> => {
    const environment = { cwd: "/", home: "/home/u", platform, variables: { PATH: "/usr/bin:/none" } };
    return (await openSandbox({ environment, files: found, spawn })).report;
  };
  /** The self-test starts `unshare` before another program. */
  const programIn = (args: readonly string[]): string | undefined => args.find((word) => word === "/usr/bin/bwrap");
  /**
   * Simulates the changes of the probe on macOS. On Linux it simulates a kernel without overlays, so no change arrives.
   */
  const changes = (args: readonly string[], platform: string): boolean => {
    const { written } = JSON.parse(args.at(-1) ?? "") as { written: string };
    if (written === "") return true;
    if (platform === "linux") return false;
    writeFileSync(`${written}/plain`, "");
    rmSync(`${written}/replaced/old`, { force: true });
    return true;
  };
  const said = (checks: object): Partial<Spawned> => ({ stdout: Buffer.from(JSON.stringify(checks)) });

  test("[F1] the first whose own test finds no way out", async () => {
    expect(await report("linux", { "/usr/bin/bwrap": said(held) })).toEqual({
      provider: "bubblewrap",
      level: "isolated",
      // No command ran, so no change was made in a writable directory.
      checks: { ...held, protected: false },
      untested: ["protected"],
      unlimited,
      tried: [],
    });
    expect(await report("darwin", { "/usr/bin/sandbox-exec": said(held) })).toMatchObject({ provider: "sandbox-exec" });
  });

  test("[F18] that system calls are limited is only claimed if calls were refused", async () => {
    const refused = await report("linux", { "/usr/bin/bwrap": said({ ...held, calls: true }) });
    expect(refused.unlimited).toEqual(["memory", "processor time", "disk space in writable directories"]);
  });

  test("[F9] without a PATH nothing is found, and not because it is not installed", async () => {
    const environment = { cwd: "/", home: "/home/u", platform: "linux", variables: {} } as const;
    const opened = await openSandbox({ environment, files: found, spawn: () => Promise.reject(new Error("run")) });
    expect(opened.report).toMatchObject({
      provider: "none",
      tried: ["bwrap", "unshare"].map((provider) => ({
        provider,
        reason: "it is not found: the variable PATH is not set (set PATH, or pass it in `environment.variables`)",
      })),
    });
  });

  test("[F9] without isolation a command is started by the function for processes that was given", async () => {
    const environment = { cwd: "/", home: "/home/u", platform: "linux", variables: {} } as const;
    const started: string[] = [];
    const { provider } = await openSandbox({
      environment,
      files: found,
      spawn: async (program, args) => {
        started.push([program, ...args].join(" "));
        return { code: 0, stdout: new Uint8Array(), stderr: "", ended: "exited" };
      },
    });
    expect(await provider.run({ ...REQUEST, confinement: { read: [], write: [], network: true } })).toMatchObject({
      ended: "exited",
    });
    expect(started).toEqual([expect.stringContaining(REQUEST.program)]);
  });

  test("[F4] one that leaves a way out, or does not work, is passed over, and said", async () => {
    expect(
      await report("linux", {
        "/usr/bin/bwrap": { code: 1, stderr: "bwrap: No permissions to create new namespace\nmore" },
        "/usr/bin/unshare": said({ ...held, network: false }),
      }),
    ).toEqual({
      provider: "none",
      level: "none",
      checks: Object.fromEntries(SANDBOX_CHECKS.map((check) => [check, false])),
      untested: [],
      unlimited: ["processes", ...unlimited],
      tried: [
        {
          provider: "bubblewrap",
          reason: 'it does not work here: it says: "bwrap: No permissions to create new namespace"',
        },
        { provider: "unshare", reason: "its self-test failed: network" },
      ],
    });
    expect((await report("linux", { "/usr/bin/bwrap": { stdout: Buffer.from("no JSON") } })).tried[0]).toEqual({
      provider: "bubblewrap",
      reason: "it does not work here: it gives no reason",
    });
    const older: Spawn = async (program, args) => {
      const isThere = changes(args, "linux") && (programIn(args) ?? program) === "/usr/bin/bwrap";
      const knows = isThere && !args.includes("--size") && !args.includes("--disable-userns");
      const stdout = knows ? Buffer.from(JSON.stringify(held)) : new Uint8Array();
      const stderr = knows ? "" : "bwrap: Unknown option --size";
      return { code: knows ? 0 : 1, stdout, stderr, ended: "exited" };
    };
    expect(await report("linux", {}, older)).toMatchObject({
      provider: "an older version of bubblewrap",
      tried: [{ provider: "bubblewrap", reason: 'it does not work here: it says: "bwrap: Unknown option --size"' }],
    });
    expect(await report("win32", {})).toMatchObject({ provider: "none", tried: [] });
  });
});

test("[F3] outer directories come first, and what is read-only stays so", () => {
  expect(mountsOf({ read: ["/a/b", "/c"], write: ["/a", "/c"] })).toEqual([
    { path: "/a", writable: true },
    { path: "/c", writable: false },
    { path: "/a/b", writable: false },
  ]);
});

test("[F1] bubblewrap's arguments", () => {
  const args = bubblewrapArguments(REQUEST).join(" ");
  expect(args).toMatch(
    /^--unshare-all --unshare-user --disable-userns --uid [1-9]\d* --gid [1-9]\d* --die-with-parent --cap-drop ALL --proc \/proc .*--remount-ro \/proc --dev \/dev /,
  );
  expect(args).toContain("--ro-bind-try /usr /usr ");
  // A program in the home is visible, but not the other files of its directory.
  expect(args).toContain("--ro-bind-try /home/u/bin/node /home/u/bin/node ");
  expect(args).toMatch(
    /--bind \/data \/data --ro-bind \/work \/work --ro-bind .* --ro-bind \/data\/inner .* --chdir \/work$/,
  );
  expect(args).not.toMatch(/share-net|resolv|\/root|\/var|\/run/);
  const network = { ...REQUEST, confinement: { ...REQUEST.confinement, network: true } };
  expect(bubblewrapArguments(network).join(" ")).toMatch(/^--unshare-all --share-net .*\/etc\/resolv.conf/);
});

test("[F3] an older bubblewrap gets everything but a size and an end of user namespaces", () => {
  const scratch = temporaryDirectory();
  const wrapped = oldBubblewrapCandidate("/usr/bin/bwrap").wrap(REQUEST, scratch.path);
  const { variables, cwd } = wrapped;
  const args = wrapped.args.slice(wrapped.args.indexOf("--unshare-all"));
  const filter = readFileSync(`${scratch.path}/filter`);
  scratch.remove();
  const [, , script, ...session] = args.slice(args.indexOf("--") + 1);
  expect([...wrapped.args.slice(2, 6), filter.equals(seccompFilter() ?? Buffer.of())]).toEqual([
    `${scratch.path}/filter`,
    "/usr/bin/bwrap",
    ...["--seccomp", "4"],
    true,
  ]);
  expect([wrapped.program, cwd, variables]).toEqual([
    "/bin/sh",
    "/",
    { PATH: "/usr/bin", HOME: "/tmp/home", TMPDIR: "/tmp" },
  ]);
  const { uid, gid } = innerIds();
  const masks = MASKED_PATHS.flatMap((path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return [];
    return stat.isDirectory() ? ["--tmpfs", path, "--remount-ro", path] : ["--ro-bind", "/dev/null", path];
  });
  expect(args.slice(0, args.indexOf("--"))).toEqual([
    "--unshare-all",
    ...["--unshare-user", "--uid", `${uid}`, "--gid", `${gid}`],
    "--die-with-parent",
    ...["--cap-drop", "ALL"],
    ...["--proc", "/proc"],
    ...masks,
    ...["--remount-ro", "/proc"],
    ...["--dev", "/dev"],
    ...["--tmpfs", "/dev/shm"],
    ...["--remount-ro", "/dev"],
    ...["--tmpfs", "/tmp"],
    ...["--dir", "/tmp/home"],
    ...[...SYSTEM_DIRECTORIES, "/home/u/bin/node"].flatMap((path) => ["--ro-bind-try", path, path]),
    ...["--bind", "/data", "/data"],
    ...["--ro-bind", "/work", "/work"],
    ...["--ro-bind", '/od"d\\', '/od"d\\'],
    ...["--ro-bind", "/data/inner", "/data/inner"],
    ...["--remount-ro", "/"],
    ...["--chdir", "/work"],
  ]);
  expect(script).toContain("setsid");
  expect(session.slice(-2)).toEqual(["/home/u/bin/node", "x"]);
});

test("[F3] these directories and files of a Linux system are shown, and the network needs a few more", () => {
  expect(SYSTEM_DIRECTORIES.join(" ")).toBe(
    "/usr /bin /sbin /lib /lib32 /lib64 /libx32 /opt /nix/store /etc/alternatives /etc/group /etc/ld.so.cache" +
      " /etc/ld.so.conf /etc/ld.so.conf.d /etc/localtime /etc/mime.types /etc/nsswitch.conf /etc/passwd /etc/timezone",
  );
  expect(NETWORK_FILES.join(" ")).toBe(
    "/etc/ca-certificates /etc/ca-certificates.conf /etc/hosts /etc/pki /etc/resolv.conf /etc/ssl",
  );
});

test("[F17] root without a limit of processes runs nothing, and reads why", async () => {
  const candidate = bubblewrapCandidate("/usr/bin/bwrap");
  const unlimited = { directories: [], limitsProcesses: false, limitsMemory: false, remove: vi.fn() };
  const spawn = vi.fn();
  vi.spyOn(process, "getuid").mockReturnValue(0);
  onTestFinished(() => void vi.restoreAllMocks());
  expect(await runInSandbox(candidate, REQUEST, spawn, unlimited)).toMatchObject({
    ended: "not-started",
    reason:
      "the number of processes of root cannot be limited: no cgroup with the controller `pids` can be made here; run Skillwright as another user",
  });
  expect(spawn).not.toHaveBeenCalled();
});

test("[F16] the profile for macOS denies each protected name at every depth, in any case", () => {
  const confinement = { read: [], write: ['/odd"+(d)'], network: false };
  const profile = seatbeltProfile({ ...REQUEST, confinement }, "/tmp/s");
  const pattern = new RegExp(/\(regex #"(.*)"\)\)$/m.exec(profile)?.[1] ?? "");
  for (const name of PROTECTED_NAMES)
    for (const depth of ["", "a/", "a/b c/"])
      for (const path of [`${depth}${name}`, `${depth}${name.toUpperCase()}/x`])
        expect([path, pattern.test(`/odd"+(d)/${path}`)]).toEqual([path, true]);
  for (const path of ["a.git", ".gitignore", "src/x.ts", ".claude-x", "x.mcp.json"])
    expect([path, pattern.test(`/odd"+(d)/${path}`)]).toEqual([path, false]);
});

test("[F1] the profile for macOS, and how it is handed over", () => {
  const [names = "", ...others] = seatbeltProfile(REQUEST, "/tmp/s").split("\n").reverse();
  expect(names).toMatch(
    /^\(deny file-write\* \(regex #"\^\/data\/\(\.\*\/\)\?\(\[\.\]\[gG\]\[iI\]\[tT\]\|.*\)\(\/\.\*\)\?\$"\)\)$/,
  );
  expect(others.reverse().join("\n")).toMatchInlineSnapshot(`
    "(version 1)
    (deny default)
    (allow process-fork process-exec sysctl-read)
    (allow signal (target same-sandbox))
    (allow file-read-metadata)
    (allow file-read* (literal "/") (subpath "/usr") (subpath "/bin") (subpath "/sbin") (subpath "/opt") (subpath "/System") (subpath "/Library/Apple") (subpath "/Library/Developer") (subpath "/private/etc") (subpath "/private/var/db/timezone") (subpath "/private/var/select") (subpath "/home/u/bin/node"))
    (allow file-read* file-write-data (literal "/dev/null") (literal "/dev/zero") (literal "/dev/random") (literal "/dev/urandom"))
    (allow file-read* file-write* (subpath "/tmp/s"))
    (allow file-read* file-write* (subpath "/data"))
    (allow file-read* (subpath "/work"))
    (deny file-write* (subpath "/work"))
    (allow file-read* (subpath "/od\\"d\\\\"))
    (deny file-write* (subpath "/od\\"d\\\\"))
    (allow file-read* (subpath "/data/inner"))
    (deny file-write* (subpath "/data/inner"))"
  `);
  const network = { ...REQUEST, confinement: { ...REQUEST.confinement, network: true } };
  const services = [
    ...[
      "com.apple.SystemConfiguration.DNSConfiguration",
      "com.apple.SystemConfiguration.configd",
      "com.apple.networkd",
    ],
    ...["com.apple.ocspd", "com.apple.system.opendirectoryd.libinfo", "com.apple.trustd.agent"],
  ].map((name) => `(global-name "${name}")`);
  expect(seatbeltProfile(network, "/tmp/s").split("\n").slice(-2)).toEqual([
    "(allow network*)",
    `(allow mach-lookup ${services.join(" ")})`,
  ]);
  const { program, args, variables } = seatbeltCandidate("/usr/bin/sandbox-exec").wrap(REQUEST, "/tmp/s");
  expect([program, args[0], args.slice(-2), variables]).toEqual([
    "/usr/bin/sandbox-exec",
    "-p",
    ["/home/u/bin/node", "x"],
    { PATH: "/usr/bin", HOME: "/tmp/s", TMPDIR: "/tmp/s" },
  ]);
});

describe("[B40] what an accepted profile opens of what macOS keeps apart", () => {
  const NOTHING = { preferences: "none", automations: [], accessibility: false, calendar: false } as const;
  const rules = (macos: Partial<MacPermissions>): string => {
    const plain = seatbeltProfile(REQUEST, "/tmp/s");
    const confinement = { ...REQUEST.confinement, macos: { ...NOTHING, ...macos } };
    const opened = seatbeltProfile({ ...REQUEST, confinement }, "/tmp/s");
    expect(opened.startsWith(plain)).toBe(true);
    return opened.slice(plain.length).trimStart();
  };

  test("nothing where nothing is asked for", () => {
    expect(rules({})).toBe("");
  });

  test("each thing alone", () => {
    expect(rules({ preferences: "read" })).toMatchInlineSnapshot(`
      "(allow user-preference-read)
      (allow ipc-posix-shm-read* (ipc-posix-name-prefix "apple.cfprefs."))
      (allow mach-lookup (global-name "com.apple.cfprefsd.agent") (global-name "com.apple.cfprefsd.daemon"))"
    `);
    expect(rules({ preferences: "write" })).toMatchInlineSnapshot(`
      "(allow user-preference-read)
      (allow ipc-posix-shm-read* (ipc-posix-name-prefix "apple.cfprefs."))
      (allow mach-lookup (global-name "com.apple.cfprefsd.agent") (global-name "com.apple.cfprefsd.daemon"))
      (allow user-preference-write)
      (allow ipc-posix-shm-write-data ipc-posix-shm-write-create (ipc-posix-name-prefix "apple.cfprefs."))"
    `);
    expect(rules({ automations: ["com.apple.Notes", "com.apple.finder"] })).toMatchInlineSnapshot(`
      "(allow mach-lookup (global-name "com.apple.coreservices.appleevents") (global-name "com.apple.coreservices.launchservicesd"))
      (allow appleevent-send (appleevent-destination "com.apple.Notes") (appleevent-destination "com.apple.finder"))"
    `);
    expect(rules({ automations: "all" })).toMatchInlineSnapshot(`
      "(allow mach-lookup (global-name "com.apple.coreservices.appleevents") (global-name "com.apple.coreservices.launchservicesd"))
      (allow appleevent-send)"
    `);
    expect(rules({ accessibility: true })).toMatchInlineSnapshot(
      `"(allow mach-lookup (local-name "com.apple.axserver"))"`,
    );
    expect(rules({ calendar: true })).toMatchInlineSnapshot(
      `"(allow mach-lookup (global-name "com.apple.CalendarAgent"))"`,
    );
  });

  test("what is only to be read is not written", () => {
    expect(rules({ preferences: "read", calendar: true })).not.toContain("write");
  });
});
