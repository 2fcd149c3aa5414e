import { codecFactsOf, VIDEO_CODEC_IDS } from '#engine/video/codecs/codec-facts.ts';
import { VIDEO_CONTAINER_LABELS } from '#engine/video/codecs/codec-labels.ts';

const SOUNDS = { mp4: 'AAC', webm: 'Opus' } as const;

/** The codecs of renders as a table. */
export function codecTable(): string {
  const rows = VIDEO_CODEC_IDS.map((codec) => {
    const { name, merit = '–', storage } = codecFactsOf(codec);
    const entry = storage.container === 'mp4' ? ` (${storage.sampleEntry})` : '';
    return `| \`${codec}\` | ${name} | ${VIDEO_CONTAINER_LABELS[storage.container]}${entry} with ${SOUNDS[storage.container]} | ${merit} |`;
  });
  return ['| `codec` | name | file | remark |', '|---|---|---|---|', ...rows].join('\n');
}
