/** Resolves messages: selected skills in order, their arguments, and refusals with reasons. */
import { describe, expect, test } from "vitest";
import { MAX_MESSAGE, OUR_MENTIONS } from "../../../src/activate/select/resolve-message.ts";
import { MAX_REQUESTED_SKILLS } from "../../../src/activate/select/selection.ts";
import { skillwright } from "../../../src/hosts/profiles/skillwright.ts";
import type { Snapshot } from "../../../src/model/skills/snapshot.ts";
import { loaded, rejected, skill, snapshotOf } from "../access/snapshots.ts";
import { ANYWHERE, type Asked, resolve, shown } from "./shown.ts";

const PDF_REPO = loaded("pdf", { scope: "repo" });
const PDF_USER = loaded("pdf", { scope: "user" });
/** Two skills of one name, as in hosts without overriding. */
const TWO = snapshotOf([PDF_REPO, PDF_USER, "doc"]);

test("[M4] a complete resolution", () => {
  const snapshot = snapshotOf([loaded("pdf"), loaded("review", { manifest: { triggers: ["look over"] } })]);
  expect(resolve("/pdf look over $pdf and $nothing", snapshot)).toEqual({
    selected: [
      {
        offered: { address: "pdf", loaded: snapshot.skills[0] },
        by: "name",
        form: "slash",
        arguments: "look over $pdf and $nothing",
        start: 0,
        end: 4,
      },
    ],
    refused: [],
    suggested: [{ address: "review", phrase: "look over", start: 5, end: 14 }],
  });
});

describe("[M4] links and picks", () => {
  const linked = loaded("linked", { realPath: "/elsewhere/linked/SKILL.md" });
  const snapshot = snapshotOf([PDF_REPO, PDF_USER, linked]);

  test.each<[string, string]>([
    ["/home/me/.agents/skills/pdf/SKILL.md", "pdf@user"],
    ["/home/me/.agents/skills/pdf", "pdf@user"],
    ["/home/me/.agents/skills/pdf/", "pdf@user"],
    ["/home/me/.agents/../.agents/skills/pdf", "pdf@user"],
    ["~/.agents/skills/pdf/SKILL.md", "pdf@user"],
    ["user:~/.agents/skills/pdf", "pdf@user"],
    ["file:///home/me/.agents/skills/pdf/SKILL.md", "pdf@user"],
    ["skill:///home/me/.agents/skills/pdf/SKILL.md", "pdf@user"],
    ["</home/me/.agents/skills/pdf/SKILL.md>", "pdf@user"],
    ["../.agents/skills/pdf/SKILL.md", "pdf@repo"],
    [".agents/skills/pdf/SKILL.md", "pdf@repo"],
    [".agents\\skills\\pdf\\SKILL.md", "pdf@repo"],
    ["/home/me/.agents/skills/%70df/SKILL.md", "pdf@user"],
    ["/elsewhere/linked/SKILL.md", "linked"],
    ["skill://linked", "linked"],
    ["skill://linked/SKILL.md", "linked"],
  ])("%s leads to %s", (place, address) => {
    for (const [message, picks] of [
      [`see [$whatever](${place})`, []],
      ["", [place]],
    ] as const)
      expect(shown(resolve(message, snapshot, { picks }))).toEqual([address]);
  });

  test.each<[string, string[]]>([
    // The path decides. The name is not used, even as a fallback.
    ["[$linked](/nowhere/SKILL.md)", ["SK301 /nowhere/SKILL.md"]],
    ["[$linked](skill://nothing)", ["SK301 skill://nothing"]],
    ["[$linked](/docs/linked.md)", []],
    ["[$linked](linked)", []],
    ["[$linked](app://linked)", []],
    ["[$linked](https://x.y/SKILL.md)", []],
    ["[$linked](%zz/SKILL.md)", ["SK301 %zz/SKILL.md"]],
  ])("%s", (message, expected) => {
    expect(shown(resolve(message, snapshot))).toEqual(expected);
  });

  test("an unknown link gets the nearest names", () => {
    const { refused } = resolve("[$linkd](/nowhere/SKILL.md)", snapshot);
    expect(refused).toEqual([
      {
        code: "SK301",
        asked: "/nowhere/SKILL.md",
        reason: "there is no such skill",
        help: "did you mean `$linked`?",
        candidates: ["linked"],
        form: "link",
        start: 0,
        end: 27,
      },
    ]);
  });

  test("an unknown pick is refused", () => {
    expect(shown(resolve("", snapshot, { picks: ["/nowhere", "user:x"] }))).toEqual(["SK301 /nowhere", "SK301 user:x"]);
  });
});

