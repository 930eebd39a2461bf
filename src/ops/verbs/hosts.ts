import { flag, object } from "../../model/schema.ts";
import { operation, verb } from "../operation.ts";

export const hosts = verb({
  name: "hosts",
  group: "See",
  summary: "List the known hosts, and which of them are on this machine",
  about:
    "Lists the hosts that Skillwright knows: the version that a profile describes, its confidence, and which hosts are on this\nmachine. `verified` profiles agree with the real program, case by case; `documented` ones come from its source or\ndocumentation; `reported` ones are second hand. --check reads the version of each host\non this machine from the files beside its program, and shows which of your skills successive versions treat differently.",
  examples: [
    ["skillwright hosts", "list every host"],
    ["skillwright hosts --check", "show the installed versions, and skills that versions treat differently"],
    ["skillwright list --host codex", "list the skills that Codex sees in this directory"],
    ["skillwright matrix --hosts claude-code,codex", "show a table of skills and hosts"],
  ],
  operations: {
    hosts: operation({
      summary: "List the known hosts, and which of them are on this machine",
      input: object({}),
      output: "Hosts",
      effects: ["read"],
      cli: {},
      http: { path: "/api/hosts", id: "listHosts" },
      run: async (_input, { load }) => (await import("../hosts/detect-hosts.ts")).hostsHere(load),
      answer: async (here) => (await import("../answers/skills/list-answers.ts")).hostsAnswer(here),
    }),
    check: operation({
      summary: "Show the installed version of each host, and which of your skills its versions treat differently",
      input: object({
        check: flag(
          "show the version of each host on this machine, and the skills that its versions treat differently",
        ),
      }),
      output: "HostChecks",
      effects: ["read"],
      cli: { flags: ["check"] },
      http: {
        path: "/api/hosts/check",
        id: "checkHosts",
        heavy: true,
        omits: { check: "the path of the route has the same effect" },
      },
      run: async (_input, { load }) => (await import("../hosts/check-hosts.ts")).checkHosts(load),
      answer: async (checks) => (await import("../answers/hosts/host-answers.ts")).hostChecksAnswer(checks),
    }),
  },
});
