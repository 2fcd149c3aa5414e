import { describe, expect, it } from 'vitest';
import { estimatedSlideSeconds, minSlideSecondsInVideo } from '#features/timelines/duration.ts';
import { measureTimelineForRows } from '#features/timelines/measure-rows.ts';
import { narrationPausesOfTimeline } from '#features/timelines/narration-pauses.ts';
import type { Slide } from '#features/timelines/slide.ts';
import { timelineBytes } from '#features/timelines/timeline-bytes.ts';
import { fillVariables } from '#features/timelines/variables.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { sampleSlide, sampleTimeline } from '#test/support/samples/entities.ts';

/** Numbers from 0 to 1 that are the same in each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

const PIECES = [
  'a',
  'word ',
  '漢字',
  '🚀',
  '{{a}}',
  '{{b}}',
  '{{unknown}}',
  '\\{{',
  '**bold**',
  '"',
  '\\',
  '\n',
  '<b>x</b>',
];
const VALUES = [
  '',
  'Ada',
  'x'.repeat(40),
  '*stars* and `ticks`',
  '🚀'.repeat(9),
  '<speak>',
  '&<>"',
  'two\nlines',
  '\u0001',
];

describe('the measure of a row', () => {
  const random = seeded(7);
  const one = <Value>(list: readonly Value[]): Value => list[Math.floor(random() * list.length)] as Value;
  const text = (most: number): string => {
    let made = '';
    while (random() < 0.85) made += one(PIECES);
    const room = random() < 0.3 ? Math.max(0, most - [...made].length - Math.floor(random() * 30)) : 0;
    // A stored text fits into its field.
    return [...made, ...'z'.repeat(room)].slice(0, most).join('');
  };
  const slide = (): Slide =>
    sampleSlide({
      title: text(200),
      bullet_points: [text(300), text(300)],
      speaker_notes:
        random() < 0.3
          ? `<speak>${one(['', '<break time="1s"/>', '<sub alias="x">{{a}}</sub>'])}{{b}} said</speak>`
          : text(5000),
      ...(random() < 0.3 ? { markup: 'inline' as const } : {}),
      ...(random() < 0.2 ? { code: { text: `${text(4000)}{{a}}` } } : {}),
      ...(random() < 0.2 ? { table: { rows: [[text(120), text(120)]] } } : {}),
      ...(random() < 0.2 ? { duration_seconds: 7 } : {}),
    });

  it('says that a row fits only where filling the timeline says so, and knows its length, speech and bytes', () => {
    let fitting = 0;
    let refused = 0;
    for (let round = 0; round < 300; round++) {
      const slides = Array.from({ length: 3 }, slide);
      const timeline = sampleTimeline(slides, {
        title: `T ${text(198)}`,
        footer: text(80),
        variables: { a: null, b: 'default' },
        ...(random() < 0.2 ? { lexicon: [{ word: '{{a}}', say: 'said {{b}}' }] } : {}),
      });
      const values = new Map([
        ['a', one(VALUES)],
        ['b', one(VALUES)],
      ]);
      const measured = measureTimelineForRows(timeline, slides, true).measure(values);
      let filled: ReturnType<typeof fillVariables> | undefined;
      let why: unknown;
      try {
        filled = fillVariables({ timeline, slides }, Object.fromEntries(values), { path: 'v', missing: 'refuse' });
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        refused += 1;
        why = error.details.faults ?? error.message;
      }
      if (measured.fits) expect(why).toBeUndefined();
      if (!filled || !measured.fits) continue;
      fitting += 1;
      const { varied } = measureTimelineForRows(timeline, slides, true);
      const after = filled.slides.filter((_, index) => varied.includes(slides[index] as Slide));
      expect(measured.bytes).toBeGreaterThanOrEqual(timelineBytes(timeline, filled.slides) - 600);
      const likely = after.reduce((sum, made) => sum + estimatedSlideSeconds(made, timeline), 0);
      // Marks that a value opens or closes are not distinguished from its length.
      expect(Math.abs(measured.seconds - likely)).toBeLessThan(10 + likely * 0.2);
      const least = after.reduce(
        (sum, made) => sum + minSlideSecondsInVideo(made, narrationPausesOfTimeline(timeline)),
        0,
      );
      expect(measured.least_seconds).toBeGreaterThan(least * 0.8 - 1);
    }
    expect([fitting, refused].every((count) => count > 20)).toBe(true);
  });

  it('of 1,000 rows for 500 slides with long notes takes seconds less than an answer may', () => {
    const notes = `${'A sentence about {{name}}, who bought {{thing}}. '.repeat(60)}`;
    const slides = Array.from({ length: 500 }, () => sampleSlide({ title: 'For {{name}}', speaker_notes: notes }));
    const timeline = sampleTimeline(slides, { variables: { name: null, thing: null } });
    const template = measureTimelineForRows(timeline, slides, true);
    const began = performance.now();
    let fits = 0;
    for (let row = 0; row < 1000; row++)
      fits += template.measure(
        new Map([
          ['name', `Ada ${row}`],
          ['thing', 'a boat'],
        ]),
      ).fits
        ? 1
        : 0;
    expect(fits).toBe(1000);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(template.places * 1000).toBeLessThan(50_000_000);
  });
});
