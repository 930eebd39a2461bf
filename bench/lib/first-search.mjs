// Opens the skills of a directory in a new process and searches once. Prints the time of the search without the
// opening.
const [, , directory, cache] = process.argv;
const { openSkills } = await import("../../dist/index.js");
const skills = await openSkills({ roots: [directory], ambient: false });
const before = process.cpuUsage();
const from = performance.now();
const found = await skills.search("deploy a service to kubernetes", { cache });
const ms = performance.now() - from;
const { user, system } = process.cpuUsage(before);
if (found.length === 0) throw new Error("nothing was found");
process.stdout.write(JSON.stringify({ ms, cpuMs: (user + system) / 1000, processMs: performance.now() }));
