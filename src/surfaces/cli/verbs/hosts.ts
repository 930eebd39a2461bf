import { PROFILES } from "../../../hosts/profiles/profiles.ts";
import { hosts } from "../../../ops/verbs/hosts.ts";
import type { Context } from "../command.ts";
import { tableLines } from "../output/table.ts";
import { present } from "../verb-command.ts";

export const presentation = present(hosts, { hosts: { show: (here, context) => print(new Set(here), context) } });

function print(here: ReadonlySet<string>, context: Context): void {
  const { out, paint } = context;
  const rows = PROFILES.map(({ name, version, confidence, runtime }) => [
    { text: name, tone: paint.bold },
    { text: version },
    { text: confidence, tone: confidence === "verified" ? paint.green : paint.yellow },
    { text: here.has(name) ? "yes" : "", tone: paint.bold },
    { text: runtime === "none" ? "has no skills" : "" },
  ]);
  const columns = [
    { title: "host" },
    { title: "version" },
    { title: "confidence" },
    { title: "on this machine" },
    { title: "" },
  ];
  for (const line of tableLines(columns, rows, context)) out.line(line);
  out.line();
  out.line(
    "`verified` profiles were compared with the real program; the others were not. `docs/hosts/` has the facts of each.",
  );
}
