/** How long a kind of thing is kept, as lib/kernel/shared/lifetimes.ts has it. */
export interface Lifetime {
  content: string;
  days?: number;
  seconds?: number;
  removed_when?: string;
  of_account?: boolean;
}

const daysOf = (seconds: number): string => {
  if (seconds % 86_400 === 0) return `${seconds / 86_400} d`;
  return seconds % 3600 === 0 ? `${seconds / 3600} h` : `${seconds / 60} min`;
};

/** The table of the guide `data.md`. @param head name of its first column */
export function lifetimeTable(head: string, lifetimes: Readonly<Record<string, Lifetime>>): string {
  const rows = Object.entries(lifetimes).map(([name, { content, days, seconds, removed_when }]) => {
    const time = days === undefined ? seconds && daysOf(seconds) : `${days} d`;
    return `| \`${name}\` | ${content} | ${time ?? ''} | ${removed_when ?? ''} |`;
  });
  return [
    `| ${head} | what it is | kept for at most | and goes earlier, or only, when |`,
    '|---|---|---|---|',
    ...rows,
  ].join('\n');
}
