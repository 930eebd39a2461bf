/** Asks npm for its default registry, because only npm knows it. */
import { join } from "node:path";
import { OperationError, systemCode } from "../../../model/errors.ts";
import type { SourceContext } from "../../source.ts";
import { checkRegistryUrl, type NpmRegistry } from "./npm-config.ts";

const TIMEOUT_MS = 20_000;
const MAX_OUTPUT_BYTES = 4096;

/**
 * Asks npm in an empty directory outside of any project, so that no project's file affects npm. npm's cache and logs
 * are also written into this directory.
 */
export async function defaultRegistry({ environment, spawn, temporary, signal }: SourceContext): Promise<NpmRegistry> {
  const program = environment.platform === "win32" ? "npm.cmd" : "npm";
  try {
    const { code, stdout } = await spawn(program, ["config", "get", "registry"], {
      cwd: temporary(),
      variables: {
        PATH: environment.variables["PATH"] ?? "",
        HOME: environment.home,
        npm_config_cache: join(temporary(), "npm"),
        npm_config_logs_max: "0",
        npm_config_update_notifier: "false",
      },
      timeoutMs: TIMEOUT_MS,
      maxOutputBytes: MAX_OUTPUT_BYTES,
      ...(signal ? { signal } : {}),
    });
    if (code === 0) return { url: checkRegistryUrl(Buffer.from(stdout).toString("utf8").trim()) };
  } catch (error) {
    if (error instanceof OperationError || systemCode(error) === "") throw error;
  }
  throw new OperationError("SK604", "npm did not report its registry", {
    hint: "install npm, or name the registry in the variable `npm_config_registry`",
  });
}
