/** Runs `skillwright mcp` as a program with a client on its standard input and output. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bin, Sandbox } from "./run.ts";

let box: Sandbox;

beforeAll(() => {
  box = new Sandbox({
    "~/.agents/skills/pdf/SKILL.md": "---\nname: pdf\ndescription: Fills forms.\nmetadata:\n  v: 1\n---\nFill.\n",
  });
});

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};

test("[MC1] [MC17] answers everything that was asked, and ends with its input", () => {
  const asked = [INITIALIZE, { jsonrpc: "2.0", id: 2, method: "skills/list" }];
  const { code, stdout, stderr } = box.run(["mcp", "--no-default-skills"], {
    input: `${asked.map((each) => JSON.stringify(each)).join("\n")}\n`,
  });
  const said = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { id?: number; result?: { skills?: { uri: string }[] } });
  expect({ code, uris: said.find(({ id }) => id === 2)?.result?.skills?.map(({ uri }) => uri) }).toEqual({
    code: 0,
    uris: ["skill://pdf/SKILL.md"],
  });
  expect(stderr).toContain(
    "info[SK910]: the skill `pdf` is served with changed frontmatter: the values of `metadata` were converted to text",
  );
});

test("[MC11] tells its client when a skill comes, and ends when the client goes", async () => {
  const child = spawn(process.execPath, [bin, "mcp"], {
    cwd: box.project,
    env: { HOME: box.home, PATH: "" },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const heard = new Promise<void>((resolve) => {
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      // Skills are loaded after the answer to `initialize`. A list can change only after the client has read it.
      if (text.includes('"id":2') && !text.includes("list_changed"))
        box.write({ "~/.agents/skills/new/SKILL.md": "---\nname: new\ndescription: New.\n---\n" });
      if (text.includes("notifications/tools/list_changed")) resolve();
    });
  });
  const list = { jsonrpc: "2.0", id: 2, method: "tools/list" };
  child.stdin.write(`${JSON.stringify(INITIALIZE)}\n${JSON.stringify(list)}\n`);
  await heard;
  child.stdin.end();
  expect(await new Promise((resolve) => child.once("exit", resolve))).toBe(0);
});

test("[MC16] prints its address, and ends on a signal", async () => {
  const child = spawn(process.execPath, [bin, "mcp", "--http"], {
    cwd: box.project,
    env: { HOME: box.home, PATH: "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const address = await said(child);
  const { status } = await fetch(address, {
    method: "POST",
    body: "{}",
    headers: { "content-type": "application/json" },
  });
  child.kill("SIGTERM");
  const code = await new Promise((resolve) => child.once("exit", resolve));
  expect([address.replace(/\d+\/mcp$/, "PORT/mcp"), status, code]).toEqual(["http://127.0.0.1:PORT/mcp", 400, 0]);
});

test("[MC16] with --token a request without it is refused", async () => {
  const child = spawn(process.execPath, [bin, "mcp", "--http", "--token", "t"], {
    cwd: box.project,
    env: { HOME: box.home, PATH: "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const address = await said(child);
  const post = async (headers: Readonly<Record<string, string>>): Promise<number> => {
    const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    return (
      await fetch(address, { method: "POST", body: JSON.stringify(INITIALIZE), headers: { ...json, ...headers } })
    ).status;
  };
  const statuses = [
    await post({}),
    await post({ authorization: "Bearer x" }),
    await post({ authorization: "Bearer t" }),
  ];
  child.kill("SIGTERM");
  expect(statuses).toEqual([401, 401, 200]);
});

test("what cannot be meant is usage", () => {
  expect(box.run(["mcp", "--port", "80"])).toMatchObject({ code: 2, stdout: "" });
  expect(box.run(["mcp", "--token", "t"])).toMatchObject({ code: 2, stdout: "" });
  expect(box.run(["mcp", "--http", "--port", "70000"])).toMatchObject({ code: 2, stdout: "" });
});

describe("skills of another server", () => {
  const far = new Sandbox({
    "skills/forms/SKILL.md": "---\nname: forms\ndescription: Forms.\nallowed-tools: Bash\n---\nFill in.\n",
  });
  const here = new Sandbox();
  const run = (...words: string[]) => here.run([...words, "--no-default-skills"]);
  let server: ChildProcess;

  beforeAll(async () => {
    const args = [bin, "mcp", "--http", "--root", far.path("skills"), "--cwd", far.project, "--no-default-skills"];
    server = spawn(process.execPath, args, { env: { HOME: far.home, PATH: "" }, stdio: ["ignore", "pipe", "ignore"] });
    const url = await said(server);
    const mcp = { far: { url, headers: {}, skills: true }, gone: { command: "/nowhere", skills: true } };
    here.write({ "~/.config/skillwright/config.yaml": JSON.stringify({ mcp }) });
  });

  afterAll(() => {
    server.kill();
  });

  test("[Y23] without a terminal, --accept is a yes to the digest that was shown, and to no other", () => {
    const looked = run("approve", "mcp:far:forms");
    const digest = /digest of all files: (\S+)/.exec(looked.stderr)?.[1] ?? "";
    expect([looked.code, looked.stdout]).toEqual([1, ""]);
    expect(looked.stderr).toContain(`help: review the skill, then add \`--accept ${digest}\`\n`);
    expect(run("approve", "mcp:far:forms", "--accept", `sha256:${"0".repeat(64)}`, "--yes")).toMatchObject({ code: 1 });
    expect(run("load", "mcp:far:forms").code).toBe(1);
    expect(run("approve", "mcp:far:forms", "--accept", digest).stdout).toBe("approved mcp:far:forms\n");
    expect(run("load", "mcp:far:forms").stdout).toContain("Fill in.");
    run("approve", "mcp:far:forms", "--forget");
  });

  test("[MC24] [MC27] one is shown, approved, and loaded", () => {
    const unseen = run("approve", "mcp:far:forms", "--yes");
    const [accept = ""] = /--accept sha256:[0-9a-f]{64}/.exec(unseen.stderr) ?? [];
    expect([unseen.code, unseen.stdout]).toEqual([1, ""]);
    expect(run("load", "mcp:far:forms").code).toBe(1);
    const shown = run("approve", "mcp:far:forms", ...accept.split(" "));
    expect([shown.code, shown.stdout]).toEqual([0, "approved mcp:far:forms\n"]);
    expect(shown.stderr).toContain("mcp:far:forms  new, from the MCP server `far`: skill://forms/SKILL.md\n");
    expect(shown.stderr).toContain("  ignored: `allowed-tools`\n");
    expect(shown.stderr).toContain("  │ Fill in.\n");
    expect(run("load", "mcp:far:forms").stdout).toContain("Fill in.");
  });

  test("[MC20] every command has it, says whose it is, and who did not answer", () => {
    const gone = "warning[SK027]: the source `mcp:gone` cannot be listed (`/nowhere` cannot be started)\n";
    const rows: readonly (readonly [string, string])[] = [
      ["list", "mcp:far:forms  plugin  Forms. [from the MCP server `far`]\n"],
      ["list --roots", "plugin  1        the MCP server `far`\n"],
      ["budget --hosts skillwright", "  mcp:far:forms     "],
      ["search forms", "Forms. [from the MCP server `far`]"],
      ["explain mcp:far:forms", "models see it; it comes from the MCP server `far`\n"],
      ["deps mcp:far:forms", "mcp:far:forms: no dependencies\n"],
      ["deps --packages mcp:far:forms", "mcp:far:forms"],
    ];
    for (const [command, part] of rows) {
      const { stdout, stderr } = run(...command.split(" "));
      expect([command, stdout, stderr]).toEqual([command, expect.stringContaining(part), gone]);
    }
    const doctor = run("doctor");
    expect([doctor.stdout, doctor.stderr]).toEqual([expect.stringContaining("1 file in /mcp:far\n"), ""]);
    expect(doctor.stdout).toContain(
      "warning: the source `mcp:gone` cannot be listed (`/nowhere` cannot be started) (SK027)",
    );
    const picked = here.run(["list", "--interactive", "--no-default-skills", "--print", "name"], { input: "1\n" });
    expect([picked.stdout, picked.stderr]).toEqual([
      "mcp:far:forms\n",
      expect.stringContaining("plugin mcp:far:forms"),
    ]);
  });

  test("[CO1] it is compiled for another host", () => {
    const { code, stdout } = run("compile", "mcp:far:forms", "--to", "codex", "--out", here.path("out"));
    expect([code, stdout]).toEqual([0, "wrote <tmp>/project/out/forms\nnothing is lost in Codex\n"]);
    expect(readFileSync(here.path("out/forms/SKILL.md"), "utf8")).toContain("Fill in.");
  });

  test("[MC20] it can be switched off like any other", () => {
    expect(run("disable", "mcp:far:forms").code).toBe(0);
    expect(run("list", "--all").stdout).toContain("mcp:far:forms  plugin  disabled");
    expect(run("enable", "mcp:far:forms").code).toBe(0);
  });

  test("[MC20] completion uses the cache, and asks no server", () => {
    server.kill();
    expect(here.run(["__complete", "load", "mcp:f"])).toMatchObject({ stdout: "mcp:far:forms\n", stderr: "" });
  });
});

/** Returns the first output of a program. */
function said(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.stdout?.setEncoding("utf8").once("data", (text: string) => resolve(text.trim()));
  });
}
