import { frameCountOfStillGop, maxGopFrames } from '#engine/video/clips/placement.ts';
import { codecFactsOf, type PictureByteEstimate } from '#engine/video/codecs/codec-facts.ts';
import { MAX_FOOTAGE_BYTES_PER_SECOND } from '#engine/video/footage/footage.ts';
import { pictureDimensionsOfFormat } from '#engine/video/format.ts';
import type { VideoQuality } from '#engine/video/settings.ts';
import { drawnContentOfSlide, type Slide, type SlideImage } from '#features/timelines/public.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { planSlideTimes } from './build-render-plan.ts';
import type { FrameSchedule, SlideSpeech } from './plan/frame-schedule.ts';
import { isTransitionBlendedByDecoder, type PictureRef, type VideoShot } from './plan/video-shot.ts';
import type { RenderOutput } from './render.ts';
import type { TimelineSnapshot } from './timeline-snapshot.ts';

/**
 * The most bytes of a video and its parts together, which are on the disk of the worker that assembles them at the same time
 * (`ephemeralStorageSize` of `assembleRender` in serverless.yml, 10,240 MiB). A tenth of the disk is left for extras and for estimates that
 * are too low. At 100 MB per second, fetching, joining and storing this amount takes 5 of the worker's 15 minutes.
 */
export const MAX_ASSEMBLY_DISK_BYTES = 9_600_000_000;

/**
 * Size of a still of text relative to that of a photograph: 60 slides at 1080p have 55 KB each
 * (`lib/engine/video/ffmpeg/x264-arguments.ts`). Moving pictures of both have about the same size: a fade has 35 KB per frame.
 */
const TEXT_STILL_SIZE_SHARE = 0.12;
/** Sizes of the other qualities relative to `standard`, measured with the same program (`--quality`) at 720p. */
const QUALITY_SIZE_FACTORS: Readonly<Record<VideoQuality, PictureByteEstimate>> = {
  draft: { still: 0.6, moving: 0.65 },
  standard: { still: 1, moving: 1 },
  high: { still: 1.5, moving: 2.9 },
};
/** Bytes per second of sound. */
const SOUND_BYTES_PER_SECOND = 24_000;

type EstimatedOutput = Pick<
  RenderOutput,
  'codec' | 'format' | 'fps' | 'height' | 'quality' | 'resolution' | 'width' | 'captions'
>;

/** The estimated bytes of one picture of a video. @param hasImage whether it shows an image */
function pictureBytes(output: EstimatedOutput, hasImage: boolean): PictureByteEstimate {
  const { width, height } = pictureDimensionsOfFormat('landscape', output.resolution);
  const share = (output.width * output.height) / (width * height);
  const { still, moving } = codecFactsOf(output.codec).photograph[output.resolution];
  const quality = QUALITY_SIZE_FACTORS[output.quality];
  return {
    still: still * quality.still * share * (hasImage ? 1 : TEXT_STILL_SIZE_SHARE),
    moving: moving * quality.moving * share,
  };
}

/** The indexes of the slides that a shot shows. */
function slideIndexesOfShot(shot: VideoShot): number[] {
  if ('slide' in shot) return [shot.slide];
  const pictures: PictureRef[] = 'from' in shot ? [shot.from, shot.to] : [shot.picture];
  return pictures.map(({ slide }) => slide);
}

/** The estimated bytes that a shot adds to the video, and those of its clip. */
function shotBytes(
  shot: VideoShot,
  output: EstimatedOutput,
  images: readonly boolean[],
): { video: number; part: number } {
  // A blended fade has only a few bytes per frame; its last picture belongs to the next shot.
  if (isTransitionBlendedByDecoder(shot, output)) return { video: 0, part: 0 };
  const bytes = pictureBytes(
    output,
    slideIndexesOfShot(shot).some((slide) => images[slide] === true),
  );
  if (shot.kind !== 'still') return { video: bytes.moving * shot.frames, part: bytes.moving * shot.frames };
  const gop = codecFactsOf(output.codec).copiesStills ? maxGopFrames(output) : frameCountOfStillGop(output);
  return { video: bytes.still * Math.ceil(shot.frames / gop), part: bytes.still };
}

/**
 * The most bytes of the shots of a slide whose video is joined as it is, in every size and quality: those of its footage, as often as a part of it is
 * played, and not more than its rate allows.
 */
