import type { Use } from "../program.ts";

const APP = { "-a --app =name": "chooses the app", "-j --json": "changes the output" };

/** `fly` and `flyctl`. */
export const fly: Use = {
  commands: {
    status: { operands: "", options: APP },
    apps: { commands: { list: { operands: "", options: { "-j --json": "changes the output" } } } },
    releases: { operands: "", options: APP },
    version: { operands: "" },
  },
};
