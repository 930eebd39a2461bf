// This file is loaded before a measured server, with `--expose-gc` and a channel to its parent. On each message it
// collects garbage twice and reports the remaining memory, so the figures contain no garbage.
process.on("message", () => {
  for (let time = 0; time < 2; time++) globalThis.gc();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send({ rss, kept: heapUsed + external });
});
// The channel alone does not keep the process alive.
process.channel.unref();
