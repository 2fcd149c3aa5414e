/** The processor time of one case, in seconds; the machine's other work does not count. */
export async function cpuSecondsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** The most memory that this process has had, in MiB. */
export const peakMebibytes = (): number => process.resourceUsage().maxRSS / 1024;
