/** Runs the self-test in real sandboxes that leave a way out, with real connections to its listener. */
import { Server } from "node:net";
import { describe, expect, test, vi } from "vitest";
import type { CommandRequest } from "../../../src/model/conversation/control.ts";
import { nodeSpawn } from "../../../src/platform/processes/node-spawn.ts";
import { bareCandidate } from "../../../src/run/sandbox/bare.ts";
import {
  ALL_CHECKS_FAILED,
  SANDBOX_CHECKS,
  type SandboxCheck,
  type SandboxChecks,
  selfTest,
} from "../../../src/run/sandbox/self-test.ts";
import type { SandboxCandidate } from "../../../src/run/sandbox/wrapped.ts";
import { throughEach } from "./here.ts";

function allBut(...open: readonly SandboxCheck[]): SandboxChecks {
  return Object.fromEntries(SANDBOX_CHECKS.map((check) => [check, !open.includes(check)])) as Record<
    SandboxCheck,
    boolean
  >;
}

throughEach("[F4] [F18] the self-test of", (_, candidate) => {
  test("finds no way out", async () => {
    expect(await selfTest(candidate, nodeSpawn)).toMatchObject({
      level: "isolated",
      checks: allBut(),
      untested: [],
      limitsCalls: candidate.name === "bubblewrap",
    });
  });

  test("notices that the network is open, and nothing else", async () => {
    const open: SandboxCandidate = {
      ...candidate,
      wrap: (request, ...rest) =>
        candidate.wrap({ ...request, confinement: { ...request.confinement, network: true } }, ...rest),
    };
    expect(await selfTest(open, nodeSpawn)).toMatchObject({ level: "none", checks: allBut("network") });
  });

  test("notices that a directory can be written, and nothing else", async () => {
    const open: SandboxCandidate = {
      ...candidate,
      wrap: (request, ...rest) => {
        const { read, write, ...confinement } = request.confinement;
        return candidate.wrap(
          { ...request, confinement: { ...confinement, read: [], write: [...write, ...read] } },
          ...rest,
        );
      },
    };
    const { level, checks } = await selfTest(open, nodeSpawn);
    expect([level, checks.writes, { ...checks, writes: true, mounts: true }]).toEqual(["partial", false, allBut()]);
  });

  test("notices that protected names arrive", async () => {
    const open: SandboxCandidate = {
      ...candidate,
      wrap: (request, scratch) => candidate.wrap(request, scratch, new Map()),
    };
    expect(await selfTest(open, nodeSpawn)).toMatchObject({ level: "partial", checks: allBut("protected") });
  });

  test("notices settings of the kernel, rights and processes without a limit", async () => {
    const { unshare: _, ...plain } = candidate;
    const open: SandboxCandidate = { ...plain, wrap: ({ program, args, variables }) => ({ program, args, variables }) };
    const { level, checks, untested } = await selfTest(open, nodeSpawn);
    const asRoot = process.getuid?.() === 0;
    expect([level, checks.kernel, checks.privileges, checks.protected, untested]).toEqual([
      "none",
      !asRoot && checks.kernel,
      false,
      false,
      ["mounts"],
    ]);
  });
});

test("[F4] the self-test starts in a directory that is read-only, and listens to this machine alone", async () => {
  const listening = vi.spyOn(Server.prototype, "listen");
  const requests: CommandRequest[] = [];
  const candidate: SandboxCandidate = {
    name: "none",
    wrap: (request) => {
      requests.push(request);
      return { program: request.program, args: ["-e", ""], variables: request.variables };
    },
  };
  await selfTest(candidate, nodeSpawn);
  const [, address] = listening.mock.calls[0] as unknown[];
  listening.mockRestore();
  const [request] = requests;
  expect([address, request?.confinement.read]).toEqual(["127.0.0.1", [request?.cwd]]);
  expect(request?.cwd).toMatch(/\/shown$/);
});

test("[F4] a machine on which no address can be reached proves nothing about the network", async () => {
  const address = vi.spyOn(Server.prototype, "address").mockReturnValue(null);
  const open: SandboxCandidate = {
    name: "open",
    wrap: ({ program, args, variables }) => ({ program, args, variables }),
  };
  const { checks } = await selfTest(open, nodeSpawn);
  expect([address.mock.calls.length > 0, checks.network]).toEqual([true, false]);
});

test("[F4] a command that gives no answer proves nothing", async () => {
  const silent: SandboxCandidate = {
    name: "silent",
    wrap: ({ program, variables }) => ({ program, args: ["-e", "console.error('no')"], variables }),
  };
  expect(await selfTest(silent, nodeSpawn)).toEqual({
    ...{ level: "none", checks: ALL_CHECKS_FAILED, untested: [], limitsMemory: false, limitsCalls: false },
    failed: 'it says: "no"',
  });
});

describe("[F4] the self-test without a sandbox", () => {
  test("reaches the listener and the home", async () => {
    const { level, checks } = await selfTest(bareCandidate(process.platform), nodeSpawn);
    expect([level, checks.home, checks.network, checks.writes]).toEqual(["none", false, false, false]);
  });

  test("believes its listener, not a command that denies its visit", async () => {
    const liar = `
      const { port } = JSON.parse(process.argv[1]);
      const held = JSON.stringify({ environment: true, home: true, network: true, writes: true });
      require("node:net").connect({ host: "127.0.0.1", port }).on("close", () => console.log(held));`;
    const candidate: SandboxCandidate = {
      name: "liar",
      wrap: ({ program, args, variables }) => ({ program, args: ["-e", liar, "--", args.at(-1) ?? ""], variables }),
    };
    expect(await selfTest(candidate, nodeSpawn)).toMatchObject({
      level: "none",
      checks: { environment: true, home: true, network: false, writes: true },
    });
  });
});
