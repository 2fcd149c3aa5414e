import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SlideAnswer } from '#features/timelines/view.ts';
import { isWhole } from '#test/support/depth.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import { type Client, type ErrorBody, until } from '#test/support/service/start-service.ts';

interface RenderBody {
  id: string;
  timeline_id: string;
  status: string;
  error: { code: string; message: string; slide_id?: string; position?: number } | null;
}
interface TimelineBody {
  id: string;
  slides: SlideAnswer[];
}

const service = sharedService();
let client: Client;
let upload_id: string;

/** It has a name that no name server knows. */
const NOWHERE = 'https://images.invalid/harbour.png';
/** The limits only end a test that has failed. */
const SECONDS = 240;

const redPng = (width: number, height: number): Promise<Buffer<ArrayBuffer>> =>
  sharp({ create: { width, height, channels: 3, background: '#c02020' } })
    .png()
    .toBuffer();

/** Announces an upload of a PNG at an address, and makes it. @returns its id */
async function uploaded(path: string, png: Buffer<ArrayBuffer>): Promise<string> {
  const { upload } = await client.ok<{ upload: { id: string; url: string; headers: Record<string, string> } }>(
    'POST',
    path,
    { content_type: 'image/png', size_bytes: png.length },
  );
  const { 'content-type': type = '' } = upload.headers;
  const put = await fetch(upload.url, { method: 'PUT', headers: { 'content-type': type }, body: png });
  expect(put.status).toBe(200);
  return upload.id;
}

beforeAll(async () => {
  client = await service.account('max');
  upload_id = await uploaded('/uploads', await redPng(64, 48));
});

const timelineOf = (id: string) => client.ok<TimelineBody>('GET', `/timelines/${id}`);
const ended = (id: string) =>
  until(
    () => client.ok<RenderBody>('GET', `/renders/${id}`),
    ({ status }) => !['queued', 'processing', 'rendering'].includes(status),
    SECONDS,
  );

