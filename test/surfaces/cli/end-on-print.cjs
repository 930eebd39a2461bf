// This file is loaded into a command before the command's own code. It sends SIGTERM as soon as standard output has the
// first line.
const fs = require("node:fs");
const { writeSync } = fs;
let isFirst = true;
fs.writeSync = (descriptor, ...rest) => {
  const written = writeSync(descriptor, ...rest);
  if (descriptor === 1 && isFirst) process.kill(process.pid, "SIGTERM");
  if (descriptor === 1) isFirst = false;
  return written;
};
require("node:module").syncBuiltinESMExports();
