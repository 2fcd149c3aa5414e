import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SlideAnswer } from '#features/timelines/view.ts';
import { decodeAsPlayed, ffmpeg, levelOf } from '#test/support/audio/measure.ts';
import { boxAt, makePptx, pictureShape, textShape } from '#test/support/decks/pptx.ts';
import { makeZip } from '#test/support/decks/zip.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import { type Client, download, ended, until } from '#test/support/service/start-service.ts';
import { uploadFile } from '#test/support/service/upload-file.ts';
import { colour, MP4, madeByFfmpeg, tone } from '#test/support/video/make-clip.ts';

interface TimelineBody {
  id: string;
  duration_seconds: number;
  slides: SlideAnswer[];
}

const PPTX = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
const service = sharedService();
let client: Client;
/** The limit only ends a test that has failed. */
const SECONDS = 240;

/** A video that is red for a second and then blue for two, with a tone while it is blue. */
const redThenBlue = (size = '320x180') =>
  madeByFfmpeg(
    [
      ...colour('red', 1, size),
      ...colour('blue', 2, size),
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
    upload_id = await uploadFile(client, '/uploads', 'video/mp4', await redThenBlue('854x480'));
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
      ...{ status: 'ready', duration_seconds: 3, width: 854, height: 480, has_sound: true, error: null },
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

describe('a deck with videos', () => {
  interface ImportBody {
    id: string;
    status: string;
    timeline_id: string;
    report: { warnings: { slide: number | null; code: string; message: string }[]; summary: Record<string, number> };
  }

  async function imported(
    file: Buffer,
    type: string,
  ): Promise<{ report: ImportBody['report']; timeline: TimelineBody }> {
    const response = await fetch(`${service.stack.baseUrl}/timelines/import`, {
      ...{ method: 'POST', body: Uint8Array.from(file) },
      headers: { 'x-api-key': client.apiKey, 'content-type': type },
    });
    const { id } = (await response.json()) as ImportBody;
    const { timeline_id, report } = await until(
      () => client.ok<ImportBody>('GET', `/imports/${id}`),
      ({ status }) => status === 'completed' || status === 'failed',
      SECONDS,
    );
    return { report, timeline: await timelineOf(timeline_id) };
  }

  it('of Markdown shows its clips and pictures that move, and a line for one that is damaged', async () => {
    const blink = [...colour('white', 1, '160x90', 5), ...colour('black', 1, '160x90', 5)];
    const moving = await madeByFfmpeg([...blink, '-filter_complex', '[0:v][1:v]concat=n=2:v=1'], 'gif');
    const { report, timeline } = await imported(
      makeZip([
        {
          name: 'slides.md',
          bytes:
            '![](clip.mp4#t=0.5,2.5)\n\nNote: Watch.\n\n---\n\n# Moves\n\n![](blink.gif)\n\n---\n\n# Damaged\n\n![](bad.mp4)\n',
        },
        { name: 'clip.mp4', bytes: await redThenBlue() },
        { name: 'blink.gif', bytes: moving },
        { name: 'bad.mp4', bytes: (await redThenBlue()).subarray(0, 600) },
      ]),
      'application/zip',
    );
    expect(timeline.slides.map(({ video }) => video)).toMatchObject([
      {
        status: 'ready',
        place: 'full',
        trim: { from: 0.5, to: 2.5 },
        duration_seconds: 3,
        has_sound: true,
        loop: false,
      },
      { status: 'ready', place: 'framed', loop: true, width: 160, has_sound: false },
      null,
    ]);
    expect((await fetch(timeline.slides[0]?.video?.poster_url ?? '')).status).toBe(200);
    expect(report.warnings).toEqual([
      expect.objectContaining({
        slide: 3,
        code: 'video_not_taken',
        message: expect.stringContaining('was not used'),
      }),
    ]);
    expect(report.summary).toEqual({ whole: 2, approximate: 0, lost: 1 });
  });

  it('of PowerPoint shows the clip of a slide in its place, trimmed', async () => {
    const still = await madeByFfmpeg([...colour('red', 1), '-frames:v', '1'], 'png');
    const p14 = 'http://schemas.microsoft.com/office/powerpoint/2010/main';
    const media = `<a:videoFile r:link="rIdV"/><p:extLst><p:ext><p14:media xmlns:p14="${p14}" r:embed="rIdV"><p14:trim st="1000"/></p14:media></p:ext></p:extLst>`;
    const shapes =
      textShape(2, 'title', ['A clip']) +
      textShape(3, 'obj', ['One', 'Two']) +
      pictureShape(5, 'rIdS', boxAt(6_500_000, 2_000_000, 4_800_000, 2_700_000), '', media);
    const relations = { rIdS: ['image', 'media/s.png'], rIdV: ['media', 'media/v.mp4'] } as const;
    const parts = { 'ppt/media/s.png': still, 'ppt/media/v.mp4': await redThenBlue() };
    const { report, timeline } = await imported(
      makePptx({ sides: [12_192_000, 6_858_000], slides: [{ shapes, relations }], parts }),
      PPTX,
    );
    expect(timeline.slides[0]?.video).toMatchObject({ status: 'ready', place: 'right', trim: { from: 1, to: null } });
    expect(report.warnings.map(({ code }) => code)).toEqual(['deck_silent']);
    const file = await rendered(timeline.id, 'deck');
    const { stdout } = await ffmpeg(
      ...['-ss', '1', '-i', file, '-frames:v', '1', '-vf', 'scale=16:16', '-pix_fmt', 'rgb24', '-f', 'rawvideo', '-'],
    );
    const pixels = Array.from({ length: 256 }, (_, at) => [...stdout.subarray(3 * at, 3 * at + 3)]);
    const blue = pixels.flatMap(([r = 0, g = 0, b = 0], at) => (b > 180 && r < 90 && g < 90 ? [at % 16] : []));
    expect(blue.length).toBeGreaterThan(20);
    expect(Math.min(...blue)).toBeGreaterThanOrEqual(7);
  });
});
