/** Starts a timer that counts the milliseconds in which this process computes. Other programs on the machine do not lengthen them. */
export function startProcessorTimer(): () => number {
  const started = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1000;
  };
}
