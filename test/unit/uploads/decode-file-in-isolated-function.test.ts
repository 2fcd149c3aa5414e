import { beforeEach, describe, expect, it } from 'vitest';
import { IMAGE_FILE_RULES } from '#features/images/image-rules.ts';
import { doesImageSignatureMatchType, imageFactsSchema } from '#features/images/ports.ts';
import { decodeFileInIsolatedFunction } from '#features/uploads/decode-file-in-isolated-function.ts';
import { decodeUpload } from '#features/uploads/decode-upload.ts';
import { DecoderFault } from '#features/uploads/ports.ts';
import { DependencyUnavailableError, ServiceError } from '#kernel/shared/errors.ts';
import { memoryDecoder } from '#test/support/fakes/decoder.ts';
import { memoryFileStore } from '#test/support/fakes/file-store.ts';

const TASK = {
  medium: 'image',
  rules: IMAGE_FILE_RULES,
  facts: imageFactsSchema,
  isOwnFormat: doesImageSignatureMatchType,
} as const;
const JPEG = Buffer.from('ffd8ff00', 'hex');
const FACTS = { width: 4, height: 3, content_type: 'image/jpeg' };
const TOKEN = '3f0c1c3a-8d41-4f5e-9d0e-0a1b2c3d4e5f';
const HERE = new AbortController().signal;

let files: ReturnType<typeof memoryFileStore>;
beforeEach(() => {
  files = memoryFileStore();
});

const unused = async (): Promise<never> => {
  throw new Error('it is an image');
};

const others = {
  ...{ music: unused, recording: unused, font: unused, deck_picture: unused, deck_page: unused },
  ...{ logo: unused, web_page: unused, deck_theme: unused },
};

/** A decoder with the real use case, which makes of every file what `image` does. */
const decoderWith = (image: () => Promise<{ bytes: Uint8Array; facts: Record<string, unknown> }>) =>
  memoryDecoder((request, signal) => decodeUpload({ files, media: { ...others, image } }, request, signal));
const whole = decoderWith(async () => ({ bytes: JPEG, facts: FACTS }));
const decode = (decoder: ReturnType<typeof memoryDecoder>, deadline = HERE) =>
  decodeFileInIsolatedFunction({ files, decoder, newToken: () => TOKEN }, TASK, deadline)(Buffer.from('sent'), 'acc_1');

describe('a file that another function decodes', () => {
  it('goes there and comes back through the storage, and leaves nothing there', async () => {
    const seen: string[] = [];
    const decoder = memoryDecoder(async (request, signal) => {
      seen.push(...[...files.files].map(([key, bytes]) => `${key} ${Buffer.from(bytes)}`));
      return decoderWith(async () => ({ bytes: JPEG, facts: FACTS })).decode(request, signal);
    });

    expect(await decode(decoder)).toEqual({ ...FACTS, bytes: JPEG });
    expect(seen).toEqual([`tmp/undecoded/acc_1/${TOKEN} sent`]);
    expect(decoder.asked).toEqual([{ medium: 'image', account_id: 'acc_1', token: TOKEN }]);
    expect(files.files.size).toBe(0);
  });

  it('is refused with the reason that the decoder gives', async () => {
    const damaged = decoderWith(async () => {
      throw new ServiceError('image_invalid', 'The image is damaged.', { param: 'image' });
    });
    const refused = { code: 'image_invalid', message: 'The image is damaged.', details: { param: 'image' } };
    await expect(decode(damaged)).rejects.toMatchObject(refused);
    expect(files.files.size).toBe(0);
  });

  it('is tried once more when the process of the decoder ended', async () => {
    let attempts = 0;
    const decoder = memoryDecoder((request, signal) => {
      attempts += 1;
      if (attempts === 1) throw new DecoderFault('ended', 'signal: segmentation fault');
      return decoderWith(async () => ({ bytes: JPEG, facts: FACTS })).decode(request, signal);
    });
    expect(await decode(decoder)).toMatchObject(FACTS);
  });

  it.each([
    ['is refused when the process ends at it every time', 'ended', ['image_invalid', 422, 'image', undefined], 2],
    ['may come again when the decoder was not done in time', 'timed_out', ['unavailable', 503, undefined, '5'], 1],
    ['may come again when the decoder failed', 'failed', ['unavailable', 503, undefined, '2'], 1],
  ] as const)('%s', async (_, how, expected, times) => {
    const decoder = memoryDecoder(() => {
      throw new DecoderFault(how, 'no answer');
    });
    const refusal = await decode(decoder).catch((error: unknown) => error);
    if (!(refusal instanceof ServiceError)) throw refusal;
    const { code, status, details } = refusal;
    expect([code, status, details.param, details.headers?.['retry-after']]).toEqual(expected);
    expect(decoder.asked).toHaveLength(times);
    expect(files.files.size).toBe(0);
  });

  it.each([
    ['an answer of another shape', () => ({ facts: { ...FACTS, width: 1e9 } })],
    ['no answer', () => null],
  ])('is not taken with %s', async (_, answer) => {
    const decoder = memoryDecoder(async () => {
      await files.putBytes(`tmp/decoded/acc_1/${TOKEN}`, JPEG, '');
      return answer();
    });
    await expect(decode(decoder)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('is not taken when it is not of the format that the decoder names', async () => {
    const other = decoderWith(async () => ({ bytes: Buffer.from('GIF89a'), facts: FACTS }));
    await expect(decode(other)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('is unavailable, and not even sent, after the deadline of its request', async () => {
    await expect(decode(whole, AbortSignal.abort())).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The image could not be made ready in time; try again.',
    });
    expect(whole.asked).toEqual([]);
  });

  it('is unavailable when the deadline passes while it is decoded', async () => {
    const late = new AbortController();
    const decoder = memoryDecoder((_, signal) => {
      late.abort();
      return signal.throwIfAborted();
    });
    await expect(decode(decoder, late.signal)).rejects.toMatchObject({ code: 'unavailable' });
    expect(files.files.size).toBe(0);
  });

  it('fails as any call of AWS fails that was not answered in time', async () => {
    const decoder = memoryDecoder(() => {
      throw new DependencyUnavailableError('a call to AWS was throttled until its time was up');
    });
    await expect(decode(decoder)).rejects.toBeInstanceOf(DependencyUnavailableError);
  });
});

describe('the decoder', () => {
  it.each([
    ['a key in place of a token', { medium: 'image', account_id: 'acc_1', token: '../../timelines/x' }],
    ['an account that is a path', { medium: 'image', account_id: 'acc_1/..', token: TOKEN }],
    ['a medium that it does not know', { medium: 'font', account_id: 'acc_1', token: TOKEN }],
  ])('takes no request with %s', async (_, request) => {
    const media = { ...others, image: unused };
    await expect(decodeUpload({ files, media }, request, HERE)).rejects.toThrow();
  });

  it('fails with a fault that is not the file’s', async () => {
    await files.putBytes(`tmp/undecoded/acc_1/${TOKEN}`, JPEG, '');
    const broken = decoderWith(async () => {
      throw new ServiceError('internal_error', 'no such thing');
    });
    await expect(broken.decode({ medium: 'image', account_id: 'acc_1', token: TOKEN }, HERE)).rejects.toThrow(
      'no such thing',
    );
  });
});
