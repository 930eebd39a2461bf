/** Runs Debian's `docker-registry` on loopback, if it is installed. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface RunningRegistry {
  /** Address, such as `127.0.0.1:5000`. */
  readonly registry: string;
  readonly close: () => Promise<void>;
}

/** The user `user` with the password `password`, hashed with bcrypt. */
const HTPASSWD = "user:$2y$05$dtNIZbA.eLrqaAr/uwL/Fu3o2GTx0QfQ/JhE9cMlImYn9c981MfA6\n";

export async function startDockerRegistry(options: { readonly login?: boolean } = {}): Promise<RunningRegistry> {
  const root = mkdtempSync(join(tmpdir(), "skillwright-registry-"));
  writeFileSync(join(root, "htpasswd"), HTPASSWD);
  const login = options.login ? `auth: { htpasswd: { realm: here, path: ${root}/htpasswd } }\n` : "";
  writeFileSync(
    join(root, "config.yml"),
    `version: 0.1\nlog: { level: info }\nstorage: { filesystem: { rootdirectory: ${root}/data } }\nhttp: { addr: "127.0.0.1:0" }\n${login}`,
  );
  const child = spawn("docker-registry", ["serve", join(root, "config.yml")], { stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const registry = await new Promise<string>((resolve, reject) => {
    let said = "";
    const read = (chunk: Buffer): void => {
      said += chunk.toString("utf8");
      const address = /listening on (127\.0\.0\.1:\d+)/.exec(said)?.[1];
      if (address) resolve(address);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", () => reject(new Error(`docker-registry ended: ${said}`)));
  });
  return {
    registry,
    async close() {
      child.kill();
      await ended;
      rmSync(root, { recursive: true, force: true });
    },
  };
}
