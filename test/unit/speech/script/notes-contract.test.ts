import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { generateSlideAudioContract } from '#features/narration/contract.ts';
import {
  createSlideContract,
  createTimelineContract,
  updateSlideContract,
  updateTimelineContract,
} from '#features/timelines/contract.ts';
import { parseRequestValue } from '#kernel/contract/validate.ts';
import { ServiceError } from '#kernel/shared/errors.ts';

/** What the body is taken for, or the faults that it has. */
function outcome(schema: z.ZodType | undefined, body: unknown): unknown {
  if (!schema) throw new TypeError('no body');
  try {
    return parseRequestValue(schema, body);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return [error.code, error.details.param, ...(error.details.faults ?? []).map(({ message }) => message)];
  }
}

const BAD = '<speak>\n  Hello, <audio/></speak>';
const FAULT =
  'line 2, column 10: <audio> is not a supported tag (speak, p, s, break, emphasis, say-as, sub, phoneme, voice)';

describe('bad markup', () => {
  it.each([
    ['a new slide', createSlideContract.body, { speaker_notes: BAD }, 'speaker_notes'],
    ['a changed slide', updateSlideContract.body, { speaker_notes: BAD }, 'speaker_notes'],
    [
      'a new timeline',
      createTimelineContract.body,
      { title: 'a', slides: [{}, {}, { speaker_notes: BAD }] },
      'slides[2].speaker_notes',
    ],
    [
      'a changed timeline',
      updateTimelineContract.body,
      { slides: [{ speaker_notes: BAD }] },
      'slides[0].speaker_notes',
    ],
    ['the text of a narration', generateSlideAudioContract.body, { text: BAD, speed: 1.2 }, 'text'],
  ])('in %s is refused with its place', (_, schema, body, param) => {
    expect(outcome(schema, body)).toEqual(['validation_failed', param, FAULT]);
  });

  it('is not looked for in a text that is too long', () => {
    expect(outcome(updateSlideContract.body, { speaker_notes: `<speak>${'<s>'.repeat(100_000)}` })).toEqual([
      'validation_failed',
      'speaker_notes',
      'At most 5000 characters.',
    ]);
  });

  it('of plain notes there is none', () => {
    const speaker_notes = 'a < b & <audio> **c';
    expect(outcome(updateSlideContract.body, { speaker_notes })).toEqual({ speaker_notes });
  });
});

describe('a lexicon', () => {
  const taken = (lexicon: unknown): unknown => outcome(updateTimelineContract.body, { lexicon });
  const entry = { word: 'SQL', say: 'sequel' };

  it.each([[[]], [[entry, { word: 'C#', say: 'C sharp' }]], [[{ word: '🙂', say: 'smiling' }]]])(
    'is taken: %j',
    (lexicon) => {
      expect(taken(lexicon)).toEqual({ lexicon });
    },
  );

  it('has 200 words', () => {
    const words = (count: number) => Array.from({ length: count }, (_, i) => ({ word: `w${i}`, say: 's'.repeat(100) }));
    expect(taken(words(200))).toEqual({ lexicon: words(200) });
    expect(taken(words(201))).toEqual(['validation_failed', 'lexicon', expect.stringContaining('200')]);
  });

  it.each<[name: string, lexicon: unknown, expected: unknown[]]>([
    [
      'a word twice',
      [entry, { word: ' sql', say: 'x' }],
      ['validation_failed', 'lexicon[1].word', 'This word is listed twice. Send one entry for it.'],
    ],
    [
      'a word twice, composed otherwise',
      [
        { word: 'É', say: 'x' },
        { word: 'e\u0301', say: 'x' },
      ],
      ['validation_failed', 'lexicon[1].word', 'This word is listed twice. Send one entry for it.'],
    ],
    ['no word', [{ word: '', say: 'x' }], ['validation_failed', 'lexicon[0].word']],
    ['a blank word', [{ word: ' ', say: 'x' }], ['validation_failed', 'lexicon[0].word']],
    ['nothing to say', [{ word: 'x', say: '…' }], ['validation_failed', 'lexicon[0].say']],
    ['too long a word', [{ word: 'x'.repeat(101), say: 'x' }], ['validation_failed', 'lexicon[0].word']],
    ['too long a saying', [{ word: 'x', say: 'x'.repeat(201) }], ['validation_failed', 'lexicon[0].say']],
    ['an unknown field', [{ ...entry, spoken: 'x' }], ['unknown_field', 'lexicon[0].spoken']],
    [
      'too many bytes',
      Array.from({ length: 100 }, (_, i) => ({ word: `${i}`, say: '語'.repeat(200) })),
      ['validation_failed', 'lexicon', 'At most 32768 bytes in all.'],
    ],
  ])('is refused: %s', (_, lexicon, expected) => {
    expect(taken(lexicon)).toEqual(expect.arrayContaining(expected));
  });
});
