/** Stores logins in a file that only the user can read. */
import { anything, hasShape, object, parseJson, record } from "../../../model/schema.ts";
import { environmentOf, platformDirectories } from "../../../platform/environment.ts";
import { readTextIfAny } from "../../../platform/files/read-text.ts";
import { changeFiles } from "../../../platform/writing/change-files.ts";
import type { LoadOptions } from "../../load/load.ts";

/** Stores logins between runs, by the address of the server. The content is secret. */
export interface LoginStore {
  load(url: string): unknown;
  save(url: string, login: unknown): Promise<void> | void;
}

const MAX_LOGINS = 200;
const MAX_BYTES = 16 * 1024 * 1024;

export function openFileLoginStore(path: string): LoginStore & { forget(url: string): Promise<boolean> } {
  const change = (edit: (logins: Map<string, unknown>) => boolean): Promise<boolean> =>
    changeFiles([path], (files) => {
      const logins = new Map(Object.entries(readLogins(path)));
      const changed = edit(logins);
      const kept = Object.fromEntries([...logins].slice(-MAX_LOGINS));
      const text = `${JSON.stringify({ schema: 1, logins: kept }, null, 2)}\n`;
      if (changed) files.write(path, text, { mode: 0o600 });
      return changed;
    });
  return {
    load: (url) => readLogins(path)[url],
    async save(url, login) {
      // New entries are added at the end. If there are too many entries, the first ones are dropped.
      await change((logins) => {
        logins.delete(url);
        logins.set(url, login);
        return true;
      });
    },
    forget: (url) => change((logins) => logins.delete(url)),
  };
}

const LOGINS = object({ logins: record(anything("a login"), "logins by the address of the server") });

function readLogins(path: string): Readonly<Record<string, unknown>> {
  const value = parseJson(readTextIfAny(path, MAX_BYTES) ?? "");
  return hasShape(value, LOGINS) ? value.logins : {};
}

/** Returns the store of `loginServers`, a file that only the user can read. */
export function savedLogins(options: LoadOptions = {}): LoginStore {
  return openFileLoginStore(`${platformDirectories(environmentOf(options)).data}/mcp-logins.json`);
}
