/** A command is ended during a fetch: no process is left, and no file is changed. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { expect, test } from "vitest";
import { bin, Sandbox } from "./run.ts";

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("[I30] %s ends the git that was started too", async (name) => {
  // Accepts connections and never answers.
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const box = new Sandbox();
  const { port } = server.address() as AddressInfo;
  const command = spawn(process.execPath, [bin, "add", `http://127.0.0.1:${port}/repo.git`, "--yes"], {
    cwd: box.project,
    env: { PATH: process.env["PATH"], HOME: box.home, TMPDIR: box.home },
    stdio: "ignore",
  });
  const [socket] = (await once(server, "connection")) as [Socket];
  const closed = once(socket.on("error", () => undefined).resume(), "close");
  command.kill(name);
  expect(await once(command, "exit")).toEqual([null, name]);
  await closed;
  server.close();
  expect(existsSync(box.path("skills.lock"))).toBe(false);
  expect(readdirSync(box.home).filter((name) => name.startsWith("skillwright-"))).toEqual([]);
});
