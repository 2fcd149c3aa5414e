import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import type { AdoptedAudio } from '#features/narration/public.ts';
import { type GeneratedAudio, type SlideAudio, storedAudio } from '#features/timelines/public.ts';
import { parseJson } from '#kernel/shared/parse-json.ts';
import { itemCodec } from '../table/item.ts';
import type { Item } from '../table/table.ts';

/**
 * The audio that renders left to the slides of one timeline, in one compressed item: 60 slides take some ten write units instead
 * of four for each. It stands for what its own item would say, as long as the slide's own audio is the one that it was adopted
 * instead of. Whatever a request writes for the slide is other audio, and so replaces it by itself.
 */
interface AdoptedRecord {
  /** Counts the writes of the item: the condition of the next one. */
  changes: number;
  /** The audio of slides: a list in JSON, compressed. */
  slides: Uint8Array;
}

const codec = itemCodec<AdoptedRecord>('adopted_audio').of(
  z.object({ changes: z.number(), slides: z.instanceof(Uint8Array) }),
);

const list = z.array(storedAudio);

/** The most bytes of a record: an item may have 400 KB. */
const MAX_BYTES = 300_000;

/** Audio that is in a record. */
type RecordedAudio = GeneratedAudio & { adopted_over: string | null };

const isRecorded = (audio: SlideAudio): audio is RecordedAudio =>
  audio.source === 'generated' && audio.adopted_over !== undefined;

/** The job of the audio in the slide's own item when this audio was read; null: there was none. */
export const ownJobSeen = (seen: SlideAudio | undefined): string | null => {
  if (seen === undefined) return null;
  return isRecorded(seen) ? seen.adopted_over : seen.job;
};

/** Reads the changes of a record, and the number of its last write. @throws ItemFormatError */
export function readAdopted(item: Item | undefined): { changes: number; audios: Map<string, RecordedAudio> } {
  if (item === undefined) return { changes: 0, audios: new Map() };
  const { changes, slides } = codec.parse(item);
  const stored: SlideAudio[] = parseJson(list, inflateRawSync(slides).toString());
  return { changes, audios: new Map(stored.filter(isRecorded).map((audio) => [audio.slide_id, audio])) };
}

/** The audio of a slide: adopted audio, unless the slide has had other audio since. Pure. */
export const audioNow = (own: SlideAudio | undefined, adopted: GeneratedAudio | undefined): SlideAudio | undefined =>
  adopted !== undefined && adopted.adopted_over === (own?.job ?? null) ? adopted : own;

/** Reports whether the audio that was seen on a slide is that of a record, or the record has none for it. */
const isAsSeen = (seen: GeneratedAudio | undefined, recorded: GeneratedAudio | undefined): boolean =>
  seen !== undefined && isRecorded(seen)
    ? recorded?.job === seen.job
    : recorded?.adopted_over === undefined || recorded.adopted_over !== ownJobSeen(seen);

/**
 * The record after slides have adopted audio; undefined when it would be too large. What is no longer as it was seen stays. Pure.
 * @param revisions of the slides that the timeline has now, by their ids
 */
export function withAdopted(
  item: Item | undefined,
  adopted: readonly AdoptedAudio[],
  revisions: ReadonlyMap<string, string>,
): AdoptedRecord | undefined {
  const { changes, audios } = readAdopted(item);
  for (const { audio, rev, seen } of adopted)
    if (revisions.get(audio.slide_id) === rev && isAsSeen(seen, audios.get(audio.slide_id)))
      audios.set(audio.slide_id, { ...audio, adopted_over: ownJobSeen(seen) });
  const staying = [...audios.values()].filter(({ slide_id }) => revisions.has(slide_id));
  const slides = deflateRawSync(JSON.stringify(staying));
  return slides.length > MAX_BYTES ? undefined : { changes: changes + 1, slides };
}

/** Stored form of a record. */
export const adoptedItem = codec.toItem;
