import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SlideAnswer } from '#features/timelines/view.ts';
import { decodeAsPlayed, ffmpeg, levelOf } from '#test/support/audio/measure.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import { type Client, download, ended, until } from '#test/support/service/start-service.ts';
import { uploadFile } from '#test/support/service/upload-file.ts';
import { colour, MP4, madeByFfmpeg, tone } from '#test/support/video/make-clip.ts';

interface TimelineBody {
  id: string;
  duration_seconds: number;
  slides: SlideAnswer[];
}

const service = sharedService();
let client: Client;
/** The limit only ends a test that has failed. */
const SECONDS = 240;

/** A video that is red for a second and then blue for two, with a tone while it is blue. */
const redThenBlue = () =>
  madeByFfmpeg(
    [
      ...colour('red', 1),
      ...colour('blue', 2),
      ...tone(440, 2),
      ...['-filter_complex', '[0:v][1:v]concat=n=2:v=1[v];[2:a]adelay=1000|1000[a]', '-map', '[v]', '-map', '[a]'],
      ...MP4,
    ],
    'mp4',
  );

/** The mean colour of the middle of a file's picture at a time, as a name. */
async function colourAt(file: string, seconds: number): Promise<string> {
  const { stdout } = await ffmpeg(
    ...['-ss', String(seconds), '-i', file, '-frames:v', '1', '-vf', 'crop=iw/4:ih/4,scale=1:1', '-pix_fmt', 'rgb24'],
    ...['-f', 'rawvideo', '-'],
  );
  const [red = 0, green = 0, blue = 0] = stdout;
  if (red > 180 && green < 90 && blue < 90) return 'red';
  return blue > 180 && red < 90 && green < 90 ? 'blue' : `${red},${green},${blue}`;
}

const timelineOf = (id: string) => client.ok<TimelineBody>('GET', `/timelines/${id}`);
const readied = (id: string) =>
  until(
    () => timelineOf(id),
    ({ slides }) => slides.every(({ video }) => video?.status !== 'pending'),
    SECONDS,
  );

async function rendered(timeline_id: string, name: string): Promise<string> {
  const output = { resolution: '480p', fps: 25 };
  const { id } = await client.ok<{ id: string }>('POST', '/renders', { timeline_id, output, narration: 'none' });
  const render = await ended(client, id, SECONDS);
  expect(render).toMatchObject({ status: 'completed', error: null });
  return download(render.output.url, join(service.directory, `${name}.mp4`));
}

beforeAll(async () => {
  client = await service.account('max');
});

describe('a video of a slide', () => {
  let upload_id: string;

  beforeAll(async () => {
    upload_id = await uploadFile(client, '/uploads', 'video/mp4', await redThenBlue());
  });

  it('is decoded, and plays in the video with its sound, for as long as it lasts', async () => {
    const made = await client.ok<TimelineBody>('POST', '/timelines', {
      title: 'A video',
      resolution: '480p',
      slides: [{ title: 'Not shown', video: { upload_id } }],
    });
    expect(made.slides[0]?.video).toMatchObject({ status: 'pending', poster_url: null, place: 'full', volume: 1 });
    const file = await rendered(made.id, 'whole');
    const { slides, duration_seconds } = await readied(made.id);
    expect(slides[0]?.video).toMatchObject({
      ...{ status: 'ready', duration_seconds: 3, width: 320, height: 180, has_sound: true, error: null },
    });
    expect(duration_seconds).toBe(3);
    expect((await fetch(slides[0]?.video?.poster_url ?? '')).status).toBe(200);
    expect(await Promise.all([0.5, 0.9, 1.1, 2.9].map((at) => colourAt(file, at)))).toEqual([
      ...['red', 'red', 'blue', 'blue'],
    ]);
    const samples = await decodeAsPlayed(file);
    expect(samples.length / 48_000).toBeCloseTo(3, 1);
    expect(levelOf(samples, 0, 45_000)).toBeLessThan(-60);
    expect(levelOf(samples, 60_000, 130_000)).toBeGreaterThan(-25);
  });

  it('is trimmed, stands at its end, and is silent where it is muted', async () => {
    const video = { upload_id, trim: { from: 0.5, to: 1.5 }, muted: true };
    const made = await client.ok<TimelineBody>('POST', '/timelines', {
      title: 'A part of a video',
      resolution: '480p',
      slides: [{ duration_seconds: 3, video }],
    });
    const file = await rendered(made.id, 'part');
    expect(await Promise.all([0.1, 0.4, 0.6, 2.9].map((at) => colourAt(file, at)))).toEqual([
      ...['red', 'red', 'blue', 'blue'],
    ]);
    expect((await ffmpeg('-i', file, '-f', 'null', '-')).stderr).not.toContain('Audio:');
  });
});
