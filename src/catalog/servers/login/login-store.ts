/** Logins in a file that only the user can read. */
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { systemCode } from "../../../model/errors.ts";
import { isMap } from "../../../model/values/is-map.ts";
import { writeFileAtomically } from "../../../platform/writing/write-file.ts";

/** Keeps logins from one run to the next, by the address of the server. What is in it is for nobody else to read. */
export interface LoginStore {
  load(url: string): unknown;
  save(url: string, login: unknown): void;
}

const MAX_LOGINS = 200;

/** [DP17] */
export function fileLogins(path: string): LoginStore & { forget(url: string): boolean } {
  const write = (logins: Readonly<Record<string, unknown>>): void => {
    // The mode is kept when a file is replaced, so it is set before there is anything in it.
    if (!existsSync(path)) writeFileAtomically(path, "{}\n");
    chmodSync(path, 0o600);
    const kept = Object.entries(logins).slice(-MAX_LOGINS);
    writeFileAtomically(path, `${JSON.stringify({ schema: 1, logins: Object.fromEntries(kept) }, null, 2)}\n`);
  };
  return {
    load: (url) => readLogins(path)[url],
    save: (url, login) => write({ ...readLogins(path), [url]: login }),
    forget: (url) => {
      const { [url]: known, ...others } = readLogins(path);
      if (known !== undefined) write(others);
      return known !== undefined;
    },
  };
}

function readLogins(path: string): Readonly<Record<string, unknown>> {
  try {
    const said: unknown = JSON.parse(readFileSync(path, "utf8"));
    return isMap(said) && isMap(said["logins"]) ? said["logins"] : {};
  } catch (error) {
    if (error instanceof SyntaxError || systemCode(error) === "ENOENT") return {};
    throw error;
  }
}
