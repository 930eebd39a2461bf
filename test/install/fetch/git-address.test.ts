import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isGitText, parseGitAddress } from "../../../src/install/fetch/git/git-address.ts";
import { showSource } from "../../../src/install/source.ts";
import { OperationError } from "../../../src/model/errors.ts";

const HOST = "git.invalid";

describe("[I27] texts and what git is asked for", () => {
  test.each([
    ["owner/repo", "https://git.invalid/owner/repo.git", "HEAD", "", "repo"],
    ["owner/repo.git#v1.2", "https://git.invalid/owner/repo.git", "v1.2", "", "repo"],
    ["owner/repo/skills/pdf#feature/x", "https://git.invalid/owner/repo.git", "feature/x", "skills/pdf", "repo"],
    ["https://h.test/a/b.git", "https://h.test/a/b.git", "HEAD", "", "b"],
    ["https://h.test/a/b.git//skills/pdf#main", "https://h.test/a/b.git", "main", "skills/pdf", "b"],
    ["git+https://h.test/a/b", "https://h.test/a/b", "HEAD", "", "b"],
    ["https://h.test/a/b/tree/main/skills/pdf", "https://h.test/a/b", "main", "skills/pdf", "b"],
    ["https://h.test/a/b/blob/main/skills/pdf/SKILL.md", "https://h.test/a/b", "main", "skills/pdf", "b"],
    ["https://h.test/a/b/-/tree/main/", "https://h.test/a/b", "main", "", "b"],
    ["ssh://git@h.test:22/a/b.git", "ssh://git@h.test:22/a/b.git", "HEAD", "", "b"],
    ["git@h.test:a/b.git#v1", "git@h.test:a/b.git", "v1", "", "b"],
    ["git@h.test:a/b.git//skills", "git@h.test:a/b.git", "HEAD", "skills", "b"],
    ["git://h.test/a/b.git", "git://h.test/a/b.git", "HEAD", "", "b"],
    ["file:///srv/a.git//x#y", "file:///srv/a.git", "y", "x", "a"],
    ["http://127.0.0.1:8000/a.git", "http://127.0.0.1:8000/a.git", "HEAD", "", "a"],
  ])("%s", (text, url, ref, directory, name) => {
    const address = parseGitAddress(text, HOST);
    expect(address).toMatchObject({ url, ref, directory, name });
    expect(parseGitAddress(address.source, HOST)).toEqual(address);
  });

  test.each([
    "owner/repo",
    "owner/repo/sub#x",
    "git@h.test:a/b",
    "ssh://h.test/a",
    "git+https://h.test/a",
    "https://h.test/a.git",
    "https://h.test/a.git//sub",
    "https://github.com/owner/repo",
  ])("%s is meant for git", (text) => {
    expect(isGitText(text)).toBe(true);
  });

  test.each([
    "./owner/repo",
    "/owner/repo",
    "~/repo",
    "npm:owner/repo",
    "@scope/name",
    "https://h.test/a.zip",
    "https://h.test",
    "h.test/owner/repo",
    "-owner/repo",
    "--upload-pack=x/y",
    "oci://h.test/a",
    "plugin:owner/repo",
    "repo",
    "",
  ])("%s is not", (text) => {
    expect(isGitText(text)).toBe(false);
  });
});

