import { expect, it } from 'vitest';
import { type FindSpeechDeps, findSpeech } from '../../../lib/renders/find-speech.ts';
import type { Snapshot } from '../../../lib/renders/snapshot.ts';
import { sampleRender, sampleSlide } from '../../support/samples/entities.ts';

const snapshotOf = (notes: readonly string[]): Snapshot => ({
  settings: {
    title: 'Deck',
    template_id: 'plain',
    language: 'en',
    transition: { type: 'none', duration_seconds: 0 },
    format: 'landscape',
    resolution: '1080p',
    metadata: {},
  },
  slides: notes.map((speaker_notes) => sampleSlide({ speaker_notes })),
});

/** A store in which there are these. */
const storeOf = (...there: string[]): FindSpeechDeps['speech'] => ({
  findMany: async (_, hashes) =>
    new Map(
      hashes
        .filter((hash) => there.includes(hash))
        .map((hash) => [hash, { hash, key: `${hash}.wav`, duration_seconds: 1, sentences: [] }]),
    ),
});

it('takes what was listened to where it is there, and where it is gone what is said in its place', async () => {
  const request = { text: 'x', language: 'en', speed: 1 };
  const requiredSpeechOf: FindSpeechDeps['requiredSpeechOf'] = ({ speaker_notes }) => ({
    hash: `heard ${speaker_notes}`,
    fallback: { hash: `today ${speaker_notes}`, request },
  });
  const speech = storeOf('heard one', 'today one', 'today two');
  const { wanted, made } = await findSpeech(
    { speech, requiredSpeechOf },
    sampleRender(),
    snapshotOf(['one', 'two', 'three']),
  );
  expect(wanted.map((one) => one?.hash)).toEqual(['heard one', 'today two', 'today three']);
  expect(wanted[2]?.request).toEqual(request);
  expect(wanted.map((one) => made.has(one?.hash ?? ''))).toEqual([true, true, false]);
});

it('lets everything else have its turn between any two slides, so that a lease is renewed however much they say', async () => {
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const seen: number[] = [];
  const requiredSpeechOf = () => {
    seen.push(turns);
    return undefined;
  };
  await findSpeech(
    { speech: storeOf(), requiredSpeechOf },
    sampleRender(),
    snapshotOf(Array.from({ length: 20 }, String)),
  );
  isOver = true;
  expect(new Set(seen).size).toBe(20);
});
