import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AccountMonthUsage } from '#features/accounts/usage.ts';
import type { SlideAudioAnswer } from '#features/narration/audio-view.ts';
import type { RenderAnswer } from '#features/renders/view.ts';
import { decodeAsPlayed } from '#test/support/audio/measure.ts';
import { type Heard, loudnessOf, onsetAfter, stepAt } from '#test/support/audio/measure-speech.ts';
import { isTried } from '#test/support/depth.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import { type Client, download, type ErrorBody, ended, until } from '#test/support/service/start-service.ts';
import { workOffTombstones } from '#test/support/service/work-off-tombstones.ts';

/** Ten languages in seven scripts; each format at least three times. Those of one run have each format. */
const LANGUAGES = [
  ['en', 'mp3', 'Welcome to the quarterly review. Revenue grew by a quarter. Costs stayed flat.'],
  ['de', 'wav', 'Willkommen zur Quartalsübersicht. Der Umsatz stieg um ein Viertel.'],
  ['fr', 'ogg', 'Bienvenue à la revue trimestrielle. Le chiffre d’affaires a augmenté.'],
  ['es', 'mp3', 'Bienvenidos a la revisión trimestral. Los ingresos crecieron.'],
  ['ru', 'wav', 'Добро пожаловать на квартальный обзор. Выручка выросла на четверть.'],
  ['ar', 'ogg', 'مرحبا بكم في المراجعة الفصلية. نمت الإيرادات بنسبة أربعة وعشرين بالمئة.'],
  ['hi', 'mp3', 'तिमाही समीक्षा में आपका स्वागत है। राजस्व चौबीस प्रतिशत बढ़ा।'],
  ['zh-CN', 'wav', '欢迎参加季度回顾。收入增长了百分之二十四。'],
  ['ja', 'ogg', 'しはんきレビューへようこそ。うりあげはにじゅうよんパーセントのびました。'],
  ['ko', 'mp3', '분기 검토에 오신 것을 환영합니다. 매출이 이십사 퍼센트 늘었습니다.'],
] as const;
const SAID = LANGUAGES.filter((_, at) => isTried(at, 4));

/** Javanese letters: words to a reader, but the English voice has no sound for them. */
const UNSPEAKABLE = 'ꦲꦤ';

interface Timeline {
  id: string;
  slides: { id: string }[];
}

/** Seconds for which a slide with speech of this length is shown: 0.3 s of quiet, the speech, 0.7 s of quiet; at least 3 s. */
const shownFor = (spoken: number | null): number => Math.max(3, 0.3 + (spoken ?? 0) + 0.7);

const service = sharedService();
let client: Client;
let timeline: Timeline;

const create = (notes: readonly string[]): Promise<Timeline> =>
  client.ok('POST', '/timelines', {
    title: 'Narrated',
    resolution: '480p',
    slides: notes.map((speaker_notes, slide) => ({ title: `Slide ${slide + 1}`, speaker_notes })),
  });
const pathOf = ({ id, slides }: Timeline, slide: number) => `/timelines/${id}/slides/${slides[slide]?.id}/audio`;
const settled = (path: string) =>
  until(
    () => client.ok<SlideAudioAnswer>('GET', path),
    ({ status }) => status === 'ready' || status === 'failed',
    120,
  );
const charactersCounted = async (): Promise<number> =>
  (await client.ok<{ usage: AccountMonthUsage }>('GET', '/entitlements')).usage.narration_characters;

async function listenTo(url: string | null, name: string): Promise<Heard> {
  return { samples: await decodeAsPlayed(await download(url, join(service.directory, name))), sampleRate: 48_000 };
}

beforeAll(async () => {
  client = await service.account('max');
  timeline = await create(SAID.map(([, , text]) => text));
  for (const [slide, [language, format]] of SAID.entries())
    await client.ok('POST', pathOf(timeline, slide), { language, format });
});

