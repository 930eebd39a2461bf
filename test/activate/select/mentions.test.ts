/** Checks which texts are mentions. Includes the three edge cases of OpenOxide's plan. */
import { describe, expect, test } from "vitest";
import { ScannedMessage } from "../../../src/activate/select/scan/message.ts";
import { scanMentions } from "../../../src/activate/select/scan/scan-mentions.ts";
import type { MentionRule } from "../../../src/model/host-profile.ts";
import { ANYWHERE } from "./shown.ts";

const KNOWN = new Set([
  "pdf",
  "doc",
  "x",
  "path",
  "user",
  "a-b",
  "v1.2",
  "tool:run",
  "файл",
  "文档",
  "3d-print",
  "5",
  "1",
  "20k",
  "_x",
  "usr",
  "bin",
  "src",
  "foo",
  "pdf@user",
]);

/** Returns the mentions as written in the text. */
function found(text: string, rule: MentionRule = ANYWHERE): string[] {
  const { mentions } = scanMentions(new ScannedMessage(text), rule, (name) => KNOWN.has(name.toLowerCase()));
  return mentions.map(({ start, end, name, target }) => `${text.slice(start, end)}${target ? "" : ` = ${name}`}`);
}

describe("[M5] forms", () => {
  test.each<[string, string[]]>([
    ["$pdf", ["$pdf = pdf"]],
    ["use $pdf and $doc", ["$pdf = pdf", "$doc = doc"]],
    ["[$pdf](/a/b/SKILL.md)", ["[$pdf](/a/b/SKILL.md)"]],
    ["[$My skill](<a b>) $pdf", ["[$My skill](<a b>)", "$pdf = pdf"]],
    ["see [$pdf]", ["$pdf = pdf"]],
    ["[$pdf]()", []],
    ["[$pdf](a\nb)", ["$pdf = pdf"]],
    ["/pdf", ["/pdf = pdf"]],
    ["use /pdf here", ["/pdf = pdf"]],
    ["@pdf and @doc", ["@pdf = pdf", "@doc = doc"]],
    ["$nothing /nothing @nothing", []],
  ])("%j", (text, mentions) => {
    expect(found(text)).toEqual(mentions);
  });

  test.each<[string, Partial<MentionRule>, string, string[]]>([
    ["no dollar", { dollar: false }, "$pdf [$pdf](/x/SKILL.md) /pdf", ["/pdf = pdf"]],
    ["no slash", { slash: "none" }, "/pdf $doc /x", ["$doc = doc"]],
    ["a slash at the beginning", { slash: "leading" }, "/pdf /doc", ["/pdf = pdf"]],
    ["a slash elsewhere", { slash: "leading" }, "use /pdf", []],
    ["several", { slash: "stacked" }, " \n/pdf  /doc text /x", ["/pdf = pdf", "/doc = doc"]],
    ["anywhere", { slash: "anywhere" }, "/pdf text /doc", ["/pdf = pdf", "/doc = doc"]],
    ["no at", { at: false }, "@pdf", []],
    ["a prefix", { slash: "leading", slashPrefix: "skill:" }, "/skill:pdf", ["/skill:pdf = pdf"]],
    ["a prefix with a blank", { slash: "leading", slashPrefix: "skill " }, "/skill pdf x", ["/skill pdf = pdf"]],
    ["without its prefix", { slash: "leading", slashPrefix: "skill:" }, "/pdf", []],
    ["capitals that count", {}, "$PDF", ["$PDF = PDF"]],
    ["capitals that do not", { capitals: "ignored" }, "$PDF $Pdf /PDF", ["$Pdf = Pdf", "/PDF = PDF"]],
  ])("%s", (_, rule, text, mentions) => {
    expect(found(text, { ...ANYWHERE, ...rule })).toEqual(mentions);
  });
});

