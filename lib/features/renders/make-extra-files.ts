import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SoundtrackSpec } from '#engine/video/audio/soundtrack.ts';
import type { RawPicture } from '#engine/video/picture.ts';
import { SOUND_SAMPLE_RATE } from '#engine/video/settings.ts';
import type { GifFrame } from '#engine/video/stills/animated-gif.ts';
import type { PdfProperties, PicturePdfWriter } from '#engine/video/stills/picture-pdf.ts';
import { runAllOrAbort } from '#kernel/shared/concurrency.ts';
import { BackgroundUploads } from './background-uploads.ts';
import { chaptersOfVideo, soundtrackCodecOfRender } from './build-render-plan.ts';
import { renderFileKey } from './copy-video-to-render.ts';
import { createPictureDrawer, type DrawPicturesDeps } from './draw-pictures.ts';
import type { VideoToAssemble } from './fetch-or-encode-video-parts.ts';
import { slideAtPosition } from './frozen-slide.ts';
import { createSoundFileFetcher } from './make-sound.ts';
import { planGifSlides } from './plan/gif-plan.ts';
import { plannedVideoSeconds, type RenderPlan } from './plan/render-plan.ts';
import type { FileStore } from './ports.ts';
import { type ExtraFileKind, type RenderResultFiles, thumbnailKey } from './render.ts';
import type { ClaimedRenderTask } from './run-render-task.ts';
import { idsOfTimelineSlides, listIndexesWithoutIntroOutro, type TimelineSnapshot } from './timeline-snapshot.ts';
import { visibleTextOfSlide } from './visible-text-of-slide.ts';

/** The longer side of the pictures of a GIF and of thumbnails, in pixels. */
export const GIF_AND_THUMBNAIL_LONGER_SIDE_PIXELS = 640;

/** Makes the extra files that a client may request with a video. */
export interface ExtraFilesMaker {
  /** Reduces a picture to at most `side` pixels in width and height. */
  shrink(picture: RawPicture, side: number): Promise<RawPicture>;
  /** Encodes a picture as a JPEG thumbnail. */
  thumbnail(picture: RawPicture): Promise<Uint8Array>;
  /** Encodes a picture as a JPEG for a page of a PDF. */
  page(picture: RawPicture): Promise<Uint8Array>;
  /** Encodes pictures as an animated GIF. */
  gif(frames: readonly GifFrame[]): Promise<Uint8Array>;
  /** Opens a PDF in a local file, to which pages are added. */
  pdf(outFile: string, facts: PdfProperties): Promise<PicturePdfWriter>;
  /** Encodes the sound of a video as MP3 into a local file. It stops when the signal aborts. */
  mp3(
    spec: SoundtrackSpec,
    title: string,
    fileOf: (source: string) => string,
    outFile: string,
    signal: AbortSignal,
  ): Promise<void>;
}

/** Dependencies of the making of extras. */
export interface MakeExtraFilesDeps extends DrawPicturesDeps {
  files: FileStore;
  extras: ExtraFilesMaker;
}

/** The storage keys of the extras of a finished render. */
export type ExtraFileKeys = Pick<RenderResultFiles, 'gif_key' | 'mp3_key' | 'pdf_key' | 'thumbnails'>;

/**
 * Makes and stores the extras of a render. @returns their keys; {} if it has none. They contain the lease token of this attempt, so that an attempt that
 * is killed leaves only files that nothing names.
 * @param directory for local files; it is created if needed
 */
export async function makeExtraFiles(
  deps: MakeExtraFilesDeps,
  work: ClaimedRenderTask,
  video: VideoToAssemble,
  directory: string,
): Promise<ExtraFileKeys> {
  const requestedKinds = new Set<ExtraFileKind>(work.render.output.extras);
  if (requestedKinds.size === 0) return {};
  await mkdir(directory, { recursive: true });
  const [sound, pictures] = await runAllOrAbort<[ExtraFileKeys, ExtraFileKeys]>(
    work.signal,
    async (signal) => (requestedKinds.has('mp3') ? makeMp3(deps, { ...work, signal }, video, directory) : {}),
    async (signal) =>
      requestedKinds.has('gif') || requestedKinds.has('pdf') || requestedKinds.has('thumbnails')
        ? makePictures(deps, { ...work, signal }, video, requestedKinds, directory)
        : {},
  );
  return { ...sound, ...pictures };
}

/** The sound of a silent video for its MP3: silence of its length. */
const silentSoundtrack = (work: Pick<ClaimedRenderTask, 'render'>, plan: RenderPlan): SoundtrackSpec => ({
  codec: soundtrackCodecOfRender(work.render),
  totalSamples: Math.round(plannedVideoSeconds(plan) * SOUND_SAMPLE_RATE),
  cues: [],
});

