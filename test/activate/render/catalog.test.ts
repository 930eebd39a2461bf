import { describe, expect, test } from "vitest";
import { catalogDelta, listCatalog } from "../../../src/activate/list-catalog.ts";
import { FORMAT_NAMES } from "../../../src/activate/render/formats.ts";
import { findProfile, PROFILES } from "../../../src/hosts/profiles/profiles.ts";
import { OperationError } from "../../../src/model/errors.ts";
import type { HostProfile } from "../../../src/model/host-profile.ts";
import { load, makeTree, skill } from "../../tree.ts";
import { catalogOf, type Given } from "./make.ts";

const own = findProfile("skillwright") as HostProfile;
const UNTRUSTED = { code: "SK501", reason: "the folder is not trusted" };

describe("the listed skills", () => {
  const all: Given[] = [
    { name: "pdf", description: "Makes PDFs." },
    { name: "by-user", description: "x", manifest: { disableModelInvocation: true } },
    { name: "explicit", description: "x", sidecar: { policy: { allowImplicitInvocation: false }, files: [] } },
    { name: "for-model", description: "x", manifest: { userInvocable: false } },
    { name: "css", description: "x", manifest: { paths: ["**/*.css"] } },
    { name: "strange", description: "x", scope: "repo", withheld: UNTRUSTED },
    { name: "kept", description: "x", withheld: { code: "SK722", reason: "the host keeps it back" } },
  ];

  test.each<[string, Parameters<typeof catalogOf>[1], string[]]>([
    ["nothing else said", {}, ["pdf", "for-model"]],
    ["a file is worked on", { files: ["/work/a/b.css"] }, ["pdf", "for-model", "css"]],
    ["another file is", { files: ["a.ts"] }, ["pdf", "for-model"]],
    ["an agent's scope", { scope: { skills: ["p*", "strange", "by-user"] } }, ["pdf"]],
    ["an empty scope", { scope: { skills: [] } }, ["pdf", "for-model"]],
  ])("[D1] %s", async (_, options, expected) => {
    const { entries, counts } = await catalogOf(all, options);
    expect(entries.map(({ address }) => address)).toEqual(expected);
    expect(counts).toEqual({ full: expected.length, shortened: 0, "name-only": 0, omitted: 0 });
  });

  test.each(FORMAT_NAMES)("[D1] no skills, no section: %s", async (format) => {
    const { text, entries, used } = await catalogOf(all.slice(5), { format });
    expect({ text, entries, used }).toEqual({ text: "", entries: [], used: { characters: 0, tokens: 0 } });
  });

  test.each(FORMAT_NAMES.filter((format) => format !== "none"))(
    "[D1] an untrusted folder's skills are in no format: %s",
    async (format) => {
      const tree = makeTree({
        "project/.git/HEAD": "",
        "project/.agents/skills/intruder/SKILL.md": skill("intruder", "Steals things."),
        "project/.claude/skills/burglar/SKILL.md": skill("burglar", "Steals more."),
        "home/.agents/skills/mine/SKILL.md": skill("mine"),
        "named/friend/SKILL.md": skill("friend"),
      });
      const catalog = async (trust?: "all"): Promise<string[]> => {
        const { snapshot } = await load(tree, { roots: [tree.at("named")], ...(trust ? { trust } : {}) });
        const { text, entries } = await listCatalog(
          snapshot,
          own,
          { format },
          { variables: {}, readBody: async () => "Body." },
        );
        const shown = ["intruder", "burglar", "mine", "friend"].filter((name) => text.includes(name));
        expect(entries.map(({ address }) => address).sort()).toEqual([...shown].sort());
        return shown;
      };
      // A directory is trusted if the user names it.
      expect(await catalog()).toEqual(["mine", "friend"]);
      expect(await catalog("all")).toEqual(["intruder", "burglar", "mine", "friend"]);
    },
  );
});

test("[D1] ineligible skills are listed only on request", async () => {
  const tree = makeTree({
    "named/plain/SKILL.md": skill("plain"),
    "named/docker/SKILL.md": skill("docker", undefined, "eligibility:\n  required-bins: [no-such-program]\n"),
  });
  const listed = async (ineligible?: boolean): Promise<string[]> => {
    const { snapshot } = await load(tree, { roots: [tree.at("named")], ...(ineligible ? { ineligible } : {}) });
    const { entries } = await listCatalog(snapshot, own, {}, { variables: {} });
    return entries.map(({ address }) => address);
  };
  expect([await listed(), await listed(true)]).toEqual([["plain"], ["docker", "plain"]]);
});

