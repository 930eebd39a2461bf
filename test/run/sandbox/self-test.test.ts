/** The self-test of a sandbox against real sandboxes that leave a way out, with real knocks at its listener. */
import { describe, expect, test } from "vitest";
import { nodeSpawn } from "../../../src/platform/processes/node-spawn.ts";
import { bare } from "../../../src/run/sandbox/bare.ts";
import { selfTest } from "../../../src/run/sandbox/self-test.ts";
import type { Candidate } from "../../../src/run/sandbox/wrapped.ts";
import { throughEach } from "./here.ts";

throughEach("[F4] the self-test of", (_, candidate) => {
  test("finds no way out", async () => {
    expect(await selfTest(candidate, nodeSpawn)).toEqual({
      level: "isolated",
      checks: { environment: true, home: true, network: true, writes: true },
    });
  });

  test("notices that the network is open, and nothing else", async () => {
    const open: Candidate = {
      ...candidate,
      wrap: (request, scratch) =>
        candidate.wrap({ ...request, confinement: { ...request.confinement, network: true } }, scratch),
    };
    expect(await selfTest(open, nodeSpawn)).toEqual({
      level: "none",
      checks: { environment: true, home: true, network: false, writes: true },
    });
  });

  test("notices that a directory can be written, and nothing else", async () => {
    const open: Candidate = {
      ...candidate,
      wrap: (request, scratch) => {
        const { read, ...confinement } = request.confinement;
        return candidate.wrap({ ...request, confinement: { ...confinement, read: [], write: read } }, scratch);
      },
    };
    expect(await selfTest(open, nodeSpawn)).toEqual({
      level: "partial",
      checks: { environment: true, home: true, network: true, writes: false },
    });
  });
});

describe("[F4] the self-test without a sandbox", () => {
  test("reaches the listener and the home", async () => {
    const { level, checks } = await selfTest(bare(process.platform), nodeSpawn);
    expect([level, checks.home, checks.network, checks.writes]).toEqual(["none", false, false, false]);
  });

  test("believes its listener, not a command that denies its visit", async () => {
    const liar = `
      const { port } = JSON.parse(process.argv[1]);
      const held = JSON.stringify({ environment: true, home: true, network: true, writes: true });
      require("node:net").connect({ host: "127.0.0.1", port }).on("close", () => console.log(held));`;
    const candidate: Candidate = {
      name: "liar",
      wrap: ({ program, args, variables }) => ({ program, args: ["-e", liar, "--", args.at(-1) ?? ""], variables }),
    };
    expect(await selfTest(candidate, nodeSpawn)).toEqual({
      level: "none",
      checks: { environment: true, home: true, network: false, writes: true },
    });
  });
});