/** Makes the MP3 from the speech and music files instead of the encoded sound, so that it is encoded only once. */
async function makeMp3(
  { files, extras }: MakeExtraFilesDeps,
  work: ClaimedRenderTask,
  { plan, snapshot }: VideoToAssemble,
  directory: string,
): Promise<ExtraFileKeys> {
  const { render, lease, signal } = work;
  const file = join(directory, 'sound.mp3');
  const sounds = createSoundFileFetcher(files, plan.sound ?? { sound_files: {} }, directory);
  await sounds.fetch(Object.keys(plan.sound?.sound_files ?? {}));
  signal.throwIfAborted();
  const spec = plan.sound?.spec ?? silentSoundtrack(work, plan);
  await extras.mp3(spec, snapshot.settings.title, sounds.fileOf, file, signal);
  const mp3_key = renderFileKey(render, lease.token, 'sound.mp3');
  await files.putFile(mp3_key, file, 'audio/mpeg');
  return { mp3_key };
}

/** The slides of a plan without its intro and its outro, as a video. */
function videoOfSlides(
  { slides, frames, fps }: RenderPlan,
  snapshot: TimelineSnapshot,
): Parameters<typeof planGifSlides>[0] {
  const timelineSlides = listIndexesWithoutIntroOutro(snapshot).flatMap((index) => slides[index] ?? []);
  const firstFrame = timelineSlides[0]?.start_frame ?? 0;
  const lastSlide = timelineSlides.at(-1);
  return {
    fps,
    slides: timelineSlides.map((slide) => ({ ...slide, start_frame: slide.start_frame - firstFrame })),
    frames: lastSlide ? lastSlide.start_frame + lastSlide.frames - firstFrame : frames,
  };
}

/** Draws every slide once, with all its points, and makes the requested extras from the pictures. */
async function makePictures(
  deps: MakeExtraFilesDeps,
  work: ClaimedRenderTask,
  { plan, snapshot }: VideoToAssemble,
  requestedKinds: ReadonlySet<ExtraFileKind>,
  directory: string,
): Promise<ExtraFileKeys> {
  const { files, extras } = deps;
  const { render, lease, signal } = work;
  const { width, height } = render.output;
  const { title, language } = snapshot.settings;
  const keyOf = (name: string): string => renderFileKey(render, lease.token, name);
  const drawer = createPictureDrawer(deps, work, snapshot);
  const chapters = chaptersOfVideo(snapshot, plan.slides);
  const millisecondsBySlide = new Map(
    requestedKinds.has('gif')
      ? planGifSlides(videoOfSlides(plan, snapshot)).map((gifPicture) => [gifPicture.slide, gifPicture.milliseconds])
      : [],
  );
  const thumbnails = { prefix: keyOf('thumbnail-'), slide_ids: idsOfTimelineSlides(snapshot) };
  const frames: GifFrame[] = [];
  const pdfFile = join(directory, 'slides.pdf');
  const pdfProperties = { title, language, creationTime: render.created_at, width, height };
  const pdf = requestedKinds.has('pdf') ? await extras.pdf(pdfFile, pdfProperties) : undefined;
  const uploads = new BackgroundUploads();
  try {
    for (const [index, slide] of listIndexesWithoutIntroOutro(snapshot).entries()) {
      signal.throwIfAborted();
      const milliseconds = millisecondsBySlide.get(index);
      if (!pdf && milliseconds === undefined && !requestedKinds.has('thumbnails')) continue;
      const picture = await drawer.raw({ slide });
      const smallPicture = await extras.shrink(picture, GIF_AND_THUMBNAIL_LONGER_SIDE_PIXELS);
      if (pdf)
        await pdf.add({
          jpeg: await extras.page(picture),
          title: chapters[slide]?.title ?? '',
          text: visibleTextOfSlide(slideAtPosition(snapshot, slide)),
        });
      drawer.free(picture);
      if (milliseconds !== undefined) frames.push({ picture: smallPicture, milliseconds });
      if (requestedKinds.has('thumbnails')) {
        const jpeg = await extras.thumbnail(smallPicture);
        uploads.add(files.putBytes(thumbnailKey(thumbnails, index), jpeg, 'image/jpeg'));
      }
    }
    await pdf?.end();
    const keys = {
      ...(frames.length > 0 ? { gif_key: keyOf('slides.gif') } : {}),
      ...(pdf ? { pdf_key: keyOf('slides.pdf') } : {}),
      ...(requestedKinds.has('thumbnails') ? { thumbnails } : {}),
    };
    if (keys.gif_key) await files.putBytes(keys.gif_key, await extras.gif(frames), 'image/gif');
    if (keys.pdf_key) await files.putFile(keys.pdf_key, pdfFile, 'application/pdf');
    await uploads.done();
    return keys;
  } finally {
    pdf?.abort();
    await uploads.ended();
  }
}