describe("[M5] names", () => {
  test.each<[string, string[]]>([
    ["$a-b, $v1.2. $tool:run!", ["$a-b = a-b", "$v1.2 = v1.2", "$tool:run = tool:run"]],
    ["$файл и $文档", ["$файл = файл", "$文档 = 文档"]],
    ["$PDF", ["$PDF = PDF"]],
    ["$pdf: this. $doc- $x_", ["$pdf = pdf", "$doc = doc", "$x = x"]],
    ["($pdf) \"$doc\" '$x' **$pdf** “$doc”", ["$pdf = pdf", "$doc = doc", "$x = x", "$pdf = pdf", "$doc = doc"]],
    ["$pdf's pages; $doc, $x? |$pdf|", ["$pdf = pdf", "$doc = doc", "$x = x", "$pdf = pdf"]],
    ["$pdf@user, $pdf@USER.", ["$pdf@user = pdf@user", "$pdf@USER = pdf@USER"]],
    ["$doc@user", []],
    ["用$pdf处理", ["$pdf = pdf"]],
    ["请用「$pdf」。然后$doc：", ["$pdf = pdf", "$doc = doc"]],
    ["👉$pdf", ["$pdf = pdf"]],
    ["$3d-print", ["$3d-print = 3d-print"]],
    ["$_x", ["$_x = _x"]],
    [`$${"p".repeat(300)} $pdf`, ["$pdf = pdf"]],
    ["$pdf\u200b", ["$pdf = pdf"]],
    ["$-pdf $:pdf", []],
  ])("%j", (text, mentions) => {
    expect(found(text)).toEqual(mentions);
  });
});

describe("[M5] not mentions", () => {
  test.each<[string, string[]]>([
    // Text in code is not a mention.
    ["```\n$pdf\n```\n$doc", ["$doc = doc"]],
    ["~~~sh\n$pdf\n~~~\n$doc", ["$doc = doc"]],
    ["~~~\n```\n$pdf\n~~~\n$doc", ["$doc = doc"]],
    ["````\n```\n$pdf\n````\n$doc", ["$doc = doc"]],
    ["```\n$pdf\n``` x\n$doc", []],
    ["a\n```\n$pdf", []],
    ["> ```\n> $pdf\n> ```\n> $doc", ["$doc = doc"]],
    ["- ```\n  $pdf\n  ```\n1. ~~~\n$pdf\n~~~\n$doc", ["$doc = doc"]],
    ["``` `a` $pdf", ["$pdf = pdf"]],
    ["`$pdf` $doc", ["$doc = doc"]],
    ["``a ` $pdf`` $doc", ["$doc = doc"]],
    ["`a\n$pdf` $doc", ["$doc = doc"]],
    ["`a\n\n$pdf` $doc", ["$pdf = pdf", "$doc = doc"]],
    ["` $pdf", ["$pdf = pdf"]],
    ["\\`$pdf\\` $doc", ["$doc = doc"]],
    ["\\` $pdf", ["$pdf = pdf"]],
    // Escaped marks are not mentions.
    ["\\$pdf \\/pdf \\@pdf \\[$pdf](/x/SKILL.md)", []],
    ["\\\\$pdf", []],
    ["\\\\ $pdf", ["$pdf = pdf"]],
    // Shell variables are not mentions.
    ["$PATH $USER $HOME", []],
    ["$path $user", ["$path = path", "$user = user"]],
    ["${pdf} $(pdf $doc) $x", ["$x = x"]],
    ["$(a (b) $pdf) $doc", ["$doc = doc"]],
    ["$(unclosed $pdf\n$doc", ["$doc = doc"]],
    ["${unclosed $pdf", []],
    ["$1 $5 $$pdf a$pdf $pdf$doc $x=1 $pdf[0] $pdf() $pdf->x", []],
    ['FOO="$pdf" call($pdf) a:$pdf --x=$pdf ~$pdf', []],
    // Prices are not mentions.
    ["$5 $5.00 $1,000 $20k $5-10", []],
    // E-mail addresses are not mentions.
    ["me@pdf.com $pdf@example.com pdf@user", []],
    // URLs and links are not mentions.
    ["https://x.y/$pdf?q=$doc ftp://a/@pdf", []],
    ["(https://x.y/a) $pdf", ["$pdf = pdf"]],
    ["<https://x.y/$doc> $pdf", ["$pdf = pdf"]],
    ["[text](/pdf) [text]($pdf) ![i](@pdf)", []],
    ['</pdf> <a href="/pdf">', []],
    // Paths are not mentions.
    ["/usr/bin src/foo ~/x ./x ../x /pdf.txt and/doc //x /*", []],
    ["$pdf/x $pdf\\x $pdf.txt x/$pdf @pdf/x", []],
    ["/pdf/", []],
    ["/usr/bin", []],
    ["1/x 3/5", []],
  ])("%j", (text, mentions) => {
    expect(found(text)).toEqual(mentions);
  });
});

test("[M5] prose is what is left without code", () => {
  const text = "one `two` three\n\n```\nfour\n```\nfive";
  const { prose } = scanMentions(new ScannedMessage(text), ANYWHERE, () => false);
  expect(prose.map(({ start, end }) => text.slice(start, end))).toEqual(["one ", " three\n", "five"]);
});
