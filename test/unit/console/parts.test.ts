import { describe, expect, it } from 'vitest';
import { ApiError, NoAnswer } from '#front/client/api-error.ts';
import { formatBytes, formatDuration, listWithItemMoved, usedFractionOf } from '#front/console/app/amounts.ts';
import {
  canDeckComeWithPdf,
  mediaTypeOfDeckName,
  recordingMediaTypeOf,
  unsupportedDeckAdvice,
} from '#front/console/app/deck-type.ts';
import { parseConsoleRoute } from '#front/console/app/route.ts';
import { rebaseSlideDraft, slideDraftChanges, slideDraftFaults, slideDraftOf } from '#front/console/app/slide-draft.ts';
import { sentenceIndexAtTime } from '#front/console/app/spoken.ts';
import { toShownError } from '#front/console/app/to-shown-error.ts';
import { sampleSlide } from '#test/support/console/sample-slide.ts';

describe('the console', () => {
  it.each([
    ['', { view: 'timelines' }],
    ['#/', { view: 'timelines' }],
    ['#/timelines', { view: 'timelines' }],
    ['#/timelines/tl_1', { view: 'timeline', id: 'tl_1' }],
    ['#/renders/rn_1', { view: 'render', id: 'rn_1' }],
    ['#/batches/', { view: 'batches' }],
    ['#/usage', { view: 'usage' }],
    ['#/usage/x', { view: 'missing' }],
    ['#/timelines/%', { view: 'timeline', id: '%' }],
    ['#/timelines/a/b', { view: 'missing' }],
    ['#/constructor', { view: 'missing' }],
  ])('reads the address %s', (hash, route) => expect(parseConsoleRoute(hash)).toEqual(route));

  it('writes lengths and sizes as people read them', () => {
    expect([0, 65, 3_723, 59.6].map(formatDuration)).toEqual(['0:00', '1:05', '1:02:03', '1:00']);
    expect([0, 999, 1_500, 123_456_789].map(formatBytes)).toEqual(['0 B', '999 B', '1.5 KB', '123 MB']);
  });

  it('shows no share beyond a limit, and a limit of nothing as used up', () => {
    expect([usedFractionOf(5, 10), usedFractionOf(20, 10), usedFractionOf(0, 0)]).toEqual([0.5, 1, 1]);
  });

  it('moves a slide to the place of another one, in both directions', () => {
    expect(listWithItemMoved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
    expect(listWithItemMoved(['a', 'b', 'c', 'd'], 3, 1)).toEqual(['a', 'd', 'b', 'c']);
    expect(listWithItemMoved(['a'], 5, 0)).toEqual(['a']);
  });

  it('knows decks and recordings by their names', () => {
    expect(
      ['talk.PPTX', 'a.pdf', 'notes.md', 'x.key', 'pptx', 'show.ppsx']
        .map(mediaTypeOfDeckName)
        .map((type) => type !== undefined),
    ).toEqual([true, true, true, false, true, true]);
    expect(['a.PPTX', 'a.potm', 'a.pdf'].map(canDeckComeWithPdf)).toEqual([true, true, false]);
    expect([unsupportedDeckAdvice('x.key'), unsupportedDeckAdvice('x.zip2')]).toEqual([
      expect.stringContaining('In Keynote, choose File, Export To, PowerPoint'),
      expect.stringContaining('This file is not a deck.'),
    ]);
    expect(recordingMediaTypeOf('voice.M4A')).toBe('audio/mp4');
    expect(recordingMediaTypeOf('voice.txt')).toBeUndefined();
  });

  it('lights the sentence that is heard, and none before the first', () => {
    const sentences = [
      { text: 'One.', start_seconds: 0.3, end_seconds: 1 },
      { text: 'Two.', start_seconds: 1.2, end_seconds: 2 },
    ];
    expect([0, 0.3, 1.1, 1.2, 9].map((seconds) => sentenceIndexAtTime(sentences, seconds))).toEqual([-1, 0, 0, 1, 1]);
  });

  it('tells a refusal in the words of the service, with the code and the request', () => {
    const body = JSON.stringify({
      error: {
        type: 'x',
        code: 'validation_failed',
        message: 'title: is too long',
        request_id: 'req_1',
        param: 'title',
      },
    });
    expect(toShownError(new ApiError({ method: 'PUT', path: '/timelines/x' }, 400, body, null))).toEqual({
      message: 'title: is too long',
      code: 'validation_failed',
      requestId: 'req_1',
      param: 'title',
      faults: [],
    });
    expect(toShownError(new NoAnswer({ method: 'GET', path: '/me' }, 'http://x', new Error('no'))).message).toContain(
      'does not answer',
    );
  });
});

describe('the form of a slide', () => {
  const slide = sampleSlide({ title: 'Tides', bullet_points: ['One', 'Two'] });

  it('sends nothing when nothing was changed', () => expect(slideDraftChanges(slide, slideDraftOf(slide))).toEqual({}));

  it('sends only what differs; a point is a line, an empty line is none', () => {
    const draft = { ...slideDraftOf(slide), points: ' One \n\nThree', seconds: '4.5' };
    expect(slideDraftChanges(slide, draft)).toEqual({ bullet_points: ['One', 'Three'], duration_seconds: 4.5 });
  });

  it('gives the length back to the speech when the field is emptied', () => {
    const timed = { ...slide, duration_seconds: 4 };
    expect(slideDraftChanges(timed, { ...slideDraftOf(timed), seconds: '' })).toEqual({ duration_seconds: null });
    expect(slideDraftChanges(timed, { ...slideDraftOf(timed), seconds: 'x' })).toEqual({});
  });

  it('saves the other fields while one cannot be saved, and says what to do about that one', () => {
    const points = Array.from({ length: 13 }, (_, index) => `Point ${index}`).join('\n');
    const draft = { ...slideDraftOf(slide), title: 'Moon', points };
    expect(slideDraftChanges(slide, draft)).toEqual({ title: 'Moon' });
    expect(slideDraftFaults(draft)).toEqual({
      points: 'A slide shows at most 12 points. These are 13: move some to another slide.',
    });
    expect(slideDraftFaults({ ...draft, points: `One\n${'x'.repeat(301)}` }).points).toContain(
      'Point 2 has more than 300',
    );
    expect(slideDraftFaults({ ...draft, points: '', seconds: '301' })).toEqual({
      seconds: 'Enter 1 to 300 seconds, or leave it empty.',
    });
  });

  it('takes what changed elsewhere, and keeps what is being edited here', () => {
    const draft = { ...slideDraftOf(slide), title: 'Mine' };
    const theirs = sampleSlide({ title: 'Theirs', bullet_points: ['Two'], speaker_notes: 'New.' });
    expect(rebaseSlideDraft(draft, slideDraftOf(slide), slideDraftOf(theirs))).toMatchObject({
      ...{ title: 'Mine', points: 'Two', notes: 'New.' },
    });
  });
});
