import { join } from 'node:path';
import { containerOfCodec } from '#engine/video/codecs/codec-facts.ts';
import { CONTAINER_MEDIA_TYPES } from '#engine/video/settings.ts';
import { runAllOrAbort } from '#kernel/shared/concurrency.ts';
import { BackgroundUploads } from './background-uploads.ts';
import {
  chaptersOfVideo,
  createDrawingKeyFunction,
  posterPictureOfTimeline,
  videoSettingsOfRender,
} from './build-render-plan.ts';
import { formatCaptionWordsJson } from './captions/caption-words-json.ts';
import { formatSubRip } from './captions/sub-rip.ts';
import { formatChaptersVtt, formatWebVtt } from './captions/web-vtt.ts';
import { completeRender } from './complete-render.ts';
import { renderFileKey } from './copy-video-to-render.ts';
import { createPictureDrawer, type PictureDrawer } from './draw-pictures.ts';
import type { EncodeVideoPartsDeps } from './encode-segment.ts';
import { fetchOrEncodeVideoParts, type VideoToAssemble } from './fetch-or-encode-video-parts.ts';
import { type ExtraFileKeys, type MakeExtraFilesDeps, makeExtraFiles } from './make-extra-files.ts';
import { type MakePosterDeps, makePoster } from './make-poster.ts';
import { motionSecondsOfShots } from './plan/motion-seconds.ts';
import { plannedVideoSeconds, type RenderPlan } from './plan/render-plan.ts';
import type { FileStore, RenderStore } from './ports.ts';
import type { Render, RenderResultFiles } from './render.ts';
import type { ClaimedRenderTask } from './run-render-task.ts';
import { readRenderPlan, readTimelineSnapshot } from './timeline-snapshot.ts';
import { transcriptOfPlan } from './transcript/transcript-of-plan.ts';

/** Dependencies of the assembly of a video. */
export interface AssembleVideoDeps
  extends EncodeVideoPartsDeps,
    Pick<MakePosterDeps, 'posters'>,
    Pick<MakeExtraFilesDeps, 'extras'> {
  renders: RenderStore;
}

/**
 * Stores the caption files, unless captions are off or empty. They are stored even when captions are drawn into the video, because files
 * can be searched, translated and read aloud.
 */
async function storeCaptions(
  files: FileStore,
  render: Render,
  { captions }: RenderPlan,
  language: string,
  token: string,
) {
  if (render.output.captions === 'none' || captions.length === 0) return {};
  // Players recognize the language by the file name.
  const keyOf = (extension: string) => renderFileKey(render, token, `captions.${language}.${extension}`);
  const [vtt_key, srt_key] = [keyOf('vtt'), keyOf('srt')];
  const words_key = render.output.caption_words ? renderFileKey(render, token, 'words.json') : undefined;
  await Promise.all([
    files.putBytes(vtt_key, Buffer.from(formatWebVtt(captions, language)), 'text/vtt; charset=utf-8'),
    files.putBytes(srt_key, Buffer.from(formatSubRip(captions)), 'application/x-subrip; charset=utf-8'),
    words_key && files.putBytes(words_key, Buffer.from(formatCaptionWordsJson(captions, language)), 'application/json'),
  ]);
  return { vtt_key, srt_key, ...(words_key ? { words_key } : {}) };
}

/** Stores the chapters as a file, because browsers do not give pages the chapters inside of a video. */
async function storeChapters(
  files: FileStore,
  { render, lease }: ClaimedRenderTask,
  { plan, snapshot }: VideoToAssemble,
) {
  const { fps } = videoSettingsOfRender(render);
  const chapters_key = renderFileKey(render, lease.token, 'chapters.vtt');
  const text = formatChaptersVtt(chaptersOfVideo(snapshot, plan.slides), { frames: plan.frames, fps });
  await files.putBytes(chapters_key, Buffer.from(text), 'text/vtt; charset=utf-8');
  return { chapters_key };
}

/** Stores what is said in the video, slide by slide. */
async function storeTranscript(
  files: FileStore,
  { render, lease }: ClaimedRenderTask,
  { plan, snapshot }: VideoToAssemble,
) {
  const transcript_key = renderFileKey(render, lease.token, 'transcript.json');
  await files.putBytes(
    transcript_key,
    Buffer.from(JSON.stringify(transcriptOfPlan(plan, snapshot))),
    'application/json',
  );
  return { transcript_key };
}

