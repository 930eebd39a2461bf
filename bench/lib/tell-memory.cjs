// Loaded before a server that is measured, with `--expose-gc` and a channel to its parent: on each message it collects twice
// and says what is left, so that what is told is kept by somebody and is not only garbage that nobody has taken out yet.
process.on("message", () => {
  for (let time = 0; time < 2; time++) globalThis.gc();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send({ rss, kept: heapUsed + external });
});
// The channel alone keeps nothing alive.
process.channel.unref();
