import { execFile } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { packTree } from "../../install/fetch/registry.ts";
import { AGENT_SKILLS, type Site, sha256, startSite } from "../../install/fetch/site.ts";
import { answer, redirect } from "../../wire-server.ts";
import { bin, Sandbox, skill } from "./run.ts";

describe("skills from the web, by the command", () => {
  let site: Site;
  let sandbox: Sandbox;
  beforeAll(async () => {
    site = await startSite();
    sandbox = new Sandbox({ "~/.config/skillwright/config.yaml": `urls: ["${site.url}"]\n` });
    const archive = packTree({ "SKILL.md": skill("pdf") }, "");
    site.put("/pdf.tgz", archive);
    site.on("/inside.zip", redirect("https://169.254.169.254/latest/meta-data"));
    site.on("/gone.zip", answer(404));
    site.publishArchives({ "skills/mail/SKILL.md": skill("mail"), "skills/notes/SKILL.md": skill("notes") });
    digest = sha256(archive);
  });
  afterAll(() => site.close());
  let digest = "";

  /** Runs a command asynchronously, because the server is in this process. `<site>` is its address. */
  const run = (line: string): Promise<object> => {
    const args = line.replaceAll("<site>", site.url).replaceAll("<digest>", digest).split(" ");
    const env = { PATH: "", HOME: sandbox.home, COLUMNS: "400" };
    return new Promise((resolve) => {
      const child = execFile(process.execPath, [bin, ...args], { cwd: sandbox.project, env }, (_, stdout, stderr) => {
        const hide = (text: string): string =>
          sandbox
            .hide(text)
            .replaceAll(site.url, "<site>")
            .replaceAll(`%3A${site.port}`, "%3A<port>")
            .replace(/("approval": )"sha256:\w+"/, '$1"<approval>"');
        resolve({ code: child.exitCode, stdout: hide(stdout), stderr: hide(stderr) });
      });
      child.stdin?.end();
    });
  };

  test.each([
    "add <site>/pdf.tgz",
    "add <site>/pdf.tgz#<digest> --yes",
    `add <site>/pdf.tgz#sha256:${"0".repeat(64)} --yes`,
    "add <site>/inside.zip",
    "add <site>/gone.zip",
    "add http://example.test/pdf.zip",
    "add clawhub:pdf",
    "add <site>#notes --dry-run",
    "list --scope plugin",
    "update --sites",
    "update --sites --yes",
    "update --sites --yes --json",
    "list --scope plugin",
  ])("[I9] [I15] %#: %s", async (line) => {
    expect(await run(line)).toMatchSnapshot();
  });

  test("[I15] what a site no longer names goes with the next pull", async () => {
    site.publishArchives({ "skills/mail/SKILL.md": skill("mail") });
    expect(await run("update --sites --dry-run")).toMatchSnapshot();
    expect(await run("update --sites --yes")).toMatchSnapshot();
    site.on(`${AGENT_SKILLS}/index.json`, answer(500));
    expect(await run("update --sites --yes")).toMatchSnapshot();
    expect(await run("update --sites https://other.test")).toMatchSnapshot();
  });
});
