/** The agent's access to the machine, and all values that differ between runs. The caller provides them. */

import type { Spawn } from "../../api/agent.ts";
import type { Files, Prompter } from "../../api/index.ts";

export interface AgentPorts {
  readonly files: Files;
  readonly spawn: Spawn;
  /** Writes a file completely or not at all. */
  readonly write: (path: string, content: string) => void;
  /** Appends a line to a file. */
  readonly append: (path: string, line: string) => void;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Returns eight random hexadecimal digits that are hard to guess. */
  readonly random: () => string;
  /** Asks the user; undefined if there is no user to ask. */
  readonly prompter?: Prompter;
}
