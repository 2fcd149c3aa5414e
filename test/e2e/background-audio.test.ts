import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { API_ERRORS, type ErrorCode } from '#kernel/shared/errors.ts';
import { wavTone } from '#test/support/audio/wav-tone.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import type { Answer, Client, ErrorBody } from '#test/support/service/start-service.ts';
import { workOffTombstones } from '#test/support/service/work-off-tombstones.ts';

interface Music {
  url: string;
  duration_seconds: number;
  volume: number;
}
interface TimelineBody {
  id: string;
  version: number;
  background_audio: Music | null;
}
interface Announced {
  upload: { id: string; url: string; headers: Record<string, string> };
}

const USUAL = { volume: 0.25, fade_in_seconds: 1, fade_out_seconds: 2, loop: true, duck: true };

const service = sharedService();
let client: Client;
let path: string;

const fixture = async (name: string): Promise<Uint8Array<ArrayBuffer>> =>
  Uint8Array.from(await readFile(new URL(`../fixtures/${name}`, import.meta.url)));

beforeAll(async () => {
  client = await service.account('max');
  const { id } = await client.ok<TimelineBody>('POST', '/timelines', { title: 'Music', slides: [{ title: 'a' }] });
  path = `/timelines/${id}`;
});

/** Sends a body as it is and reads the answer. */
async function send<Body>(body: NonNullable<RequestInit['body']>, type?: string): Promise<Answer<Body>> {
  const response = await fetch(`${service.stack.baseUrl}${path}/background-audio`, {
    method: 'POST',
    headers: { 'x-api-key': client.apiKey, ...(type === undefined ? {} : { 'content-type': type }) },
    body,
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
}
const ask = <Body>(body: object): Promise<Answer<Body>> => client.call('POST', `${path}/background-audio`, body);

function expectError({ status, body }: Answer<ErrorBody>, code: ErrorCode, param?: string): void {
  expect(body.error.code).toBe(code);
  expect(status).toBe(API_ERRORS[code][1]);
  if (param !== undefined) expect(body.error.param).toBe(param);
}

/** Announces bytes, puts them, and gives the id of the upload. */
async function put(bytes: Uint8Array<ArrayBuffer>, more: object = {}): Promise<string> {
  const announced = { content_type: 'audio/wav', size_bytes: bytes.length, ...more };
  const { upload } = (await ask<Announced>(announced)).body;
  const { 'content-type': type = '' } = upload.headers;
  const answer = await fetch(upload.url, { method: 'PUT', headers: { 'content-type': type }, body: bytes });
  expect(answer.status).toBe(200);
  return upload.id;
}

describe('the music of a timeline', () => {
  it.each([
    ['tone.mp3', 'audio/mpeg', 2],
    ['tone-vorbis.ogg', 'application/ogg', 2],
    ['tone-opus.ogg', 'audio/ogg', 2],
    ['tone-mono.flac', 'audio/x-flac', 1],
  ])('is sent as it is (%s) and comes back as FLAC', async (name, type, channels) => {
    const { status, body } = await send<TimelineBody>(await fixture(`audio/${name}`), type);

    expect(status).toBe(200);
    const sound = { channels, duration_seconds: 1.5, content_type: 'audio/flac' };
    expect(body.background_audio).toMatchObject({ ...USUAL, ...sound });
    const file = await fetch(body.background_audio?.url ?? '');
    expect(file.headers.get('content-type')).toBe('audio/flac');
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(bytes.toString('latin1', 0, 4)).toBe('fLaC');
    expect(body.background_audio).toMatchObject({ size_bytes: bytes.length });
  });

  it('is sent in a form, with how it is to sound', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ volume: '0.5', fade_out_seconds: '10', loop: 'false' }))
      form.set(name, value);
    form.set('audio', new Blob([await fixture('audio/tone.mp3')]), 'tone.txt');

    const { body } = await send<TimelineBody>(form);

    expect(body.background_audio).toMatchObject({ ...USUAL, volume: 0.5, fade_out_seconds: 10, loop: false });
  });

  it('is announced, put and completed, once', async () => {
    const wav = Uint8Array.from(wavTone({ channels: 2, sampleRate: 48_000, seconds: 2 }));
    const upload_id = await put(wav, { sha256: createHash('sha256').update(wav).digest('hex') });

    const { status, body } = await ask<TimelineBody>({ upload_id, duck: false });

    expect(status).toBe(200);
    // Two equal channels are one.
    expect(body.background_audio).toMatchObject({ ...USUAL, duck: false, channels: 1, duration_seconds: 2 });
    expectError(await ask({ upload_id }), 'upload_not_found', 'upload_id');
  });

  it('changes how it sounds, goes, and has gone', async () => {
    await send(await fixture('audio/tone.mp3'), 'audio/mpeg');
    const changed = await client.ok<TimelineBody>('PUT', path, { background_audio: { volume: 0.1 }, title: 'Softer' });
    expect(changed.background_audio).toMatchObject({ ...USUAL, volume: 0.1 });
    const { url = '' } = changed.background_audio ?? {};
    expect((await client.ok<TimelineBody>('GET', path)).background_audio).toMatchObject({ volume: 0.1 });

    expect((await client.ok<TimelineBody>('DELETE', `${path}/background-audio`)).background_audio).toBeNull();
    expect((await client.ok<TimelineBody>('DELETE', `${path}/background-audio`)).background_audio).toBeNull();

    expect(await workOffTombstones(service, path)).toBeGreaterThan(0);
    expect((await fetch(url)).status).toBe(404);
    expectError(
      await client.call('PUT', path, { background_audio: { volume: 0.2 } }),
      'validation_failed',
      'background_audio',
    );
    expect((await client.ok<TimelineBody>('PUT', path, { background_audio: null })).background_audio).toBeNull();
  });

  it('that is not audio, or too much, is refused', async () => {
    const mp3 = await fixture('audio/tone.mp3');
    const text = Buffer.from('All of this is text. '.repeat(1000));
    expectError(await send(text, 'audio/mpeg'), 'audio_invalid', 'audio');
    expectError(await send(mp3.subarray(0, 6000), 'audio/mpeg'), 'audio_invalid', 'audio');
    expectError(await send(await fixture('audio/video.mp4'), 'audio/mp4'), 'audio_invalid', 'audio');
    expectError(await send(await fixture('deck/echo.jpg'), 'audio/wav'), 'audio_invalid', 'audio');
    expectError(await send(Uint8Array.from(wavTone({ seconds: 0.9 })), 'audio/wav'), 'audio_invalid', 'audio');
    expectError(await send(mp3, 'video/mp4'), 'unsupported_media_type');
    expectError(await send(Buffer.alloc(4 * 2 ** 20 + 1, 1), 'audio/wav'), 'audio_too_large');
    expectError(await ask({ content_type: 'audio/wav', size_bytes: 50 * 2 ** 20 + 1 }), 'audio_too_large');
    expectError(await ask({ content_type: 'video/mp4', size_bytes: 10 }), 'validation_failed', 'content_type');
    const empty = new FormData();
    empty.set('audio', new Blob([]), 'empty.mp3');
    expectError(await send(empty), 'audio_invalid', 'audio');
    const loud = new FormData();
    loud.set('audio', new Blob([mp3]), 'a.mp3');
    loud.set('volume', '1.5');
    expectError(await send(loud), 'validation_failed', 'volume');
    expectError(await ask({ url: 'https://169.254.169.254/latest' }), 'url_forbidden', 'url');
    expect((await client.ok<TimelineBody>('GET', path)).background_audio).toBeNull();
  });

  it('that was put but is not what was announced, or too long, is refused', async () => {
    const { upload } = (await ask<Announced>({ content_type: 'audio/mpeg', size_bytes: 10 })).body;
    expectError(await ask({ upload_id: upload.id }), 'audio_invalid', 'upload_id');
    const long = await put(Uint8Array.from(wavTone({ bits: 8, seconds: 601 })));
    expectError(await ask({ upload_id: long }), 'audio_too_long', 'audio');
    const other = await put(Uint8Array.from(wavTone({})), { sha256: '0'.repeat(64) });
    expectError(await ask({ upload_id: other }), 'audio_invalid', 'sha256');
  });
});
