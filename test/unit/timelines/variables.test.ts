import { describe, expect, it } from 'vitest';
import type { VariableValues } from '#features/timelines/settings/about.ts';
import type { Slide } from '#features/timelines/slide.ts';
import type { GeneratedAudio, UploadedAudio } from '#features/timelines/slide-audio.ts';
import type { TimelineSettings } from '#features/timelines/timeline.ts';
import { fillVariables } from '#features/timelines/variables.ts';
import type { ServiceError } from '#kernel/shared/errors.ts';
import { sampleImage, sampleSlide, sampleTimeline } from '#test/support/samples/entities.ts';

const AT_REQUEST = { path: 'variables', missing: 'refuse' } as const;
const IN_PREVIEW = { path: 'query.variables', missing: 'keep' } as const;

const loadedWith = (slide: Partial<Slide>, settings: Partial<TimelineSettings>) => {
  const slides = [sampleSlide(slide)];
  return { timeline: sampleTimeline(slides, settings), slides };
};

/** The first slide and the timeline, with values in place. */
function filled(slide: Partial<Slide>, variables: VariableValues, given: VariableValues = {}, settings = {}) {
  const { timeline, slides } = fillVariables(loadedWith(slide, { ...settings, variables }), given, AT_REQUEST);
  const [first] = slides;
  if (!first) throw new Error('a slide is missing');
  return { timeline, slide: first };
}

/** What a request with these values is refused with. */
function refusal(slide: Partial<Slide>, variables: VariableValues, given: VariableValues, settings = {}): ServiceError {
  try {
    fillVariables(loadedWith(slide, { ...settings, variables }), given, AT_REQUEST);
  } catch (error) {
    return error as ServiceError;
  }
  throw new Error('it was not refused');
}

