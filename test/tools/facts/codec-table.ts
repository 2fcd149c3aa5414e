import { CODECS, factsOf } from '../../../lib/video/codecs/codec-facts.ts';

const FILES = { mp4: 'MP4', webm: 'WebM' } as const;
const SOUNDS = { mp4: 'AAC', webm: 'Opus' } as const;

/** The codecs of renders as a table. */
export function codecTable(): string {
  const rows = CODECS.map((codec) => {
    const { name, merit = '–', storage } = factsOf(codec);
    const entry = storage.container === 'mp4' ? ` (${storage.sampleEntry})` : '';
    return `| \`${codec}\` | ${name} | ${FILES[storage.container]}${entry} with ${SOUNDS[storage.container]} | ${merit} |`;
  });
  return ['| `codec` | name | file | remark |', '|---|---|---|---|', ...rows].join('\n');
}
