#!/usr/bin/env node
import { main } from "./surfaces/cli/main.ts";

main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
