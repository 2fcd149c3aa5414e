import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeAsPlayed, ffmpeg, levelOf, loudness } from '#test/support/audio/measure.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import { type Client, download, ended, until } from '#test/support/service/start-service.ts';
import { uploadFile } from '#test/support/service/upload-file.ts';
import { colour, MP4, madeByFfmpeg, tone } from '#test/support/video/make-clip.ts';

const service = sharedService();
let client: Client;
/** The limit only ends a test that has failed. */
const SECONDS = 240;
const FPS = 25;

interface TimelineBody {
  id: string;
  version: number;
  duration_seconds: number;
  intro: { status: string; duration_seconds: number | null; poster_url: string | null; muted: boolean } | null;
  outro: TimelineBody['intro'];
  slides: { id: string; video?: { status: string } | null }[];
}

/** A clip of one colour with a tone. */
const clip = (name: string, seconds: number) =>
  madeByFfmpeg([...colour(name, seconds), ...tone(440, seconds), '-shortest', ...MP4], 'mp4');

/** The render of a row of a batch. */
interface RowRender {
  status: string;
  output: { url: string };
}

/** The picture of a file at a time, as pixels. */
const frameAt = async (file: string, seconds: number): Promise<Buffer> => {
  const { stdout } = await ffmpeg(
    ...['-v', 'error', '-ss', String(seconds), '-i', file, '-frames:v', '1', '-f', 'rawvideo', '-'],
  );
  return stdout;
};

/** The mean colour of the middle of a file's picture at a time, as a name. */
async function colourAt(file: string, seconds: number): Promise<string> {
  const { stdout } = await ffmpeg(
    ...['-ss', String(seconds), '-i', file, '-frames:v', '1', '-vf', 'crop=iw/4:ih/4,scale=1:1', '-pix_fmt', 'rgb24'],
    ...['-f', 'rawvideo', '-'],
  );
  const [red = 0, green = 0, blue = 0] = stdout;
  if (red > 180 && green < 90 && blue < 90) return 'red';
  if (blue > 180 && red < 90 && green < 90) return 'blue';
  return Math.min(red, green, blue) > 200 ? 'slide' : `${red},${green},${blue}`;
}

async function rendered(body: object, name: string) {
  const output = { resolution: '480p', fps: FPS, extras: ['thumbnails'] };
  const { id } = await client.ok<{ id: string }>('POST', '/renders', { output, narration: 'none', ...body });
  const render = await ended(client, id, SECONDS);
  expect(render).toMatchObject({ status: 'completed', error: null });
  return { id, render, file: await download(render.output.url, join(service.directory, `${name}.mp4`)) };
}

let red: string;
let blue: string;

beforeAll(async () => {
  client = await service.account('max');
  red = await uploadFile(client, '/uploads', 'video/mp4', await clip('red', 2));
  blue = await uploadFile(client, '/uploads', 'video/mp4', await clip('blue', 1));
});

