import {
  codecFactsOf,
  containerOfCodec,
  VIDEO_CODEC_IDS,
  type VideoCodecId,
  type VideoContainer,
} from './codec-facts.ts';

/** Names of the containers as people write them. */
export const VIDEO_CONTAINER_LABELS: Readonly<Record<VideoContainer, string>> = { mp4: 'MP4', webm: 'WebM' };

/** The label of a codec in a list of choices: `H.264 (MP4), plays everywhere`. */
export function codecLabel(codec: VideoCodecId): string {
  const { name, merit } = codecFactsOf(codec);
  return `${name} (${VIDEO_CONTAINER_LABELS[containerOfCodec(codec)]})${merit === undefined ? '' : `, ${merit}`}`;
}

/** A clause that lists the codecs by their containers: "`h264` and `av1` are delivered as MP4, `vp9` as WebM". */
export function codecsByContainerText(): string {
  const inWords = new Intl.ListFormat('en-GB', { type: 'conjunction' });
  const byContainer = Map.groupBy(VIDEO_CODEC_IDS, containerOfCodec);
  return [...byContainer]
    .map(([container, codecs], index) => {
      const ids = inWords.format(codecs.map((codec) => `\`${codec}\``));
      return `${ids} ${index === 0 ? `${codecs.length === 1 ? 'is' : 'are'} delivered as` : 'as'} ${VIDEO_CONTAINER_LABELS[container]}`;
    })
    .join(', ');
}