/** Joins the parts of a video into a local file, after making missing ones. @returns the length of the file in bytes */
async function joinVideo(
  deps: AssembleVideoDeps,
  work: ClaimedRenderTask,
  video: VideoToAssemble,
  drawer: PictureDrawer,
  { directory, outFile }: { directory: string; outFile: string },
  uploads: BackgroundUploads,
): Promise<number> {
  const { plan, snapshot } = video;
  const { render, signal } = work;
  const { title, language } = snapshot.settings;
  const { clips, audioFile } = await fetchOrEncodeVideoParts(deps, work, video, drawer, directory, uploads);
  const { bytes } = await deps.maker.mux(
    {
      settings: videoSettingsOfRender(render),
      frames: plan.frames,
      clips,
      audioFile,
      chapters: chaptersOfVideo(snapshot, plan.slides),
      ...(render.output.captions === 'embedded' && plan.captions.length > 0
        ? { captions: { language, cues: plan.captions } }
        : {}),
      title,
      language,
      creationTime: render.created_at,
    },
    outFile,
    signal,
  );
  return bytes;
}

/** Makes and stores the files of a render: the video, and at the same time its poster, captions, chapters and extras. */
async function makeFiles(
  deps: AssembleVideoDeps,
  work: ClaimedRenderTask,
  video: VideoToAssemble,
  directory: string,
  uploads: BackgroundUploads,
): Promise<RenderResultFiles> {
  const { files } = deps;
  const { render, lease, signal } = work;
  const { plan, snapshot } = video;
  const keyOf = (name: string) => renderFileKey(render, lease.token, name);
  const container = containerOfCodec(render.output.codec);
  const outFile = join(directory, `video.${container}`);
  const drawer = createPictureDrawer(deps, work, snapshot);
  const poster_key = keyOf('poster.jpg');
  const [size_bytes, captions, chapters, transcript, extras] = await runAllOrAbort<
    [
      number,
      Awaited<ReturnType<typeof storeCaptions>>,
      { chapters_key: string },
      { transcript_key: string },
      ExtraFileKeys,
      unknown,
    ]
  >(
    signal,
    (abortSignal) => joinVideo(deps, { ...work, signal: abortSignal }, video, drawer, { directory, outFile }, uploads),
    () => storeCaptions(files, render, plan, snapshot.settings.language, lease.token),
    () => storeChapters(files, work, video),
    () => storeTranscript(files, work, video),
    (abortSignal) => makeExtraFiles(deps, { ...work, signal: abortSignal }, video, join(directory, 'extras')),
    async () => {
      const poster = await makePoster(
        deps,
        drawer,
        posterPictureOfTimeline(snapshot),
        createDrawingKeyFunction(render, snapshot),
      );
      await files.putBytes(poster_key, poster, 'image/jpeg');
    },
  );
  const video_key = keyOf(`video.${container}`);
  await Promise.all([files.putFile(video_key, outFile, CONTAINER_MEDIA_TYPES[container]), uploads.done()]);
  return {
    video_key,
    poster_key,
    ...captions,
    ...chapters,
    ...transcript,
    ...extras,
    size_bytes,
    duration_seconds: plannedVideoSeconds(plan),
    motion_seconds: motionSecondsOfShots(plan.shots, plan.fps),
  };
}

/**
 * Joins the parts into the video, after making missing ones, and completes the render. After a kill, the next attempt finds the parts that
 * were cached; other files of the killed attempt are under its token, which nothing names.
 */
export async function assembleVideo(
  deps: AssembleVideoDeps,
  work: ClaimedRenderTask,
  video: VideoToAssemble,
): Promise<'committed'> {
  const uploads = new BackgroundUploads();
  const result = await deps.workspace(async (directory) => {
    try {
      return await makeFiles(deps, work, video, directory, uploads);
    } finally {
      await uploads.ended();
    }
  });
  const { slides_reused, film } = video.plan;
  return completeRender(deps, work, { result, slides_reused, madeAs: film });
}

/** Performs the task that assembles a video whose parts other workers have encoded. */
export async function performRenderAssemblyTask(
  deps: AssembleVideoDeps,
  work: ClaimedRenderTask,
): Promise<'committed'> {
  const { render, task } = work;
  const [plan, snapshot] = await Promise.all([
    readRenderPlan(deps.files, task),
    readTimelineSnapshot(deps.files, render),
  ]);
  return assembleVideo(deps, work, { plan, snapshot });
}
