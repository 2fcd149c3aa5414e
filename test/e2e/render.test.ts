import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ffmpegInstaller from '@ffmpeg-installer/ffmpeg';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPdf } from '#engine/deck-reading/pdf/pdf-document.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import { inspectMp4 } from '#engine/video/mp4/inspect.ts';
import type { RenderAnswer } from '#features/renders/view.ts';
import { requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';
import type { SlideAnswer } from '#features/timelines/view.ts';
import type { Schemas } from '#front/client/client.ts';
import { lumaOf, lumaOfFrames, ssim } from '#test/bench/ssim.ts';
import { decodeAsPlayed } from '#test/support/audio/measure.ts';
import { startReceiver, verify } from '#test/support/service/receiver.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import { type Client, download, ended, got, until } from '#test/support/service/start-service.ts';

const plain = requireBuiltInTemplate('plain');

const ffmpeg = { ffmpegPath: ffmpegInstaller.path };
const FPS = 25;

/** Slides that stand two seconds, and last one that is spoken. */
const SLIDES: Schemas['SlideInput'][] = [
  { title: 'Slides become video', bullet_points: [], duration_seconds: 2 },
  {
    title: 'What it does',
    bullet_points: ['Draws each slide once', 'Encodes one picture', '日本語のテキスト'],
    duration_seconds: 2,
  },
  { title: 'مرحبا بالعالم', bullet_points: ['نص عربي من اليمين إلى اليسار', 'हिन्दी में पाठ'], duration_seconds: 2 },
  { title: 'With an image', bullet_points: ['On the right 🚀'], layout: 'image_right', duration_seconds: 2 },
  { title: 'The end', bullet_points: [], speaker_notes: 'Thank you for watching. That was all.' },
];

const service = sharedService();
let client: Client;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

beforeAll(async () => {
  client = await service.account('pro');
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver?.stop();
});

const picture = () =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: '#1e7f5c' } })
    .composite([
      { input: Buffer.from('<svg width="640" height="480"><circle cx="320" cy="240" r="180" fill="#f4c430"/></svg>') },
    ])
    .jpeg()
    .toBuffer();

async function uploadImage(timelineId: string, slideId: string): Promise<SlideAnswer> {
  const path = `/timelines/${timelineId}/slides/${slideId}/images`;
  const bytes = await picture();
  const { upload } = await client.ok<{ upload: { id: string; url: string; headers: Record<string, string> } }>(
    'POST',
    path,
    {
      content_type: 'image/jpeg',
      size_bytes: bytes.length,
    },
  );
  const put = await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: new Uint8Array(bytes) });
  expect(put.status).toBe(200);
  return client.ok('POST', path, { upload_id: upload.id, fit: 'contain', alt: 'a circle' });
}