describe('the image of a slide that is sent with it', () => {
  it('comes into the video of one call, and to the slide', async () => {
    const { id, timeline_id } = await client.ok<RenderBody>('POST', '/renders', {
      timeline: {
        title: 'In one call',
        resolution: '480p',
        slides: [{ title: 'Red', layout: 'image_full', duration_seconds: 1, image: { upload_id, alt: 'A red field' } }],
      },
    });
    expect(await ended(id)).toMatchObject({ status: 'completed', error: null });
    const timeline = await until(
      () => timelineOf(timeline_id),
      ({ slides }) => slides[0]?.image?.status !== 'pending',
      SECONDS,
    );
    const image = timeline.slides[0]?.image;
    expect(image).toMatchObject({ status: 'ready', width: 64, height: 48, alt: 'A red field', error: null });
    const stored = await fetch(image?.url ?? '');
    expect(stored.status).toBe(200);
    const { channels } = await sharp(Buffer.from(await stored.arrayBuffer())).stats();
    expect(channels.map(({ mean }) => Math.round(mean))).toEqual([
      expect.closeTo(0xc0, -1),
      expect.closeTo(0x20, -1),
      expect.closeTo(0x20, -1),
    ]);
    const { usage } = await client.ok<{ usage: { stored_bytes: number } }>('GET', '/entitlements');
    expect(usage.stored_bytes).toBe(image?.size_bytes);
  });

  it('is one of several: a gallery and people of items are fetched, drawn, counted and removed', async () => {
    const account = await service.account('max');
    const bytes = await redPng(320, 240);
    const file = async (): Promise<string> => {
      const body = { content_type: 'image/png', size_bytes: bytes.length };
      type Announced = { upload: { id: string; url: string; headers: Record<string, string> } };
      const { upload } = await account.ok<Announced>('POST', '/uploads', body);
      await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: bytes });
      return upload.id;
    };
    const [one, other] = [await file(), await file()];
    const made = await account.ok<TimelineBody>('POST', '/timelines', {
      title: 'Several',
      resolution: '480p',
      slides: [
        { title: 'Then', duration_seconds: 1, images: [{ upload_id: one, caption: 'Before' }, { upload_id: other }] },
        { title: 'Us', layout: 'team', duration_seconds: 1, items: [{ title: 'Ida', image: { upload_id: one } }] },
      ],
    });
    const { id } = await account.ok<RenderBody>('POST', '/renders', { timeline_id: made.id });
    const read = () => account.ok<TimelineBody>('GET', `/timelines/${made.id}`);
    const statuses = ({ slides }: TimelineBody) =>
      slides
        .flatMap(({ images, items }) => [...images, ...(items ?? []).map(({ image }) => image)])
        .map((image) => image?.status);
    const ready = await until(read, (timeline) => statuses(timeline).every((status) => status === 'ready'), SECONDS);
    expect(statuses(ready)).toHaveLength(3);
    expect(ready.slides.map(({ layout_drawn }) => layout_drawn)).toEqual(['gallery', 'team']);
    const render = await until(
      () => account.ok<RenderBody>('GET', `/renders/${id}`),
      ({ status }) => ['completed', 'failed'].includes(status),
      SECONDS,
    );
    expect(render).toMatchObject({ status: 'completed', error: null });
    const used = async () =>
      (await account.ok<{ usage: { stored_bytes: number } }>('GET', '/entitlements')).usage.stored_bytes;
    const sizes = ready.slides.flatMap(({ images, items }) => [...images, ...(items ?? []).map(({ image }) => image)]);
    expect(await used()).toBe(sizes.reduce((sum, image) => sum + (image?.size_bytes ?? 0), 0));
    const path = `/timelines/${made.id}/slides/${made.slides[0]?.id}`;
    const fewer = await account.ok<SlideAnswer>('PUT', path, { images: [{ caption: 'After' }] });
    expect(fewer.images.map(({ caption, status }) => [caption, status])).toEqual([['After', 'ready']]);
    expect(await used()).toBe(2 * (fewer.images[0]?.size_bytes ?? 0));
  });

  it('says why it failed when its address gives nothing, and the render names the slide', async () => {
    const made = await client.ok<TimelineBody>('POST', '/timelines', {
      title: 'Nowhere',
      resolution: '480p',
      slides: [{ title: 'One' }, { title: 'Two', image: { url: NOWHERE } }],
    });
    expect(made.slides[1]?.image).toMatchObject({ status: 'pending', url: null, error: null });
    const { id } = await client.ok<RenderBody>('POST', '/renders', { timeline_id: made.id });
    expect(await ended(id)).toMatchObject({
      status: 'failed',
      error: { code: 'image_unreadable', slide_id: made.slides[1]?.id, position: 1 },
    });
    const timeline = await until(
      () => timelineOf(made.id),
      ({ slides }) => slides[1]?.image?.status === 'failed',
      SECONDS,
    );
    expect(timeline.slides[1]?.image?.error).toMatchObject({ code: 'image_invalid' });
    const path = `/timelines/${made.id}/slides/${made.slides[1]?.id}`;
    const { image } = await client.ok<SlideAnswer>('PUT', path, { image: null });
    expect(image).toBeNull();
  });

  it('is named by a variable, whose empty value means none, and whose address is checked', async () => {
    const made = await client.ok<TimelineBody>('POST', '/timelines', {
      title: 'By a variable',
      resolution: '480p',
      variables: { photo: '' },
      slides: [{ title: 'Photo', duration_seconds: 1, image_variable: 'photo' }],
    });
    const ask = (photo: string) =>
      client.call<RenderBody & ErrorBody>('POST', '/renders', { timeline_id: made.id, variables: { photo } });
    const [without, nowhere, refused] = await Promise.all([ask(''), ask(NOWHERE), ask('http://10.0.0.1/a.png')]);
    expect(refused).toMatchObject({ status: 400, body: { error: { param: 'variables.photo' } } });
    expect(await ended(without.body.id)).toMatchObject({ status: 'completed' });
    expect(await ended(nowhere.body.id)).toMatchObject({
      status: 'failed',
      error: { code: 'image_unreadable', position: 0 },
    });
  });

  it('is refused at once when an address is refused, and for an upload that was not announced', async () => {
    const refusal = async (image: object) => {
      const { body } = await client.call<ErrorBody>('POST', '/timelines', { title: 'x', slides: [{ image }] });
      return [body.error.code, body.error.param];
    };
    expect(await refusal({ url: 'https://127.0.0.1/a.png' })).toEqual(['url_forbidden', 'slides[0].image.url']);
    expect(await refusal({ upload_id: 'up_01JD7XK3ZV5Q8W9R2T4Y6B0C1E' })).toEqual([
      'upload_not_found',
      'slides[0].image.upload_id',
    ]);
    const large = await client.call<ErrorBody>('POST', '/uploads', { content_type: 'image/png', size_bytes: 2 ** 30 });
    expect(large).toMatchObject({ status: 413, body: { error: { code: 'image_too_large', param: 'size_bytes' } } });
  });
});

describe('24 large images that are completed at once', () => {
  it.runIf(isWhole)(
    'each come to their slide, or are refused for a moment: none is a fault of the service',
    async () => {
      const { id, slides } = await client.ok<TimelineBody>('POST', '/timelines', {
        title: 'Many',
        slides: Array.from({ length: 12 }, () => ({ title: 'One' })),
      });
      const png = await redPng(4000, 3000);
      // Each of twelve uploads is completed twice.
      const paths = slides.map((slide) => `/timelines/${id}/slides/${slide.id}/images`);
      const completions = await Promise.all(
        paths.map(async (path) => ({ path, body: { upload_id: await uploaded(path, png) } })),
      );
      const complete = ({ path, body }: (typeof completions)[number]) =>
        client.call<SlideAnswer & ErrorBody>('POST', path, body);
      const answers = await Promise.all([...completions, ...completions].map(complete));
      const refusals = answers.filter(({ status }) => status !== 200);
      for (const { status, body, headers } of refusals) {
        // 404: the other request has completed it.
        const expected = ['409 upload_in_progress', '404 upload_not_found', '429 rate_limited'];
        expect(expected, JSON.stringify(body)).toContain(`${status} ${body.error.code}`);
        if (status !== 404) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      }
      // One of the two requests for an upload completes it, unless both were refused for the moment.
      expect(answers.length - refusals.length).toBeLessThanOrEqual(completions.length);
      const images = async () => (await timelineOf(id)).slides.map(({ image }) => image?.status);
      for (const [index, status] of (await images()).entries()) {
        const again = completions[index];
        if (status !== 'ready' && again)
          await until(
            () => complete(again),
            (answer) => answer.status === 200,
            SECONDS,
          );
      }
      expect(await images()).toEqual(slides.map(() => 'ready'));
    },
  );
});
