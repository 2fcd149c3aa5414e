import { describe, expect, it } from 'vitest';
import { narrationTextOf } from '#engine/speech/script/narration-text.ts';
import { prepareSpeechScript } from '#engine/speech/script/prepare-speech-script.ts';
import { estimatedSlideSeconds, minSlideSecondsInVideo } from '#features/timelines/duration.ts';
import type { Slide } from '#features/timelines/slide.ts';
import { sampleSlide } from '#test/support/samples/entities.ts';

const table = { rows: [['a', 'b']], align: [] } as unknown as Slide['table'];

describe('what a voice speaks on a slide', () => {
  it.each<[string, Partial<Slide>, string]>([
    [
      'title and points as sentences',
      { title: 'Where we stand', bullet_points: ['Revenue up 12 %', 'Ready?'] },
      'Where we stand.\nRevenue up 12 %.\nReady?',
    ],
    [
      'no mark behind a mark',
      { title: 'Three reasons:', bullet_points: ['“It works!”', 'and more…'] },
      'Three reasons:\n“It works!”\nand more…',
    ],
    ['only the title of a table', { title: 'Prices', bullet_points: ['unseen'], table }, 'Prices.'],
    ['only the title of code', { title: 'In short', code: { text: 'x = 1' }, bullet_points: [] }, 'In short.'],
    ['no points that are code', { title: 'In short', layout: 'code', bullet_points: ['x = 1'] }, 'In short.'],
    ['no marks', { title: '**Bold** words', markup: 'inline', bullet_points: ['a `b` c'] }, 'Bold words.\na b c.'],
    ['no text without words', { title: '', bullet_points: ['→', '  ', '🚀 Start'] }, '🚀 Start.'],
    ['the marks of the script', { title: '売上', bullet_points: ['बिक्री', 'ยอดขาย'] }, '売上。\nबिक्री।\nยอดขาย'],
    [
      'items, with their dates and figures, without the signs of their lines',
      {
        title: 'Plan',
        bullet_points: [],
        items: [
          { date: '2026', title: 'Build', text: '+ Fits\n- Slow' },
          { figure: '42 %', title: 'more ships' },
        ],
      },
      'Plan.\n2026: Build.\nFits.\nSlow.\n42 % more ships.',
    ],
    ['nothing of an empty slide', { title: '', bullet_points: [] }, ''],
  ])('is %s', (_, content, said) => {
    expect(narrationTextOf(sampleSlide({ speaker_notes: 'Notes.', ...content }), 'slide')).toBe(said);
  });

  it('is the notes by default, and nothing on request', () => {
    const slide = sampleSlide({ title: 'A', speaker_notes: ' Hello. ' });
    expect(narrationTextOf(slide, undefined)).toBe(' Hello. ');
    expect(narrationTextOf(slide, 'notes')).toBe(' Hello. ');
    expect(narrationTextOf(slide, 'none')).toBe('');
  });

  it('gives a sentence for each text', () => {
    const slide = sampleSlide({ title: 'Dates', bullet_points: ['3. Oktober', 'Wir sind 3', 'Ende'] });
    const sentences = prepareSpeechScript({ text: narrationTextOf(slide, 'slide'), language: 'de' }).map(
      ({ text }) => text,
    );
    expect(sentences).toEqual(['Dates.', '3. Oktober.', 'Wir sind 3.', 'Ende.']);
  });

  it('decides how long a slide stands', () => {
    const slide = sampleSlide({ title: 'x'.repeat(299), speaker_notes: '' });
    expect(estimatedSlideSeconds(slide, { narration_source: 'slide' })).toBeCloseTo(300 / 15 + 1, 9);
    expect(estimatedSlideSeconds(slide, {})).toBeCloseTo(1 + 299 / 17, 9);
    expect(minSlideSecondsInVideo(slide, { narration_source: 'slide' })).toBeCloseTo(299 / 30 + 1, 9);
    const noted = sampleSlide({ title: '', speaker_notes: 'x'.repeat(300) });
    expect(estimatedSlideSeconds(noted, { narration_source: 'none' })).toBe(5);
  });
});
