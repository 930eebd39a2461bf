/** Which hosts on this machine do not see skills that were just installed, and the command that changes that. */
import type { LoadOptions } from "../catalog/load/load.ts";
import type { Applied } from "../install/apply/apply.ts";
import { quoteCommand } from "../model/text/quote-command.ts";
import { readHostCells } from "./host-cells.ts";
import { hostsHere } from "./look-hosts.ts";

export interface Unseen {
  /** Names of skills. */
  readonly skills: readonly string[];
  /** Names of hosts, such as `claude-code`. */
  readonly hosts: readonly string[];
  readonly command: string;
}

/** Returns one entry with one command, or nothing if every host sees every skill. */
export async function findUnseen(applied: readonly Applied[], load: LoadOptions): Promise<readonly Unseen[]> {
  if (applied.length === 0) return [];
  const here = await hostsHere(load);
  if (here.length === 0) return [];
  const { cellsOf } = await readHostCells(here, load);
  const missing = applied.map(({ name, directory }) => ({
    name,
    hosts: cellsOf(`${directory}/SKILL.md`)
      .filter(({ state }) => state === "absent")
      .map(({ host }) => host),
  }));
  const hosts = here.filter((host) => missing.some((each) => each.hosts.includes(host)));
  if (hosts.length === 0) return [];
  const skills = missing.filter((each) => each.hosts.length > 0).map(({ name }) => name);
  const command = quoteCommand(["skillwright", "place", ...skills, "--for", hosts.join(","), "--apply"]);
  return [{ skills, hosts, command }];
}
