import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { LoadOptions } from "../../../src/catalog/load/load.ts";
import { config } from "../../../src/ops/verbs/config.ts";
import { packageRoot } from "../../../src/platform/environment.ts";
import type { Context } from "../../../src/surfaces/cli/command.ts";
import { makePaint, Output } from "../../../src/surfaces/cli/output/output.ts";
import { verbCommand } from "../../../src/surfaces/cli/verb-command.ts";
import { terminalOutput } from "../../../src/surfaces/cli/verbs/config.ts";
import { digestDirectory } from "../../../src/trust/bundle/digest.ts";
import { onlyIf } from "../../needs.ts";

let base: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "init-")));
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

const EMBEDDED = join(packageRoot(), "skills");

test("[O11] the first run says what it made, the second that nothing changed", async () => {
  expect(await run()).toEqual({
    code: 0,
    out: `created ${base}/own/skills\ninstalled the embedded skills in ${base}/own/skills/.system\n`,
    err: expect.stringContaining("next: "),
  });
  const before = lstatSync(join(base, "own/skills/.system")).ino;
  expect((await run()).out).toBe(`nothing was changed: ${base}/own/skills is already set up\n`);
  expect(lstatSync(join(base, "own/skills/.system")).ino).toBe(before);
});

test("[O11] every embedded skill arrives", async () => {
  await run();
  const installed = readdirSync(join(base, "own/skills/.system")).filter((name) => !name.startsWith("."));
  expect(installed).toEqual(readdirSync(EMBEDDED).sort());
  expect(installed).toEqual(["skill-creator", "skill-doctor", "skill-installer"]);
});

test("[O11] `--json` gives status, place and fingerprint", async () => {
  const path = join(base, "own/skills");
  const system = { path: join(path, ".system"), fingerprint: digestDirectory(EMBEDDED) };
  const json = async (): Promise<unknown> => JSON.parse((await run({}, true)).out);
  expect(await json()).toEqual({
    schema: 2,
    status: "installed",
    path,
    created: true,
    system: { status: "installed", ...system },
  });
  expect(await json()).toEqual({
    schema: 2,
    status: "unchanged",
    path,
    created: false,
    system: { status: "unchanged", ...system },
  });
  rmSync(join(path, ".system/skill-doctor"), { recursive: true });
  expect(await json()).toMatchObject({ status: "updated", created: false });
});

test("[O11] without default skills only the directory is made, and a copy that is there stays", async () => {
  expect((await run({ defaultSkills: false })).out).toBe(`created ${base}/own/skills\n`);
  expect(readdirSync(join(base, "own/skills"))).toEqual([]);
  expect((await run({ defaultSkills: false })).out).toContain("nothing was changed");
  await run();
  await run({ defaultSkills: false });
  expect(existsSync(join(base, "own/skills/.system/skill-creator/SKILL.md"))).toBe(true);
});

test("[O11] the user's setting counts like the flag", async () => {
  expect((await run({}, false, { SKILLWRIGHT_DEFAULT_SKILLS: "false" })).out).toBe(`created ${base}/own/skills\n`);
});

test("[O11] without `SKILLWRIGHT_HOME` it is the platform's directory; a relative one is meant from where we stand", async () => {
  expect((await run({}, false, { SKILLWRIGHT_HOME: undefined })).out).toContain(
    `created ${base}/.config/skillwright/skills\n`,
  );
  expect((await run({}, false, { SKILLWRIGHT_HOME: "here" })).out).toContain(`created ${base}/here/skills\n`);
});

test("[O11] a directory that cannot be made is SK601", async () => {
  writeFileSync(join(base, "own"), "");
  await expect(run()).rejects.toMatchObject({
    code: "SK601",
    message: `the directory \`${base}/own/skills\` cannot be created`,
  });
});

onlyIf(process.getuid?.() !== 0, "root may write everywhere").test(
  "[O11] a directory that cannot be written is SK601",
  async () => {
    await run({ defaultSkills: false });
    chmodSync(join(base, "own/skills"), 0o500);
    await expect(run()).rejects.toMatchObject({ code: "SK601" });
  },
);

class Captured extends Output {
  text = "";

  constructor() {
    super(-1);
  }

  override write(text: string): void {
    this.text += text;
  }

  override flush(): void {
    // Does nothing, because a test reads the text from this object.
  }
}

async function run(
  load: LoadOptions = {},
  json = false,
  variables: Record<string, string | undefined> = {},
): Promise<{ code: number; out: string; err: string }> {
  const out = new Captured();
  const err = new Captured();
  const environment = {
    cwd: base,
    home: base,
    platform: "linux" as const,
    variables: { SKILLWRIGHT_HOME: join(base, "own"), ...variables },
  };
  const context: Context = {
    values: { init: true },
    positionals: [],
    out,
    err,
    paint: makePaint(false),
    paintErr: makePaint(false),
    width: 100,
    json,
    terminal: false,
    load: { ...load, cwd: base, environment },
  };
  return { code: await verbCommand(config, terminalOutput).run(context), out: out.text, err: err.text };
}
