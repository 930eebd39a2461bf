import { spawnSync } from "node:child_process";
import { openSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { onlyIf } from "../../../needs.ts";

const main = join(import.meta.dirname, "../../../../src/platform/processes/bound/start-bound.ts");
/** Runs in a separate process, which has inherited the descriptors 17, 90 and 200. */
const PROGRAM = `
import { spawnSync } from "node:child_process";
import { readdirSync, readlinkSync } from "node:fs";
const { withoutInheritedDescriptors } = await import(process.argv[1]);
const list = 'for f in /proc/self/fd/*; do echo "\${f##*/} $(readlink "$f")"; done';
const { stdout } = spawnSync("/bin/sh", ["-c", list], { stdio: withoutInheritedDescriptors(["ignore", "pipe", "pipe"]), encoding: "utf8" });
process.stdout.write(stdout);
`;

onlyIf(process.platform === "linux", "only Linux has /proc").test(
  "[F15] a descriptor that our parent left open does not reach a program",
  async () => {
    const { build } = await import("rolldown");
    const built = await build({ input: main, write: false, external: [/^node:/], platform: "node" });
    const code = (built.output[0] as { code: string }).code;
    const url = `data:text/javascript,${encodeURIComponent(code)}`;
    const root = openSync("/", "r");
    const stdio: ("ignore" | "pipe" | number)[] = ["ignore", "pipe", "pipe"];
    while (stdio.length <= 200) stdio.push("ignore");
    for (const descriptor of [17, 90, 200]) stdio[descriptor] = root;
    const ran = spawnSync(process.execPath, ["--input-type=module", "-e", PROGRAM, url], { stdio, encoding: "utf8" });
    const seen = ran.stdout
      .trim()
      .split("\n")
      .map((line) => line.split(" "));
    expect([ran.stderr, seen.filter(([at]) => Number(at) > 9)]).toEqual([
      "",
      seen.filter(([at]) => Number(at) > 9).map(([at]) => [at, "/dev/null"]),
    ]);
    expect(seen.map(([at]) => at)).toEqual(expect.arrayContaining(["17", "90", "200"]));
  },
);
