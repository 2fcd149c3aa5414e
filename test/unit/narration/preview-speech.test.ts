import { expect, it } from 'vitest';
import { espeakIdentity } from '#engine/speech/engines/espeak-identity.ts';
import { previewSpeechContract } from '#features/narration/contract.ts';
import { previewSpeech } from '#features/narration/preview-speech.ts';

const preview = (body: object) =>
  previewSpeech(espeakIdentity, previewSpeechContract.body?.parse(body) as Parameters<typeof previewSpeech>[1]);

it('shows the words for figures, signs, markup and the lexicon, sentence by sentence', () => {
  const text = 'It costs **$6.50** at ACME. [[pause 2]] Next: 5 km.';
  const lexicon = [{ word: 'ACME', say: 'ack me' }];
  const answer = preview({ text, lexicon, speed: 2 });
  expect(answer).toEqual({
    spoken: 'It costs six dollars fifty at ack me. Next: five kilometers.',
    sentences: ['It costs $6.50 at ACME.', 'Next: 5 km.'],
    characters: 'It costs $6.50 at ack me. Next: 5 km.'.length,
    seconds_estimate: expect.closeTo(37 / 30 + 2, 2),
  });
  expect(previewSpeechContract.answer?.safeParse(answer).success).toBe(true);
});

it('reads in the language that is asked for', () => {
  expect(preview({ text: 'Das kostet 5 €.', language: 'de' }).spoken).toBe('Das kostet fünf Euro.');
});

it('has nothing for a text without words', () => {
  expect(preview({ text: '…' })).toEqual({ spoken: '', sentences: [], characters: 0, seconds_estimate: 0 });
});

it.each([
  [{ voice: 'missing' }, 'voice'],
  [{ language: 'tlh' }, 'language'],
])('refuses %j', (body, param) => {
  expect(() => preview({ text: 'Hi.', ...body })).toThrow(
    expect.objectContaining({ details: expect.objectContaining({ param }) }),
  );
});
