import type { Command } from "../command.ts"; const c: Command = { usage: "", about: "", options: {}, examples: [["x","y"]], positionals: [0, 9], run: () => 0 }; export { c as config, c as other };
