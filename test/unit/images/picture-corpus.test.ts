import { expect, it } from 'vitest';
import { reencodeImage } from '#features/images/reencode.ts';
import { isWhole } from '#test/support/depth.ts';
import { pictureCorpus } from '#test/support/images/picture-corpus.ts';

/** Share of the pictures of each kind that must be found; the others are slides of one template, made smaller. */
const LEAST = { whole: 0.99, scene: 1 };

it('pictures with text, charts, interfaces and logos are found among those that may be cropped', async () => {
  const wrong: Record<string, string[]> = { whole: [], scene: [] };
  const all = { whole: 0, scene: 0 };
  for (const { name, kind, bytes } of await pictureCorpus(isWhole ? 1 : 26)) {
    all[kind]++;
    const { is_figure } = await reencodeImage(bytes);
    if ((is_figure === true) !== (kind === 'whole')) wrong[kind]?.push(name);
  }
  for (const kind of ['whole', 'scene'] as const) {
    const found = 1 - (wrong[kind]?.length ?? 0) / all[kind];
    expect(found, wrong[kind]?.join('; ')).toBeGreaterThanOrEqual(isWhole ? LEAST[kind] : 1);
  }
}, 120_000);
