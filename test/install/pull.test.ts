import { rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadSkills } from "../../src/catalog/load/load.ts";
import { pulledDirectory } from "../../src/hosts/roots/resolve-roots.ts";
import type { Applied } from "../../src/install/apply/apply.ts";
import type { Installer } from "../../src/ops/open-installer.ts";
import { answer } from "../wire-server.ts";
import { AGENT_SKILLS, type Site, startSite } from "./fetch/site.ts";
import { Machine, skill } from "./machine.ts";

let machine: Machine;
let site: Site;
beforeEach(async () => {
  machine = new Machine();
  site = await startSite();
  machine.write({ "home/.config/skillwright/config.yaml": `urls: ["${site.url}"]\n` });
});
afterEach(() => site.close());

const PDF = { "skills/pdf/SKILL.md": skill("pdf"), "skills/pdf/notes.md": "x" };
const MAIL = { "skills/mail/SKILL.md": skill("mail") };

async function pull(installer?: Installer): Promise<string[]> {
  const opened = installer ?? (await machine.installer());
  const { gone, ...plan } = await opened.planPull();
  const applied: Applied[] = [...(await opened.apply(plan, { person: true })), ...(await opened.remove(gone))];
  return [...applied.map(({ name, action }) => `${action} ${name}`), ...plan.diagnostics.map(({ code }) => code)];
}

async function loaded(): Promise<Record<string, string>> {
  const { snapshot } = await loadSkills({ environment: machine.environment, defaultSkills: false });
  return Object.fromEntries([
    ...snapshot.skills.map(({ skill: { name, scope }, withheld }) => [name, withheld?.code ?? scope]),
    ...snapshot.diagnostics.map(({ code, message }) => [code, message.replace(`:${site.port}`, "")]),
  ]);
}

const cache = (): Record<string, string> => machine.tree("home/.local/share/skillwright/urls");

