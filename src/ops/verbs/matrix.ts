import type { LoadOptions } from "../../catalog/load/load.ts";
import { flag, object, optional, text, withCliForm } from "../../model/schema.ts";
import type { HostViews } from "../hosts/look-hosts.ts";
import { operation, verb } from "../operation.ts";
import { hosts } from "./fields.ts";

export const matrix = verb({
  name: "matrix",
  group: "See",
  summary: "Show which hosts see which skills, and why others do not",
  about:
    "Shows every skill file in every host, with the code of the reason if a host does not see it. Without --hosts, it shows the\nverified hosts and those on this machine.",
  examples: [
    ["skillwright matrix", "show a table of skills and hosts"],
    ["skillwright matrix --hosts claude-code,codex --json", "print JSON about two hosts, for programs"],
    ["skillwright matrix --hosts every --html skills.html", "write an HTML page with all known hosts"],
  ],
  operations: {
    matrix: operation({
      summary: "Show which hosts see which skills, and why others do not",
      input: object({
        hosts,
        all: optional(withCliForm(flag("also show the embedded skills of Skillwright"), { short: "a" })),
      }),
      output: "Matrix",
      effects: ["read"],
      cli: {},
      http: { path: "/api/matrix", id: "matrix", heavy: true, omits: { all: "every response has all skills" } },
      run: ({ hosts: names }, { load }) => look(names, load),
      answer: async (looked) => (await import("../answers/hosts/host-answers.ts")).matrixAnswer(looked),
    }),
    page: operation({
      summary: "Write the matrix as one self-contained HTML page",
      input: object({ hosts, html: withCliForm(text("write the matrix as one HTML page"), { value: "FILE" }) }),
      output: "WrittenPage",
      effects: ["write"],
      cli: { flags: ["html"] },
      http: "the console shows the matrix",
      async run({ hosts: names, html }, { load, pathsNamed }) {
        const looked = await look(names, load);
        const [named = html] = await pathsNamed([html]);
        return { looked, path: await (await import("../project-paths.ts")).outputFile(named, load) };
      },
      answer: ({ path }) => ({ path }),
    }),
  },
});

/** Computes the matrix of the named hosts. Without names, the matrix has the host in `--host`. */
async function look(names: readonly string[] | undefined, load: LoadOptions): Promise<HostViews> {
  const chosen = names ?? (load.host === undefined ? undefined : [load.host]);
  return (await import("../hosts/look-hosts.ts")).viewAsHosts({ ...load, ...(chosen ? { hosts: chosen } : {}) });
}
