import { join } from 'node:path';
import { type Clock, timestamp } from '../clock.ts';
import { storageKeys } from '../storage-keys.ts';
import { subRip, webVtt } from './captions.ts';
import { renderEvent } from './events.ts';
import { planSeconds, type RenderPlan } from './plan-render.ts';
import type { FileStore, RenderStore, VideoMaker, Workspace } from './ports.ts';
import type { Render, RenderResult } from './render.ts';
import type { Work } from './run-unit.ts';
import { readPlan, readSnapshot } from './snapshot.ts';
import type { Unit } from './unit.ts';

export interface AssembleTools {
  renders: RenderStore;
  files: FileStore;
  maker: VideoMaker;
  workspace: Workspace;
  clock: Clock;
}

const partOf = (unit: Unit | undefined): string => {
  if (unit?.result?.key === undefined) throw new Error('a part of the video has no file');
  return unit.result.key;
};

async function putCaptions(files: FileStore, render: Render, plan: RenderPlan, token: string) {
  if (render.output.captions === 'none' || plan.sentences.length === 0) return {};
  const vtt_key = storageKeys.output(render.account_id, render.id, token, 'captions.vtt');
  const srt_key = storageKeys.output(render.account_id, render.id, token, 'captions.srt');
  await Promise.all([
    files.putBytes(vtt_key, Buffer.from(webVtt(plan.sentences)), 'text/vtt; charset=utf-8'),
    files.putBytes(srt_key, Buffer.from(subRip(plan.sentences)), 'application/x-subrip; charset=utf-8'),
  ]);
  return { vtt_key, srt_key };
}

/**
 * Joins the parts into the video and completes the render. The files lie under the token of this attempt's lease, and
 * the last write names them only if that lease still holds: two attempts leave one result and one event.
 */
export async function assembleRender(tools: AssembleTools, { render, lease, signal }: Work): Promise<'committed'> {
  const { renders, files, maker, workspace, clock } = tools;
  const [units, plan, snapshot] = await Promise.all([
    renders.units(render.account_id, render.id),
    readPlan(files, render),
    readSnapshot(files, render),
  ]);
  const video = units.filter((unit) => unit.kind === 'video').sort((a, b) => a.index - b.index);
  const sound = units.find((unit) => unit.kind === 'audio');
  const output = (name: string) => storageKeys.output(render.account_id, render.id, lease.token, name);

  await workspace(async (directory) => {
    const segments = await Promise.all(
      video.map(async (unit) => {
        const path = join(directory, `segment-${unit.index}.h264`);
        await files.getFile(partOf(unit), path);
        return path;
      }),
    );
    const audioFile = sound && join(directory, 'sound.m4a');
    if (audioFile) await files.getFile(partOf(sound), audioFile);
    const out = join(directory, 'video.mp4');
    const { width, height, fps } = render.output;
    const muxed = await maker.mux(
      {
        segments,
        fps,
        width,
        height,
        frames: plan.frames,
        ...(audioFile ? { audioFile } : {}),
        title: snapshot.settings.title,
        creationTime: render.created_at,
      },
      out,
      signal,
    );
    const video_key = output('video.mp4');
    await files.putFile(video_key, out, 'video/mp4');
    const drawn = video[0]?.result?.poster_key;
    const poster_key = drawn === undefined ? undefined : output('poster.jpg');
    if (drawn !== undefined && poster_key !== undefined)
      await files.putBytes(poster_key, await files.getBytes(drawn), 'image/jpeg');
    const result: RenderResult = {
      video_key,
      poster_key,
      ...(await putCaptions(files, render, plan, lease.token)),
      size_bytes: muxed.bytes,
      duration_seconds: planSeconds(plan),
    };
    signal.throwIfAborted();
    const at = timestamp(clock());
    const completed: Render = {
      ...render,
      status: 'completed',
      stage: 'done',
      progress: 100,
      slides_rendered: render.slides_total,
      result,
      completed_at: at,
    };
    await renders.complete(completed, lease, result, renderEvent('render.completed', completed, at));
  });
  return 'committed';
}