describe('from a deck to a video over HTTP', () => {
  let render: RenderAnswer;
  let file: string;
  let slides: SlideAnswer[];
  let secret: string;

  beforeAll(async () => {
    const events: Schemas['Webhook']['events'] = ['render.completed', 'render.failed', 'render.progress'];
    const webhook = got(await client.api.POST('/webhooks', { body: { url: receiver.url, events } }));
    secret = webhook.signing_secret;
    const timeline = got(
      await client.api.POST('/timelines', {
        body: { title: 'End to end', format: 'landscape', resolution: '480p', slides: SLIDES },
      }),
    );
    const withImage = await uploadImage(timeline.id, timeline.slides[3]?.id ?? '');
    slides = timeline.slides.map((slide) => (slide.id === withImage.id ? withImage : slide));
    const begun = got(
      await client.api.POST('/renders', {
        body: {
          timeline_id: timeline.id,
          output: { fps: FPS, codec: 'h264', extras: ['thumbnails', 'gif', 'mp3', 'pdf', 'gif'] },
          webhook_url: receiver.url,
        },
      }),
    );
    expect(begun.status).toBe('queued');
    render = await ended(client, begun.id);
    file = await download(render.output.url, join(service.directory, 'video.mp4'));
  });

  it('comes to its end with all that a finished render has', () => {
    expect(render).toMatchObject({ status: 'completed', progress: 100, stage: 'done', error: null, slides_total: 5 });
    expect(render.output).toMatchObject({ codec: 'h264', fps: FPS, width: 854, height: 480, format: 'landscape' });
    expect(Date.parse(render.completed_at ?? '')).toBeGreaterThanOrEqual(Date.parse(render.started_at ?? ''));
  });

  it('has exactly the planned frames, a fast start, and sound that ends with the picture', async () => {
    const seen = await inspectMp4(file);
    const frames = Math.round((render.output.duration_seconds ?? 0) * FPS);
    expect(seen.video.samples).toBe(frames);
    expect(frames).toBeGreaterThan(8 * FPS + FPS);
    expect(seen.video.runs).toEqual([{ count: frames, duration: 1000 }]);
    expect(seen.video.timescale).toBe(FPS * 1000);
    expect(seen.isFastStart).toBe(true);
    expect(seen.fileBytes).toBe(render.output.size_bytes);
    // Every slide starts with a picture that can be decoded alone.
    expect(seen.video.keyframes).toEqual(expect.arrayContaining([0, 50, 100, 150, 200]));
    const soundSeconds = ((seen.audio?.samples ?? 0) * 1024) / (seen.audio?.timescale ?? 1);
    expect(Math.abs(soundSeconds - frames / FPS)).toBeLessThan((3 * 1024) / 48_000);
  });

  it('shows every slide as it was drawn (SSIM ≥ .99)', async () => {
    const painter = await createSlideAndCaptionPainter();
    const size = { width: 854, height: 480 };
    const image = await fetch(slides[3]?.image?.url ?? '');
    const bytes = new Uint8Array(await image.arrayBuffer());
    const drawn = await Promise.all(
      slides.map((slide, position) =>
        painter.paint(
          {
            title: slide.title,
            bullet_points: slide.bullet_points,
            layout: slide.layout,
            language: 'en',
            is_first: position === 0,
            is_last: position === slides.length - 1 || undefined,
            ...(slide.image
              ? { image: { bytes, width: 640, height: 480, fit: slide.image.fit, focus: slide.image.focus } }
              : {}),
          },
          size,
          plain,
        ),
      ),
    );
    const scores: number[] = [];
    for await (const frame of lumaOfFrames(file, { every: 50, offset: 20, ...size }, ffmpeg)) {
      const wanted = drawn[scores.length];
      if (!wanted) break;
      scores.push(ssim(lumaOf(wanted), frame));
    }
    expect(scores).toHaveLength(5);
    expect(Math.min(...scores), `SSIM ${scores.map((score) => score.toFixed(4))}`).toBeGreaterThanOrEqual(0.99);
  });

  it('tells the receiver of its completion once, signed, although webhook and webhook_url are the same address', async () => {
    const done = () => receiver.of(render.id).filter(({ event }) => event === 'render.completed');
    await until(
      async () => done().length,
      (count) => count > 0,
      20,
    );
    const [delivery] = done();
    if (!delivery) throw new Error('no delivery');
    expect(done()).toHaveLength(1);
    expect(verify(delivery, secret)).toMatchObject({
      event: 'render.completed',
      data: { id: render.id, status: 'completed' },
    });
    const { 'x-service-signature': header = '', 'x-service-event': name, 'x-service-event-id': id } = delivery.headers;
    const [, t = '', given = ''] = /^t=(\d+),v1=(\S+)$/.exec(header) ?? [];
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    expect(given).toBe(createHmac('sha256', key).update(`${id}.${t}.${delivery.raw}`).digest('base64'));
    expect([name, id]).toEqual(['render.completed', delivery.event_id]);
    expect(() => verify(delivery, `whsec_${Buffer.alloc(32, 7).toString('base64')}`)).toThrow();
  });

  it('has captions and a poster', async () => {
    const vtt = await readFile(
      await download(render.output.captions.vtt_url, join(service.directory, 'c.vtt')),
      'utf8',
    );
    expect(vtt.startsWith('WEBVTT\n\nNOTE Language: en\n\n00:00:08.320 --> ')).toBe(true);
    expect(vtt).toContain('Thank you for watching.');
    const poster = await sharp(await download(render.output.poster_url, join(service.directory, 'p.jpg'))).metadata();
    expect(poster).toMatchObject({ format: 'jpeg', width: 854, height: 480 });
  });

  it('has a chapter for each slide, next to it and in it', async () => {
    const vtt = await readFile(
      await download(render.output.chapters_url, join(service.directory, 'chapters.vtt')),
      'utf8',
    );
    const [head, ...cues] = vtt.trimEnd().split('\n\n');
    expect(head).toBe('WEBVTT');
    const times = cues.map((cue) => /^(\S+) --> (\S+)$/m.exec(cue)?.slice(1) ?? []);
    expect(times).toHaveLength(5);
    expect(times[0]?.[0]).toBe('00:00:00.000');
    expect(times.slice(1).map(([start]) => start)).toEqual(times.slice(0, -1).map(([, end]) => end));
    expect(cues.map((cue) => cue.split('\n')[1])).toEqual(slides.map(({ title }) => title.replaceAll('&', '&amp;')));
  });

  it('has the extras that were asked for: slides that move, sound alone, pages, and a small picture of each slide', async () => {
    const { requested, gif_url, mp3_url, pdf_url, thumbnails } = render.output.extras;
    expect(requested).toEqual(['gif', 'mp3', 'pdf', 'thumbnails']);
    const fetched = async (url: string | null, name: string) =>
      readFile(await download(url, join(service.directory, name)));
    const gif = await sharp(await fetched(gif_url, 'e.gif'), { animated: true }).metadata();
    expect(gif).toMatchObject({ format: 'gif', width: 640, pageHeight: 360, pages: 5 });
    const seconds = render.output.duration_seconds ?? 0;
    expect(Math.abs((gif.delay ?? []).reduce((sum, one) => sum + one, 0) / 1000 - seconds)).toBeLessThan(0.011);
    await fetched(mp3_url, 'e.mp3');
    expect((await decodeAsPlayed(join(service.directory, 'e.mp3'))).length).toBe(Math.round(seconds * 48_000));
    expect((await openPdf(await fetched(pdf_url, 'e.pdf'))).pages).toBe(5);
    expect(thumbnails?.map(({ slide_id }) => slide_id)).toEqual(slides.map(({ id }) => id));
    for (const { url } of thumbnails ?? [])
      expect(await sharp(await fetched(url, 'e.jpg')).metadata()).toMatchObject({ format: 'jpeg', width: 640 });
  });

  it('leaves the small pictures out of lists and events', async () => {
    const { data } = got(await client.api.GET('/renders', {}));
    const listed = data.find(({ id }) => id === render.id)?.output.extras;
    expect(listed).toMatchObject({ gif_url: expect.any(String), thumbnails: null });
    const [told] = await until(
      async () => receiver.of(render.id).filter(({ event }) => event === 'render.completed'),
      (events) => events.length > 0,
      20,
    );
    const { data: shown } = JSON.parse(told?.raw ?? '{}') as { data: RenderAnswer };
    expect(shown.output.extras).toMatchObject({ pdf_url: expect.any(String), thumbnails: null });
  });

  it('answers a GET of the render with a fresh address, and the file with ranges', async () => {
    const again = got(await client.api.GET('/renders/{id}', { params: { path: { id: render.id } } }));
    const part = await fetch(again.output.url ?? '', { headers: { range: 'bytes=4-7' } });
    expect([part.status, await part.text()]).toEqual([206, 'ftyp']);
  });
});