describe('narration that was asked for', () => {
  it.each(SAID.map(([language, format, text], slide) => ({ language, format, text, slide })))(
    'in $language as $format is level, clean, and each sentence is heard when it is said to be',
    async ({ language, format, text, slide }) => {
      const audio = await settled(pathOf(timeline, slide));
      expect(audio).toMatchObject({ status: 'ready', stale: false, source: 'generated', language, format });
      const speech = await listenTo(audio.url, `${slide}.${format}`);

      const seconds = speech.samples.length / speech.sampleRate;
      expect(Math.abs(seconds - (audio.duration_seconds ?? 0))).toBeLessThan(0.1);
      const written = audio.sentences.map((sentence) => sentence.text).join('');
      expect(written.replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      expect(audio.sentences.length).toBeGreaterThanOrEqual(2);
      for (const sentence of audio.sentences) {
        expect(sentence.end_seconds - sentence.start_seconds).toBeGreaterThan(0.8);
        expect(sentence.end_seconds - sentence.start_seconds).toBeLessThan(8);
        expect(Math.abs(onsetAfter(speech, sentence.start_seconds) ?? 1)).toBeLessThan(0.05);
        for (const join of [sentence.start_seconds, sentence.end_seconds])
          expect(stepAt(speech, join)).toMatchObject({ isClick: false });
      }

      const { integrated, truePeak } = await loudnessOf(speech);
      expect(Math.abs(integrated + 16)).toBeLessThan(1);
      expect(truePeak).toBeLessThanOrEqual(-1.5);
    },
  );

  it('is there at once when it is asked for again, and its characters are counted once', async () => {
    const counted = await charactersCounted();
    expect(counted).toBe(SAID.reduce((sum, [, , text]) => sum + [...text].length, 0));
    for (const [slide, [language, format]] of SAID.entries()) {
      const again = await client.ok<SlideAudioAnswer>('POST', pathOf(timeline, slide), { language, format });
      expect(again).toMatchObject({ status: 'ready', language, format });
    }
    expect(await charactersCounted()).toBe(counted);
  });

  it('is what the video says, as loud as it is by itself, and is not made a second time for it', async () => {
    const counted = await charactersCounted();
    const { id } = await client.ok<RenderAnswer>('POST', '/renders', {
      timeline_id: timeline.id,
      narration: 'existing',
    });
    const spoken = await Promise.all(SAID.map((_, slide) => settled(pathOf(timeline, slide))));
    const render = await ended(client, id);
    expect(render).toMatchObject({ status: 'completed', error: null });
    const length = spoken.reduce((sum, { duration_seconds }) => sum + shownFor(duration_seconds), 0);
    expect(render.output.duration_seconds).toBeCloseTo(length, 1);
    const { integrated, truePeak } = await loudnessOf(await listenTo(render.output.url, 'video.mp4'));
    expect(Math.abs(integrated + 16)).toBeLessThan(1);
    expect(truePeak).toBeLessThanOrEqual(-1);
    expect(await charactersCounted()).toBe(counted);
  });
});

describe('a render that makes the narration itself', () => {
  it('leaves it to its slides, ready, and the timeline is as long as the video', async () => {
    const deck = await create(['This was never said before.', '', 'This was not said either.']);
    const { id } = await client.ok<RenderAnswer>('POST', '/renders', { timeline_id: deck.id });
    const { status, output } = await ended(client, id);
    expect(status).toBe('completed');
    const audio = await client.ok<SlideAudioAnswer>('GET', pathOf(deck, 2));
    expect(audio).toMatchObject({ status: 'ready', stale: false, format: 'wav', source: 'generated', error: null });
    expect(audio.sentences.map(({ text }) => text)).toEqual(['This was not said either.']);
    const heard = await listenTo(audio.url, 'left-behind.wav');
    expect(heard.samples.length / heard.sampleRate).toBeCloseTo(audio.duration_seconds ?? 0, 1);
    expect((await client.ok<SlideAudioAnswer>('GET', pathOf(deck, 1))).status).toBe('none');
    const { duration_seconds } = await client.ok<{ duration_seconds: number }>('GET', `/timelines/${deck.id}`);
    expect(duration_seconds).toBeCloseTo(output.duration_seconds ?? 0, 1);
  });

  it('is refused at once where it may make none, and names the slides that lack it', async () => {
    const deck = await create(['', 'This is never said at all.']);
    const { status, body } = await client.call<ErrorBody>('POST', '/renders', {
      timeline_id: deck.id,
      narration: 'existing',
    });
    expect(status).toBe(409);
    expect(body.error).toMatchObject({ code: 'narration_missing', param: 'narration' });
    expect(body.error.message).toContain(`slide 2 (${deck.slides[1]?.id})`);
  });
});

describe('narration of words that the voice has no sound for', () => {
  it('ends as failed, with a code, and fails a render that needs it, which names the slide', async () => {
    const deck = await create(['One.', '', UNSPEAKABLE]);
    await client.ok('POST', pathOf(deck, 2));
    const { id } = await client.ok<RenderAnswer>('POST', '/renders', { timeline_id: deck.id });
    expect(await settled(pathOf(deck, 2))).toMatchObject({ status: 'failed', error: { code: 'no_speech' }, url: null });
    const { status, error } = await ended(client, id);
    expect(status).toBe('failed');
    expect(error).toEqual({
      code: 'narration_failed',
      message: expect.stringContaining('slide 3'),
      slide_id: deck.slides[2]?.id,
      position: 2,
    });
  });
});

describe('a slide whose narration was asked for in other words', () => {
  it('says those in a video, not its notes, at the pace that was asked for', async () => {
    const deck = await create(['These notes are not what is going to be said here.']);
    const wanted = { text: 'Something else, and slowly.', speed: 0.5 };
    await client.ok('POST', pathOf(deck, 0), wanted);
    const { duration_seconds } = await settled(pathOf(deck, 0));
    const { id } = await client.ok<RenderAnswer>('POST', '/renders', { timeline_id: deck.id, narration: 'existing' });
    const { status, output } = await ended(client, id);
    expect(status).toBe('completed');
    expect(output.duration_seconds).toBeCloseTo(shownFor(duration_seconds), 1);
    const captions = await (await fetch(output.captions.vtt_url ?? '')).text();
    expect(captions).toContain('Something else, and slowly.');
  });
});

describe('a slide that has a recording', () => {
  it('is heard with it in a video, although its notes have changed since, and they are not narrated', async () => {
    const deck = await create(['What was recorded.']);
    const { url } = await settled(pathOf(timeline, 1));
    const recording = await download(url, join(service.directory, 'recording.wav'));
    const sent = await fetch(service.stack.baseUrl + pathOf(deck, 0), {
      method: 'POST',
      headers: { 'x-api-key': client.apiKey, 'content-type': 'audio/wav' },
      body: await readFile(recording),
    });
    expect(sent.status).toBe(200);
    await client.ok('PUT', `/timelines/${deck.id}/slides/${deck.slides[0]?.id}`, { speaker_notes: 'Other notes.' });
    const counted = await charactersCounted();
    const { id } = await client.ok<RenderAnswer>('POST', '/renders', { timeline_id: deck.id });
    const { duration_seconds, stale } = await settled(pathOf(deck, 0));
    expect(stale).toBe(true);
    const { status, output } = await ended(client, id);
    expect(status).toBe('completed');
    expect(output.duration_seconds).toBeCloseTo(shownFor(duration_seconds), 1);
    expect(await charactersCounted()).toBe(counted);
    const { integrated } = await loudnessOf(await listenTo(output.url, 'recorded.mp4'));
    expect(Math.abs(integrated + 16)).toBeLessThan(1);
  });
});

describe('speech of a timeline that is deleted', () => {
  it('leaves the bucket with the last timeline that says it, also what a render was given to say, and is no longer counted', async () => {
    const own = await service.account('max');
    const stored = async () => (await own.ok<{ usage: AccountMonthUsage }>('GET', '/entitlements')).usage.stored_bytes;
    const narrated = async (notes: readonly string[]) => {
      const made = await own.ok<Timeline>('POST', '/timelines', {
        title: 'Said',
        resolution: '480p',
        variables: { name: 'everyone' },
        slides: notes.map((speaker_notes) => ({ title: 'a', speaker_notes })),
      });
      const urls: (string | null)[] = [];
      for (const slide of made.slides.keys()) {
        const path = pathOf(made, slide);
        await own.ok('POST', path, { format: 'mp3' });
        const read = () => own.ok<SlideAudioAnswer>('GET', path);
        urls.push((await until(read, ({ status }) => status === 'ready' || status === 'failed', 120)).url);
      }
      return { id: made.id, urls };
    };
    const areThere = (urls: readonly (string | null)[]) =>
      Promise.all(urls.map(async (url) => (await fetch(url ?? '')).status === 200));

    const before = await stored();
    const one = await narrated(['Said by both.', 'Said by one alone, {{name}}.']);
    const two = await narrated(['Said by both.']);
    const order = { timeline_id: one.id, variables: { name: 'Ada Lovelace' } };
    const { id } = await own.ok<RenderAnswer>('POST', '/renders', order);
    expect((await ended(own, id)).status).toBe('completed');
    const all = await stored();
    expect(await areThere([...one.urls, ...two.urls])).toEqual([true, true, true]);

    await own.ok('DELETE', `/timelines/${one.id}`);
    await workOffTombstones(service, `/timelines/${one.id}`);
    expect(await areThere([...one.urls, ...two.urls])).toEqual([true, false, true]);
    const left = await stored();
    expect(all - left).toBeGreaterThan(left - before);
    await own.ok('DELETE', `/timelines/${two.id}`);
    await workOffTombstones(service, `/timelines/${two.id}`);
    expect(await areThere([...one.urls, ...two.urls])).toEqual([false, false, false]);
    expect([before, await stored()]).toEqual([0, 0]);
  });
});
