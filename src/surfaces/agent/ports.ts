/** What an agent does to the machine, and what differs from one run to the next. Whoever starts it gives these. */

import type { Spawn } from "../../api/agent.ts";
import type { Files, Prompter } from "../../api/index.ts";

export interface AgentPorts {
  readonly files: Files;
  readonly spawn: Spawn;
  /** A file's content, all of it or not at all. */
  readonly write: (path: string, content: string) => void;
  /** One line at the end of a file. */
  readonly append: (path: string, line: string) => void;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Eight hexadecimal digits that nobody guesses. */
  readonly random: () => string;
  /** Undefined where nobody can be asked. */
  readonly prompter?: Prompter;
}