describe("pulling", () => {
  test("[I15] approved skills are in the catalog, and an unchanged site needs nothing", async () => {
    expect(await loaded()).toEqual({ SK626: "no skills were downloaded from `127.0.0.1` yet" });
    site.publishArchives({ ...PDF, ...MAIL });
    expect(await pull()).toEqual(["add mail", "add pdf"]);
    const key = `http+127.0.0.1%3A${site.port}/top/skills`;
    expect(Object.keys(cache())).toEqual([`${key}/mail/SKILL.md`, `${key}/pdf/SKILL.md`, `${key}/pdf/notes.md`]);
    expect(await loaded()).toEqual({ mail: "plugin", pdf: "plugin" });
    const before = machine.tree("home");
    const asked = site.asked().length;
    expect(await pull()).toEqual(["same mail", "same pdf"]);
    expect(machine.tree("home")).toEqual(before);
    expect(site.asked().slice(asked)).toEqual([`${AGENT_SKILLS}/index.json`]);
  });

  test("[I15] without an approval, nothing is stored", async () => {
    site.publishArchives(PDF);
    const installer = await machine.installer();
    await expect(installer.apply(await installer.planPull(), {})).rejects.toMatchObject({ code: "SK505" });
    expect(cache()).toEqual({});
  });

  test("[I15] changed content needs a new approval, and removed skills are removed", async () => {
    site.publishArchives({ ...PDF, ...MAIL });
    await pull();
    site.publishArchives({ ...PDF, "skills/pdf/SKILL.md": skill("pdf", "Do it otherwise.") });
    const installer = await machine.installer();
    const { skills, gone } = await installer.planPull();
    expect(skills.map(({ name, action }) => [name, action])).toEqual([["pdf", "replace"]]);
    expect(gone).toHaveLength(1);
    await expect(installer.apply({ skills, diagnostics: [] }, {})).rejects.toMatchObject({ code: "SK505" });
    expect(await loaded()).toEqual({ mail: "plugin", pdf: "plugin" });
    expect(await pull(installer)).toEqual(["replace pdf", "remove mail"]);
    expect(await loaded()).toEqual({ pdf: "plugin" });
  });

  test("[I15] without the site, or if it fails, the cached skills stay", async () => {
    site.publishArchives({ ...PDF, ...MAIL });
    await pull();
    const before = cache();
    site.publishArchives({ ...MAIL, ...PDF, "skills/pdf/notes.md": "y" });
    site.on(`${AGENT_SKILLS}/pdf.tar.gz`, answer(404));
    expect(await pull()).toEqual(["same mail", "SK602"]);
    site.on(`${AGENT_SKILLS}/index.json`, answer(500));
    expect(await pull()).toEqual(["SK604"]);
    await site.close();
    expect(await pull()).toEqual(["SK621"]);
    expect(await pull(await machine.installer({ offline: true }))).toEqual(["same mail", "same pdf"]);
    expect(cache()).toEqual(before);
    expect(await loaded()).toEqual({ mail: "plugin", pdf: "plugin" });
  });

  test("[I15] what is damaged in the store, or has other files in the index, is fetched again", async () => {
    site.publishArchives(PDF);
    await pull();
    const again = async (): Promise<unknown> => {
      const asked = site.asked().length;
      const done = await pull();
      return [done, site.asked().slice(asked)];
    };
    const index = `${AGENT_SKILLS}/index.json`;
    const archive = `${AGENT_SKILLS}/pdf.tar.gz`;
    const stored = Object.keys(machine.tree("home/.local/share/skillwright/store")).find((path) => /notes/.test(path));
    rmSync(`${machine.data}/store/${stored}`);
    expect(await again()).toEqual([["same pdf"], [index, archive]]);
    const { skills } = JSON.parse(Buffer.from(await (await fetch(`${site.url}${index}`)).arrayBuffer()).toString());
    site.putIndex(index, [{ ...skills[0], files: ["SKILL.md"] }]);
    expect(await again()).toEqual([
      ["replace pdf", "SK624"],
      [index, archive],
    ]);
    site.putIndex(index, [{ ...skills[0], files: ["SKILL.md"] }]);
    expect(await again()).toEqual([["same pdf"], [index]]);
  });

  test("[I15] a skill that is changed in the cache is not offered", async () => {
    site.publishArchives(PDF);
    await pull();
    const [path = ""] = Object.keys(cache());
    machine.write({ [`home/.local/share/skillwright/urls/${path}`]: skill("pdf", "Evil.") });
    expect(await loaded()).toMatchObject({ pdf: "SK503" });
  });

  test("[I15] an entry without a SKILL.md is left out", async () => {
    site.publishFiles({ ...PDF, "skills/empty/README.md": "nothing" });
    expect(await pull()).toEqual(["add pdf", "SK606"]);
  });

  test("[I15] a skill of the user's own comes first", async () => {
    site.publishArchives(PDF);
    await pull();
    machine.write({ "home/.agents/skills/pdf/SKILL.md": skill("pdf", "Mine.") });
    expect(await loaded()).toMatchObject({ pdf: "user" });
  });

  test("[I15] only what is configured, and what is an address", async () => {
    const installer = await machine.installer({ config: { urls: ["example.org"] } });
    await expect(installer.planPull(["https://other.test"])).rejects.toMatchObject({ code: "SK603" });
    const { diagnostics } = await installer.planPull(["example.org"]);
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      "SK603 `example.org` is not the address of a site",
    ]);
  });
});