describe('variables', () => {
  it.each(['{{ name }}', '{{name }}', '{{\t name}}'])('may have spaces within their braces: %j', (title) => {
    expect(filled({ title }, { name: null }, { name: 'Ada' }).slide.title).toBe('Ada');
  });

  it('stand in the caption of an image, also of one that is awaited or named by a variable', () => {
    const shown = { focus: { x: 0.5, y: 0.5 }, alt: '', caption: 'By {{name}}' };
    const from = { fetch: 'f', index: 0 };
    const of = (slide: Partial<Slide>, more = {}) => filled(slide, { name: null, ...more }, { name: 'Ada' }).slide;
    expect(of({ image: sampleImage(shown) }).image?.caption).toBe('By Ada');
    expect(of({ image_request: { from, ...shown } }).image_request?.caption).toBe('By Ada');
    const named = { image: sampleImage(shown), image_variable: 'logo' };
    expect(of(named, { logo: 'https://example.com/a.png' }).image_request?.caption).toBe('By Ada');
  });

  it('that make the caption of an image too long are refused', () => {
    const image = sampleImage({ caption: 'By {{name}}' });
    const { code, details } = refusal({ image }, { name: null }, { name: 'a'.repeat(118) });
    expect([code, details.param]).toEqual(['validation_failed', 'variables.name']);
  });

  it('stand in every text of a timeline', () => {
    const { timeline, slide } = filled(
      {
        title: '{{name}}',
        bullet_points: ['{{name}} and {{name}}', 'none'],
        speaker_notes: 'Hello {{name}}.',
        code: { text: 'greet({{name}})' },
        table: { header: ['{{name}}'], rows: [['{{name}}']] },
        chart: { type: 'bar', categories: ['{{name}}'], series: [{ name: '{{name}}', values: [1] }], unit: '{{unit}}' },
      },
      { name: null, unit: ' km' },
      { name: 'Ada' },
      { title: 'For {{name}}', footer: 'Made for {{name}}', lexicon: [{ word: '{{name}}', say: '{{name}} L' }] },
    );
    expect(timeline).toMatchObject({
      title: 'For Ada',
      footer: 'Made for Ada',
      lexicon: [{ word: 'Ada', say: 'Ada L' }],
    });
    expect(timeline.variables).toBeUndefined();
    expect(slide).toMatchObject({
      title: 'Ada',
      bullet_points: ['Ada and Ada', 'none'],
      speaker_notes: 'Hello Ada.',
      code: { text: 'greet(Ada)' },
      table: { header: ['Ada'], rows: [['Ada']] },
      chart: { categories: ['Ada'], series: [{ name: 'Ada', values: [1] }], unit: ' km' },
    });
  });

  it('have the value of the request before the default, and null means the default', () => {
    expect(filled({ title: '{{a}} {{b}} {{c}}' }, { a: '1', b: '2', c: '3' }, { a: 'x', b: null }).slide.title).toBe(
      'x 2 3',
    );
    expect(filled({ title: '[{{a}}]' }, { a: '1' }, { a: '' }).slide.title).toBe('[]');
  });

  it.each([
    ['\\{{name}}', '{{name}}'],
    ['{{other}} {{Name}} {{ na me }} {{name}', '{{other}} {{Name}} {{ na me }} {{name}'],
    ['{{constructor}}', '{{constructor}}'],
    ['{{{name}}}', '{{{name}}}'.replace('{{name}}', 'Ada')],
  ])('make of %s the text %s', (written, shown) => {
    expect(filled({ title: written }, { name: 'Ada' }).slide.title).toBe(shown);
  });

  it('are not looked for in values', () => {
    expect(filled({ title: '{{a}}' }, { a: '{{b}} \\{{ $& $1', b: 'no' }).slide.title).toBe('{{b}} \\{{ $& $1');
  });

  it('leave texts of a timeline without variables as they are', () => {
    const loaded = loadedWith({ title: '{{name}} \\{{' }, {});
    expect(fillVariables(loaded, {}, AT_REQUEST)).toBe(loaded);
  });

  it('are neither marks nor tags', () => {
    const slide = { title: '**{{x}}**', bullet_points: ['{{x}}'], markup: 'inline' as const };
    expect(filled(slide, { x: '2*3*4 [a](https://b.c)' }).slide.title).toBe('**2\\*3\\*4 \\[a\\](https://b.c)**');
    expect(filled({ speaker_notes: '<speak>Hi {{x}}</speak>' }, { x: 'R&D <b>' }).slide.speaker_notes).toBe(
      '<speak>Hi R&amp;D &lt;b&gt;</speak>',
    );
    expect(filled({ speaker_notes: 'Hi {{x}}' }, { x: 'R&D' }).slide.speaker_notes).toBe('Hi R&D');
  });

  it('without value and default are named all at once', () => {
    const error = refusal({}, { a: null, b: 'x', c: null }, {});
    expect(error.code).toBe('variable_missing');
    expect(error.details.faults?.map(({ param }) => param)).toEqual(['variables.a', 'variables.c']);
  });

  it('that the timeline does not have are refused, with those that it has', () => {
    const error = refusal({}, { name: 'x' }, { nam: 'y', constructor: 'z' });
    expect(error).toMatchObject({ code: 'variable_unknown', details: { param: 'variables.nam' } });
    expect(error.message).toContain('It declares name.');
    expect(error.details.faults).toHaveLength(2);
    const none = loadedWith({}, {});
    expect(() => fillVariables(none, { name: 'x' }, AT_REQUEST)).toThrow('It declares none.');
  });

  it.each<[string, Partial<Slide>, object, string]>([
    ['variables.x', { title: '{{x}}' }, {}, 'slides[0].title'],
    ['variables.x', { bullet_points: ['', '{{x}}{{y}}'] }, {}, 'slides[0].bullet_points[1]'],
    ['variables.x', { table: { rows: [['{{x}}']] } }, {}, 'slides[0].table.rows[0][0]'],
    ['variables.x', { code: { text: '{{x}}{{x}}{{x}}{{x}}{{x}}{{x}}' } }, {}, 'slides[0].code.text'],
    ['variables.empty', {}, { title: '{{empty}}' }, 'Does not fit into title'],
    ['variables.x', {}, { footer: '{{x}}' }, 'Does not fit into footer'],
    ['variables.ssml', { speaker_notes: '{{ssml}}' }, {}, 'slides[0].speaker_notes'],
  ])('are checked as their field is: %s in %j', (param, slide, settings, place) => {
    const values = { x: 'x'.repeat(999), y: 'y', empty: '', ssml: '<speak>not closed' };
    const error = refusal(slide, { x: null, y: null, empty: null, ssml: null }, values, settings);
    expect(error).toMatchObject({ code: 'validation_failed', details: { param } });
    expect(error.message).toContain(place);
  });

  it('leave slides that name none as they are: all fillings share them', () => {
    const slides = [sampleSlide({ title: '{{name}}' }), sampleSlide({ title: 'Plain', code: { text: '}}' } })];
    const loaded = { timeline: sampleTimeline(slides, { variables: { name: null } }), slides };
    const [first, second] = ['Ada', 'Grace'].map((name) => fillVariables(loaded, { name }, AT_REQUEST).slides);
    expect([first?.[0]?.title, second?.[0]?.title]).toEqual(['Ada', 'Grace']);
    expect([first?.[1], second?.[1]]).toEqual([slides[1], slides[1]]);
    expect(first?.[1]).toBe(slides[1]);
    expect(second?.[1]).toBe(slides[1]);
  });

  it('check only what they change', () => {
    const old = 'x'.repeat(400);
    expect(filled({ title: '{{a}}', bullet_points: [old] }, { a: '1' }).slide.bullet_points).toEqual([old]);
  });

  it('without a value are shown by their names in a preview', () => {
    const { slides } = fillVariables(
      loadedWith({ title: '{{a}} {{b}}' }, { variables: { a: null, b: 'B' } }),
      {},
      IN_PREVIEW,
    );
    expect(slides[0]?.title).toBe('{{a}} B');
  });
});

const anyAudio = {
  account_id: 'acc_1',
  timeline_id: 'tl_1',
  slide_id: 'sl_1',
  job: 'j',
  status: 'ready',
  format: 'wav',
  notes_hash: 'n',
  speech_hash: 's',
  attempt: 0,
  enqueued_at: '',
  created_at: '',
  duration_seconds: 1,
} as const;

describe('the audio of a slide with variables', () => {
  it('speaks its own text with the values', () => {
    const audio: GeneratedAudio = {
      ...{ ...anyAudio, source: 'generated', engine: 'e', language: 'en', voice: 'v', speed: 1, sentences: [] },
      own_text: 'Dear {{name}}',
    };
    expect(filled({ audio }, { name: 'Ada' }).slide.audio).toMatchObject({ own_text: 'Dear Ada', status: 'queued' });
    expect(filled({ audio: { ...audio, own_text: 'Dear all' } }, { name: 'Ada' }).slide.audio?.status).toBe('ready');
  });

  it('is captioned with the values where it is a recording', () => {
    const audio: UploadedAudio = {
      ...{ ...anyAudio, source: 'uploaded', size_bytes: 1 },
      sentences: [{ text: 'Hello {{name}}.', start_seconds: 0, end_seconds: 1 }],
    };
    const { audio: heard } = filled({ audio }, { name: 'Ada' }).slide;
    expect(heard).toMatchObject({ status: 'ready', sentences: [{ text: 'Hello Ada.' }] });
  });
});
