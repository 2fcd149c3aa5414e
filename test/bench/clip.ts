import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runFfmpeg } from '#engine/video/ffmpeg/run.ts';
import type { Client, OwnService } from '#test/support/service/start-service.ts';
import { uploadFile } from '#test/support/service/upload-file.ts';
import { createTimelineOf } from './bench-service.ts';
import { rowOf, timedJob } from './job.ts';
import { watchCpuOfChildren } from './process-tree.ts';
import type { BenchContext, Row } from './row.ts';
import { timed } from './timed.ts';

/** Seconds of the clip, and of a short one for warm workers. */
const [SECONDS, WARM_UP_SECONDS] = [20, 2];
const AGAIN = 'motion-clip-again';
/** Milliseconds between two checks of the render. They are few, because a check costs the machine 10 ms of processor time. */
const CHECKS = { working: 1000, ending: 250 };

/** A recording in which much moves, with a tone; its path. */
async function clipOf({ deck: { size }, fps, folder, runtime }: BenchContext, seconds: number): Promise<string> {
  const file = join(folder, `clip-${seconds}.mp4`);
  const picture = `testsrc2=s=${size.width}x${size.height}:r=${fps}:d=${seconds}`;
  const inputs = [
    { at: picture, options: ['-f', 'lavfi'] },
    { at: `sine=440:r=48000:d=${seconds}`, options: ['-f', 'lavfi'] },
  ];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  await runFfmpeg({ inputs, output: { at: file, options: [...codecs, '-f', 'mp4'] } }, runtime);
  return file;
}

/** One encoding of the clip by ffmpeg alone. */
async function encodedAgain({ folder, runtime }: BenchContext, clip: string): Promise<void> {
  const file = join(folder, 'again.mp4');
  const options = ['-c:v', 'libx264', '-preset', 'veryfast', '-c:a', 'aac', '-movflags', '+faststart', '-f', 'mp4'];
  await runFfmpeg({ inputs: [{ at: clip, options: [] }], output: { at: file, options } }, runtime);
  await rm(file);
}

/** A timeline with one slide, which is a clip that is uploaded and not decoded yet. */
async function timelineOf(client: Client, clip: string): Promise<{ id: string }> {
  const upload_id = await uploadFile(client, '/uploads', 'video/mp4', await readFile(clip));
  return createTimelineOf(client, [{ title: 'Clip', video: { upload_id } }]);
}

/**
 * One encoding of a clip of 20 s by ffmpeg. It is measured while no service runs, whose workers of schedules would count.
 * @returns the path of the clip
 */
export async function* encodedClipRow(context: BenchContext): AsyncGenerator<Row, string> {
  const clip = await clipOf(context, SECONDS);
  const { seconds: again, result: alone } = await timed(() => watchCpuOfChildren(() => encodedAgain(context, clip)));
  const name = `a clip of ${SECONDS} s by one ffmpeg run, x264 veryfast`;
  yield { id: AGAIN, name, seconds: again, cpuSeconds: alone.cpuSeconds };
  return clip;
}

/** A slide with that clip, from a client's file to the video: decoding and the whole job. */
export async function* clipJobRow(context: BenchContext, service: OwnService, clip: string): AsyncGenerator<Row> {
  // Workers that are idle for a minute end: they are made warm directly before they are measured.
  const client = await service.account('max');
  await timedJob(service, client, await timelineOf(client, await clipOf(context, WARM_UP_SECONDS)), CHECKS);
  const job = await timed(async () => timedJob(service, client, await timelineOf(client, clip), CHECKS));
  const { seconds, cpuSeconds, result } = job;
  yield {
    ...rowOf(result),
    ...{ id: 'motion-clip', name: `a slide with that clip, from its upload on`, against: [AGAIN], seconds, cpuSeconds },
  };
}