describe("[I15] the sites in OpenCode's settings", () => {
  const settings = (): string => JSON.stringify({ skills: { urls: [`${site.url}/skills/`] } });
  const trustProject = (): void =>
    machine.write({
      "home/.config/skillwright/trust.json": JSON.stringify({ schema: 1, folders: [machine.project] }),
    });

  async function seenByOpenCode(): Promise<Record<string, string>> {
    const { snapshot } = await loadSkills({ environment: machine.environment, host: "opencode" });
    return Object.fromEntries(
      snapshot.skills.map(({ skill: { name }, withheld }) => [name, withheld?.code ?? "shown"]),
    );
  }

  test("the user's are fetched when the user asks, and OpenCode's view has them", async () => {
    machine.write({ "home/.config/opencode/opencode.json": settings() });
    site.publishFiles(PDF, "/skills");
    expect(await seenByOpenCode()).toEqual({});
    expect(site.asked()).toEqual([]);
    const host = "opencode";
    const installer = await machine.installer({ host });
    await expect(installer.apply(await installer.planPull(), {})).rejects.toMatchObject({ code: "SK505" });
    expect(await pull(await machine.installer({ host }))).toEqual(["add pdf"]);
    expect(await seenByOpenCode()).toEqual({ pdf: "shown" });
    machine.write({ "home/.cache/opencode/skills/pdf/SKILL.md": skill("pdf", "Cached.") });
    expect(await seenByOpenCode()).toEqual({ pdf: "shown" });
    const [path = ""] = Object.keys(cache());
    machine.write({ [`home/.local/share/skillwright/urls/${path}`]: skill("pdf", "Evil.") });
    expect(await seenByOpenCode()).toEqual({ pdf: "SK503" });
  });

  test("a site that the project names is contacted after trust, and after a yes to its host", async () => {
    machine.write({ "project/opencode.json": settings() });
    site.publishFiles(PDF, "/skills");
    const planned = async (options = {}): Promise<string[]> => {
      const { skills, diagnostics } = await (await machine.installer({ host: "opencode", ...options })).planPull();
      return [...skills.map(({ name }) => name), ...diagnostics.map(({ code }) => code)];
    };
    const acceptHosts = [new URL(site.url).host];
    expect([await planned(), await planned({ acceptHosts, acceptPublicHosts: true })]).toEqual([["SK501"], ["SK501"]]);
    trustProject();
    expect([await planned(), await planned({ acceptPublicHosts: true })]).toEqual([["SK508"], ["SK508"]]);
    expect(site.asked()).toEqual([]);
    expect(await planned({ acceptHosts })).toEqual(["pdf"]);
  });

  test("an untrusted project's file does not replace the user's list", async () => {
    machine.write({
      "home/.config/opencode/opencode.json": settings(),
      "project/opencode.json": JSON.stringify({ skills: { urls: ["https://other.invalid/"] } }),
    });
    site.publishFiles(PDF, "/skills");
    expect(await pull(await machine.installer({ host: "opencode" }))).toEqual(["add pdf", "SK501"]);
  });

  test("a host without sites has none", async () => {
    const installer = await machine.installer({ host: "codex" });
    expect(await installer.planPull()).toEqual({ skills: [], diagnostics: [], gone: [] });
    await expect(installer.planPull([site.url])).rejects.toMatchObject({ code: "SK603" });
  });
});

describe("places", () => {
  test.each([
    ["https://example.org", "example.org/top"],
    ["https://EXAMPLE.org:443/", "example.org/top"],
    ["https://example.org:8443/a/b/?c=d", "example.org%3A8443/%2Fa%2Fb%3Fc%3Dd"],
    ["https://example.org/a*b'(c)!~/..", "example.org/top"],
    ["https://example.org/a*b'(c)!~", "example.org/%2Fa%2ab%27%28c%29%21%7e"],
    ["https://me:secret@example.org/", "example.org/top"],
    ["http://127.0.0.1:80/x", "http+127.0.0.1/%2Fx"],
    ["http://[::1]/x", "http+%5B%3A%3A1%5D/%2Fx"],
  ])("[I15] %s is kept in %s", (url, expected) => {
    const directory = pulledDirectory(url, { cwd: "/", home: "/h", platform: "linux", variables: {} });
    expect(directory).toBe(`/h/.local/share/skillwright/urls/${expected}/skills`);
  });

  test.each(["", "example.org", "ftp://example.org", "file:///etc", `https://example.org/${"x".repeat(300)}`])(
    "[I15] %.40s is not a site",
    (url) => {
      expect(pulledDirectory(url, { cwd: "/", home: "/h", platform: "linux", variables: {} })).toBeUndefined();
    },
  );
});
