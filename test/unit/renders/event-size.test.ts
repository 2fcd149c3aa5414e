import { createHash } from 'node:crypto';
import { S3Client } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { s3BucketStorage } from '#adapters/aws/storage.ts';
import { createRenderContract } from '#features/renders/contract.ts';
import { toRenderEventBody } from '#features/renders/view.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { sampleRender } from '#test/support/samples/entities.ts';

/** Temporary credentials of a function on AWS have tokens of about a kilobyte; here is one of 1,400 characters. */
const TOKEN = createHash('shake256', { outputLength: 1050 }).update('token').digest('base64');
const MAX_BYTES = 20_000;

const files = s3BucketStorage(
  new S3Client({
    region: 'ap-southeast-4',
    credentials: { accessKeyId: 'ASIA'.padEnd(20, 'X'), secretAccessKey: 'x', sessionToken: TOKEN },
  }),
  'x'.repeat(63),
);

/** The largest whole number up to `limit` that passes, for a condition that has up to some number and not beyond it. */
function largest(limit: number, passes: (size: number) => boolean): number {
  let [good, bad] = [0, limit + 1];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (passes(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

/** The most metadata of a text that a client may give, and the longest address. */
function asked(character: string) {
  const accepts = (body: object): boolean =>
    createRenderContract.body?.safeParse({ timeline_id: 'tl_1', ...body }).success === true;
  let metadata: Record<string, string> = {};
  for (let pair = 0; pair < 20; pair++) {
    const longer = (length: number) => ({ ...metadata, [`${pair}`.padEnd(40, 'k')]: character.repeat(length) });
    const length = largest(500, (size) => accepts({ metadata: longer(size) }));
    if (length > 0) metadata = longer(length);
  }
  const address = (length: number): string => `https://example.com/${character.repeat(length)}`;
  const webhook_url = address(largest(10_000, (size) => accepts({ webhook_url: address(size) })));
  return { metadata, webhook_url };
}

describe('an event', () => {
  it.each(['x', '"', 'é', '語', '🚀', '\n'])(
    'stays under 20 KB with as many %j as a client may give',
    async (character) => {
      const { metadata, webhook_url } = asked(character);
      expect(Buffer.byteLength(JSON.stringify(metadata))).toBeGreaterThan(5_000);
      expect(Buffer.byteLength(JSON.stringify(webhook_url))).toBeGreaterThan(2_000);
      const render = sampleRender({ status: 'completed', progress: 100, metadata, webhook_url });
      const file = (name: string) => storageKeys.output(90, render.account_id, render.id, 'x'.repeat(36), name);
      const result = {
        video_key: file('video.webm'),
        poster_key: file('poster.jpg'),
        vtt_key: file('captions.vtt'),
        srt_key: file('captions.srt'),
        chapters_key: file('chapters.vtt'),
        gif_key: file('slides.gif'),
        mp3_key: file('sound.mp3'),
        pdf_key: file('slides.pdf'),
        thumbnails: { prefix: file('thumbnail-'), slide_ids: [render.id] },
        size_bytes: 1e10,
        duration_seconds: 3599.999,
      };
      const data = await toRenderEventBody({ ...render, result }, files, new Date());
      const body = JSON.stringify({
        event: 'render.completed',
        event_id: 'evt_'.padEnd(30, '0'),
        created_at: '',
        data,
      });
      expect(data.output.url).toContain('X-Amz-Security-Token');
      expect(Buffer.byteLength(body)).toBeLessThan(MAX_BYTES);
    },
  );

  it('has the addresses of the chapters and extras unless there is no room, and never the small pictures', async () => {
    const view = (metadata: Record<string, string>) => {
      const render = sampleRender({ status: 'completed', metadata });
      const file = (name: string) => storageKeys.output(90, render.account_id, render.id, 'x'.repeat(36), name);
      const [gif_key, mp3_key, pdf_key] = ['slides.gif', 'sound.mp3', 'slides.pdf'].map(file);
      const thumbnails = { prefix: file('thumbnail-'), slide_ids: ['sl_1'] };
      const files = { video_key: file('video.mp4'), poster_key: file('poster.jpg'), vtt_key: file('captions.en.vtt') };
      const chapters_key = file('chapters.vtt');
      const result = {
        ...files,
        chapters_key,
        srt_key: file('captions.en.srt'),
        gif_key,
        mp3_key,
        pdf_key,
        thumbnails,
      };
      return { ...render, result: { ...result, size_bytes: 1, duration_seconds: 1 } };
    };
    const short = { presignGet: async (key: string) => `https://files.example.com/${key}` };
    const shown = await toRenderEventBody(view({}), short, new Date());
    expect(shown.output.chapters_url).toContain('chapters.vtt');
    const roomy = await toRenderEventBody(view({}), files, new Date());
    expect(roomy.output.extras).toMatchObject({ gif_url: expect.stringContaining('slides.gif'), thumbnails: null });
    // There is room for eight addresses of temporary credentials.
    expect(roomy.output.chapters_url).toBeNull();
    expect(roomy.output.extras).not.toMatchObject({ mp3_url: null });
    const full = await toRenderEventBody(view(asked('x').metadata), files, new Date());
    expect(full.output.extras).toMatchObject({ gif_url: null, mp3_url: null, pdf_url: null, thumbnails: null });
    expect(full.output).toMatchObject({ url: expect.stringContaining('video.mp4'), chapters_url: null });
  });
});
