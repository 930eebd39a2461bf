/**
 * Cuts a file that withholds skills at every byte. No surface offers a further skill: `list`, `catalog`, `load`, `mcp`
 * and HTTP. Each reports the file and the command that repairs it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { LoadOptions } from "../../src/catalog/load/load.ts";
import { openSkills } from "../../src/ops/open-skills.ts";
import { formatDecisions, SERVER_APPROVALS, SERVER_PROGRAMS } from "../../src/trust/folders/decisions.ts";
import { formatTrustStore } from "../../src/trust/folders/vouch-for-root.ts";
import { type Entries, makeTree, skill, type Tree } from "../tree.ts";
import { SharedSandbox as Sandbox } from "./cli/shared.ts";
import { appFor } from "./http/app-for.ts";
import { liar, serves } from "./mcp/liar.ts";
import { skillFile } from "./mcp/machine.ts";

const CONFIG = "home/.config/skillwright";
const ADMIN = "etc/skillwright";
const ENTRY = { digest: `sha256:${"0".repeat(64)}`, files: {} };

function json(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/** The files, each with the skill that it withholds. The YAML is written so that no beginning of it is valid. */
const FILES: Readonly<Record<string, (tree: Tree) => string>> = {
  [`${CONFIG}/skills.lock`]: () => json({ schema: 1, skills: { "~/.agents/skills/held": ENTRY } }),
  [`${CONFIG}/approvals.json`]: (tree) =>
    json({ schema: 1, approvals: { [tree.at("home/.agents/skills/held")]: ENTRY } }),
  [`${CONFIG}/policy.yaml`]: () => json({ rules: [{ deny: { skill: "held" } }] }),
  [`${CONFIG}/config.yaml`]: () => json({ disable: ["held"] }),
  [`${ADMIN}/policy.yaml`]: () => json({ rules: [{ deny: { skill: "held" } }] }),
  [`${ADMIN}/config.yaml`]: () => json({ disable: ["held"] }),
  "project/skills.lock": () => json({ schema: 1, skills: { ".agents/skills/held": ENTRY } }),
};

const SKILLS: Entries = {
  "project/.git/HEAD": "",
  "home/.agents/skills/free/SKILL.md": skill("free"),
};

function placeOf(file: string): Tree {
  const held = file.startsWith("project/") ? "project/.agents/skills/held" : "home/.agents/skills/held";
  const tree = makeTree({ ...SKILLS, [`${held}/SKILL.md`]: skill("held") });
  tree.add({ [`${CONFIG}/trust.json`]: formatTrustStore([tree.at("project")]), [file]: FILES[file]?.(tree) ?? "" });
  return tree;
}

interface Seen {
  /** The skills that each surface offers. */
  readonly out: Readonly<Record<string, readonly string[]>>;
  /** Paths of files that a surface reports with a repair command. */
  readonly said: Readonly<Record<string, readonly string[]>>;
}

interface Finding {
  readonly path?: string | null;
  readonly at?: { readonly path: string };
  readonly help?: string | null;
}

const NAMES = ["free", "held"];

/** Paths of the findings whose help names a command. */
function pathsOf(findings: readonly Finding[]): string[] {
  const named = findings.filter(({ help }) =>
    /`skillwright (?:config|config --policy|doctor|doctor --fix)`/.test(help ?? ""),
  );
  return [...new Set(named.map(({ path, at }) => path ?? at?.path ?? ""))];
}

async function look({ environment, files }: Tree): Promise<Seen> {
  const load: LoadOptions = { environment, files, cwd: environment.cwd, defaultSkills: false };
  const loud: Finding[] = [];
  const skills = await openSkills({ ...load, onDamage: (found) => loud.push(...found) });
  const activated: string[] = [];
  for (const name of NAMES)
    if ("activation" in (await skills.activate({ asked: name, actor: "model" }))) activated.push(name);
  const { entries } = await skills.catalog();
  const served = await appFor(load);
  const get = async (path: string): Promise<unknown> => (await served.get(path)).json();
  const list = (await get("/api/skills")) as { skills: { name: string; offered: boolean }[]; diagnostics: Finding[] };
  const loaded: string[] = [];
  for (const name of NAMES) if ((await served.get(`/api/skills/${name}/load`)).status === 200) loaded.push(name);
  const rpc = async (method: string): Promise<string> => {
    const body = { jsonrpc: "2.0", id: 1, method, params: {} };
    const accept = "application/json, text/event-stream";
    return (await served.post("/mcp", body, { accept, "mcp-protocol-version": "2025-06-18" })).text();
  };
  const told = `${await rpc("resources/list")}${await rpc("prompts/list")}${await rpc("tools/list")}`;
  await served.desk.close();
  await skills.close();
  return {
    out: {
      list: skills.snapshot.skills.filter(({ withheld }) => !withheld).map((each) => each.skill.name),
      catalog: entries.map(({ address }) => address),
      load: activated,
      http: list.skills.filter(({ offered }) => offered).map(({ name }) => name),
      "http load": loaded,
      "http /skill": ((await get("/skill")) as { name: string }[]).map(({ name }) => name),
      mcp: NAMES.filter((name) => told.includes(name)),
    },
    said: {
      list: pathsOf(skills.snapshot.diagnostics),
      load: pathsOf(loud),
      http: pathsOf(list.diagnostics),
    },
  };
}

