import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEspeakEngine } from '#engine/speech/engines/espeak.ts';
import { timedWordsOfSentence } from '#engine/speech/words/word-times.ts';
import { encodeWav } from '#engine/video/audio/wav.ts';
import type { SlideAudioAnswer } from '#features/narration/audio-view.ts';
import { API_ERRORS, type ErrorCode } from '#kernel/shared/errors.ts';
import { loudness } from '#test/support/audio/measure.ts';
import { wavTone } from '#test/support/audio/wav-tone.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import {
  type Answer,
  type Client,
  download,
  type ErrorBody,
  ended,
  until,
} from '#test/support/service/start-service.ts';
import { workOffTombstones } from '#test/support/service/work-off-tombstones.ts';

interface TimelineBody {
  id: string;
  slides: { id: string; audio: { status: string; stale: boolean; duration_seconds: number | null } }[];
}
interface Announced {
  upload: { id: string; url: string; headers: Record<string, string> };
}
type Bytes = Uint8Array<ArrayBuffer>;

const NOTES = 'Good morning. This is the second sentence.';
/** 1.5 s of a tone: no silence at its ends to trim. */
const RECORDED = {
  status: 'ready',
  source: 'uploaded',
  stale: false,
  format: 'wav',
  duration_seconds: 1.5,
  voice: null,
  language: null,
  speed: null,
  engine: null,
  error: null,
};

const service = sharedService();
let client: Client;
let folder: string;

