/** Reads hosts' own listings, which show names and no addresses. */
import { strict as assert } from "node:assert";
import { between, linesOf, plain, type Read, token } from "./parsers.ts";

export const HOST_READERS: Readonly<Record<string, (text: string) => Read[]>> = {
  codex: (text) => {
    const lines = linesOf(text);
    const heads = lines.filter((line) => line === "### Available skills" || line === "</skills_instructions>");
    assert.deepEqual([heads.length, lines.at(-1)], [2, heads[1]]);
    const list = lines.slice(lines.indexOf("### Available skills") + 1, -1).filter((line) => line !== "");
    return list.map((line) => {
      const [name, rest] = token(after(line, "- "), [": "]);
      const at = rest.lastIndexOf("(file: ");
      assert.ok(rest.startsWith(": ") && at >= 2 && rest.endsWith(")"), line);
      return read(name, rest.slice(2, at).trimEnd());
    });
  },
  "claude-code": (text) => linesOf(afterHead(text)).map((line) => named(line, "- ", ": ")),
  caliban: (text) => linesOf(afterHead(text)).map((line) => named(line, "- ", ": ")),
  goose: (text) =>
    linesOf(text)
      .slice(1)
      .map((line) => named(line, "• ", " - ")),
  cline: (text) => {
    const names: Read[] = [];
    for (let rest = linesOf(text)[1] ?? ""; rest !== ""; rest = rest.slice(2)) {
      const [name, more] = token(rest, [", "]);
      names.push(read(name, ""));
      rest = more;
    }
    return names;
  },
  opencode: (text) => elements(between(text, "<available_skills>\n", "\n</available_skills>"), "  "),
  "available-skills": (text) => elements(between(text, "<available_skills>\n", "\n</available_skills>"), "  "),
  openclaw: (text) => elements(between(text, "<available_skills>\n", "\n</available_skills>"), "  "),
  vscode: (text) => elements(between(text, "<skills>\n", "\n</skills>").replace(/^.*\n?/, ""), ""),
  "qwen-code": (text) => {
    const list = between(text, "<available_skills>\n", "\n</available_skills>");
    return elements(list.replace(/^<(name|description|location)>\n(.*)\n<\/\1>$/gm, "<$1>$2</$1>"), "");
  },
  "kimi-cli": (text) => {
    const lines = linesOf(text)
      .slice(1)
      .filter((line) => line !== "" && !line.startsWith("### "));
    const skills: Read[] = [];
    for (let at = 0; at < lines.length; at += 3) {
      const [name, place, said] = [lines[at] ?? "", lines[at + 1] ?? "", lines[at + 2] ?? ""];
      token(after(place, "  - Path: "), []);
      skills.push(read(token(after(name, "- "), [])[0], after(said, "  - Description: ")));
    }
    return skills;
  },
  "copilot-cli": (text) => elements(between(text, "<available_skills>\n", "\n</available_skills>"), "  "),
  "kimi-code": (text) => {
    const lines = linesOf(text)
      .slice(1)
      .filter((line) => !/^(?:### | {2}When to use: )/.test(line));
    const skills: Read[] = [];
    for (let at = 0; at < lines.length; at += 2) {
      const [name, said] = token(after(lines[at] ?? "", "- "), [": "]);
      token(after(lines[at + 1] ?? "", "  Path: "), []);
      skills.push(read(name, said));
    }
    return skills;
  },
  none: (text) => {
    assert.equal(text, "");
    return [];
  },
};

function read(name: string, description: string): Read {
  return { address: name, name, ...(description === "" ? {} : { description: plain(description) }) };
}

function after(line: string, mark: string): string {
  assert.ok(line.startsWith(mark), line);
  return line.slice(mark.length);
}

/** Returns the text after the first empty line. */
function afterHead(text: string): string {
  return text.includes("\n\n") ? text.slice(text.indexOf("\n\n") + 2) : "";
}

function named(line: string, mark: string, end: string): Read {
  const [name, rest] = token(after(line, mark), [end]);
  assert.ok(rest === "" || rest.startsWith(end), line);
  assert.ok(!/<[A-Za-z/!?|]/.test(rest), line);
  return read(name, rest.slice(end.length));
}

function elements(list: string, indent: string): Read[] {
  const lines = linesOf(list);
  const skills: Read[] = [];
  for (let at = 0; at < lines.length; at++) {
    assert.equal(lines[at], `${indent}<skill>`);
    const parts = new Map<string, string>();
    for (at++; lines[at] !== `${indent}</skill>`; at++) {
      const found = /^ *<(name|description|location|file)>([^<>]*)<\/\1>$/.exec(lines[at] ?? "");
      assert.ok(found && !parts.has(found[1] as string), lines[at]);
      parts.set(found[1] as string, plain(found[2] as string));
    }
    skills.push(read(parts.get("name") ?? "", parts.get("description") ?? ""));
  }
  return skills;
}
