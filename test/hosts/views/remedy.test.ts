/** A remedy makes the host see the skill. Tested on real files for every code of hosts. */
import { expect, test } from "vitest";
import { CATALOGUE, CODES } from "../../../src/model/diagnostics/catalogue.ts";
import { checkTargets } from "../../../src/ops/check/check-targets.ts";
import { explainEverywhere, type HostAnswer } from "../../../src/ops/hosts/look-hosts.ts";
import type { Files } from "../../../src/platform/files/files.ts";
import { denying, type Entries, makeTree, skill, type Tree } from "../../tree.ts";
import { applySteps } from "./apply-steps.ts";
import { REMARKS, type RemedyRow, ROWS } from "./remedy-rows.ts";

test("[V5] every code of a host is proved here", () => {
  const proved = new Set<string>([...ROWS.map((row) => row.code), ...REMARKS]);
  expect([...proved].sort()).toEqual(CODES.filter((code) => CATALOGUE[code].kind === "host"));
});

const titled = ROWS.map((row) => [`${row.code} ${row.host}: ${row.fix.slice(0, 80)}`, row] as const);

test.each(titled)("[V5] %s", async (_, row) => {
  const tree = makeTree();
  tree.add(withHome(row.tree, tree.at("home")));
  const asked = row.asked ?? "pdf";
  const files = row.denied ? denying(tree.files, [tree.at(row.denied)]) : tree.files;
  const before = (await ask(asked, row, tree, files)).find(says(row.code));
  expect(before?.remedy?.text.replaceAll(tree.top, "TOP")).toBe(row.fix);
  applySteps(before?.remedy?.steps ?? []);
  const after = await ask(row.later ?? asked, row, tree, tree.files);
  if (row.byHand) {
    expect(before?.remedy?.steps).toEqual([]);
    expect(after.find(says(row.code))?.cell).toMatchObject({ state: before?.cell.state });
  } else expect(after.filter(isVisible).filter((answer) => !mentions(row.code)(answer))).not.toEqual([]);
});

/** Replaces `/HOME` with the home of the test, because records of plugins have absolute paths. */
function withHome(entries: Entries, home: string): Entries {
  return Object.fromEntries(
    Object.entries(entries).map(([path, entry]) => [
      path,
      typeof entry === "string" ? entry.replaceAll("/HOME", home) : entry,
    ]),
  );
}

async function ask(asked: string, row: RemedyRow, tree: Tree, files: Files): Promise<HostAnswer[]> {
  const cwd = tree.at(row.cwd ?? "project");
  const environment = { ...tree.environment, cwd };
  const named = asked.includes("/") ? tree.at(asked) : asked;
  return (await explainEverywhere(named, { hosts: [row.host], cwd, environment, files })).answers;
}

function says(code: string): (answer: HostAnswer) => boolean {
  return ({ cell }) => cell.because?.code === code;
}

function mentions(code: string): (answer: HostAnswer) => boolean {
  return ({ cell }) => [cell.because, ...(cell.entry?.remarks ?? [])].some((remark) => remark?.code === code);
}

function isVisible({ cell }: HostAnswer): boolean {
  return cell.state === "visible";
}

test("[V5] what is kept from the model on purpose stays so", async () => {
  const tree = makeTree({
    "project/.agents/skills/pdf/SKILL.md": skill("pdf", "Use when: asked", "disable-model-invocation: true\n"),
  });
  const texts = async (host: string): Promise<unknown> =>
    (await everywhere("pdf", host, tree)).answers[0]?.remedy?.text;
  expect(await texts("claude-code")).toBe("add a symlink `.claude/skills/pdf` to `../../.agents/skills/pdf`");
  expect(await texts("pi")).toBe("quote the description");
});

test("[V5] SK721: another way to a visible skill needs no remedy", async () => {
  const tree = makeTree({
    "project/.claude/skills/pdf/SKILL.md": skill("pdf"),
    "project/.claude/skills/pdf-again": { link: "pdf" },
  });
  const { answers, views } = await everywhere("pdf", "claude-code", tree);
  expect(views[0]?.entries.map(({ name, because }) => [name, because?.code])).toEqual([
    ["pdf", undefined],
    ["pdf-again", "SK721"],
  ]);
  expect(answers.map(({ cell, remedy }) => [cell.state, remedy])).toEqual([["visible", undefined]]);
});

test("[V5] SK730: the host comes to an end once the file is one", async () => {
  const tree = makeTree({
    "project/.agents/skills/pdf/SKILL.md": { special: "fifo" },
    "project/.agents/skills/own/SKILL.md": skill("own"),
  });
  const { answers, views } = await everywhere("pdf", "opencode", tree);
  expect(views[0]?.remarks.map((remark) => remark.code)).toEqual(["SK730"]);
  expect(answers[0]?.remedy?.text).toBe("put a text file in its place");
  applySteps(answers[0]?.remedy?.steps ?? []);
  const after = await everywhere("pdf", "opencode", tree);
  expect([after.views[0]?.remarks, after.answers[0]?.cell.state]).toEqual([[], "visible"]);
});

test("[V5] SK734: a field that the host ignores is gone when it is taken out", async () => {
  const tree = makeTree({
    "project/.agents/skills/pdf/SKILL.md": skill("pdf", undefined, "model: small\n"),
    "project/.agents/skills/own/SKILL.md": skill("own"),
  });
  const place = { environment: tree.environment, files: tree.files, cwd: tree.at("project") };
  const codes = async (name: string): Promise<string[]> =>
    (await checkTargets([tree.at(`project/.agents/skills/${name}/SKILL.md`)], ["opencode"], [], place)).map(
      ({ code }) => code,
    );
  expect([await codes("pdf"), await codes("own")]).toEqual([["SK734"], []]);
});

function everywhere(asked: string, host: string, { environment, files }: Tree): ReturnType<typeof explainEverywhere> {
  return explainEverywhere(asked, { hosts: [host], environment, files });
}
