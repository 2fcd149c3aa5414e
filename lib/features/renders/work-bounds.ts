import { maxGopFrames, stillGopFrames } from '#engine/video/clips/placement.ts';
import { factsOf, type PictureBytes } from '#engine/video/codecs/codec-facts.ts';
import { sizeOf } from '#engine/video/format.ts';
import type { Quality } from '#engine/video/settings.ts';
import { type Slide, type SlideImage, shownOf } from '#features/timelines/public.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { planSlideTimes } from './build-render-plan.ts';
import type { FrameSchedule, SlideSpeech } from './plan/frame-schedule.ts';
import { isBlended, type PictureRef, type Shot } from './plan/shot.ts';
import type { RenderOutput } from './render.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * Bytes that a video and the parts that it is assembled of may have together: they lie next to one another on the disk of
 * the worker that assembles them (`ephemeralStorageSize` of `assembleRender` in serverless.yml, 10,240 MiB). A tenth of it is left for
 * extras, and for what is guessed too low. At 100 MB a second, to fetch, to join and to store as much takes five of the 15
 * minutes that the worker has.
 */
export const MOST_WORK_BYTES = 9_600_000_000;

/**
 * A still of text next to that of a photograph: 60 slides at 1080p have 55 KB each (`lib/engine/video/ffmpeg/x264-arguments.ts`). What moves is alike: a
 * cross-fade between them has 35 KB a frame.
 */
const STILL_OF_TEXT = 0.12;
/** The other qualities next to `standard`, by the same program (`--quality`) at 720p. */
const OF_QUALITY: Readonly<Record<Quality, PictureBytes>> = {
  draft: { still: 0.6, moving: 0.65 },
  standard: { still: 1, moving: 1 },
  high: { still: 1.5, moving: 2.9 },
};
/** Bytes of a second of sound. */
const SOUND_BYTES = 24_000;

type Output = Pick<
  RenderOutput,
  'codec' | 'format' | 'fps' | 'height' | 'quality' | 'resolution' | 'width' | 'captions'
>;

/** The bytes of one picture of a video. @param hasImage the picture shows an image */
function pictureBytes(output: Output, hasImage: boolean): PictureBytes {
  const { width, height } = sizeOf('landscape', output.resolution);
  const share = (output.width * output.height) / (width * height);
  const { still, moving } = factsOf(output.codec).photograph[output.resolution];
  const quality = OF_QUALITY[output.quality];
  return {
    still: still * quality.still * share * (hasImage ? 1 : STILL_OF_TEXT),
    moving: moving * quality.moving * share,
  };
}

/** Slides of a picture or of a moving shot. */
function slidesOf(shot: Shot): number[] {
  if (shot.kind === 'image_motion') return [shot.slide];
  const pictures: PictureRef[] = shot.kind === 'still' ? [shot.picture] : [shot.from, shot.to];
  return pictures.map(({ slide }) => slide);
}

/** The bytes that a shot adds to the video, and those of the part that it is made of. */
function shotBytes(shot: Shot, output: Output, images: readonly boolean[]): { film: number; part: number } {
  // A fade that is blended has nothing but a few bytes a frame: the picture that it ends with is that of the next shot.
  if (isBlended(shot, output.codec)) return { film: 0, part: 0 };
  const bytes = pictureBytes(
    output,
    slidesOf(shot).some((slide) => images[slide] === true),
  );
  if (shot.kind !== 'still') return { film: bytes.moving * shot.frames, part: bytes.moving * shot.frames };
  const gop = factsOf(output.codec).copiesStills ? maxGopFrames(output) : stillGopFrames(output);
  return { film: bytes.still * Math.ceil(shot.frames / gop), part: bytes.still };
}

/** About how many bytes a video and its parts have together. Pure. @param images whether each slide has an image */
export function workBytes({ fps, frames, slides }: FrameSchedule, output: Output, images: readonly boolean[]): number {
  const sound = (frames / fps) * SOUND_BYTES;
  return slides
    .flatMap(({ shots }) => shots)
    .map((shot) => shotBytes(shot, output, images))
    .reduce((sum, { film, part }) => sum + film + part, 2 * sound);
}

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

/** Reports whether each slide shows an image, or will when it has come. */
const imagesOf = (slides: readonly Slide[]): boolean[] =>
  slides.map((slide) => (shownOf(slide).image ?? slide.image_request ?? slide.image_variable) !== undefined);

/** Reason why a video is more than one worker can assemble, and advice; undefined: it is not. Pure. */
export function excessOfWork(
  schedule: FrameSchedule,
  { output, slides }: { output: Output; slides: readonly Slide[] },
): string | undefined {
  const bytes = workBytes(schedule, output, imagesOf(slides));
  if (bytes <= MOST_WORK_BYTES) return undefined;
  const lower = output.quality === 'draft' ? '' : ` a quality below \`${output.quality}\`,`;
  return `The video would need about ${gigabytes(bytes)} of room while it is made, and there are ${gigabytes(MOST_WORK_BYTES)}. Choose a smaller resolution, fewer frames a second,${lower} or another codec, let fewer images move (\`image_motion\`), or divide the timeline.`;
}

/** In the place of an image that has not come: what moves, moves all the same. */
const AWAITED: SlideImage = {
  key: '',
  sha256: '',
  width: 3840,
  height: 2160,
  content_type: 'image/jpeg',
  size_bytes: 1,
  fit: 'cover',
  focus: { x: 0.5, y: 0.5 },
  alt: '',
};

/** A slide whose image has come. One that the layout does not show is replaced by it. */
function withImage(slide: Slide): Slide {
  if (shownOf(slide).image || (slide.image_request ?? slide.image_variable) === undefined) return slide;
  return { ...slide, image: AWAITED };
}

interface ExpectedWork {
  output: RenderOutput;
  /** The speech of each slide; what is not spoken yet counts as long as it will probably be. */
  speech: readonly (SlideSpeech | undefined)[];
}

/** The same before anything is made: an image that has not come counts as one that exists. Pure. */
export function expectedExcess(snapshot: Snapshot, { output, speech }: ExpectedWork): string | undefined {
  const slides = snapshot.slides.map(withImage);
  return excessOfWork(planSlideTimes({ output }, { ...snapshot, slides }, speech), { output, slides });
}

/** Refuses a video that no worker could assemble, before anything of it is made. Pure. @throws ServiceError `entitlement_required` */
export function checkWork(snapshot: Snapshot, work: ExpectedWork): void {
  const excess = expectedExcess(snapshot, work);
  if (excess !== undefined) throw new ServiceError('entitlement_required', excess, { param: 'output.resolution' });
}