describe('the intro and the outro of a timeline', () => {
  it('are played whole, with their sound, around the slides, which keep their numbers', async () => {
    const made = await client.ok<TimelineBody>('POST', '/timelines', {
      title: 'A film',
      resolution: '480p',
      intro: { upload_id: red },
      outro: { upload_id: blue, trim: { from: 0.2 } },
      slides: [{ title: 'One', duration_seconds: 2 }, { duration_seconds: 2 }],
    });
    expect(made.intro).toMatchObject({ status: 'pending', poster_url: null });
    const whole = await rendered({ timeline_id: made.id }, 'film');
    const ready = await until(
      () => client.ok<TimelineBody>('GET', `/timelines/${made.id}`),
      ({ intro, outro }) => intro?.status !== 'pending' && outro?.status !== 'pending',
      SECONDS,
    );
    expect(ready).toMatchObject({
      intro: { status: 'ready', duration_seconds: 2, volume: 1, trim: null },
      outro: { status: 'ready', duration_seconds: 1, trim: { from: 0.2, to: null } },
      slides: [{ video: null }, { video: null }],
    });
    expect(ready.duration_seconds).toBeCloseTo(6.8, 2);
    expect((await fetch(ready.intro?.poster_url ?? '')).status).toBe(200);

    const times = [0.1, 1.9, 2.1, 5.9, 6.1, 6.7];
    expect(await Promise.all(times.map((at) => colourAt(whole.file, at)))).toEqual([
      ...['red', 'red', 'slide', 'slide', 'blue', 'blue'],
    ]);
    const samples = await decodeAsPlayed(whole.file);
    expect(samples.length / 48_000).toBeCloseTo(6.8, 1);
    const levels = [0.5, 1.5, 3, 5, 6.4].map(
      (at) => levelOf(samples, Math.round(at * 48_000), Math.round((at + 0.3) * 48_000)) > -30,
    );
    expect(levels).toEqual([true, true, false, false, true]);

    const { slides_total, slides_rendered, output } = whole.render;
    expect({ slides_total, slides_rendered }).toEqual({ slides_total: 2, slides_rendered: 2 });
    expect(output.extras.thumbnails?.map(({ slide_id }) => slide_id)).toEqual(made.slides.map(({ id }) => id));
    const { slides } = await client.ok<{ slides: { title: string; start_seconds: number }[] }>(
      'GET',
      `/renders/${whole.id}/transcript`,
    );
    expect(slides.map(({ title, start_seconds }) => [title, start_seconds])).toEqual([
      ['One', 2],
      ['Slide 2', 4],
    ]);
    const { stdout } = await ffmpeg('-i', whole.file, '-f', 'ffmetadata', '-');
    expect(stdout.toString().match(/^title=.*$/gm)).toEqual([
      ...['title=A film', 'title=Intro', 'title=One', 'title=Slide 2', 'title=Outro'],
    ]);

    const { estimate } = await client.ok<{ estimate: object }>('GET', `/timelines/${made.id}/check`);
    expect(estimate).toMatchObject({ duration_seconds: 6.8, slides_new: 2, render_seconds: 6.8 });

    const part = await rendered({ timeline_id: made.id, slide_range: { from: 1, to: 1 } }, 'part-of-film');
    expect(await Promise.all([0.1, 2.5].map((at) => colourAt(part.file, at)))).toEqual(['slide', 'blue']);
    expect(part.render).toMatchObject({ slides_total: 1, slides_reused: 1, slides_rendered: 0 });
  });

  it('are copied from another timeline of the account, and stay when that is deleted', async () => {
    const original = await client.ok<TimelineBody>('POST', '/timelines', {
      title: 'Original',
      intro: { upload_id: red },
      slides: [{ video: { upload_id: blue } }],
    });
    await until(
      () => client.ok<TimelineBody>('GET', `/timelines/${original.id}`),
      ({ intro, slides }) => intro?.status === 'ready' && slides[0]?.video?.status === 'ready',
      SECONDS,
    );
    const copy_of = { timeline_id: original.id };
    const body = {
      title: 'Copy',
      resolution: '480p',
      intro: { copy_of, trim: { from: 1 } },
      outro: { copy_of: { ...copy_of, slide_id: original.slides[0]?.id } },
      slides: [{ duration_seconds: 1 }],
    };
    const other = await service.account('max');
    const refused = await other.call('POST', '/timelines', body);
    expect([refused.status, refused.body]).toMatchObject([
      404,
      { error: { code: 'timeline_not_found', param: 'intro.copy_of.timeline_id' } },
    ]);

    const made = await client.ok<TimelineBody>('POST', '/timelines', body);
    // While they are copied.
    await client.ok('DELETE', `/timelines/${original.id}`);
    const ready = await until(
      () => client.ok<TimelineBody>('GET', `/timelines/${made.id}`),
      ({ intro, outro }) => intro?.status !== 'pending' && outro?.status !== 'pending',
      SECONDS,
    );
    expect(ready).toMatchObject({
      intro: { status: 'ready', duration_seconds: 2, trim: { from: 1 } },
      outro: { status: 'ready', duration_seconds: 1, trim: null },
    });
    const { file } = await rendered({ timeline_id: made.id }, 'copy');
    expect(await Promise.all([0.1, 0.9, 1.5, 2.1, 2.9].map((at) => colourAt(file, at)))).toEqual([
      ...['red', 'red', 'slide', 'blue', 'blue'],
    ]);
  });

  it('are around the video of each row of a batch', async () => {
    const { id } = await client.ok<TimelineBody>('POST', '/timelines', {
      title: 'For {{name}}',
      resolution: '480p',
      variables: { name: null },
      intro: { upload_id: red, trim: { from: 1 } },
      outro: { upload_id: blue, trim: { from: 0.5 } },
      slides: [{ title: 'Hello {{name}}', duration_seconds: 1 }],
    });
    // The videos are still being decoded.
    const batch = await client.ok<{ id: string }>('POST', '/batches', {
      timeline_id: id,
      narration: 'none',
      rows: ['Ada', 'Grace'].map((name) => ({ variables: { name } })),
    });
    const { data } = await until(
      () => client.ok<{ data: RowRender[] }>('GET', `/batches/${batch.id}/renders`),
      (list) => list.data.length === 2 && list.data.every(({ status }) => ['completed', 'failed'].includes(status)),
      SECONDS,
    );
    expect(data.map(({ status }) => status)).toEqual(['completed', 'completed']);
    const files = await Promise.all(
      data.map(({ output }, row) => download(output.url, join(service.directory, `row-${row}.mp4`))),
    );
    for (const file of files)
      expect(await Promise.all([0, 0.9, 1.5, 2.1, 2.4].map((at) => colourAt(file, at)))).toEqual([
        ...['red', 'red', 'slide', 'blue', 'blue'],
      ]);
    const slides = await Promise.all(files.map((file) => frameAt(file, 1.5)));
    expect(slides[0]?.equals(slides[1] ?? Buffer.alloc(0))).toBe(false);
  });

  it('are as loud as the speech between them, whatever they are in their files', async () => {
    // Noise that swells and fades as syllables do: its peaks are high.
    const noise = (seconds: number, decibels: number) => [
      ...[
        '-f',
        'lavfi',
        '-i',
        `anoisesrc=d=${seconds}:c=pink:r=48000:a=0.5:seed=7`,
        '-af',
        `lowpass=f=6000,tremolo=f=4:d=0.9,volume=${decibels}dB`,
      ],
    ];
    const noisy = async (name: string, decibels: number) =>
      uploadFile(
        client,
        '/uploads',
        'video/mp4',
        await madeByFfmpeg([...colour(name, 4), ...noise(4, decibels), '-shortest', ...MP4], 'mp4'),
      );
    const made = await client.ok<TimelineBody>('POST', '/timelines', {
      title: 'Loudness',
      resolution: '480p',
      intro: { upload_id: await noisy('red', -4) },
      outro: { upload_id: await noisy('blue', 20) },
      slides: [{ title: 'Spoken', speaker_notes: 'The report of this year has four parts. We begin with the first.' }],
    });
    const { file } = await rendered({ timeline_id: made.id, narration: 'auto' }, 'loudness');
    const seconds = (await decodeAsPlayed(file)).length / 48_000;
    const parts = { intro: [0, 4], speech: [4, seconds - 4], outro: [seconds - 4, seconds] } as const;
    for (const [name, [from, to]] of Object.entries(parts)) {
      const wav = join(service.directory, `loudness-${name}.wav`);
      await ffmpeg('-v', 'error', '-ss', String(from), '-to', String(to), '-i', file, '-vn', wav);
      const { integrated } = await loudness(wav);
      expect(Math.abs(integrated + 16), `${name}: ${integrated} LUFS`).toBeLessThanOrEqual(1.5);
    }
  });

  it('have options that change, and go with null', async () => {
    const timeline = { title: 'Changed', intro: { upload_id: red }, slides: [{ duration_seconds: 1 }] };
    const { id } = await client.ok<TimelineBody>('POST', '/timelines', timeline);
    const change = (body: object) => client.ok<TimelineBody>('PUT', `/timelines/${id}`, body);
    expect((await change({ intro: { muted: true } })).intro).toMatchObject({ muted: true, status: 'pending' });
    const refused = await client.call('PUT', `/timelines/${id}`, { outro: { muted: true } });
    expect([refused.status, refused.body]).toMatchObject([400, { error: { param: 'outro' } }]);
    expect((await change({ intro: null })).intro).toBeNull();
  });
});
