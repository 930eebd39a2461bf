// This file is loaded into every measured Node process. When the process exits, it writes its CPU time and its peak
// memory to descriptor 3.
process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const said = { cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMiB: maxRSS / 1024 };
  require("node:fs").writeSync(3, JSON.stringify(said));
});
