import { CODECS, factsOf } from '#engine/video/codecs/codec-facts.ts';
import { CONTAINER_NAMES } from '#engine/video/codecs/codec-words.ts';

const SOUNDS = { mp4: 'AAC', webm: 'Opus' } as const;

/** The codecs of renders as a table. */
export function codecTable(): string {
  const rows = CODECS.map((codec) => {
    const { name, merit = '–', storage } = factsOf(codec);
    const entry = storage.container === 'mp4' ? ` (${storage.sampleEntry})` : '';
    return `| \`${codec}\` | ${name} | ${CONTAINER_NAMES[storage.container]}${entry} with ${SOUNDS[storage.container]} | ${merit} |`;
  });
  return ['| `codec` | name | file | remark |', '|---|---|---|---|', ...rows].join('\n');
}
