import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ffmpegInstaller from '@ffmpeg-installer/ffmpeg';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { inspectMp4 } from '#engine/video/mp4/inspect.ts';
import type { RenderAnswer } from '#features/renders/view.ts';
import type { SlideAnswer } from '#features/timelines/view.ts';
import type { Schemas } from '#front/client/client.ts';
import { lumaOfFrames, type Plane, ssim } from '#test/bench/ssim.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import { type Client, download, type ErrorBody, ended } from '#test/support/service/start-service.ts';

type Timeline = Schemas['Timeline'];

const service = sharedService();
let client: Client;

beforeAll(async () => {
  client = await service.account('max');
});

const timelineOf = (slides: Schemas['SlideInput'][], over: object = {}): Promise<Timeline> =>
  client.ok('POST', '/timelines', { title: 'Engine', resolution: '480p', slides, ...over });
async function renderOf(timeline: Pick<Timeline, 'id'>, output: object = {}, over: object = {}): Promise<RenderAnswer> {
  const { id } = await client.ok<RenderAnswer>('POST', '/renders', { timeline_id: timeline.id, output, ...over });
  const render = await ended(client, id);
  expect(render).toMatchObject({ status: 'completed', error: null });
  return render;
}
const fileOf = (render: RenderAnswer, name: string): Promise<string> =>
  download(render.output.url, join(service.directory, name));

const titled = (count: number): Schemas['SlideInput'][] =>
  Array.from({ length: count }, (_, i) => ({ title: `Slide ${i}`, bullet_points: ['one'], duration_seconds: 1 }));

describe('what was rendered before', () => {
  it('is not made again: an identical render reuses every slide and gives the same bytes', async () => {
    const timeline = await timelineOf(titled(5), { transition: { type: 'fade', duration_seconds: 0.2 } });
    const first = await renderOf(timeline);
    expect([first.slides_reused, first.slides_rendered]).toEqual([0, 5]);
    const second = await renderOf(timeline);
    expect([second.slides_reused, second.slides_rendered]).toEqual([5, 0]);
    expect((await inspectMp4(await fileOf(second, 'second.mp4'))).video).toEqual(
      (await inspectMp4(await fileOf(first, 'first.mp4'))).video,
    );
  });

  it.each([
    // Decoders blend a fade from its two pictures: nothing is encoded for it.
    ['fade', [4, 1]],
    ['wipe', [3, 2]],
  ])(
    'is made again only where an edit changed it: the slide, and the %s that comes in from it',
    async (type, counts) => {
      const timeline = await timelineOf(titled(5), { transition: { type, duration_seconds: 0.2 } });
      await renderOf(timeline);
      await client.ok('PUT', `/timelines/${timeline.id}/slides/${timeline.slides[2]?.id}`, { title: 'Another' });
      const edited = await renderOf(timeline);
      expect([edited.slides_reused, edited.slides_rendered]).toEqual(counts);
    },
  );

  it('is not shared with another account', async () => {
    const timeline = await timelineOf(titled(2));
    await renderOf(timeline);
    const other = await service.account('max');
    const theirs = await other.ok<Timeline>('POST', '/timelines', {
      title: 'Engine',
      resolution: '480p',
      slides: titled(2),
    });
    const { id } = await other.ok<RenderAnswer>('POST', '/renders', { timeline_id: theirs.id });
    expect((await ended(other, id)).slides_reused).toBe(0);
  });

  it('is used for another length: a slide that stands longer is the same picture', async () => {
    const timeline = await timelineOf(titled(3));
    await renderOf(timeline);
    await client.ok('PUT', `/timelines/${timeline.id}/slides/${timeline.slides[1]?.id}`, { duration_seconds: 4 });
    const longer = await renderOf(timeline);
    expect(longer).toMatchObject({ slides_reused: 3, output: { duration_seconds: 6 } });
    expect((await inspectMp4(await fileOf(longer, 'longer.mp4'))).video.samples).toBe(180);
  });
});

