import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SlideAudioAnswer } from '#features/narration/audio-view.ts';
import type { RenderAnswer } from '#features/renders/view.ts';
import { decodeAsPlayed } from '#test/support/audio/measure.ts';
import { dialogueFaults } from '#test/support/service/dialogue-faults.ts';
import { makeDialogueVideo } from '#test/support/service/dialogue-video.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import { type Client, download, type ErrorBody, ended } from '#test/support/service/start-service.ts';

interface Timeline {
  id: string;
  slides: { id: string; voice: string | null; speed: number | null }[];
}

const SPEAKERS = { Anna: { voice: 'en-gb+f2' }, Ben: { voice: 'en-us', speed: 1.2 } };

const service = sharedService();
let client: Client;
let timeline: Timeline;
let render: RenderAnswer;
let captions: string[];

const audioOf = (slide: number): Promise<SlideAudioAnswer> =>
  client.ok('GET', `/timelines/${timeline.id}/slides/${timeline.slides[slide]?.id}/audio`);
const soundOf = async (slide: number, name: string): Promise<Buffer> =>
  readFile(await download((await audioOf(slide)).url, join(service.directory, name)));
const rendered = async (id: string): Promise<RenderAnswer> => {
  const { id: begun } = await client.ok<{ id: string }>('POST', '/renders', { timeline_id: id });
  return ended(client, begun);
};
async function linesOf({ output }: RenderAnswer, name: string): Promise<string[]> {
  const file = await download(output.captions.vtt_url, join(service.directory, name));
  const blocks = (await readFile(file, 'utf8')).split('\n\n').slice(2);
  return blocks.map((block) => block.split('\n').slice(1).join(' ').trim());
}

beforeAll(async () => {
  client = await service.account('max');
  timeline = await client.ok('POST', '/timelines', {
    title: 'Interview',
    resolution: '480p',
    speakers: SPEAKERS,
    slides: [
      { title: 'First users', speaker_notes: 'Anna: How many users are there?\nBen: Ten thousand. Since May.' },
      { title: 'Slow', speaker_notes: 'That is all we know today.', voice: 'en-gb', speed: 0.5 },
      { title: 'Fast', speaker_notes: 'That is all we know today.', voice: 'en-gb', speed: 2 },
    ],
  });
  render = await rendered(timeline.id);
  captions = await linesOf(render, 'dialogue.vtt');
});

describe('a dialogue in a video', () => {
  it('has captions with the name where the speaker changes', () => {
    expect(captions).toEqual([
      'Anna: How many users are there?',
      'Ben: Ten thousand.',
      'Since May.',
      'That is all we know today.',
      'That is all we know today.',
    ]);
  });

  it('says of each sentence and word who speaks, and is heard where it says', async () => {
    const { sentences, words, url, spoken, stale } = await audioOf(0);
    expect(sentences.map(({ speaker }) => speaker)).toEqual(['Anna', 'Ben', 'Ben']);
    expect(words.map(({ text, speaker }) => `${speaker} ${text}`)).toContain('Ben thousand.');
    expect([spoken, stale]).toEqual(['How many users are there? Ten thousand. Since May.', false]);
    const samples = await decodeAsPlayed(await download(url, join(service.directory, 'dialogue.wav')));
    const loudest = (from: number, to: number): number =>
      Math.max(...samples.slice(Math.round(from * 48_000), Math.round(to * 48_000)).map(Math.abs));
    for (const { start_seconds, end_seconds } of sentences)
      expect(loudest(start_seconds, end_seconds)).toBeGreaterThan(0.1);
    const [question, answer] = sentences;
    expect(loudest((question?.end_seconds ?? 0) + 0.05, (answer?.start_seconds ?? 0) - 0.05)).toBeLessThan(0.001);
  });

  it('speaks each slide at its speed', async () => {
    const [slow, fast] = [await audioOf(1), await audioOf(2)];
    expect([slow.speed, fast.speed, slow.voice]).toEqual([0.5, 2, 'en-gb']);
    expect((slow.duration_seconds ?? 0) / (fast.duration_seconds ?? 1)).toBeGreaterThan(2.5);
  });

  it('is spoken again by the next render when a speaker has another voice', async () => {
    await client.ok('PUT', `/timelines/${timeline.id}`, { speakers: { ...SPEAKERS, Anna: { voice: 'en-us+f3' } } });
    expect((await audioOf(0)).stale).toBe(true);
    const before = await soundOf(0, 'before.wav');
    await rendered(timeline.id);
    const after = await audioOf(0);
    expect([after.stale, after.sentences.length]).toEqual([false, 3]);
    // Two voices may take the same time.
    expect(before.equals(await soundOf(0, 'after.wav'))).toBe(false);
  });

  it('of a speaker without a voice is refused', async () => {
    const { status, body } = await client.call<ErrorBody>('PUT', `/timelines/${timeline.id}`, {
      speakers: { Anna: { voice: 'nobody' } },
    });
    expect([status, body.error.param]).toEqual([400, 'speakers.Anna.voice']);
  });
});

it('a dialogue is heard in two voices, its points and marked words appear with their words, and its transcript says so', async () => {
  const { apiKey } = await service.account('max');
  const video = await makeDialogueVideo({ baseUrl: service.stack.baseUrl, apiKey, folder: service.directory });
  expect(dialogueFaults(video)).toEqual([]);
  // The measures find what is not as it should be.
  const { marks, reveals, heard } = video;
  const late = <Times extends { told: number }>(times: Times): Times => ({ ...times, told: times.told + 0.06 });
  expect(dialogueFaults({ ...video, marks: marks.map(late) }).length).toBeGreaterThan(marks.length / 2);
  expect(dialogueFaults({ ...video, reveals: { ...reveals, seen: reveals.seen.slice(1) } })).toHaveLength(1);
  expect(dialogueFaults({ ...video, heard: heard.map((sentence) => ({ ...sentence, hertz: 200 })) })).toHaveLength(1);
});

it('a timeline without notes speaks its titles and points', async () => {
  const { id } = await client.ok<Timeline>('POST', '/timelines', {
    title: 'No notes',
    resolution: '480p',
    narration_source: 'slide',
    slides: [{ title: 'Two reasons', bullet_points: ['It is fast', 'It is cheap'] }],
  });
  expect(await linesOf(await rendered(id), 'slides.vtt')).toEqual(['Two reasons.', 'It is fast.', 'It is cheap.']);
});