describe("[M4] order", () => {
  const snapshot = snapshotOf(["a", "b", "c", "d", "p:q"]);

  test("picks, links, qualified names, plain names; each group in the order of the message", () => {
    const message = "$b then $p:q, $a, [$c](user:~/.agents/skills/c) and $d@user";
    const { selected } = resolve(message, snapshot, { picks: ["user:~/.agents/skills/d"] });
    expect(selected.map(({ offered, by, form }) => [offered.address, by, form])).toEqual([
      ["d", "pick", "pick"],
      ["c", "link", "link"],
      ["p:q", "qualified", "dollar"],
      ["b", "name", "dollar"],
      ["a", "name", "dollar"],
    ]);
  });

  test.each<[string, string, string[]]>([
    ["one name twice", "$a $A /a @a", ["a"]],
    ["a name and its path", "$a [$a](user:~/.agents/skills/a)", ["a"]],
    ["a name and its qualified form", "$a and $a@user", ["a"]],
    [
      "arguments go with the mention that stays",
      "/a x [$a](user:~/.agents/skills/a)",
      ["a (x [$a](user:~/.agents/skills/a))"],
    ],
  ])("%s is one skill", (_, message, expected) => {
    expect(shown(resolve(message, snapshot, { mentions: ANYWHERE }))).toEqual(expected);
  });

  test("the same refusal is reported once", () => {
    expect(shown(resolve("$pdf $PDF $pdf", TWO))).toEqual(["SK310 pdf"]);
  });

  test("two skills of one name are both selected if both are addressed", () => {
    expect(shown(resolve("$pdf@user $pdf@repo $pdf", TWO))).toEqual(["pdf@user", "pdf@repo"]);
  });

  test("a plain name means the one that is already chosen", () => {
    const picks = [PDF_USER.skill.path];
    expect(shown(resolve("$pdf", TWO, { picks }))).toEqual(["pdf@user"]);
  });
});

describe("[M4] ambiguity", () => {
  test("is answered with the address of each skill", () => {
    expect(resolve("use $pdf", TWO).refused).toEqual([
      {
        code: "SK310",
        asked: "pdf",
        reason: "2 skills are called `pdf`",
        help: "choose one: `$pdf@repo`, `$pdf@user`",
        candidates: ["pdf@repo", "pdf@user"],
        form: "dollar",
        start: 4,
        end: 8,
      },
    ]);
  });

  test.each<[string, string, Asked, string]>([
    ["a slash", "/pdf", {}, "choose one: `/pdf@repo`, `/pdf@user`"],
    ["an at", "@pdf", { mentions: ANYWHERE }, "choose one: `@pdf@repo`, `@pdf@user`"],
    [
      "a prefix",
      "/skill:pdf",
      { mentions: { dollar: false, slash: "leading", slashPrefix: "skill:", at: false } },
      "choose one: `/skill:pdf@repo`, `/skill:pdf@user`",
    ],
  ])("in the form that was used: %s", (_, message, asked, help) => {
    const { refused } = resolve(message, TWO, asked);
    expect(refused.map((each) => each.help)).toEqual([help]);
    for (const candidate of refused[0]?.candidates ?? [])
      expect(shown(resolve(message.replace("pdf", candidate), TWO, asked))).toEqual([candidate]);
  });

  test("ids are given as links, and these work", () => {
    const snapshot = snapshotOf([loaded("pdf", { directory: "a" }), loaded("pdf", { directory: "b" })]);
    const { refused } = resolve("$pdf", snapshot);
    expect(refused[0]?.help).toBe("choose one: `[$pdf](user:~/.agents/skills/a)`, `[$pdf](user:~/.agents/skills/b)`");
    expect(shown(resolve("[$pdf](user:~/.agents/skills/b)", snapshot))).toEqual(["user:~/.agents/skills/b"]);
  });
});