beforeAll(async () => {
  client = await service.account('max');
  folder = await mkdtemp(join(tmpdir(), 'recordings-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const fixture = async (name: string): Promise<Bytes> =>
  Uint8Array.from(await readFile(new URL(`../fixtures/${name}`, import.meta.url)));
const wav = (options: Parameters<typeof wavTone>[0] = {}): Bytes =>
  Uint8Array.from(wavTone({ sampleRate: 48_000, seconds: 1.5, ...options }));

/** A timeline with slides of these notes, and where their audio is. */
async function slides(...notes: string[]): Promise<{ id: string; paths: string[] }> {
  const made = await client.ok<TimelineBody>('POST', '/timelines', {
    title: 'Recorded',
    slides: notes.map((speaker_notes) => ({ title: 'a', speaker_notes })),
  });
  return { id: made.id, paths: made.slides.map((slide) => `/timelines/${made.id}/slides/${slide.id}/audio`) };
}
const slide = async (notes = NOTES): Promise<string> => (await slides(notes)).paths[0] ?? '';

/** Sends a body as it is. */
async function send<Body = SlideAudioAnswer>(
  path: string,
  body: NonNullable<RequestInit['body']>,
  type?: string,
): Promise<Answer<Body>> {
  const response = await fetch(`${service.stack.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': client.apiKey, ...(type === undefined ? {} : { 'content-type': type }) },
    body,
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
}

function form(bytes: Bytes, fields: Record<string, string> = {}): FormData {
  const made = new FormData();
  for (const [name, value] of Object.entries(fields)) made.set(name, value);
  made.set('audio', new Blob([bytes]), 'said.txt');
  return made;
}

/** Announces bytes, puts them, and gives the id of the upload. */
async function put(path: string, bytes: Bytes, more: object = {}): Promise<string> {
  const asked = { content_type: 'audio/mp4', size_bytes: bytes.length, ...more };
  const { upload } = await client.ok<Announced>('POST', path, asked);
  const { 'content-type': type = '' } = upload.headers;
  expect((await fetch(upload.url, { method: 'PUT', headers: { 'content-type': type }, body: bytes })).status).toBe(200);
  return upload.id;
}

const read = (path: string): Promise<SlideAudioAnswer> => client.ok<SlideAudioAnswer>('GET', path);
const isThere = async (url: string | null): Promise<boolean> => (await fetch(url ?? '')).status === 200;

describe('a recording of the client', () => {
  it('has the times of its words, behind a pause of the speaker, too', async () => {
    const notes = 'The quarterly review starts at nine. Revenue grew by a quarter, and no analyst expected it.';
    const spoken = await createEspeakEngine().speak({ text: notes, language: 'en', voice: 'en-us+f3', speed: 0.9 });
    const told = spoken.sentences.flatMap(timedWordsOfSentence);
    const [cut, pause] = [Math.round((told[8]?.start_seconds ?? 0) * 48_000) * 2, 0.7];
    const pcm = [spoken.pcm.subarray(0, cut), Buffer.alloc(pause * 96_000), spoken.pcm.subarray(cut)];
    const path = await slide(notes);

    const { status, body } = await send(path, Uint8Array.from(encodeWav(Buffer.concat(pcm), 48_000)), 'audio/wav');

    expect(status).toBe(200);
    expect(body.words.map(({ text }) => text)).toEqual(notes.split(' '));
    for (const [i, { text, start }] of body.words.entries())
      expect(Math.abs(start - (told[i]?.start_seconds ?? 0) - (i >= 8 ? pause : 0)), text).toBeLessThan(0.15);
    expect((body.words[8]?.start ?? 0) - (body.words[7]?.end ?? 0)).toBeGreaterThan(pause - 0.1);
    expect(await read(path)).toMatchObject({ source: 'uploaded', words: body.words });
  });

  it.each([
    ['tone.mp3', 'audio/mpeg'],
    ['tone-vorbis.ogg', 'application/ogg'],
    ['tone-opus.ogg', 'audio/ogg'],
    ['tone.m4a', 'audio/mp4'],
    ['tone-mono.flac', 'audio/flac'],
  ])('is sent as it is (%s) and is the narration of the slide at once', async (name, type) => {
    const path = await slide();

    const { status, body } = await send(path, await fixture(`audio/${name}`), type);

    expect(status).toBe(200);
    expect(body).toMatchObject(RECORDED);
    expect(body.sentences.map(({ text }) => text)).toEqual(['Good morning.', 'This is the second sentence.']);
    expect(await read(path)).toMatchObject({ ...RECORDED, sentences: body.sentences });
  });

  it('has the loudness of narration: mono, 48 kHz, −16 LUFS', async () => {
    const { body } = await send(await slide(), wav({ channels: 2, sampleRate: 44_100 }), 'audio/wav');

    const file = await download(body.url, join(folder, 'said.wav'));

    const head = await readFile(file);
    expect([head.toString('latin1', 0, 4), head.readUInt16LE(22), head.readUInt32LE(24)]).toEqual(['RIFF', 1, 48_000]);
    const { integrated, truePeak } = await loudness(file);
    expect(Math.abs(integrated + 16)).toBeLessThan(0.5);
    expect(truePeak).toBeLessThanOrEqual(-1.5);
  });

  it.each([
    ['tone.mp3', 1.5],
    ['tone-opus.ogg', 1.5],
    ['tone-moov-first.m4a', 1.5],
  ])('is sent in a form, and its name does not count: %s', async (name, duration_seconds) => {
    const { body } = await send(await slide('…'), form(await fixture(`audio/${name}`)));
    expect(body).toMatchObject({ ...RECORDED, duration_seconds, sentences: [] });
  });

  it.each(['tone.mp3', 'tone-vorbis.ogg', 'tone.m4a'])('is announced, put and completed, once: %s', async (name) => {
    const path = await slide();
    const bytes = await fixture(`audio/${name}`);
    const upload_id = await put(path, bytes, { sha256: createHash('sha256').update(bytes).digest('hex') });

    expect(await client.ok('POST', path, { upload_id })).toMatchObject(RECORDED);

    expectError(await client.call('POST', path, { upload_id }), 'upload_not_found', 'upload_id');
  });

  it('counts no characters, goes stale with the notes, and stays when the slide is changed', async () => {
    const { id, paths } = await slides(NOTES, 'Other.');
    const [path = ''] = paths;
    await send(path, wav(), 'audio/wav');

    const changed = await client.ok<TimelineBody>('PUT', `/timelines/${id}`, { title: 'Other' });
    expect(changed.slides[0]?.audio).toEqual({ status: 'ready', stale: false, duration_seconds: 1.5 });
    await client.ok('PUT', path.replace('/audio', ''), { speaker_notes: 'Said otherwise.' });

    const { url, ...stale } = await read(path);
    expect(stale).toMatchObject({ ...RECORDED, stale: true });
    expect(await isThere(url)).toBe(true);
    const { usage } = await client.ok<{ usage: { narration_characters: number } }>('GET', '/entitlements');
    expect(usage.narration_characters).toBe(0);
  });

  it('is the same one when the same bytes are sent again, and its file goes with the next', async () => {
    const path = await slide();
    const first = await send(path, wav(), 'audio/wav');
    const again = await send(path, wav(), 'audio/wav');
    expect(again.body.created_at).toBe(first.body.created_at);

    const next = await send(path, wav({ hertz: 300 }), 'audio/wav');

    expect(await workOffTombstones(service, path)).toBe(1);
    expect(await isThere(first.body.url)).toBe(false);
    expect(await isThere(next.body.url)).toBe(true);
  });

  it('gives way to narration that is asked for, and the other way round', async () => {
    const path = await slide('Said by a machine.');
    const { body: recorded } = await send(path, wav(), 'audio/wav');
    expect(await client.ok('POST', path, {})).toMatchObject({ status: 'queued', source: 'generated' });
    const made = await until(
      () => read(path),
      ({ status }) => status === 'ready' || status === 'failed',
      60,
    );
    expect(made).toMatchObject({ status: 'ready', source: 'generated', engine: 'natural' });
    expect(await workOffTombstones(service, path)).toBe(1);
    expect(await isThere(recorded.url)).toBe(false);

    expect((await send(path, wav(), 'audio/wav')).body).toMatchObject(RECORDED);
    // What was said before is ready at once; its file was shared all along.
    expect(await client.ok('POST', path, {})).toMatchObject({
      status: 'ready',
      duration_seconds: made.duration_seconds,
    });
  });

  it('is heard in a video of its timeline, which needs no other narration', async () => {
    const { id, paths } = await slides('');
    await send(paths[0] ?? '', wav({ seconds: 2.5 }), 'audio/wav');

    const { id: render } = await client.ok<{ id: string }>('POST', '/renders', {
      timeline_id: id,
      narration: 'existing',
      output: { resolution: '480p' },
    });

    const made = await ended(client, render);
    expect(made).toMatchObject({ status: 'completed', error: null });
    const { integrated } = await loudness(await download(made.output.url, join(folder, 'said.mp4')));
    expect(Math.abs(integrated + 16)).toBeLessThan(1);
  });

  it('goes with its slide, and with its timeline; what others have of the same bytes stays', async () => {
    const { id, paths } = await slides('', '', '');
    const urls: (string | null)[] = [];
    for (const path of paths) urls.push((await send(path, wav(), 'audio/wav')).body.url);
    expect(new Set(urls.map((url) => new URL(url ?? '').pathname)).size).toBe(3);
    await client.ok('DELETE', (paths[0] ?? '').replace('/audio', ''));
    expect(await workOffTombstones(service, `/timelines/${id}`)).toBe(1);
    expect(await Promise.all(urls.map(isThere))).toEqual([false, true, true]);
    await client.ok('DELETE', `/timelines/${id}`);
    expect(await workOffTombstones(service, `/timelines/${id}`)).toBe(1);
    expect(await Promise.all(urls.map(isThere))).toEqual([false, false, false]);
  });

  it('is answered again as it was for the same idempotency key', async () => {
    const path = await slide();
    const headers = { 'x-api-key': client.apiKey, 'content-type': 'audio/wav', 'idempotency-key': 'said-once' };
    const post = () => fetch(`${service.stack.baseUrl}${path}`, { method: 'POST', headers, body: wav() });
    const [first, second] = [await post(), await post()];
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await second.json()).toEqual(await first.json());
  });
});

function expectError({ status, body }: Answer<ErrorBody>, code: ErrorCode, param?: string): void {
  expect(body.error.code).toBe(code);
  expect(status).toBe(API_ERRORS[code][1]);
  if (param !== undefined) expect(body.error.param).toBe(param);
}

describe('a recording that is not audio', () => {
  let path: string;
  beforeAll(async () => {
    path = await slide();
  });

  const patched = async (from: string, to: string): Promise<Bytes> => {
    const bytes = Buffer.from(await fixture('audio/tone.m4a'));
    bytes.write(to, bytes.indexOf(from), 'latin1');
    return Uint8Array.from(bytes);
  };
  const cut = async (name: string): Promise<Bytes> => {
    const bytes = await fixture(`audio/${name}`);
    return bytes.subarray(0, Math.floor(bytes.length * 0.7));
  };

  it.each<[string, () => Promise<Bytes> | Bytes, ErrorCode, string]>([
    ['has no bytes', () => new Uint8Array(0), 'audio_invalid', 'no bytes'],
    [
      'is a text',
      () => Uint8Array.from(Buffer.from('All of this is text. '.repeat(500))),
      'audio_invalid',
      'must be MP3',
    ],
    ['is a picture', () => fixture('deck/echo.jpg'), 'audio_invalid', 'must be MP3'],
    ['is a video', () => fixture('audio/video.mp4'), 'audio_invalid', 'This is a video'],
    ['is cut off: MP3', () => cut('tone.mp3'), 'audio_invalid', 'cut off'],
    ['is cut off: Ogg', () => cut('tone-opus.ogg'), 'audio_invalid', 'cut off'],
    ['is cut off: M4A', () => cut('tone.m4a'), 'audio_invalid', 'cut off'],
    ['is cut off: WAV', () => wav().subarray(0, 50_000), 'audio_invalid', 'cut off'],
    ['is Apple Lossless', () => patched('mp4a', 'alac'), 'audio_invalid', 'not Apple Lossless'],
    ['is silent', () => Uint8Array.from(wavTone({ hertz: 0 })), 'audio_invalid', 'The recording is silent'],
    ['has hardly begun', () => wav({ seconds: 0.05 }), 'audio_invalid', 'shorter than 0.2 seconds'],
    ['is too large for a request', () => wav({ seconds: 45 }), 'audio_too_large', '4 MB'],
  ])('is refused when it %s', async (_, make, code, message) => {
    const answer = await send<ErrorBody>(path, form(await make()));
    expectError(answer, code);
    expect(answer.body.error.message).toContain(message);
  });

  it('is refused when it was not announced so, or is announced wrongly', async () => {
    const announce = (body: object) => client.call<ErrorBody>('POST', path, { content_type: 'audio/wav', ...body });
    expectError(await announce({ size_bytes: 50 * 2 ** 20 + 1 }), 'audio_too_large', 'size_bytes');
    expectError(await announce({ size_bytes: 0 }), 'validation_failed', 'size_bytes');
    expectError(await announce({ size_bytes: 9, content_type: 'video/mp4' }), 'validation_failed', 'content_type');
    expectError(await announce({ size_bytes: 9, voice: 'en' }), 'unknown_field', 'voice');
    const { upload } = await client.ok<Announced>('POST', path, { content_type: 'audio/wav', size_bytes: 9 });
    expectError(await client.call('POST', path, { upload_id: upload.id }), 'audio_invalid', 'upload_id');
    const other = await put(path, wav(), { content_type: 'audio/wav', sha256: '0'.repeat(64) });
    expectError(await client.call('POST', path, { upload_id: other }), 'audio_invalid', 'sha256');
    const long = await put(path, Uint8Array.from(wavTone({ bits: 8, seconds: 601 })), { content_type: 'audio/wav' });
    expectError(await client.call('POST', path, { upload_id: long }), 'audio_too_long', 'audio');
  });

  it('is refused for another slide, another account, and at an address inside', async () => {
    const upload_id = await put(path, wav(), { content_type: 'audio/wav' });
    expectError(await client.call('POST', await slide(), { upload_id }), 'upload_not_found', 'upload_id');
    const stranger = await service.account('pro');
    expectError(await stranger.call('POST', path, { upload_id }), 'upload_not_found', 'upload_id');
    expectError(
      await client.call('POST', path.replace(/sl_\w+/, 'sl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E'), { upload_id }),
      'upload_not_found',
    );
    for (const url of ['https://169.254.169.254/said.mp3', 'http://127.0.0.1/said.mp3', 'https://[::1]/said.mp3'])
      expectError(await client.call('POST', path, { url }), 'url_forbidden', 'url');
  });

  it('is refused with fields, or as a kind of body, that does not exist', async () => {
    expectError(await send(path, form(wav(), { voice: 'en' })), 'unknown_field', 'voice');
    expectError(await send(path, wav(), 'video/mp4'), 'unsupported_media_type');
    const other = new FormData();
    other.set('recording', new Blob([wav()]), 'said.wav');
    expectError(await send(path, other), 'unknown_field', 'recording');
  });

  it('leaves the slide as it was', async () => {
    expect(await read(path)).toMatchObject({ status: 'none', url: null, source: null });
  });
});
