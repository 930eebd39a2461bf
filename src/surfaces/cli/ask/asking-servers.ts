/** [MC28] What people hear of servers that are asked for skills: that it takes a while, and whether one did not answer. */
import type { LoadOptions } from "../../../index.ts";
import { clearStatus, type Output, showStatus } from "../output/output.ts";
import { printable } from "../output/paint.ts";

type Asking = NonNullable<LoadOptions["onServers"]>;

const PATIENCE_MS = 1000;

/** Without an output only the waiting is shown: `doctor` tells the rest among the problems. */
export function askingServers(err?: Output): Asking {
  return (sources) => {
    const timer = setTimeout(() => {
      if (process.stderr.isTTY) showStatus(`asking ${printable(sources.join(", "))} for skills`);
    }, PATIENCE_MS).unref();
    return (said) => {
      clearTimeout(timer);
      clearStatus();
      for (const { code, message } of said.filter((each) => each.code === "SK027"))
        err?.line(`warning[${code}]: ${printable(message)}`);
    };
  };
}