describe("[M10] leading slashes", () => {
  const snapshot = snapshotOf(["a", "b", "c", loaded("kept", { manifest: { userInvocable: false } })]);

  test.each<[string, string[]]>([
    ["/a", ["a"]],
    ["/a  one two \n three ", ["a (one two \n three)"]],
    ["  \n /a x", ["a (x)"]],
    ["/a /b x", ["a (x)", "b (x)"]],
    ["/a\n/b\n/c", ["a", "b", "c"]],
    ["/a /nothing /b", ["a (/nothing /b)"]],
    ["/a x /b", ["a (x /b)"]],
    ["/a /kept x", ["a (/kept x)", "SK311 kept"]],
    ["/a, do it", ["a (do it)"]],
    ["/a: do it", ["a (do it)"]],
    ["/a /etc/hosts", ["a (/etc/hosts)"]],
    ["say /a", []],
    ["/kept", ["SK311 kept"]],
  ])("%j", (message, expected) => {
    expect(shown(resolve(message, snapshot))).toEqual(expected);
  });

  test.each<[Asked["mentions"], string, string[]]>([
    [{ dollar: false, slash: "leading", at: false }, "/a /b x", ["a (/b x)"]],
    [{ dollar: false, slash: "stacked", stack: 2, at: false }, "/a /b /c x", ["a (/c x)", "b (/c x)"]],
    [{ dollar: false, slash: "anywhere", stack: 2, at: false }, "/a /b /c x", ["a (/c x)", "b (/c x)", "c"]],
    [{ dollar: false, slash: "anywhere", at: false }, "/a then /b and /nothing", ["a (then /b and /nothing)", "b"]],
    [{ dollar: false, slash: "none", at: false }, "/a x", []],
  ])("%j %s", (mentions, message, expected) => {
    expect(shown(resolve(message, snapshot, mentions ? { mentions } : {}))).toEqual(expected);
  });
});

describe("[M10] unknown names", () => {
  const snapshot = snapshotOf(["release", "review"]);

  test("a leading slash is refused with the names that come near", () => {
    expect(resolve("/relase now", snapshot).refused).toEqual([
      {
        code: "SK301",
        asked: "relase",
        reason: "there is no such skill",
        help: "did you mean `/release`?",
        candidates: ["release"],
        form: "slash",
        start: 0,
        end: 7,
      },
    ]);
  });

  test.each<[string, Asked, string[]]>([
    ["/clear", { commands: ["/clear"] }, []],
    ["/Clear x", { commands: ["clear"] }, []],
    ["/clear", { commands: ["other"] }, ["SK301 clear"]],
    ["/usr/bin/env", {}, []],
    ["/2 of them", {}, []],
    ["// comment", {}, []],
    ["$relase @relase x /relase", { mentions: ANYWHERE }, []],
  ])("%s with %j", (message, asked, expected) => {
    expect(shown(resolve(message, snapshot, asked))).toEqual(expected);
  });
});

describe("[M10] names that also belong to something else", () => {
  const snapshot = snapshotOf(["gmail", "google-drive", "clear", "p:clear"]);

  test("a plain name is refused, and the answer shows how to address the skill", () => {
    expect(resolve("$gmail", snapshot, { connectors: ["Gmail"] }).refused).toEqual([
      {
        code: "SK314",
        asked: "gmail",
        reason: "the connector `gmail` has that name too",
        help: "for the skill, write `$gmail@user`",
        candidates: ["gmail@user"],
        form: "dollar",
        start: 0,
        end: 6,
      },
    ]);
  });

  test.each<[string, Asked, string[]]>([
    ["$google-drive", { connectors: ["Google Drive"] }, ["SK314 google-drive"]],
    ["/clear", { commands: ["clear"] }, ["SK314 clear"]],
    ["$clear", { commands: ["/clear"] }, ["SK314 clear"]],
    ["/gmail /clear x", { commands: ["/clear"] }, ["gmail (/clear x)", "SK314 clear"]],
    ["/clear@user x", { commands: ["clear"] }, ["clear (x)"]],
    ["/p:clear x", { commands: ["clear"] }, ["p:clear (x)"]],
    ["[$gmail](~/.agents/skills/gmail)", { connectors: ["gmail"] }, ["gmail"]],
    ["x", { connectors: ["gmail"], picks: ["user:~/.agents/skills/gmail"] }, ["gmail"]],
    ["$slack /slack", { connectors: ["slack"] }, []],
    // A connector is not a command of the host, so the skill is still missing.
    ["/slack", { connectors: ["slack"] }, []],
  ])("%s with %j", (message, asked, expected) => {
    expect(shown(resolve(message, snapshot, asked))).toEqual(expected);
  });
});

