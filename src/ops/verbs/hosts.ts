import { object } from "../../model/schema.ts";
import { operation, verb } from "../operation.ts";

export const hosts = verb({
  name: "hosts",
  group: "See",
  summary: "List the known hosts, and which of them are on this machine",
  about:
    "Lists the hosts whose view Skillwright knows: the version that the facts are about, how sure they are, and which hosts are\non this machine. `verified` agrees with the real program, case by case; `documented` was read in its source or documents;\n`reported` is second hand.",
  examples: [
    ["skillwright hosts", "every host"],
    ["skillwright list --host codex", "what Codex sees here"],
    ["skillwright matrix --hosts claude-code,codex", "skills by hosts"],
  ],
  operations: {
    hosts: operation({
      summary: "List the known hosts, and which of them are on this machine",
      input: object({}),
      output: "Hosts",
      effects: ["read"],
      cli: {},
      http: { path: "/api/hosts", id: "listHosts" },
      run: async (_input, { load }) => (await import("../look-hosts.ts")).hostsHere(load),
      answer: async (here) => (await import("../answers/list-answers.ts")).hostsAnswer(here),
    }),
  },
});
