import { join } from 'node:path';
import { timestamp } from '../shared/clock.ts';
import { allOrAbort } from '../shared/concurrency.ts';
import { storageKeys } from '../shared/storage-keys.ts';
import { containerOf, FILE_TYPES } from '../video/settings.ts';
import { videoSettingsOf } from './build-render-plan.ts';
import { subRip } from './captions/sub-rip.ts';
import { webVtt } from './captions/web-vtt.ts';
import type { EncodeDeps } from './encode-segment.ts';
import { renderEvent } from './events.ts';
import { fetchOrMakeParts } from './fetch-or-make-parts.ts';
import { PendingUploads } from './pending-uploads.ts';
import { planSeconds, type RenderPlan } from './plan/render-plan.ts';
import type { FileStore, RenderStore } from './ports.ts';
import { type Render, type RenderResult, retentionDays } from './render.ts';
import type { Work } from './run-task.ts';
import { readPlan, readSnapshot, type Snapshot, slideNumber } from './snapshot.ts';

export interface AssembleDeps extends EncodeDeps {
  renders: RenderStore;
}

const outputKey = (render: Render, token: string, name: string): string =>
  storageKeys.output(retentionDays(render), render.account_id, render.id, token, name);

/** Caption files beside the video, also when captions are drawn into it: they can be searched, translated and read aloud. */
async function putCaptions(
  files: FileStore,
  render: Render,
  { captions }: RenderPlan,
  language: string,
  token: string,
) {
  if (render.output.captions === 'none' || captions.length === 0) return {};
  // Players take the language from the name.
  const keyOf = (extension: string) => outputKey(render, token, `captions.${language}.${extension}`);
  const [vtt_key, srt_key] = [keyOf('vtt'), keyOf('srt')];
  await Promise.all([
    files.putBytes(vtt_key, Buffer.from(webVtt(captions, language)), 'text/vtt; charset=utf-8'),
    files.putBytes(srt_key, Buffer.from(subRip(captions)), 'application/x-subrip; charset=utf-8'),
  ]);
  return { vtt_key, srt_key };
}

/** One chapter a slide. A slide without a title is named by its number in the timeline, also in a render of a range. */
export const chaptersOf = (snapshot: Pick<Snapshot, 'slides' | 'first_position'>, plan: Pick<RenderPlan, 'slides'>) =>
  plan.slides.map(({ start_frame }, position) => ({
    title: snapshot.slides[position]?.title.trim() || `Slide ${slideNumber(snapshot, position)}`,
    startFrame: start_frame,
  }));

/** Makes the file of the video and its poster, in local files and in storage. */
async function makeFiles(
  deps: AssembleDeps,
  work: Work,
  plan: RenderPlan,
  snapshot: Snapshot,
  directory: string,
  uploads: PendingUploads,
): Promise<RenderResult> {
  const { files, maker } = deps;
  const { render, lease, signal } = work;
  const output = (name: string) => outputKey(render, lease.token, name);
  const container = containerOf(render.output.codec);
  const { clips, audioFile, drawer } = await fetchOrMakeParts(deps, work, plan, snapshot, directory, uploads);
  const out = join(directory, `video.${container}`);
  const { title, language } = snapshot.settings;
  const poster_key = output('poster.jpg');
  const [muxed] = await allOrAbort<[Awaited<ReturnType<typeof maker.mux>>, unknown]>(
    signal,
    (stop) =>
      maker.mux(
        {
          settings: videoSettingsOf(render),
          frames: plan.frames,
          clips,
          audioFile,
          chapters: chaptersOf(snapshot, plan),
          ...(render.output.captions === 'embedded' && plan.captions.length > 0
            ? { captions: { language, cues: plan.captions } }
            : {}),
          title,
          language,
          creationTime: render.created_at,
        },
        out,
        stop,
      ),
    async () => {
      const jpeg = await maker.poster(await drawer.raw({ slide: 0 }));
      await files.putBytes(poster_key, jpeg, 'image/jpeg');
    },
  );
  const video_key = output(`video.${container}`);
  const [captions] = await Promise.all([
    putCaptions(files, render, plan, language, lease.token),
    files.putFile(video_key, out, FILE_TYPES[container]),
    uploads.done(),
  ]);
  return { video_key, poster_key, ...captions, size_bytes: muxed.bytes, duration_seconds: planSeconds(plan) };
}

/**
 * Joins the parts into the video, making those that are not there yet, and completes the render. The files lie under the
 * token of this attempt's lease, and the last write names them only if that lease still holds: two attempts leave one
 * result and one event.
 */
export async function assembleRender(deps: AssembleDeps, work: Work): Promise<'committed'> {
  const { renders, files, workspace, clock } = deps;
  const { render, task, lease, signal } = work;
  const [plan, snapshot] = await Promise.all([readPlan(files, task), readSnapshot(files, render)]);
  const uploads = new PendingUploads();
  const result = await workspace(async (directory) => {
    try {
      return await makeFiles(deps, work, plan, snapshot, directory, uploads);
    } finally {
      await uploads.ended();
    }
  });
  signal.throwIfAborted();
  const at = timestamp(clock());
  const completed: Render = {
    ...render,
    status: 'completed',
    stage: 'done',
    progress: 100,
    slides_reused: plan.slides_reused,
    slides_rendered: render.slides_total - plan.slides_reused,
    result,
    completed_at: at,
  };
  await renders.complete(completed, lease, result, renderEvent('render.completed', completed, at));
  return 'committed';
}
