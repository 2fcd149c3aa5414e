import type { AgentRun, AgentStep } from './agent-run.ts';

const json = (value: unknown): string => ['```json', JSON.stringify(value, null, 2), '```'].join('\n');

/** Ids as `tl_1`, `sl_2`, in the order in which they come: those of another run are others. */
function withPlainIds(text: string): string {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  return text.replace(/\b([a-z]+)_[0-9A-HJKMNP-TV-Z]{26}\b/g, (id, kind: string) => {
    const known = names.get(id);
    if (known !== undefined) return known;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    names.set(id, `${kind}_${count}`);
    return `${kind}_${count}`;
  });
}

const shownOf = ({ why, tool, input, answer }: AgentStep, index: number): string => {
  const pictures = answer.types.filter((type) => type === 'image').length;
  return [
    `## ${index + 1}. ${why}`,
    `Calls \`${tool}\` with`,
    json(input),
    `and gets ${answer.isError ? 'an error' : 'the answer'}${pictures > 0 ? ', with a picture' : ''}:`,
    json(answer.data),
  ].join('\n\n');
};

/**
 * A run as a document. What differs from run to run is replaced: ids, addresses, times, sizes of files, and the folder of the deck.
 * @param deck the path that the run was given
 */
export function transcriptOf({ steps, film }: AgentRun, deck: string): string {
  const { seconds, frames, has_sound } = film;
  const parts = [
    '# From a document to a video, with the tools alone',
    `What a program that uses only the tools for agents asks, and what it is answered. The document is [bees.md](bees.md). A test makes
this run again and compares it with this page (\`test/e2e/agents.test.ts\`); ids, addresses, times and sizes of files are replaced.`,
    ...steps.map(shownOf),
    `## ${steps.length + 1}. The video is downloaded from \`output.url\`, and checked`,
    json({ seconds, frames, has_sound }),
  ];
  const text = parts
    .join('\n\n')
    .replaceAll(deck, 'bees.md')
    .replace(/"https?:\/\/[^"]*"/g, '"https://…"')
    .replace(/"size_bytes": \d+/g, '"size_bytes": "…"')
    .replace(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"2026-…"');
  return `${withPlainIds(text)}\n`;
}