function joinedVideoBytes(shots: readonly VideoShot[], { fps }: EstimatedOutput, video: Slide['video']): number {
  const joinedShots = shots.flatMap((shot) => (shot.kind === 'footage' && shot.inStep ? [shot] : []));
  const frames = joinedShots.reduce((sum, shot) => sum + shot.frames, 0);
  const shotsBySecond = [...Map.groupBy(joinedShots, ({ second }) => second).values()];
  const maxRepetitions = Math.max(0, ...shotsBySecond.map(({ length }) => length));
  return Math.min((frames / fps) * MAX_FOOTAGE_BYTES_PER_SECOND, maxRepetitions * (video?.size_bytes ?? 0));
}

/** The estimated bytes of a video and its parts together. Pure. @param content of the slides of the schedule */
export function estimatedAssemblyDiskBytes(
  { fps, frames, slides }: FrameSchedule,
  output: EstimatedOutput,
  content: readonly Slide[],
): number {
  const images = imagesOf(content);
  const soundBytes = (frames / fps) * SOUND_BYTES_PER_SECOND;
  return slides.reduce((sum, { shots }, index) => {
    const shotEstimates = shots.map((shot) => shotBytes(shot, output, images));
    const encodedBytes = shotEstimates.reduce((bytes, { video, part }) => bytes + video + part, 0);
    // A video is encoded where its footage cannot be joined.
    return sum + Math.max(encodedBytes, 2 * joinedVideoBytes(shots, output, content[index]?.video));
  }, 2 * soundBytes);
}

const formatGigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

/** Reports for each slide whether it shows an image, or will when the image is fetched. */
const imagesOf = (slides: readonly Slide[]): boolean[] =>
  slides.map(
    (slide) =>
      (drawnContentOfSlide(slide).image ??
        slide.image_request ??
        slide.image_variable ??
        slide.pictures ??
        slide.video_request) !== undefined,
  );

/** The message, with advice, for a video that is too large for one worker to assemble; undefined for any other. Pure. */
export function findTooLargeVideoMessage(
  schedule: FrameSchedule,
  { output, slides }: { output: EstimatedOutput; slides: readonly Slide[] },
): string | undefined {
  const bytes = estimatedAssemblyDiskBytes(schedule, output, slides);
  if (bytes <= MAX_ASSEMBLY_DISK_BYTES) return undefined;
  const lower = output.quality === 'draft' ? '' : ` a quality below \`${output.quality}\`,`;
  return `The video would need about ${formatGigabytes(bytes)} of room while it is made, and there are ${formatGigabytes(MAX_ASSEMBLY_DISK_BYTES)}. Choose a smaller resolution, fewer frames per second,${lower} or another codec, let fewer images move (\`image_motion\`), or divide the timeline.`;
}

/** A stand-in for an image that is not fetched yet. */
const STAND_IN_IMAGE: SlideImage = {
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

/** The slide with a stand-in for an image that it waits for. It replaces an image that the layout does not show. */
function withImage(slide: Slide): Slide {
  if (drawnContentOfSlide(slide).image || (slide.image_request ?? slide.image_variable) === undefined) return slide;
  return { ...slide, image: STAND_IN_IMAGE };
}

/** The inputs of an estimate before a render. */
interface ExpectedWork {
  output: RenderOutput;
  /** The speech of each slide, with the estimated duration of missing speech; undefined for a silent slide. */
  speech: readonly (SlideSpeech | undefined)[];
}

/**
 * The message of `findTooLargeVideoMessage` for a video that will be too large by an estimate before anything is made; undefined for any
 * other. An image that is not fetched yet counts as one that exists. Pure.
 */
export function predictTooLargeVideoMessage(
  snapshot: TimelineSnapshot,
  { output, speech }: ExpectedWork,
): string | undefined {
  const slides = snapshot.slides.map(withImage);
  return findTooLargeVideoMessage(planSlideTimes({ output }, { ...snapshot, slides }, speech), { output, slides });
}

/** Checks, before anything is made, that a video is not too large for one worker to assemble. Pure. @throws ServiceError `entitlement_required` */
export function checkVideoAssemblySize(snapshot: TimelineSnapshot, work: ExpectedWork): void {
  const excess = predictTooLargeVideoMessage(snapshot, work);
  if (excess !== undefined) throw new ServiceError('entitlement_required', excess, { param: 'output.resolution' });
}
