import {
  codecFactsOf,
  containerOfCodec,
  VIDEO_CODEC_IDS,
  type VideoCodecId,
  type VideoContainer,
} from './codec-facts.ts';

/** Names of the containers as people write them. */
export const CONTAINER_NAMES: Readonly<Record<VideoContainer, string>> = { mp4: 'MP4', webm: 'WebM' };

/** A codec for people who choose one: `H.264 (MP4), plays everywhere`. */
export function codecLabel(codec: VideoCodecId): string {
  const { name, merit } = codecFactsOf(codec);
  return `${name} (${CONTAINER_NAMES[containerOfCodec(codec)]})${merit === undefined ? '' : `, ${merit}`}`;
}

/** A clause that lists the codecs by their containers: "`h264` and `av1` are delivered as MP4, `vp9` as WebM". */
export function codecsByContainerText(): string {
  const inWords = new Intl.ListFormat('en-GB', { type: 'conjunction' });
  const byContainer = Map.groupBy(VIDEO_CODEC_IDS, containerOfCodec);
  return [...byContainer]
    .map(([container, codecs], index) => {
      const ids = inWords.format(codecs.map((codec) => `\`${codec}\``));
      return `${ids} ${index === 0 ? `${codecs.length === 1 ? 'is' : 'are'} delivered as` : 'as'} ${CONTAINER_NAMES[container]}`;
    })
    .join(', ');
}