describe('what is frozen and what is canceled', () => {
  it('copies the video of an earlier render that is the same', async () => {
    const { id: timeline_id } = await client.ok<{ id: string }>('POST', '/timelines', {
      title: 'Twice',
      resolution: '480p',
      slides: [{ title: 'The same', duration_seconds: 1 }],
    });
    const make = async () =>
      ended(
        client,
        (await client.ok<RenderAnswer>('POST', '/renders', { timeline_id, output: { extras: ['thumbnails'] } })).id,
      );
    const [first, second] = [await make(), await make()];
    expect([first.slides_rendered, second.slides_rendered, second.slides_reused]).toEqual([1, 0, 1]);
    const bytesOf = async ({ id, output }: RenderAnswer) =>
      readFile(await download(output.url, join(service.directory, `${id}.mp4`)));
    expect((await bytesOf(second)).equals(await bytesOf(first))).toBe(true);
    expect(new URL(second.output.url ?? '').pathname).not.toBe(new URL(first.output.url ?? '').pathname);
    expect(second.output).toMatchObject({ size_bytes: first.output.size_bytes, poster_url: expect.any(String) });
    const pictures = [first, second].map(({ output }) => output.extras.thumbnails?.[0]);
    expect(pictures[1]?.slide_id).toBe(pictures[0]?.slide_id);
    const [one, other] = await Promise.all(pictures.map(async (each) => (await fetch(each?.url ?? '')).bytes()));
    expect(other).toEqual(one);
  });

  it('renders the timeline as it was, whatever happens to it afterwards', async () => {
    const timeline = await client.ok<{ id: string }>('POST', '/timelines', {
      title: 'Frozen',
      resolution: '480p',
      slides: [{ title: 'Before', duration_seconds: 1 }],
    });
    const { id } = await client.ok<RenderAnswer>('POST', '/renders', { timeline_id: timeline.id });
    await client.ok('DELETE', `/timelines/${timeline.id}`);
    const render = await ended(client, id);
    expect(render).toMatchObject({ status: 'completed', slides_total: 1, timeline_version: 1 });
    expect(render.output.duration_seconds).toBe(1);
  });

  it('cancels at once, a second time too, and never completes', async () => {
    // Any machine works on it for longer than it takes to look at it once more.
    const timeline = await client.ok<{ id: string }>('POST', '/timelines', {
      title: 'Canceled',
      resolution: '480p',
      transition: { type: 'zoom', duration_seconds: 2 },
      slides: Array.from({ length: 40 }, (_, i) => ({ title: `Slide ${i}`, bullet_points: ['one', 'two'] })),
    });
    const { id } = await client.ok<RenderAnswer>('POST', '/renders', { timeline_id: timeline.id });
    await until(
      () => client.ok<RenderAnswer>('GET', `/renders/${id}`),
      ({ status }) => status === 'rendering',
      60,
    );
    expect(await client.ok('DELETE', `/renders/${id}`)).toMatchObject({ id, status: 'canceled' });
    expect(await client.ok('DELETE', `/renders/${id}`)).toMatchObject({ id, status: 'canceled' });
    const next = await client.ok<RenderAnswer>('POST', '/renders', {
      timeline_id: timeline.id,
      slide_range: { from: 0, to: 0 },
    });
    expect((await ended(client, next.id)).status).toBe('completed');
    expect((await client.ok<RenderAnswer>('GET', `/renders/${id}`)).status).toBe('canceled');
    const late = await client.call<{ error: { code: string } }>('DELETE', `/renders/${next.id}`);
    expect([late.status, late.body.error.code]).toEqual([409, 'render_not_cancelable']);
  });
});
