import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SlideAnswer } from '#features/timelines/view.ts';
import { decodeAsPlayed, ffmpeg } from '#test/support/audio/measure.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import { type Client, download, ended, until } from '#test/support/service/start-service.ts';
import { uploadFile } from '#test/support/service/upload-file.ts';
import { type MadePresenter, makePresenter } from '#test/support/video/make-presenter.ts';

const service = sharedService();
let client: Client;
/** The limit only ends a test that has failed. */
const SECONDS = 240;
const FPS = 25;
const NOTES = 'The harbour opens at dawn. Boats leave then.';
/** 480p: 854 × 480 pixels. */
const SIZE = { width: 854, height: 480 };

interface TimelineBody {
  id: string;
  duration_seconds: number;
  slides: SlideAnswer[];
}

/** The mean luma of a part of each frame of a file. */
async function lumaOver(file: string, { x, y, side }: { x: number; y: number; side: number }): Promise<number[]> {
  const { stdout } = await ffmpeg(
    ...['-i', file, '-vf', `crop=${side}:${side}:${x}:${y},scale=1:1:flags=area,format=gray`],
    ...['-f', 'rawvideo', '-'],
  );
  return [...stdout];
}

/** The frame at which a row of values falls most. */
const fallIn = (values: readonly number[]): number => {
  const falls = values.map((value, i) => (values[i - 1] ?? value) - value);
  return falls.indexOf(Math.max(...falls));
};

/** The first sample after a pause near a time at which there is sound again. */
function onsetNear(samples: Int16Array, seconds: number): number {
  const from = Math.round((seconds - 0.12) * 48_000);
  const until = Math.round((seconds + 0.3) * 48_000);
  for (let at = from; at < until; at += 48) {
    const loudest = Math.max(...Array.from(samples.subarray(at, at + 240), Math.abs));
    if (loudest > 500) return at / 48_000;
  }
  return Number.NaN;
}

let recording: MadePresenter;
let upload_id: string;

beforeAll(async () => {
  client = await service.account('max');
  recording = await makePresenter(NOTES, 1);
  upload_id = await uploadFile(client, '/uploads', 'video/mp4', recording.file);
});

const readied = (id: string) =>
  until(
    () => client.ok<TimelineBody>('GET', `/timelines/${id}`),
    ({ slides }) => slides.every(({ presenter }) => presenter?.status !== 'pending'),
    SECONDS,
  );

async function rendered(timeline_id: string, name: string) {
  const output = { resolution: '480p', fps: FPS };
  const { id } = await client.ok<{ id: string }>('POST', '/renders', { timeline_id, output });
  const render = await ended(client, id, SECONDS);
  expect(render).toMatchObject({ status: 'completed', error: null });
  return { id, file: await download(render.output.url, join(service.directory, `${name}.mp4`)) };
}

