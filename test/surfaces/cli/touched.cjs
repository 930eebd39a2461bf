// This file is loaded into a command before the command's own code. It writes to descriptor 3 which paths the command
// requests from the file system.
const fs = require("node:fs");
const touched = new Set();
const isName = (name) => typeof name === "string" || name instanceof URL || Buffer.isBuffer(name);
const note = (name) => isName(name) && touched.add(name instanceof URL ? name.pathname : String(name));
for (const port of [fs, fs.promises])
  for (const [name, real] of Object.entries(port))
    if (typeof real === "function" && /^(?:access|exists|l?stat|open|read|realpath|watch)/.test(name)) {
      const noting = function (...given) {
        note(given[0]);
        return real.apply(this, given);
      };
      Object.assign(noting, real);
      if (real.native)
        noting.native = (...given) => {
          note(given[0]);
          return real.native(...given);
        };
      port[name] = noting;
    }
require("node:module").syncBuiltinESMExports();
process.on("exit", () => fs.writeSync(3, JSON.stringify([...touched])));
