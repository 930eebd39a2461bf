// Loaded into every measured process of Node: tells descriptor 3 what it has cost, and the most memory that it ever held.
process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const said = { cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMiB: maxRSS / 1024 };
  require("node:fs").writeSync(3, JSON.stringify(said));
});
