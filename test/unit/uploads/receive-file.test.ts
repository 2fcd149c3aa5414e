import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { UPLOAD_VALID_SECONDS } from '#features/uploads/announced-upload.ts';
import type { FileSource, UploadAnswer } from '#features/uploads/contract.ts';
import { receiveFile, type UploadOperation } from '#features/uploads/receive-file.ts';
import { AUDIO_FILE_RULES } from '#features/uploads/sent-file-rules.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { prepareNoIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { memoryAnnouncedUploads } from '#test/support/fakes/announced-uploads.ts';
import { memoryFileStore } from '#test/support/fakes/file-store.ts';
import { handClock, samplePrincipal } from '#test/support/samples/entities.ts';

interface Options {
  loud: boolean;
}

const principal = samplePrincipal();
const FILE = Buffer.from('some bytes');
const sent = (bytes: Uint8Array, fields = {}): FileSource<Options> => ({ bytes, content_type: 'audio/wav', fields });

let hand: ReturnType<typeof handClock>;
let uploads: ReturnType<typeof memoryAnnouncedUploads>;
let blobs: ReturnType<typeof memoryFileStore>;
/** What was done, in order. */
let acts: string[];
let destination: UploadOperation<Options>;

beforeEach(() => {
  hand = handClock();
  uploads = memoryAnnouncedUploads();
  blobs = memoryFileStore();
  acts = [];
  destination = {
    target: '/things/1/file',
    rules: AUDIO_FILE_RULES,
    form: z.strictObject({ loud: z.stringbool().default(false) }),
    check: async () => void acts.push('check'),
    place: async (bytes, { loud }) => void acts.push(`place ${Buffer.from(bytes)}${loud ? ', loud' : ''}`),
  };
});

const deps = () => ({
  uploads,
  blobs,
  clock: hand.clock,
  fetchFile: async (url: string) => {
    acts.push(`fetch ${url}`);
    return FILE;
  },
});
const receive = (request: FileSource<Options>, over: Partial<UploadOperation<Options>> = {}, who = principal) =>
  receiveFile(deps(), who, { ...destination, ...over }, request, prepareNoIdempotentAnswer);
const refusal = (act: Promise<unknown>) =>
  act.then(
    () => 'accepted',
    (error: unknown) => (error instanceof ServiceError ? [error.code, error.details.param] : error),
  );
async function announce(over: object = {}): Promise<UploadAnswer['upload']> {
  const answers: UploadAnswer[] = [];
  const asked = { content_type: 'audio/wav', size_bytes: FILE.length, ...over };
  await receiveFile(deps(), principal, destination, asked, async (answer) => void answers.push(answer) as undefined);
  const [answer] = answers;
  if (!answer) throw new Error('the upload was not announced');
  return answer.upload;
}
const put = (id: string, bytes = FILE) =>
  blobs.putBytes(storageKeys.upload(principal.account_id, id), bytes, 'audio/wav');

describe('a file in the request', () => {
  it('is placed with the fields of its form, after the check', async () => {
    await receive(sent(FILE, { loud: 'true' }));
    expect(acts).toEqual(['check', 'place some bytes, loud']);
  });

  it('with another field or without bytes is refused', async () => {
    expect(await refusal(receive(sent(FILE, { quiet: 'true' })))).toEqual(['unknown_field', 'quiet']);
    expect(await refusal(receive(sent(Buffer.alloc(0))))).toEqual(['audio_invalid', 'audio']);
    expect(acts).toEqual(['check']);
  });

  it('for a thing that does not exist is not looked at', async () => {
    const check = async () => {
      throw new ServiceError('timeline_not_found', 'There is no such timeline.');
    };
    for (const request of [sent(Buffer.alloc(0)), { url: 'https://a.example/b', loud: true }])
      expect(await refusal(receive(request, { check }))).toEqual(['timeline_not_found', undefined]);
    expect(acts).toEqual([]);
  });
});

describe('a file at an address', () => {
  it('is fetched after the check, and placed', async () => {
    await receive({ url: 'https://a.example/b', loud: true });
    expect(acts).toEqual(['check', 'fetch https://a.example/b', 'place some bytes, loud']);
  });
});