describe('a presenter of a slide', () => {
  it('speaks the notes, moves in step with the sound, and is cropped to the head', async () => {
    const made = await client.ok<TimelineBody>('POST', '/timelines', {
      title: 'A presenter',
      resolution: '480p',
      slides: [{ title: 'Harbour', bullet_points: ['Dawn', 'Boats'], speaker_notes: NOTES, presenter: { upload_id } }],
    });
    expect(made.slides[0]?.presenter).toMatchObject({ status: 'pending', place: 'bottom_right', shape: 'circle' });
    const { id, file } = await rendered(made.id, 'presenter');
    const { slides, duration_seconds } = await readied(made.id);
    const presenter = slides[0]?.presenter;
    expect(presenter).toMatchObject({ status: 'ready', error: null, offset_seconds: 0 });
    expect(presenter?.focus.x).toBeCloseTo(0.7, 1);
    expect(duration_seconds).toBeCloseTo(recording.seconds, 1);

    // Size `medium` in the corner: the middle of its circle is head, the corner of its box is slide.
    const side = 130;
    const box = { x: SIZE.width - 19 - side, y: SIZE.height - 19 - side };
    const middle = await lumaOver(file, { x: box.x + side / 2 - 12, y: box.y + side / 2 - 20, side: 24 });
    expect(middle.length).toBe(Math.round(duration_seconds * FPS));
    const corner = await lumaOver(file, { x: box.x, y: box.y, side: 6 });
    expect(Math.max(...corner) - Math.min(...corner)).toBeLessThan(4);
    const fall = fallIn(middle);
    expect((middle[fall - 2] ?? 0) - (middle[fall + 2] ?? 0)).toBeGreaterThan(25);

    const starts = recording.sentences[1]?.start_seconds ?? 0;
    const heard = onsetNear(await decodeAsPlayed(file), starts);
    const planned = onsetNear(await decodeRecording(), starts);
    expect(Math.abs(fall / FPS - Math.round(starts * FPS) / FPS - (heard - planned))).toBeLessThan(1 / FPS);

    const { slides: said } = await client.ok<{ slides: { sentences: { text: string; start_seconds: number }[] }[] }>(
      'GET',
      `/renders/${id}/transcript`,
    );
    expect(said[0]?.sentences.map(({ text }) => text)).toEqual(recording.sentences.map(({ text }) => text));
    for (const [i, sentence] of (said[0]?.sentences ?? []).entries())
      expect(Math.abs(sentence.start_seconds - (recording.sentences[i]?.start_seconds ?? 0))).toBeLessThan(0.3);
  });
});

/** The sound of the recording, as it was sent. */
async function decodeRecording(): Promise<Int16Array> {
  const file = join(service.directory, 'recording.mp4');
  await writeFile(file, recording.file);
  return decodeAsPlayed(file);
}

describe('a presenter of a timeline', () => {
  it('is cut to slides by their notes, and speaks on while they change', async () => {
    const texts = [
      'Welcome to the harbour. It opens at dawn.',
      'Boats leave every hour. The last comes at nine.',
      'Tickets are here.',
    ];
    const talk = await makePresenter(texts.join('\n\n'), 2);
    const file = await uploadFile(client, '/uploads', 'video/mp4', talk.file);
    const made = await client.ok<TimelineBody & { presenter: { status: string } }>('POST', '/timelines', {
      ...{ title: 'A talk', resolution: '480p', transition: { type: 'fade', duration_seconds: 0.4 } },
      presenter: { upload_id: file, place: 'top_right', shape: 'rounded' },
      slides: texts.map((_, i) => ({ title: `Part ${i}`, speaker_notes: i === 0 ? texts.join(' [[slide]] ') : '' })),
    });
    expect(made.presenter).toMatchObject({ status: 'pending', place: 'top_right' });
    const { id, file: video } = await rendered(made.id, 'talk');
    const transcript = await client.ok<{
      slides: { start_seconds: number; end_seconds: number; sentences: { text: string; start_seconds: number }[] }[];
    }>('GET', `/renders/${id}/transcript`);
    const { slides } = transcript;
    expect(slides.map(({ sentences }) => sentences.length)).toEqual([2, 2, 1]);
    // The first words of each slide, as they are in the recording.
    const firsts = [0, 2, 4].map((i) => talk.sentences[i]?.start_seconds ?? 0);
    for (const [i, slide] of slides.entries()) {
      const words = slide.sentences[0]?.start_seconds ?? 0;
      expect(Math.abs(words - (firsts[i] ?? 0))).toBeLessThan(0.3);
      expect(slide.start_seconds).toBeLessThanOrEqual(words);
      if (i > 0) expect(words - slide.start_seconds).toBeLessThan(0.7);
    }
    expect(slides.at(-1)?.end_seconds).toBeCloseTo(talk.seconds, 0);
    const samples = await decodeAsPlayed(video);
    expect(samples.length / 48_000).toBeCloseTo(talk.seconds, 0);
    // The head darkens with the first words of the second slide: the recording went on through the fade.
    const luma = await lumaOver(video, { x: SIZE.width - 19 - 60, y: 19 + 50, side: 20 });
    const fall = fallIn(luma) / FPS;
    expect(Math.abs(fall - Math.round((firsts[1] ?? 0) * FPS) / FPS)).toBeLessThan(2 / FPS);
  });
});