describe("[Y40] cut off at every byte", () => {
  test.each(Object.keys(FILES))("%s", async (file) => {
    const tree = placeOf(file);
    const path = file.startsWith(ADMIN) ? file.replace(ADMIN, "/etc/skillwright") : tree.at(file);
    const whole = await look(tree);
    expect(Object.values(whole.out)).toEqual(Object.keys(whole.out).map(() => ["free"]));
    expect(whole.said).toEqual({ list: [], load: [], http: [] });
    const bytes = readFileSync(tree.at(file));
    // An empty configuration or policy is valid. The last byte is a newline, which no format needs.
    const least = file.endsWith(".yaml") ? 1 : 0;
    for (let size = bytes.length - 2; size >= least; size--) {
      // Cuts inside the zeros of a digest are all equivalent.
      if (bytes.subarray(size - 4, size + 4).toString() === "00000000") continue;
      writeFileSync(tree.at(file), bytes.subarray(0, size));
      const { out, said } = await look(tree);
      const extra = Object.entries(out).filter(([, names]) => names.includes("held"));
      expect([size, extra]).toEqual([size, []]);
      expect([size, said]).toEqual([size, { list: [path], load: [path], http: [path] }]);
    }
  });

  test("approvals of skills that servers offer", async () => {
    const server = await liar(serves({ "skill://held/SKILL.md": skillFile("held") }));
    const tree = makeTree({
      "project/.git/HEAD": "",
      [`${CONFIG}/config.yaml`]: `mcp:\n  docs: { url: "${server.url}", skills: true, headers: {} }\n`,
    });
    const { environment, files } = tree;
    const open = (onDamage: LoadOptions["onDamage"] = () => undefined) =>
      openSkills({ environment, files, cwd: environment.cwd, defaultSkills: false, onDamage });
    const first = await open();
    await (await first.servers()).approve("mcp:docs:held", true);
    await first.close();
    const path = tree.at(`${CONFIG}/${SERVER_APPROVALS.name}`);
    const bytes = readFileSync(path);
    const states: string[] = [];
    for (let size = bytes.length; size >= 0; size = size === bytes.length ? size - 2 : size - 1) {
      writeFileSync(path, bytes.subarray(0, size));
      const loud: Finding[] = [];
      const skills = await open((found) => loud.push(...found));
      const answer = await skills.activate({ asked: "mcp:docs:held", actor: "model" });
      const state = "activation" in answer ? "loaded" : answer.refusal.code;
      states.push(`${state} ${pathsOf(loud).join()} ${pathsOf(skills.snapshot.diagnostics).join()}`);
      await skills.close();
    }
    server.close();
    expect(states[0]).toBe("loaded  ");
    expect([...new Set(states.slice(1))]).toEqual([`SK912 ${path} ${path}`]);
  });

  test("the yes to servers of projects", () => {
    const box = new Sandbox({ ".skillwright/config.yaml": "mcp:\n  spy: { command: run }\n" });
    box.run(["trust", "--yes", "--allow-server", "spy"]);
    const path = box.path(`~/.config/skillwright/${SERVER_PROGRAMS.name}`);
    const bytes = readFileSync(path);
    expect(bytes.length).toBeGreaterThan(formatDecisions(SERVER_PROGRAMS, {}).length);
    for (const size of [0, 1, 20, Math.floor(bytes.length / 2), bytes.length - 3]) {
      writeFileSync(path, bytes.subarray(0, size));
      const { survey } = box.json(["trust", "--yes"]) as { survey: { servers: { state: string }[] } };
      expect([size, survey.servers.map(({ state }) => state)]).toEqual([size, ["new"]]);
      expect(box.run(["trust", "--allow-server", "spy"]).stderr).toContain("run `skillwright doctor --fix`");
    }
  });
});