describe('an announced upload', () => {
  it('gives a PUT for exactly these bytes for an hour, and changes nothing else', async () => {
    const upload = await announce();
    expect(upload).toMatchObject({
      method: 'PUT',
      headers: { 'content-type': 'audio/wav', 'content-length': '10' },
      expires_at: new Date(hand.clock().getTime() + UPLOAD_VALID_SECONDS * 1000).toISOString(),
    });
    expect(uploads.stored.get(upload.id)).toMatchObject({ target: destination.target, size_bytes: 10 });
    expect(acts).toEqual(['check']);
  });

  it('that is too large is refused', async () => {
    expect(await refusal(announce({ size_bytes: AUDIO_FILE_RULES.max_bytes + 1 }))).toEqual([
      'audio_too_large',
      'size_bytes',
    ]);
    expect(uploads.stored.size).toBe(0);
  });

  it('is completed once with the bytes that were put, and then forgotten with them', async () => {
    const { id } = await announce({ sha256: createHash('sha256').update(FILE).digest('hex') });
    await put(id);
    await receive({ upload_id: id, loud: true });

    expect(acts).toEqual(['check', 'check', 'place some bytes, loud']);
    expect([uploads.stored.size, blobs.files.size]).toEqual([0, 0]);
    expect(await refusal(receive({ upload_id: id, loud: true }))).toEqual(['upload_not_found', 'upload_id']);
  });

  it('stays when its bytes cannot be placed: it can be completed again', async () => {
    const { id } = await announce();
    await put(id);
    const place = async () => {
      throw new Error('the process was killed');
    };
    await expect(receive({ upload_id: id, loud: false }, { place })).rejects.toThrow('killed');
    await receive({ upload_id: id, loud: false });
    expect(acts.at(-1)).toBe('place some bytes');
  });

  it('that is completed many times at once is placed once', async () => {
    const { id } = await announce();
    await put(id);
    const { promise: placed, resolve: finish } = Promise.withResolvers<void>();
    let places = 0;
    const place = async () => {
      places++;
      await placed;
    };
    const request = { upload_id: id, loud: false };
    const first = receive(request, { place });
    const others = await Promise.all(Array.from({ length: 23 }, () => refusal(receive(request, { place }))));
    expect(others).toEqual(Array(23).fill(['upload_in_progress', 'upload_id']));
    finish();
    await first;
    expect(places).toBe(1);
    expect(await refusal(receive(request))).toEqual(['upload_not_found', 'upload_id']);
  });

  it('whose process was killed in the middle can be completed after a minute', async () => {
    const { id } = await announce();
    await put(id);
    const request = { upload_id: id, loud: false };
    void receive(request, { place: () => new Promise(() => undefined) });
    expect(await refusal(receive(request))).toEqual(['upload_in_progress', 'upload_id']);
    hand.pass(61);
    await receive(request);
    expect(acts.at(-1)).toBe('place some bytes');
  });

  it('is not found at another target, by another account, or after an hour', async () => {
    const { id } = await announce();
    await put(id);
    const request = { upload_id: id, loud: false };
    const missing = ['upload_not_found', 'upload_id'];
    expect(await refusal(receive(request, { target: '/things/2/file' }))).toEqual(missing);
    expect(await refusal(receive(request, {}, samplePrincipal({ account_id: 'acc_other' })))).toEqual(missing);
    hand.pass(UPLOAD_VALID_SECONDS + 1);
    expect(await refusal(receive(request))).toEqual(missing);
  });

  it('without bytes, with too many, or with others than announced is refused', async () => {
    const { id } = await announce({ sha256: 'a'.repeat(64) });
    const request = { upload_id: id, loud: false };
    expect(await refusal(receive(request))).toEqual(['audio_invalid', 'upload_id']);
    await put(id);
    expect(await refusal(receive(request))).toEqual(['audio_invalid', 'sha256']);
    expect(await refusal(receive(request, { rules: { ...AUDIO_FILE_RULES, max_bytes: 9 } }))).toEqual([
      'audio_too_large',
      undefined,
    ]);
  });
});
