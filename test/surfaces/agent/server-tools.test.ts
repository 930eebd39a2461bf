import fc from "fast-check";
import { expect, test } from "vitest";
import type { ServerConnection } from "../../../src/api/agent.ts";
import { serverTools, withoutToolsOfOtherServers } from "../../../src/surfaces/agent/mcp/server-tools.ts";

const connectionOf = (...names: readonly string[]): ServerConnection =>
  ({ tools: names.map((name) => ({ name, inputSchema: {} })) }) as unknown as ServerConnection;

function namesOf(server: string, tools: readonly string[], servers: readonly string[]): string[] {
  return withoutToolsOfOtherServers(server, serverTools(server, connectionOf(...tools)), servers).map(
    ({ name }) => name,
  );
}

test("[AG12] a server offers no tool with the name of another server's tool", () => {
  expect(namesOf("a", ["read", "b__read", "b___", "b"], ["a", "a__b"])).toEqual(["mcp__a__read", "mcp__a__b"]);
  expect(namesOf("a__b", ["read"], ["a", "a__b"])).toEqual(["mcp__a__b__read"]);
});

test("[AG12] of two tools with one name, the first is kept", () => {
  const tools = serverTools("a", connectionOf("x y", "z", "x_y", `${"l".repeat(80)}1`, `${"l".repeat(80)}2`));
  expect(tools.map(({ name }) => name)).toEqual(["mcp__a__x_y", "mcp__a__z", `mcp__a__${"l".repeat(56)}`]);
});

test("[AG12] a rule for a server matches the tools of no server with a shorter name", () => {
  const word = fc.constantFrom("a", "b", "_", "__", "-", " ", ".");
  const name = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(""));
  fc.assert(
    fc.property(
      fc.uniqueArray(name, { minLength: 2, maxLength: 4 }),
      fc.array(name, { maxLength: 8 }),
      (servers, tools) => {
        const prefixes = servers.map((server) => `mcp__${server.replace(/[^\w-]/g, "_")}__`);
        for (const [at, server] of servers.entries())
          for (const tool of namesOf(server, tools, servers)) {
            const longer = prefixes.filter((prefix) => prefix.length > (prefixes[at] as string).length);
            expect(longer.filter((prefix) => tool.startsWith(prefix))).toEqual([]);
          }
      },
    ),
    { numRuns: 300 },
  );
});
