/** A model receives an approved skill exactly as it was approved, or not at all. */
import { describe, expect, test } from "vitest";
import { openSkills } from "../../../src/ops/open-skills.ts";
import { Machine, skill } from "../../install/machine.ts";

const HERE = "project/.agents/skills/pdf";

async function installed(host: string) {
  const machine = new Machine({ "v1/pdf/SKILL.md": skill("pdf"), "v1/pdf/references/more.md": "More.\n" });
  await machine.add("../v1/pdf");
  const skills = await openSkills({ environment: machine.environment, defaultSkills: false, host });
  return { machine, skills, session: await skills.session({ id: "s" }) };
}

describe.each(["skillwright", "codex"])("[Y6] [Y8] through %s", (host) => {
  test("an approved skill is offered, even in an untrusted folder", async () => {
    const { session } = await installed(host);
    expect((await session.catalog()).entries.map(({ address }) => address)).toEqual(["pdf"]);
    expect((await session.turn("$pdf")).items).toHaveLength(1);
    expect((await session.readResource("pdf", "references/more.md")).text).toBe("More.\n");
  });

  test("a skill that changed before the load is neither offered nor given", async () => {
    const { machine } = await installed(host);
    machine.write({ [`${HERE}/SKILL.md`]: skill("pdf", "Other.") });
    const skills = await openSkills({ environment: machine.environment, defaultSkills: false, host });
    const session = await skills.session({ id: "s" });
    expect((await session.catalog()).text).toBe("");
    expect((await session.activate({ asked: "pdf", actor: "user" })).refusal?.code).toBe("SK503");
    expect((await session.readResource("pdf", "references/more.md")).refusal?.code).toBe("SK503");
  });

  test("a skill that changed after the load is refused, with this reason", async () => {
    const { machine, session } = await installed(host);
    machine.write({ [`${HERE}/SKILL.md`]: skill("pdf", "Other."), [`${HERE}/references/more.md`]: "Less.\n" });
    const answer = await session.activate({ asked: "pdf", actor: "model" });
    expect([answer.refusal?.code, answer.text.includes("Other.")]).toEqual(["SK503", false]);
    const read = await session.readResource("pdf", "references/more.md");
    expect([read.refusal?.code, read.text.includes("Less.")]).toEqual(["SK503", false]);
  });
});
