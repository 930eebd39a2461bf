/** Starts a timer of the CPU time of this process in milliseconds. Other programs on the machine do not affect it. */
export function startProcessorTimer(): () => number {
  const started = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1000;
  };
}