describe('motion', () => {
  const FPS = 30;
  const SIZE = { width: 854, height: 480 };
  let file: string;
  /** The sum of each frame, and the frames at the seams. */
  const hashes: string[] = [];
  const SEAMS = [75, 300];
  const atSeams = new Map<number, Plane>();

  beforeAll(async () => {
    const timeline = await timelineOf(
      [
        { title: 'One', duration_seconds: 2 },
        { title: 'Built', bullet_points: ['Alpha', 'Beta', 'Gamma'], build: 'by_bullet', duration_seconds: 4 },
        { title: '', layout: 'image_full', image_motion: 'zoom_in', duration_seconds: 3 },
        { title: 'Last', duration_seconds: 2, transition: { type: 'wipe', duration_seconds: 1 } },
      ],
      { transition: { type: 'fade', duration_seconds: 0.5 } },
    );
    const checks = Buffer.from(
      `<svg width="800" height="450">${Array.from({ length: 80 }, (_, i) => `<rect x="${(i % 10) * 80 + (Math.floor(i / 10) % 2) * 40}" y="${Math.floor(i / 10) * 56}" width="40" height="56" fill="#c33"/>`).join('')}</svg>`,
    );
    const picture = await sharp({ create: { width: 800, height: 450, channels: 3, background: '#fff' } })
      .composite([{ input: checks }])
      .png()
      .toBuffer();
    const sent = await fetch(
      `${service.stack.baseUrl}/timelines/${timeline.id}/slides/${timeline.slides[2]?.id}/images`,
      {
        method: 'POST',
        headers: { 'x-api-key': client.apiKey, 'content-type': 'image/png' },
        body: new Uint8Array(picture),
      },
    );
    expect(((await sent.json()) as SlideAnswer).image).not.toBeNull();
    file = await fileOf(await renderOf(timeline), 'motion.mp4');
    for await (const frame of lumaOfFrames(
      file,
      { every: 1, offset: 0, ...SIZE },
      { ffmpegPath: ffmpegInstaller.path },
    )) {
      if (SEAMS.some((seam) => hashes.length === seam || hashes.length === seam - 1)) atSeams.set(hashes.length, frame);
      hashes.push(createHash('sha1').update(frame.samples).digest('hex'));
    }
  });

  it('has every frame, in order, and nothing else', async () => {
    const { video } = await inspectMp4(file);
    expect(video.samples).toBe(11 * FPS);
    expect(video.runs).toEqual([{ count: 11 * FPS, duration: 1000 }]);
    // Every slide, every movement and every encoded transition starts with a picture that can be decoded alone.
    expect(video.keyframes).toEqual(expect.arrayContaining([0, 75, 180, 195, 270, 300]));
    expect(video.keyframes).not.toContain(60);
  });

  it('changes where it moves and nowhere else', () => {
    expect(hashes).toHaveLength(11 * FPS);
    const still = (from: number, to: number) => new Set(hashes.slice(from, to)).size === 1;
    const moves = (from: number, to: number) => new Set(hashes.slice(from, to)).size === to - from;
    expect(still(0, 60), 'the first slide stands').toBe(true);
    expect(moves(62, 73), 'the second fades in').toBe(true);
    expect(moves(200, 265), 'the image zooms').toBe(true);
    expect(moves(275, 298), 'the last one wipes in').toBe(true);
    expect(still(300, 330), 'the last slide stands').toBe(true);
    // The points: three fades of eight frames between stands.
    const changes = hashes.slice(76, 180).filter((hash, i) => hash !== hashes[75 + i]).length;
    expect(changes).toBeGreaterThan(15);
    expect(changes).toBeLessThan(32);
  });

  it('ends its transitions in the picture that then stands', () => {
    for (const seam of SEAMS) {
      const [before, after] = [atSeams.get(seam - 1), atSeams.get(seam)];
      if (!before || !after) throw new Error('a frame is missing');
      expect(ssim(before, after)).toBeGreaterThan(0.97);
    }
  });

  it('has a chapter for each slide', async () => {
    const bytes = await readFile(file);
    for (const title of ['One', 'Built', 'Slide 3', 'Last']) expect(bytes.includes(title)).toBe(true);
  });
});

describe('other codecs', () => {
  it('vp9 is a WebM file with sound, h265 an MP4 file', async () => {
    const timeline = await timelineOf([...titled(2), { title: 'Spoken', speaker_notes: 'Hello there.' }]);
    const webm = await renderOf(timeline, { codec: 'vp9' });
    expect(webm.output.url).toContain('.webm');
    const bytes = await readFile(await fileOf(webm, 'video.webm'));
    expect(bytes.subarray(0, 4)).toEqual(Buffer.of(0x1a, 0x45, 0xdf, 0xa3));
    for (const name of ['V_VP9', 'A_OPUS']) expect(bytes.includes(name)).toBe(true);
    const mp4 = await readFile(await fileOf(await renderOf(timeline, { codec: 'h265' }), 'h265.mp4'));
    for (const name of ['hvc1', 'hvcC', 'mp4a']) expect(mp4.includes(name)).toBe(true);
  });

  it('that the encoder does not have is refused with a list of those that it has', async () => {
    const timeline = await timelineOf(titled(1));
    const answer = await client.call<ErrorBody>('POST', '/renders', {
      timeline_id: timeline.id,
      output: { codec: 'av1' },
    });
    if (answer.status === 200) return; // an encoder for it is installed here
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: 'unsupported_codec', param: 'output.codec' } },
    });
    expect(answer.body.error.message).toContain('h264, h265, vp9');
  });
});

describe('captions in the file', () => {
  it('are a track of it', async () => {
    const timeline = await timelineOf([{ title: 'Spoken', speaker_notes: 'Hello there. This is said.' }]);
    const bytes = await readFile(await fileOf(await renderOf(timeline, { captions: 'embedded' }), 'captions.mp4'));
    expect(bytes.includes('tx3g')).toBe(true);
    expect(bytes.includes('This is said.')).toBe(true);
  });

  it('are drawn into its pictures, with files next to it, and found again by the next render', async () => {
    const timeline = await timelineOf(
      [
        { title: 'Spoken', speaker_notes: 'Hello there. This is said.' },
        {
          title: 'Cut',
          speaker_notes: 'This goes on and on, long after it should.',
          duration_seconds: 1,
          cut_speech: true,
        },
      ],
      { transition: { type: 'fade', duration_seconds: 0.5 } },
    );
    const render = await renderOf(timeline, { captions: 'burned_in' });
    const seconds = render.output.duration_seconds ?? 0;
    const { video } = await inspectMp4(await fileOf(render, 'burned-in.mp4'));
    expect(video.samples).toBe(Math.round(seconds * 30));
    // The first picture has no caption yet; the next comes with the voice.
    expect(video.keyframes.slice(0, 2)).toEqual([0, 9]);
    const vtt = await (await fetch(render.output.captions.vtt_url ?? '')).text();
    const ends = [...vtt.matchAll(/--> 00:00:([\d.]+)/g)].map(([, end]) => Number(end));
    expect(ends.length).toBeGreaterThanOrEqual(3);
    expect(ends.at(-1)).toBeCloseTo(seconds, 3);
    expect(await renderOf(timeline, { captions: 'burned_in' })).toMatchObject({ slides_reused: 2 });
  });
});
