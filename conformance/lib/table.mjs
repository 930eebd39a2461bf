// Writes `docs/conformance.md`: which programs agree with which hosts in each case.
import { TARGETS, versionOf } from "./peers.mjs";

/** Returns the whole document. `versions` are those of the programs in this run. */
export function agreementTable(cases, rows, versions) {
  const hosts = [...new Set(rows.map(({ host }) => host))].sort(byPeers);
  const find = new Map(rows.map((row) => [`${row.id} ${row.host}`, row]));
  const [run, read] = [hosts.filter(isTarget), hosts.filter((host) => !isTarget(host))];
  const topics = [...new Set(cases.map(({ topic }) => topic))];
  const title = (topic) => `## ${topic[0].toUpperCase()}${topic.slice(1)}`;
  const sections = [
    "# Conformance",
    introduction(cases, Object.keys(versions)),
    summary(hosts, rows, versions),
    LEGEND,
    LIMITS,
    differencesOf(rows),
    undetermined(rows),
    ...topics.map((topic) =>
      table(
        title(topic),
        cases.filter((each) => each.topic === topic),
        run,
        find,
      ),
    ),
    table(
      "## Hosts that were read, not run",
      cases.filter(({ id }) => read.some((host) => find.has(`${id} ${host}`))),
      read,
      find,
    ),
  ];
  return `${sections.filter(Boolean).join("\n\n")}\n`;
}

function isTarget(host) {
  return TARGETS.includes(host);
}

const LEGEND = `These are the marks in the tables below:

| mark | meaning |
| --- | --- |
| \`✓\` | the program, Skillwright and the recorded result agree |
| \`✗\` | Skillwright has another result |
| \`≠\` | the program has another result than the recorded one |
| \`~\` | the program's result changes from run to run, and ours is one of its results |
| \`∞\` | the program never ends, but Skillwright does |
| \`?\` | the files of the case could not be created on this machine |
| \`·\` | the case has no expected result for this host |`;

function introduction(cases, asked) {
  const how =
    asked.length > 0
      ? `The real program and Skillwright each ran every case. The command then compared both
results with the recorded result of the case: names, descriptions, paths, and the files that are reported as not loaded.`
      : `The command compared
Skillwright's view with the recorded result of each case, and did not run the programs again. The results of a host with a
version were recorded from that version of its program.`;
  return `\`npm run conformance --${asked.length > 0 ? " --real all" : ""} --write\` wrote this page, with the ${cases.length} cases in
[conformance/](../conformance/README.md). ${how}`;
}

const LIMITS = `## Limits of these results

- The results were recorded from these same programs. So "program as recorded" only shows that a program still gives the same
  answer. Only the column of Skillwright compares two implementations.
- Skillwright must report every file that a program reports as not loaded, and may report more.
- If a program hangs, there is nothing to compare: the case passes if Skillwright ends.
- Claude Code shows the path of a skill only when it is called. So paths are not compared for duplicate names, commands and long
  lists. It never names a skill that neither the model nor the user may call; Skillwright may list such skills.
- Codex does not mark hidden skills in its list; for cases that expect one, the prompt was captured once.
- The alternatives of an undetermined case were derived from its tree. Not all of them were observed.
- Expectations for hosts that were not run come from their source or documents, for a few cases each.`;

function summary(hosts, rows, versions) {
  const lines = hosts.map((host) => {
    const mine = rows.filter((row) => row.host === host);
    const unrun = isTarget(host) ? "recorded before" : "never run";
    const real = versions[host] ? `${count(mine, (row) => row.realAgrees)} of ${mine.length}` : unrun;
    const hangs = count(mine, (row) => row.expected?.hangs);
    const cells = [
      host,
      versions[host] ?? versionOf(host) ?? "–",
      mine.length,
      real,
      `${count(mine, (row) => row.oursAgrees)} of ${mine.length}`,
    ];
    return `| ${[...cells, count(mine, (row) => row.expected?.undetermined), hangs].join(" | ")} |`;
  });
  return [
    "| host | version | cases | program as recorded | Skillwright as recorded | undetermined | hangs |",
    "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ...lines,
  ].join("\n");
}

function table(title, cases, hosts, find) {
  const present = hosts.filter((host) => cases.some(({ id }) => find.has(`${id} ${host}`)));
  if (present.length === 0) return "";
  const lines = cases.map((each) => {
    const marks = present.map((host) => mark(find.get(`${each.id} ${host}`)));
    return `| \`${each.id}\` | ${each.title.replaceAll("|", "\\|")} | ${marks.join(" | ")} |`;
  });
  return [
    title,
    "",
    `| case | input | ${present.join(" | ")} |`,
    `| --- | --- | ${present.map(() => ":-:").join(" | ")} |`,
    ...lines,
  ].join("\n");
}

function mark(row) {
  if (!row) return "·";
  if (row.skipped) return "?";
  if (row.realAgrees === false) return "≠";
  if (!row.oursAgrees) return "✗";
  if (row.expected.hangs) return "∞";
  return row.expected.undetermined ? "~" : "✓";
}

function differencesOf(rows) {
  const bad = rows.filter((row) => row.lines.length > 0);
  if (bad.length === 0) return "## Differences\n\nNone.";
  const lines = bad.map(
    (row) => `- \`${row.id}\`, ${row.host}\n${row.lines.map((line) => `  - \`${line}\``).join("\n")}`,
  );
  return `## Differences\n\n${lines.join("\n")}`;
}

function undetermined(rows) {
  const open = rows.filter((row) => row.expected?.undetermined);
  if (open.length === 0) return "";
  const lines = open.map(({ id, host, expected }) => {
    const what = expected.anyOf ? `${expected.anyOf.length} answers` : (expected.note ?? "the path is open");
    return `- \`${id}\`, ${host}: ${what}`;
  });
  return `## Undetermined\n\nThe same program may give different answers on the same tree.\n\n${lines.join("\n")}`;
}

function count(rows, test) {
  return rows.filter(test).length;
}

function byPeers(a, b) {
  const rank = (host) => (isTarget(host) ? TARGETS.indexOf(host) : TARGETS.length);
  return rank(a) - rank(b) || (a < b ? -1 : 1);
}
