/**
 * Passes a source with a secret, in every form, to every command that prints a source. No command prints the secret.
 */
import { describe, expect, test } from "vitest";
import { showSource } from "../../../src/install/source.ts";
import { SharedSandbox as Sandbox } from "./shared.ts";

const SECRET = "S3CR3TxyZ";
const ADDRESS = "127.0.0.1:1/a/b";
const SCHEMES = [
  ...["https://", "http://", "HTTPS://", "git+https://", "git://", "ftp://", "oci://", "//", "https:/", "https:"],
  ...["npm:https://", "npm:x@https://", "plugin:https://", "plugin:git+https://", "clawhub:https://"],
];
const LOGINS = [
  ...[`u:${SECRET}@`, `${SECRET}:x-oauth-basic@`, `:${SECRET}@`, `u:p%3A${SECRET}@`, `u%3A${SECRET}%40x@`],
  ...[`u:a@b:${SECRET}@`, `u:${SECRET}:@`, `${SECRET}@`],
];
const ENDS = [
  ...[
    `?token=${SECRET}`,
    `?access_token=${SECRET}&ref=v1`,
    `?${SECRET}`,
    `#access_token=${SECRET}`,
    `?a=1#t=${SECRET}`,
  ],
  ...[`?x=${encodeURIComponent(`https://u:${SECRET}@h/`)}`, `;session=${SECRET}`, `;session=${SECRET}?token=${SECRET}`],
];
const FORMS = [
  ...SCHEMES.flatMap((scheme) => LOGINS.map((login) => `${scheme}${login}${ADDRESS}.git`)).filter(
    // Such a form can also be the name of a directory.
    (form) => !form.startsWith(`//${SECRET}@`),
  ),
  ...SCHEMES.slice(0, 7).flatMap((scheme) => ENDS.map((end) => `${scheme}${ADDRESS}.zip${end}`)),
  ...[
    `u:${SECRET}@127.0.0.1:a/b.git`,
    `u:${SECRET}@h.invalid/a/b`,
    `npm:@s/x@u:${SECRET}@h`,
    `oci:u:${SECRET}@${ADDRESS}`,
  ],
  ...[`https://127.0.0.1:1/u:${SECRET}@h/x.git`, `https://u:${SECRET}@[::1]:1/x.git`, `https://u:${SECRET}@/x`],
  ...[
    `npm:https%3A%2F%2Fu%3A${SECRET}%40h`,
    `https%3A%2F%2Fu%3A${SECRET}%40127.0.0.1`,
    ` https://u:${SECRET}@${ADDRESS}`,
  ],
];

test("[I6] the text of a source is shown without its secret, in every form", () => {
  expect(FORMS.length).toBeGreaterThan(150);
  const shown = FORMS.map((form) => [form, showSource(form)] as const);
  // A later test covers names of directories.
  expect(shown.filter(([form, text]) => !form.startsWith("//") && text.includes(SECRET))).toEqual([]);
});

test("[I6] a source without a secret is shown as it is", () => {
  const plain = [
    ...["https://h.example/a/b.git#v1.2", "git@h.example:a/b", "owner/repo", "npm:@s/x@^1.2", "npm:x@1.2.3", "./a/b"],
    ...["oci://h.example/a/b:tag@sha256:00", "plugin:name@market", "https://h.example:8443/a@b/c", "clawhub:o/s@1.0"],
  ];
  expect(plain.map(showSource)).toEqual(plain);
});

describe("[I6] commands print no secret of", () => {
  const box = new Sandbox({ "source/notes/SKILL.md": "---\nname: notes\ndescription: Notes. Use when noting.\n---\n" });
  const env = { PATH: process.env["PATH"] ?? "" };
  // Each form is used with one command. Consecutive forms use different commands.
  const commands = (form: string): readonly (readonly string[])[] => [
    ["add", form, "--yes"],
    ["add", form, "--yes", "--json"],
    ["add", form, "--yes", "--verbose"],
    ["publish", "source", "--to", form],
    ["audit", form],
    ["check", form],
    ["update", form],
    ["update", "--check", form, "--json"],
    ["update", "--sites", form],
    ["install", form],
    ["install", "--from", form],
  ];
  const chosen = FORMS.filter((_, at) => at % 3 === 0);

  test.each(chosen)("%s", (form) => {
    const all = commands(form);
    const at = chosen.indexOf(form);
    for (const args of [all[0], all[1 + (at % (all.length - 1))]]) {
      // A text without a scheme names a directory, which the command creates.
      if (!/^[a-z+]+:\/\//i.test(form) && args?.[0] === "publish") continue;
      const { stdout, stderr } = box.run(args ?? [], { env });
      expect([args, (stdout + stderr).split("\n").filter((line) => line.includes(SECRET))]).toEqual([args, []]);
    }
  });
});