describe("through another host", () => {
  const profiles = PROFILES.filter(({ runtime, disclosure }) => runtime === "view" && disclosure.format !== "none");

  test.each(profiles.map(({ name }) => name))("[T1] %s gives no skill of an untrusted folder", async (host) => {
    const profile = findProfile(host) as HostProfile;
    const place = profile.roots.find(
      ({ scope, path }) => scope === "repo" && /^\{(?:project|root|cwd)\}\/[^{}*$]+$/.test(path),
    );
    const entries = (name: string): Record<string, string> =>
      place ? { [`project/${place.path.replace(/^\{\w+\}\//, "")}/${name}/SKILL.md`]: skill(name) } : {};
    const tree = makeTree({
      "project/.git/HEAD": "",
      ...entries("intruder"),
      "named/friend/SKILL.md": skill("friend"),
    });
    const catalog = async (trust: "store" | "all"): Promise<[boolean, string, string[]]> => {
      const { snapshot } = await load(tree, { host, trust, roots: [tree.at("named")] });
      const { text, entries: listed } = await listCatalog(snapshot, profile, {}, { variables: {} });
      const seen = snapshot.skills.some((each) => each.skill.name === "intruder");
      return [seen, text, listed.map(({ address }) => address)];
    };
    const [seen, text, listed] = await catalog("store");
    expect([text.includes("intruder"), listed.includes("intruder"), text.includes("friend")]).toEqual([
      false,
      false,
      true,
    ]);
    // Skills that only the host sees are checked separately.
    if (seen) expect((await catalog("all"))[2]).toContain("intruder");
  });
});

describe("the wording", () => {
  test("[D2] when to use it follows the description", async () => {
    const { text } = await catalogOf([
      { name: "pdf", description: "Makes PDFs", manifest: { whenToUse: "PDFs are wanted." } },
    ]);
    expect(text).toContain("<description>Makes PDFs. PDFs are wanted.</description>");
  });

  test("[D2] two skills of one name are shown with their addresses", async () => {
    const { text } = await catalogOf([
      { name: "pdf", description: "One.", scope: "repo" },
      { name: "pdf", description: "Another.", scope: "user" },
    ]);
    expect(text).toContain("<skill><name>pdf</name><address>pdf@repo</address><description>One.</description>");
    expect(text).toContain("<skill><name>pdf</name><address>pdf@user</address><description>Another.</description>");
  });

  test("[D8] the pinned are named by name, pattern, address or id", async () => {
    const skills = Array.from({ length: 30 }, (_, at) => ({
      name: `s${at}`,
      description: "Tells a long story of what it does. ".repeat(9),
    }));
    const full = async (pinned: string[], fallbackChars = 4200): Promise<string[]> =>
      (await catalogOf(skills, { pinned, budget: { fallbackChars } })).entries
        .filter(({ coverage }) => coverage === "full")
        .map(({ address }) => address);
    expect(await full([])).toEqual([]);
    expect(await full(["s7"])).toEqual(["s7"]);
    const teens = Array.from({ length: 10 }, (_, at) => `s1${at}`);
    expect(await full(["s1?", "user:skills/s3"], 6300)).toEqual(["s3", ...teens]);
  });

  test("[D13] a ranking contains addresses, names or ids, and is used only if it is passed", async () => {
    const skills = Array.from({ length: 20 }, (_, at) => ({
      name: `s${at}`,
      description: "Tells a long story of what it does. ".repeat(9),
    }));
    const budget = { fallbackChars: 300 };
    const described = async (ranking?: Record<string, number>): Promise<string[]> =>
      (await catalogOf(skills, { budget, format: "bullets", ...(ranking ? { ranking } : {}) })).entries
        .filter(({ coverage }) => coverage === "shortened")
        .map(({ address }) => address);
    expect(await described()).toEqual(["s0", "s1", "s2", "s3", "s4"]);
    expect(await described({ s15: 3, "user:skills/s11": 9, s0: Number.NaN, s3: 1 })).toEqual([
      "s0",
      "s1",
      "s3",
      "s11",
      "s15",
    ]);
  });

  test("[D7] the tool is the profile's unless another is given", async () => {
    const one = [{ name: "a", description: "x" }];
    expect((await catalogOf(one)).text).toContain("with the `skill` tool");
    expect((await catalogOf(one, { tool: "Skill" })).text).toContain("with the `Skill` tool");
  });

  test("[D2] an unknown format is SK401", async () => {
    await expect(catalogOf([], { format: "yaml" })).rejects.toThrow(OperationError);
    await expect(catalogOf([], { format: "yaml" })).rejects.toMatchObject({ code: "SK401" });
  });

  test("[D2] only a format with bodies reads them, and a missing body does not affect other skills", async () => {
    const two = [
      { name: "a", description: "x" },
      { name: "b", description: "x" },
    ];
    const read: string[] = [];
    const readBody = async ({ name }: { name: string }): Promise<string> => {
      read.push(name);
      if (name === "a") throw new OperationError("SK004", "gone", { hint: "" });
      return "The body.";
    };
    for (const format of FORMAT_NAMES)
      if (format !== "aleph") await catalogOf(two, { format }, { variables: {}, readBody });
    expect(read).toEqual([]);
    const { text } = await catalogOf(two, { format: "aleph" }, { variables: {}, readBody });
    expect(text).toBe(
      '<skills>\n<skill id="a" name="a">\n</skill>\n<skill id="b" name="b">\n<instructions>\nThe body.\n</instructions>\n</skill>\n</skills>',
    );
  });
});

