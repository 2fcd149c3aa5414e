import { CODECS, type Codec, type Container, containerOf, factsOf } from './codec-facts.ts';

const CONTAINER_NAMES: Readonly<Record<Container, string>> = { mp4: 'MP4', webm: 'WebM' };
const SOUND_NAMES: Readonly<Record<Container, string>> = { mp4: 'AAC', webm: 'Opus' };

const inWords = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** A codec for people who choose one: `H.264 (MP4), plays everywhere`. */
export function codecLabel(codec: Codec): string {
  const { name, merit } = factsOf(codec);
  return `${name} (${CONTAINER_NAMES[containerOf(codec)]})${merit === undefined ? '' : `, ${merit}`}`;
}

/** The codecs by the files that hold them: "`h264` and `av1` are delivered as MP4, `vp9` as WebM". */
export function deliveredCodecs(): string {
  const byContainer = Map.groupBy(CODECS, containerOf);
  return [...byContainer]
    .map(([container, codecs], index) => {
      const ids = inWords.format(codecs.map((codec) => `\`${codec}\``));
      return `${ids} ${index === 0 ? `${codecs.length === 1 ? 'is' : 'are'} delivered as` : 'as'} ${CONTAINER_NAMES[container]}`;
    })
    .join(', ');
}

/** The codecs as a table of the guide about the output of renders. */
export function codecTable(): string {
  const rows = CODECS.map((codec) => {
    const { name, merit = '', storage } = factsOf(codec);
    const entry = storage.container === 'mp4' ? ` (${storage.sampleEntry})` : '';
    return `| \`${codec}\` | ${name} | ${CONTAINER_NAMES[storage.container]}${entry} with ${SOUND_NAMES[storage.container]} | ${merit} |`;
  });
  return ['| `codec` | name | file | |', '|---|---|---|---|', ...rows].join('\n');
}
