import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { Sandbox, skill } from "../cli/run.ts";

// Archives differ between versions of zlib.
const HASH = /[0-9a-f]{64}/g;

test("[J1] publish prints each skill with the digest of its archive", () => {
  const box = new Sandbox({ "skills/pdf/SKILL.md": skill("pdf"), "skills/docx/SKILL.md": skill("docx") });
  const first = box.run(["publish", "skills", "--to", "site"]);
  expect({ ...first, stdout: first.stdout.replace(HASH, "<hash>") }).toEqual({
    code: 0,
    stdout: "docx  sha256:<hash>\npdf   sha256:<hash>\n",
    stderr: "2 skills in site: 3 files written\n",
  });
  expect(readdirSync(box.path("site"))).toEqual([".well-known"]);
  expect(box.run(["publish", "skills", "--to", "site"]).stderr).toBe("2 skills in site: 0 files written\n");
  const said = JSON.stringify(box.json(["publish", "skills", "--to", "other", "--dry-run"]), null, 2);
  expect(said.replace(HASH, "<hash>")).toMatchSnapshot();
});

test("[J2] what cannot be published fails with the way out; without a place it is a wrong call", () => {
  const box = new Sandbox({ "skills/pdf/SKILL.md": "---\nname: pdf\n---\n" });
  expect(box.run(["publish", "skills", "--to", "site"])).toEqual({
    code: 1,
    stdout: "",
    stderr:
      "error[SK690]: `pdf` cannot be published: it has no `description`\nhelp: run `skillwright check` on it; nothing was published\n",
  });
  expect(box.run(["publish", "skills"])).toEqual({
    code: 2,
    stdout: "",
    stderr: "error: `publish` needs a place\nhelp: say where to with `--to DIR`\n",
  });
});