describe("revisions", () => {
  const base: Given[] = [
    { name: "a", description: "Does a." },
    { name: "b", description: "Does b." },
    { name: "quiet", description: "x", manifest: { disableModelInvocation: true } },
  ];
  const revision = async (given: readonly Given[]): Promise<string> => (await catalogOf(given)).revision;

  test("[D13] changes when a listed skill does, and only then", async () => {
    const first = await revision(base);
    expect(await revision([...base])).toBe(first);
    expect(await revision(base.map((each) => (each.name === "quiet" ? { ...each, description: "y" } : each)))).toBe(
      first,
    );
    expect(await revision(base.map((each) => (each.name === "b" ? { ...each, description: "y" } : each)))).not.toBe(
      first,
    );
  });

  test("[D12] a delta names added, changed and removed skills", async () => {
    const before = await catalogOf([...base, { name: "old", description: "Does old." }]);
    const after = await catalogOf([
      { name: "a", description: "Does a." },
      { name: "b", description: "Does b better." },
      { name: "new", description: "Does new." },
    ]);
    expect(catalogDelta(before, after)).toEqual({
      from: before.revision,
      to: after.revision,
      added: ["new"],
      changed: ["b"],
      removed: ["old"],
      text: `The list of skills has changed.
Added:
<skill><name>new</name><description>Does new.</description><location>/user/skills/new/SKILL.md</location></skill>
Changed; earlier descriptions of these no longer apply:
<skill><name>b</name><description>Does b better.</description><location>/user/skills/b/SKILL.md</location></skill>
No longer available:
- old`,
    });
  });

  test("[D12] a different amount of room is not a change", async () => {
    const many = Array.from({ length: 40 }, (_, at) => ({
      name: `s${at}`,
      description: `Tells ${at} stories. `.repeat(20),
    }));
    const before = await catalogOf(many, { budget: { fallbackChars: 5000 } });
    const after = await catalogOf([...many, { name: "x", description: "Does x." }], {
      budget: { fallbackChars: 5000 },
    });
    const { added, changed, removed, text } = catalogDelta(before, after);
    expect({ added, changed, removed, text }).toEqual({
      added: ["x"],
      changed: [],
      removed: [],
      text: "The list of skills has changed.\nAdded:\n- x: Does x.",
    });
  });

  test("[D12] a delta without a change, from and to an empty catalog, and to a shorter catalog", async () => {
    const none = await catalogOf([]);
    const some = await catalogOf(base);
    const others = await catalogOf(
      Array.from({ length: 30 }, (_, at) => ({ name: `other-${at}` })),
      { format: "bullets" },
    );
    expect(catalogDelta(some, some).text).toBe("");
    expect(catalogDelta(none, some).text).toBe(some.text);
    expect(catalogDelta(some, none).text).toBe("The skills that were listed are no longer available.");
    const { text } = catalogDelta(await catalogOf(base, { format: "bullets" }), {
      ...others,
      text: others.text.slice(-100),
    });
    expect(text).toBe(`The list of skills has changed. This one replaces it.\n\n${others.text.slice(-100)}`);
  });
});