describe("known skills that are refused", () => {
  const withheld = { code: "SK501", reason: "the folder is not trusted" };
  const snapshot: Snapshot = snapshotOf(
    [
      loaded("open"),
      loaded("theirs", { scope: "repo", withheld }),
      loaded("for-model", { manifest: { userInvocable: false } }),
      loaded("for-user", { manifest: { disableModelInvocation: true } }),
      loaded("for-files", { manifest: { paths: ["*.ts"] } }),
    ],
    {
      disabled: [{ skill: skill("off"), reason: "disabled by `off` in config.yaml" }],
      ineligible: [
        {
          skill: skill("mac"),
          missing: [{ code: "SK204", kind: "platform", what: "darwin", message: "it needs darwin" }],
        },
      ],
      rejected: [rejected("broken")],
      overridden: [
        { skill: skill("open", { scope: "admin" }), by: loaded("open").skill.id, reason: "scope", selectable: true },
      ],
    },
  );

  test.each<[string, Asked, string[]]>([
    ["[T1] $theirs", {}, ["SK501 theirs"]],
    ["[M1] $for-model", {}, ["SK311 for-model"]],
    ["[M1] $for-user", {}, ["for-user"]],
    ["[M2] $for-files", {}, ["for-files"]],
    ["[M2] $open", { scope: { skills: ["for-*"] } }, ["SK312 open"]],
    ["[M2] /for-user", { scope: { skills: ["for-*"] } }, ["for-user"]],
    ["[M4] $off", {}, ["SK203 off"]],
    ["[M4] $mac", {}, ["SK204 mac"]],
    ["[M4] $broken", {}, ["SK102 broken"]],
    ["[M4] $open@admin", {}, ["open@admin"]],
    ["[M4] [$open](/etc/skillwright/skills/open/SKILL.md)", {}, ["open@admin"]],
  ])("%s with %j", (title, asked, expected) => {
    const message = title.replace(/^\[\w+\] /, "");
    expect(shown(resolve(message, snapshot, asked))).toEqual(expected);
  });

  test("[M4] one refusal does not stop the others", () => {
    expect(shown(resolve("$off $open $broken", snapshot))).toEqual(["open", "SK203 off", "SK102 broken"]);
  });
});

describe("[M15] limits", () => {
  const many = snapshotOf(Array.from({ length: MAX_REQUESTED_SKILLS + 20 }, (_, index) => `s${index}`));
  const all = many.skills.map(({ skill: { name } }) => `$${name}`).join(" ");

  test("the host's limit for one message", () => {
    const { selected, refused } = resolve("$s1 $s2 $s1 $s3", many, { mentions: { ...OUR_MENTIONS, max: 2 } });
    expect(selected.map((each) => each.offered.address)).toEqual(["s1", "s2"]);
    expect(refused).toEqual([
      {
        code: "SK315",
        asked: "s3",
        reason: "a message activates 2 skills at most",
        help: "name it in a message of its own",
        candidates: [],
        form: "dollar",
        start: 12,
        end: 15,
      },
    ]);
  });

  test("the limit of any host for one message", () => {
    const { selected, refused } = resolve(`${all} $s0`, many);
    expect([selected.length, refused.map(({ code, asked }) => `${code} ${asked}`)]).toEqual([
      MAX_REQUESTED_SKILLS,
      [`SK315 s${MAX_REQUESTED_SKILLS}`],
    ]);
  });

  test("text that only looks like a link does not count for the limit", () => {
    const links = Array.from({ length: 3000 }, (_, index) => `[$s1](/x${index})`).join(" ");
    expect(shown(resolve(`${links} $s1`, many))).toEqual(["s1", "SK315 /x1000"]);
  });

  test("the length of a message", () => {
    const { selected, refused } = resolve(`$s1 ${" ".repeat(MAX_MESSAGE)}$s2`, many);
    expect(selected.map((each) => each.offered.address)).toEqual(["s1"]);
    expect(refused).toEqual([
      {
        code: "SK315",
        asked: "",
        reason: "only the first 1,000,000 characters of a message are searched",
        help: "name the skill at the beginning",
        candidates: [],
        start: MAX_MESSAGE,
        end: MAX_MESSAGE + 7,
      },
    ]);
  });
});

test("[M5] a profile without mention forms uses our own forms", () => {
  expect(skillwright.mentions).toEqual(OUR_MENTIONS);
});
