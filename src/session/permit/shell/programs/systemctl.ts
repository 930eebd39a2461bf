import type { Use } from "../program.ts";

const PRINT = {
  "--no-pager --all -a --failed --user -q": "changes the output",
  "-n --lines =number": "limits the output",
};

/** Prints states. Other commands start, stop and edit services. */
export const systemctl: Use = {
  options: PRINT,
  commands: {
    status: { operands: "name...", options: PRINT },
    "list-units": { operands: "name...", options: PRINT },
    "is-active": { operands: "name...", options: PRINT },
    "is-enabled": { operands: "name...", options: PRINT },
  },
};
