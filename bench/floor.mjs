// The minimum work to find skills in Node: lists every directory and reads every SKILL.md, without parsing.
import { readdirSync, readFileSync } from "node:fs";

let skills = 0;
let bytes = 0;

function walk(directory) {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = `${directory}/${entry.name}`;
    if (entry.isDirectory()) walk(path);
    else if (entry.name === "SKILL.md") {
      skills++;
      bytes += readFileSync(path).length;
    }
  }
}

walk(process.argv[2]);
console.log(JSON.stringify({ skills, bytes }));