test.each([
  ["ext::sh -c id", "a program"],
  ["git+ext::sh", "a program"],
  ["fd::17", "a descriptor"],
  ["-owner/repo", "an option"],
  ["owner/repo#--upload-pack=id", "an option as reference"],
  ["owner/repo#-x", "an option as reference"],
  ["owner/repo#a:b", "a second reference"],
  ["owner/repo#a..b", "a range"],
  ["owner/repo#@{1}", "a time"],
  ["owner/repo#refs/*", "a pattern"],
  ["owner/repo#", "no reference"],
  ["owner/repo/../../etc", "a directory outside"],
  ["owner/repo/.git/hooks", "a repository's own files"],
  ["https://h.test/a.git//../x", "a directory outside"],
  ["http://h.test/a.git", "no encryption"],
  ["https://h.test/a.git?x=1", "a query"],
  ["https://h.test/%0aa.git", "a line end"],
  ["ssh://-oProxyCommand=id/a.git", "an option as host"],
  ["ssh://git@-oProxyCommand=id/a.git", "an option as host"],
  ["ssh://git:secret@h.test/a.git", "a password for ssh"],
  ["ssh://-oProxyCommand@h.test/a.git", "an option as user"],
  ["ssh://git%20x@h.test/a.git", "a blank in the user"],
  ["git@h.test:-x", "an option as path"],
  ["git@h.test::x", "a helper"],
  ["git@-oProxyCommand=id:x", "an option as host"],
  ["file://h.test/a.git", "another machine"],
  ["ftp://h.test/a.git", "another protocol"],
  ["https:///a.git#\n", "a line end"],
  [`owner/${"a".repeat(3000)}`, "an endless text"],
])("[I27] %j is SK603: %s", (text) => {
  expect(() => parseGitAddress(text, HOST)).toThrow(expect.objectContaining({ code: "SK603" }));
});

test("[I6] what takes precedence over an @ is taken out, and goes to the server alone", () => {
  expect(parseGitAddress("https://user:p%40ss@h.test/a/b.git#main", HOST)).toEqual({
    url: "https://h.test/a/b.git",
    protocol: "https",
    ref: "main",
    directory: "",
    source: "https://h.test/a/b.git#main",
    name: "b",
    authorization: Buffer.from("user:p@ss").toString("base64"),
  });
});

test.each([
  "https://user:secret@h.test/a.git?x",
  "https://user:sec/ret@h.test:x/a.git",
  "http://secret@h.test/a.git",
  "ftp://user:secret@h.test/a",
  "git+ext://user:secret@h.test/a",
  "https://user:secret@@h.test/a.git#-x",
])("[I6] the secret of %s is in no message", (text) => {
  expect(showSource(text)).not.toMatch(/sec|ret/);
  expect(() => parseGitAddress(text, HOST)).toThrow(
    expect.objectContaining({ message: expect.not.stringMatching(/sec|ret@/), code: "SK603" }),
  );
});

test.each([
  ["https://h.test/a.git#access_token=secret", "https://h.test/a.git#…"],
  ["https://h.test/a.git#v1?token=secret", "https://h.test/a.git#…"],
  ["https://h.test/a.git?token=secret#v1", "https://h.test/a.git?…"],
  ["https://h.test/a.git#feature/v1.0", "https://h.test/a.git#feature/v1.0"],
  ["owner/repo#token=secret", "owner/repo#…"],
  ["user:secret@h.test:a.git", "…@h.test:a.git"],
  ["user:sec@ret@h.test:a.git", "…@h.test:a.git"],
  ["git@h.test:a.git#v1", "git@h.test:a.git#v1"],
  ["npm:@scope/name@1.2.3", "npm:@scope/name@1.2.3"],
  ["./a:b@c", "./a:b@c"],
])("[I6] %s is shown as %s", (text, shown) => {
  expect(showSource(text)).toBe(shown);
});

test("[I27] any text is an address without an option in it, or SK603", () => {
  const piece = fc.constantFrom(
    "owner",
    "/",
    "#",
    "-",
    "::",
    "ext",
    "https://",
    "git@",
    ":",
    "@",
    "..",
    "h.test",
    "\n",
    " ",
    "%",
    "ü",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.array(piece).map((all) => all.join("")),
      ),
      (text) => {
        isGitText(text);
        try {
          const { url, ref, directory } = parseGitAddress(text, HOST);
          expect(url).toMatch(/^(?:https|http|ssh|git|file):\/\/|^[A-Za-z0-9][\w.-]*@[A-Za-z0-9]/);
          expect(`${url}${ref}${directory}`).not.toMatch(/[\s\p{C}]|::/u);
          expect(ref).not.toMatch(/^-|[:^~*]/);
        } catch (error) {
          if (!(error instanceof OperationError)) throw error;
          expect(error.code).toBe("SK603");
        }
      },
    ),
    { numRuns: 500 },
  );
});
