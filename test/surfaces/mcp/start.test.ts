/** When a server starts, and when it lists skills, it does only the necessary work. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { afterEach, expect, test, vi } from "vitest";
import { WALKS, walk } from "../../../scripts/walk.mjs";
import { openSkills, Skills } from "../../../src/ops/open-skills.ts";
import { openMcp } from "../../../src/surfaces/mcp/open-mcp.ts";
import { bin } from "../cli/run.ts";
import { connect } from "./connect.ts";
import { machine, skillFile } from "./machine.ts";

const FILES = { "~/.agents/skills/pdf/SKILL.md": skillFile("pdf") };

afterEach(() => vi.restoreAllMocks());

test("[MC12] `mcp` loads the skills once before it answers", async () => {
  const place = await machine(FILES);
  const { home, cwd } = place.environment;
  const server = spawn(process.execPath, [bin, "mcp", "--verbose", "--cwd", cwd], { cwd, env: { HOME: home } });
  const said: string[] = [];
  createInterface(server.stderr).on("line", (line) => said.push(line));
  for (const message of WALKS.tools.input) server.stdin.write(`${JSON.stringify(message)}\n`);
  for await (const line of createInterface(server.stdout)) if (JSON.parse(line).id === 2) server.stdin.end();
  place.remove();
  expect(said.filter((line) => line.includes("skills loaded"))).toHaveLength(1);
});

test("[MC12] skills that are opened with a watch are loaded once, and follow the disk", async () => {
  const place = await machine(FILES);
  const loads: string[] = [];
  const options = { environment: place.environment, servers: false, defaultSkills: false };
  const logger = { debug: (line: string) => void (line.includes("skills loaded") && loads.push(line)) };
  const skills = await openSkills({ ...options, logger }, {});
  const watching = await skills.watch();
  expect(loads).toHaveLength(1);
  place.write({ "~/.agents/skills/docx/SKILL.md": skillFile("docx") });
  await watching.settled();
  expect(skills.skills.map(({ name }) => name)).toEqual(["docx", "pdf"]);
  await skills.close();
  place.remove();
});

test("[MC12] lists open no session, and a call opens one", async () => {
  const place = await machine(FILES);
  const opened = vi.spyOn(Skills.prototype, "session");
  const { client, close } = await connect(place.open);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain("skill");
  await client.listPrompts();
  await client.listResources();
  expect(opened).toHaveBeenCalledTimes(0);
  await client.callTool({ name: "skill", arguments: { name: "pdf" } });
  expect(opened).toHaveBeenCalledTimes(1);
  await close();
  place.remove();
});

test("[MC12] with a journal a list of tools opens a session, which records what is listed", async () => {
  const place = await machine(FILES);
  const skills = await openSkills({
    environment: place.environment,
    defaultSkills: false,
    config: { journal: `${place.environment.home}/journal.jsonl` },
  });
  const opened = vi.spyOn(Skills.prototype, "session");
  const { client, close } = await connect(await openMcp(skills, { version: "1" }));
  await client.listTools();
  expect(opened).toHaveBeenCalledTimes(1);
  await close();
  place.remove();
});

test("[MC12] no file of a session runs for a list of tools", async () => {
  const { tools = [] } = (await walk(["tools"])) as Record<string, readonly string[]>;
  expect(tools).toContain("session/tools/lazy-session.ts");
  expect(tools).not.toContain("session/open-session.ts");
  expect(tools).not.toContain("session/conversation/session.ts");
});
