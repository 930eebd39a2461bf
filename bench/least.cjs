// The minimum work to print a list of skills in Node. It makes the same file calls as Skillwright: it reads the head of
// each skill, and counts the directories beside the file. It applies one expression to each header, sorts by name, and
// prints lines of the same shape. It checks nothing except for missing files: no unusual headers, equal names, links or
// limits.
const { closeSync, constants, openSync, readdirSync, readSync, statSync, writeSync } = require("node:fs");

const root = process.argv[2];
const RESOURCES = new Set(["scripts", "references", "assets", "agents"]);
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
const HEADER = /name: ([ -~]+)\ndescription: (?:"([ -~]+)"|>-?\n((?: {2}[ -~]+\n)+)|([ -~]+))/y;
const UNUSUAL = /[^ !#-[\]-~]/;
const CLOSE = Buffer.from("\n---");
const head = Buffer.allocUnsafeSlow(16_384);
const skills = [];

function visit(directory) {
  const isSkill = read(directory);
  // On file systems such as ext4, a directory has one link for its name, one for itself, and one for each directory in
  // it.
  if (isSkill && statSync(directory).nlink === 2) return;
  for (const entry of readdirSync(directory, { withFileTypes: true }))
    if (entry.isDirectory() && !(isSkill && RESOURCES.has(entry.name))) visit(`${directory}/${entry.name}`);
}

function read(directory) {
  const path = `${directory}/SKILL.md`;
  let file;
  try {
    file = openSync(path, FLAGS);
  } catch {
    return false;
  }
  readSync(file, head, 0, head.length, 0);
  closeSync(file);
  const header = head.latin1Slice(4, head.indexOf(CLOSE, 3) + 1);
  HEADER.lastIndex = 0;
  const [, name = "", quoted, folded, plain = ""] = HEADER.exec(header) ?? [];
  const description = quoted?.includes("\\")
    ? JSON.parse(`"${quoted}"`)
    : (quoted ?? (folded ? unfold(folded) : plain));
  skills.push({ name, description, path, directory });
  return true;
}

function unfold(lines) {
  return lines.slice(2, -1).replaceAll("\n  ", " ");
}

visit(root);
skills.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
const shared = `"root":"${root}","scope":"repo","state":"loaded","enabled":true,"modelInvocable":true,"userInvocable":true,"offered":false,"withheld":{"code":"SK501","reason":"the folder is not trusted"}}`;
const prefix = `repo:${root.slice(process.cwd().length + 1)}`;
let lines = '{ "skills": [\n';
skills.forEach(({ name, description, path, directory }, index) => {
  const text = UNUSUAL.test(description) ? JSON.stringify(description) : `"${description}"`;
  lines += `{"id":"${prefix}${directory.slice(root.length)}","name":"${name}","description":${text},"path":"${path}","directory":"${directory}",${shared}${index === skills.length - 1 ? "] }\n" : ",\n"}`;
  if (lines.length > 60_000 || index === skills.length - 1) {
    writeSync(1, lines, null, "latin1");
    lines = "";
  }
});
