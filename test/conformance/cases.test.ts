/**
 * Makes every conformance case in a temporary directory, and compares our view with the recorded one of each host. To
 * run the real programs: `npm run conformance -- --real all`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
  concerns,
  expectationOf,
  loadCases,
  problemsOf,
  skillsPlace,
  targetsOf,
} from "../../conformance/lib/cases.mjs";
import { materialise } from "../../conformance/lib/materialise.mjs";
import { differences, outcomeOf } from "../../conformance/lib/outcome.mjs";
import { hostOf, PEERS } from "../../conformance/lib/peers.mjs";
import { loadSkills } from "../../src/catalog/load/load.ts";
import { PROFILES } from "../../src/hosts/profiles/profiles.ts";
import { packageRoot } from "../../src/platform/environment.ts";
import { type Files, systemError } from "../../src/platform/files/files.ts";
import { nodeFiles } from "../../src/platform/files/node-files.ts";
import { mapPaths } from "../tree.ts";

type Case = ReturnType<typeof loadCases>[number];
type Place = ReturnType<typeof materialise>;

const cases: Case[] = loadCases();
/** The hosts whose views were compared with the real programs. */
const VERIFIED = PROFILES.filter((each) => each.confidence === "verified" && each.runtime === "view").map(
  ({ name }) => name,
);
const topics = [...new Set(cases.map((each) => each.topic))];

describe("the cases", () => {
  test("are at least 150, with an expectation of each of at least nine verified hosts", () => {
    expect(cases.length).toBeGreaterThanOrEqual(150);
    expect(VERIFIED.length).toBeGreaterThanOrEqual(9);
    const lacking = cases.filter((each) => VERIFIED.some((host) => concerns(each, host) && !(host in each.expect)));
    expect(lacking.map((each) => each.id)).toEqual([]);
  });

  test("the weekly workflow upgrades every host that has a program", () => {
    const workflow = readFileSync(join(packageRoot(), ".github/workflows/hosts.yml"), "utf8");
    const [, hosts = ""] = /^ {8}host: \[(.*)\]$/m.exec(workflow) ?? [];
    expect(hosts.split(", ")).toEqual(Object.keys(PEERS));
  });

  test.each<[string, object]>([
    ["an unknown key", { id: "a", title: "t", tree: [], oops: 1 }],
    ["no tree", { id: "a", title: "t" }],
    ["a path elsewhere", { id: "a", title: "t", tree: [{ path: "etc/x", text: "" }] }],
    ["two contents", { id: "a", title: "t", tree: [{ path: "project/x", text: "", fifo: true }] }],
    ["an id with capitals", { id: "A", title: "t", tree: [] }],
    ["no skills", { id: "a", title: "t", tree: [], expect: { pi: {} } }],
  ])("are refused with %s", (_, each) => {
    expect(problemsOf(each)).not.toEqual([]);
  });
});

describe.each(topics)("%s", (topic) => {
  const places = new Map<string, Place>();
  afterAll(() => {
    for (const place of places.values()) place.remove();
  });

  test.each(cases.filter((each) => each.topic === topic).map((each) => [each.id, each] as const))(
    "%s",
    async (_, each) => {
      const found: string[] = [];
      for (const host of targetsOf(each))
        found.push(...(await linesOf(each, host, expectationOf(each, host))).map((line) => `${host} ${line}`));
      expect(found.join("\n")).toBe("");
    },
  );

  async function linesOf(each: Case, host: string, expected: unknown): Promise<string[]> {
    const key = `${each.id} ${skillsPlace(host)}`;
    const place = places.get(key) ?? materialise(each, host);
    places.set(key, place);
    expect(place.impossible).toEqual([]);
    const { outcome, reported } = await view(each, host, place);
    return differences(expected, outcome, { reported, host });
  }
});

/** Returns our view of a host. */
async function view(each: Case, host: string, place: Place): Promise<{ outcome: object; reported: string[] }> {
  const variables: Record<string, string> = { HOME: place.home, ...place.environment };
  const environment = { cwd: place.cwd, home: variables["HOME"] ?? "", platform: "linux", variables } as const;
  const files = asUser(each, host, place);
  const { snapshot } = await loadSkills({ cwd: place.cwd, host, environment, files, trust: "all" });
  const { skills, rejected, overridden, disabled, ineligible } = snapshot;
  const others = [...overridden, ...disabled, ...ineligible].map(({ skill }) => skill.path);
  const answer = {
    skills: skills.map(({ skill, shownName, shownDescription, withheld }) => ({
      name: withheld === undefined ? (shownName ?? skill.name) : skill.name,
      // These hosts show only the list. There, a description can be cut, or longer by `when_to_use`.
      description: ["claude-code", "kimi-code", "qwen-code"].includes(hostOf(host))
        ? (shownDescription ?? skill.description)
        : skill.description,
      path: skill.path,
      // OpenCode's recorded list includes skills that an agent is denied. Only the agent does not see them.
      listed: withheld === undefined || (host === "opencode" && withheld.code === "SK738"),
    })),
    errors: [...rejected.map(({ path }) => path), ...others].map((path) => ({ path })),
  };
  const outcome = outcomeOf(answer, each, host, place.base);
  return { outcome, reported: ("errors" in outcome && outcome.errors) || [] };
}

/** Reads files as an ordinary user does, because root ignores `mode`. */
function asUser(each: Case, host: string, place: Place): Files {
  if (process.getuid?.() !== 0) return nodeFiles;
  const closed = each.tree
    .filter((entry: { mode?: string }) => entry.mode !== undefined)
    .map((entry: { path: string; mode: string }) => ({
      path: `${place.base}/${entry.path.replaceAll("{skills}", skillsPlace(host))}`,
      readable: (Number.parseInt(entry.mode, 8) & 0o400) !== 0,
      enterable: (Number.parseInt(entry.mode, 8) & 0o100) !== 0,
    }));
  if (closed.length === 0) return nodeFiles;
  const below = mapPaths(nodeFiles, (path) => {
    for (const entry of closed) if (isBelow(path, entry)) throw systemError("EACCES", path);
    return path;
  });
  const denied = (path: string): void => {
    if (closed.some((entry: { path: string; readable: boolean }) => entry.path === path && !entry.readable))
      throw systemError("EACCES", path);
  };
  return {
    ...below,
    exists: (path) =>
      !closed.some((entry: { path: string; enterable: boolean }) => isBelow(path, entry)) && below.exists(path),
    readHead: (path, into, maxBytes) => {
      denied(path);
      return below.readHead(path, into, maxBytes);
    },
    readFile: (path, maxBytes) => {
      denied(path);
      return below.readFile(path, maxBytes);
    },
    readDirectory: (path) => {
      denied(path);
      return below.readDirectory(path);
    },
  };
}

function isBelow(path: string, closed: { readonly path: string; readonly enterable: boolean }): boolean {
  return !closed.enterable && path.startsWith(`${closed.path}/`);
}
