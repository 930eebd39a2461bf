import { existsSync, readFileSync, rmSync } from "node:fs";
import { expect, test } from "vitest";
import { applyEdit, undoEdit } from "../../../../src/session/dependencies/mcp/apply-edit.ts";
import { findMcpHost } from "../../../../src/session/dependencies/mcp/mcp-hosts.ts";
import { planEdit } from "../../../../src/session/dependencies/mcp/plan-edit.ts";
import { makeTree } from "../../../tree.ts";

async function added(before: string) {
  const tree = makeTree({ "project/.mcp.json": before });
  const place = {
    ...{ environment: tree.environment, files: tree.files, trusted: true },
    ...{ cwd: tree.at("project"), projectRoot: tree.at("project") },
  };
  const server = { name: "web", transport: "streamable-http", url: "https://mcp.example/" } as const;
  const notes = tree.at("home/notes.json");
  await applyEdit(await planEdit(server, findMcpHost("claude-code")!, place), notes);
  return { tree, notes, path: tree.at("project/.mcp.json") };
}

test("[DP13] an edit is undone to the byte, and a server that was removed meanwhile stays removed", async () => {
  const before = '{ "mcpServers": { "own": { "command": "x" } } }\n';
  const { tree, notes, path } = await added(before);
  expect(await undoEdit(notes)).toEqual({ name: "web", path, removed: false });
  expect(readFileSync(tree.at("project/.mcp.json"), "utf8")).toBe(before);
});

test("[DP13] a file that was removed since the edit stays removed, and one that was empty is kept", async () => {
  const { notes, path } = await added("{}");
  rmSync(path);
  expect(await undoEdit(notes)).toEqual({ name: "web", path, removed: false });
  expect(existsSync(path)).toBe(false);
  const empty = await added("");
  expect(await undoEdit(empty.notes)).toMatchObject({ removed: false });
  expect(readFileSync(empty.path, "utf8")).toBe("");
});

test("[DP13] a file that is damaged since the edit is left alone", async () => {
  const { tree, notes } = await added('{ "mcpServers": {} }\n');
  tree.add({ "project/.mcp.json": "{" });
  await expect(undoEdit(notes)).rejects.toMatchObject({ code: "SK464" });
  expect(readFileSync(tree.at("project/.mcp.json"), "utf8")).toBe("{");
});

test("[DP13] a note without a digest is not a note", async () => {
  const { tree, notes } = await added('{ "mcpServers": {} }\n');
  tree.add({ "home/notes.json": readFileSync(tree.at("home/notes.json"), "utf8").replaceAll('"digest"', '"other"') });
  await expect(undoEdit(notes)).rejects.toMatchObject({ code: "SK693" });
});
