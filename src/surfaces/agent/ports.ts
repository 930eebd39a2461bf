/** The agent's access to the machine, and everything that differs between runs. The caller provides all of it. */

import type { Spawn } from "../../api/agent.ts";
import type { Files, Prompter } from "../../api/index.ts";

export interface AgentPorts {
  readonly files: Files;
  readonly spawn: Spawn;
  /** Writes a file completely or not at all. */
  readonly write: (path: string, content: string) => void;
  /** Appends one line to a file. */
  readonly append: (path: string, line: string) => void;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Returns eight random hexadecimal digits that are hard to guess. */
  readonly random: () => string;
  /** Asks the user; undefined if there is no user to ask. */
  readonly prompter?: Prompter;
}
