import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import type { AdoptedSlideAudio } from '#features/narration/public.ts';
import { type GeneratedAudio, type SlideAudio, storedSlideAudioSchema } from '#features/timelines/public.ts';
import { parseJson } from '#kernel/shared/parse-json.ts';
import { createItemCodec } from '../table/item.ts';
import type { TableItem } from '../table/table.ts';

/**
 * The audio that slides of one timeline adopted from renders, in one compressed item. For 60 slides this item takes about ten write units;
 * a separate item would take four for each slide. `adopted_over` of an audio names the job of the slide's separate item at the adoption.
 * The adopted audio is valid while that item still has this job; a later request writes a new job, which ends the adoption.
 */
interface AdoptedRecord {
  /** Number of writes of the item; the next write has it as its condition. */
  changes: number;
  /** The list of adopted audio: JSON, compressed with DEFLATE. */
  slides: Uint8Array;
}

const codec = createItemCodec<AdoptedRecord>('adopted_audio').of(
  z.object({ changes: z.number(), slides: z.instanceof(Uint8Array) }),
);

const listSchema = z.array(storedSlideAudioSchema);

/** The most bytes of the compressed list of audio: an item of DynamoDB may have 400 KB. */
const MAX_LIST_BYTES = 300_000;

/** Audio that was read from a record. */
type RecordedAudio = GeneratedAudio & { adopted_over: string | null };

const isRecorded = (audio: SlideAudio): audio is RecordedAudio =>
  audio.source === 'generated' && audio.adopted_over !== undefined;

/** Returns the job id of the audio that was in the slide's separate item when `seenAudio` was read; null if there was no such item. */
export const jobIdOfSeparateAudio = (seenAudio: SlideAudio | undefined): string | null => {
  if (seenAudio === undefined) return null;
  return isRecorded(seenAudio) ? seenAudio.adopted_over : seenAudio.job;
};

/** Reads a timeline's record of adopted audio: how often it was written, and the audio by slide id. @throws ItemFormatError */
export function parseAdoptedAudioRecord(item: TableItem | undefined): {
  changes: number;
  audios: Map<string, RecordedAudio>;
} {
  if (item === undefined) return { changes: 0, audios: new Map() };
  const { changes, slides } = codec.parse(item);
  const storedAudios: SlideAudio[] = parseJson(listSchema, inflateRawSync(slides).toString());
  return { changes, audios: new Map(storedAudios.filter(isRecorded).map((audio) => [audio.slide_id, audio])) };
}

/** The present audio of a slide: the adopted audio if it is still valid, else the audio of the slide's separate item. Pure. */
export const chooseAdoptedOrOwnAudio = (
  ownAudio: SlideAudio | undefined,
  adoptedAudio: GeneratedAudio | undefined,
): SlideAudio | undefined =>
  adoptedAudio !== undefined && adoptedAudio.adopted_over === (ownAudio?.job ?? null) ? adoptedAudio : ownAudio;

/** Reports whether the record has the same audio for a slide as when the slide's audio was `seenAudio`. */
const isAsSeen = (seenAudio: GeneratedAudio | undefined, recordedAudio: GeneratedAudio | undefined): boolean =>
  seenAudio !== undefined && isRecorded(seenAudio)
    ? recordedAudio?.job === seenAudio.job
    : recordedAudio?.adopted_over === undefined || recordedAudio.adopted_over !== jobIdOfSeparateAudio(seenAudio);

/**
 * The record after slides have adopted audio; undefined when it would be too large. Slides whose revision or audio has changed since they
 * were read keep their present audio. Pure.
 * @param revisions the revisions of the slides that the timeline has now, by slide id
 */
export function addToAdoptedAudioRecord(
  item: TableItem | undefined,
  adoptedAudios: readonly AdoptedSlideAudio[],
  revisions: ReadonlyMap<string, string>,
): AdoptedRecord | undefined {
  const { changes, audios } = parseAdoptedAudioRecord(item);
  for (const { audio, rev, seen } of adoptedAudios)
    if (revisions.get(audio.slide_id) === rev && isAsSeen(seen, audios.get(audio.slide_id)))
      audios.set(audio.slide_id, { ...audio, adopted_over: jobIdOfSeparateAudio(seen) });
  const remainingAudios = [...audios.values()].filter(({ slide_id }) => revisions.has(slide_id));
  const slides = deflateRawSync(JSON.stringify(remainingAudios));
  return slides.length > MAX_LIST_BYTES ? undefined : { changes: changes + 1, slides };
}

/** Makes the table item of a timeline's record of adopted audio. */
export const timelineAdoptedAudioItem = codec.toItem;
