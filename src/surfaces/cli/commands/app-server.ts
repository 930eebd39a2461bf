import { printable } from "../../../model/text/display/printable.ts";
import { packageVersion } from "../../../platform/environment.ts";
import type { Command } from "../command.ts";
import { waitForEndSignal } from "../until-asked-to-end.ts";

export const appServer: Command = {
  usage: "",
  about:
    "Speaks JSON-RPC on standard input and output with Codex's method names and shapes, a message to a line, so that clients of\nCodex's app server can ask for skills here: initialize, skills/list, skills/config/write, skills/changed and more. With --host codex\nit returns what Codex sees.",
  options: {},
  examples: [
    ["skillwright app-server", "serve a client that starts this command"],
    ["skillwright app-server --host codex", "serve exactly the skills that Codex sees"],
  ],
  positionals: [0, 0],
  async run({ load, err }) {
    const { runAppServer } = await import("../../app-server/run-app-server.ts");
    const report = (error: unknown): void => {
      err.line(`internal error: ${printable(error instanceof Error ? (error.stack ?? error.message) : String(error))}`);
      err.flush();
    };
    const cwd = load.cwd ?? process.cwd();
    await runAppServer(
      { load, cwd, version: packageVersion(), report },
      { input: process.stdin, output: process.stdout },
      waitForEndSignal(),
    );
    return 0;
  },
};
