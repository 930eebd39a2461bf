import { flag, object } from "../../model/schema.ts";
import { operation, verb } from "../operation.ts";

export const hosts = verb({
  name: "hosts",
  group: "See",
  summary: "List the known hosts, and which of them are on this machine",
  about:
    "Lists the hosts that Skillwright knows: the version that a profile describes, its confidence, and which hosts are on this\nmachine. `verified` profiles agree with the real program, case by case; `documented` ones come from its source or\ndocumentation; `reported` ones are second hand. --check reads the version of each host\non this machine from the files beside its program, and compares what successive versions do with your skills.",
  examples: [
    ["skillwright hosts", "every host"],
    ["skillwright hosts --check", "the versions here, and what they change for your skills"],
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
      run: async (_input, { load }) => (await import("../hosts/detect-hosts.ts")).hostsHere(load),
      answer: async (here) => (await import("../answers/skills/list-answers.ts")).hostsAnswer(here),
    }),
    check: operation({
      summary: "Show the installed version of each host, and what its versions change for your skills",
      input: object({
        check: flag("show the hosts on this machine: version, verified or not, skills that versions treat differently"),
      }),
      output: "HostChecks",
      effects: ["read"],
      cli: { flags: ["check"] },
      http: {
        path: "/api/hosts/check",
        id: "checkHosts",
        heavy: true,
        omits: { check: "the path of the route means the same" },
      },
      run: async (_input, { load }) => (await import("../hosts/check-hosts.ts")).checkHosts(load),
      answer: async (checks) => (await import("../answers/hosts/host-answers.ts")).hostChecksAnswer(checks),
    }),
  },
});
