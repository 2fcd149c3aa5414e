/** The words of a sentence without case and punctuation. */
export const bareWords = (text: string): string[] => text.toLowerCase().match(/[a-z']+/g) ?? [];

/** The fewest words that must be replaced, added or removed to make `heard` of `said`: the edit distance. */
export function wordErrors(said: readonly string[], heard: readonly string[]): number {
  let row = Array.from({ length: heard.length + 1 }, (_, count) => count);
  for (const [index, word] of said.entries()) {
    const next = [index + 1];
    for (const [place, other] of heard.entries())
      next.push(
        Math.min((row[place] ?? 0) + (word === other ? 0 : 1), (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
