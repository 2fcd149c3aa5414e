import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { uploadSlideImageContract } from '#features/images/contract.ts';
import { generateSlideAudioContract } from '#features/narration/contract.ts';
import { createRenderContract } from '#features/renders/contract.ts';
import { createTimelineContract, listTimelinesContract, updateTimelineContract } from '#features/timelines/contract.ts';
import { createWebhookContract } from '#features/webhooks/contract.ts';
import { parseRequestValue } from '#kernel/contract/validate.ts';
import { ServiceError } from '#kernel/shared/errors.ts';

/** The code and the places of all faults, or the value. */
function outcome(schema: z.ZodType | undefined, value: unknown, prefix?: string): unknown {
  try {
    return parseRequestValue(schema ?? z.never(), value, prefix);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { faults, param } = error.details;
    expect(error.status).toBe(400);
    expect(param).toBe(faults?.[0]?.param);
    expect(error.message.startsWith(`${param}: `)).toBe(true);
    return [error.code, ...(faults ?? []).map((fault) => fault.param)];
  }
}

const TITLE = { title: 'Deck' };
describe('a body', () => {
  it.each([
    ['one unknown field', createTimelineContract, { ...TITLE, colour: 1 }, ['unknown_field', 'colour']],
    [
      'unknown fields at any depth',
      createTimelineContract,
      { ...TITLE, a: 1, slides: [{ b: 1 }, { title: 'x', c: 1, d: 1 }] },
      ['unknown_field', 'slides[0].b', 'slides[1].c', 'slides[1].d', 'a'],
    ],
    ['a wrong value', createTimelineContract, { title: '' }, ['validation_failed', 'title']],
    [
      'a wrong value beside an unknown field',
      createTimelineContract,
      { title: 7, colour: 1 },
      ['validation_failed', 'title', 'colour'],
    ],
    [
      'several wrong values',
      createTimelineContract,
      {
        title: 'x'.repeat(201),
        format: 'round',
        slides: [{ duration_seconds: 0.5 }, { bullet_points: [1, 'x'.repeat(301)] }],
      },
      [
        'validation_failed',
        'title',
        'format',
        'slides[0].duration_seconds',
        'slides[1].bullet_points[0]',
        'slides[1].bullet_points[1]',
      ],
    ],
    ['what is missing', createTimelineContract, {}, ['validation_failed', 'title']],
    ['null', createTimelineContract, null, ['validation_failed', 'body']],
    ['a list', createTimelineContract, [], ['validation_failed', 'body']],
    ['a text', createTimelineContract, 'x', ['validation_failed', 'body']],
    [
      'too many slides',
      createTimelineContract,
      { ...TITLE, slides: Array(501).fill({}) },
      ['validation_failed', 'slides'],
    ],
    ['a title of a lone surrogate', createTimelineContract, { title: '\ud800' }, ['validation_failed', 'title']],
    ['a title with U+0000', createTimelineContract, { title: 'a\0b' }, ['validation_failed', 'title']],
    ['no language tag', createTimelineContract, { ...TITLE, language: 'not a tag' }, ['validation_failed', 'language']],
    [
      '21 pairs of metadata',
      createTimelineContract,
      { ...TITLE, metadata: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`k${i}`, ''])) },
      ['validation_failed', 'metadata'],
    ],
    [
      'metadata that is not a text',
      createTimelineContract,
      { ...TITLE, metadata: { a: 1 } },
      ['validation_failed', 'metadata.a'],
    ],
    [
      'a transition over 2 s',
      createTimelineContract,
      { ...TITLE, transition: { type: 'fade', duration_seconds: 2.01 } },
      ['validation_failed', 'transition.duration_seconds'],
    ],
    ['a field that may be null elsewhere', updateTimelineContract, { title: null }, ['validation_failed', 'title']],
    ['a version that does not exist', updateTimelineContract, { version: 0 }, ['validation_failed', 'version']],
    [
      'the id of something else',
      updateTimelineContract,
      { slides: [{ id: 'tl_01JAAAAAAAAAAAAAAAAAAAAAAA' }] },
      ['validation_failed', 'slides[0].id'],
    ],
    [
      'a frame rate that is not offered',
      createRenderContract,
      { timeline_id: 'a', output: { fps: 23 } },
      ['validation_failed', 'output.fps'],
    ],
    [
      'a codec that does not exist',
      createRenderContract,
      { timeline_id: 'a', output: { codec: 'h266' } },
      ['validation_failed', 'output.codec'],
    ],
    [
      'a range that runs backwards',
      createRenderContract,
      { timeline_id: 'a', slide_range: { from: 2, to: 1 } },
      ['validation_failed', 'slide_range'],
    ],
    ['no event', createWebhookContract, { url: 'https://x.example', events: [] }, ['validation_failed', 'events']],
    [
      'an event that does not exist',
      createWebhookContract,
      { url: 'https://x.example', events: ['render.canceled'] },
      ['validation_failed', 'events[0]'],
    ],
    [
      'an unknown field of one of two shapes',
      uploadSlideImageContract,
      { content_type: 'image/png', size_bytes: 1, alt: 'x' },
      ['unknown_field', 'alt'],
    ],
    [
      'a wrong value of the first of two shapes',
      uploadSlideImageContract,
      { content_type: 'image/svg+xml', size_bytes: 1 },
      ['validation_failed', 'content_type'],
    ],
    [
      'a wrong value of the second of two shapes',
      uploadSlideImageContract,
      { upload_id: 'up', fit: 'stretch', focus: { x: 2, y: 0 } },
      ['validation_failed', 'fit', 'focus.x'],
    ],
    [
      'a wrong value of one of several shapes, one of which takes nothing at all too',
      generateSlideAudioContract,
      { content_type: 'video/mp4', size_bytes: 1 },
      ['validation_failed', 'content_type'],
    ],
    ['a wrong value of a shape of one field', generateSlideAudioContract, { url: 5 }, ['validation_failed', 'url']],
    [
      'an unknown field of a shape that needs none',
      generateSlideAudioContract,
      { tempo: 2 },
      ['unknown_field', 'tempo'],
    ],
  ] as const)('is refused with all its faults: %s', (_, contract, body, expected) => {
    expect(outcome(contract.body, body)).toEqual(expected);
  });

  it('has the usual values where nothing is said', () => {
    expect(outcome(createTimelineContract.body, { title: 'x', slides: [{}] })).toEqual({
      title: 'x',
      narration_source: 'notes',
      format: 'landscape',
      resolution: '1080p',
      template_id: 'plain',
      language: 'en',
      lexicon: [],
      transition: { type: 'none', duration_seconds: 0 },
      slide_numbers: null,
      lead_seconds: 0.3,
      pause_seconds: 0.7,
      min_slide_seconds: 3,
      metadata: {},
      slides: [
        {
          title: '',
          bullet_points: [],
          speaker_notes: '',
          layout: 'auto',
          build: null,
          build_style: null,
          image_motion: null,
          cut_speech: false,
          bullet_style: 'bullet',
          markup: 'none',
        },
      ],
    });
    expect(outcome(createRenderContract.body, { timeline_id: 'tl', output: {} })).toEqual({
      timeline_id: 'tl',
      output: { codec: 'h264', fps: 30, quality: 'standard', captions: 'sidecar' },
      narration: 'auto',
      metadata: {},
    });
    expect(outcome(createRenderContract.body, { timeline_id: 'tl' })).toEqual(
      outcome(createRenderContract.body, { timeline_id: 'tl', output: {} }),
    );
    expect(outcome(updateTimelineContract.body, {})).toEqual({});
  });

  it('counts characters, not code units', () => {
    const film = '🎬';
    expect(outcome(createTimelineContract.body, { title: film.repeat(200) })).toMatchObject({
      title: film.repeat(200),
    });
    expect(outcome(createTimelineContract.body, { title: film.repeat(201) })).toEqual(['validation_failed', 'title']);
  });
});

describe('a query', () => {
  it.each([
    [{}, { limit: 20 }],
    [{ limit: '1' }, { limit: 1 }],
    [{ limit: '100' }, { limit: 100 }],
    [{ limit: '0' }, ['validation_failed', 'query.limit']],
    [{ limit: '101' }, ['validation_failed', 'query.limit']],
    [{ limit: '-1' }, ['validation_failed', 'query.limit']],
    [{ limit: '1.5' }, ['validation_failed', 'query.limit']],
    [{ limit: '' }, ['validation_failed', 'query.limit']],
    [{ limit: 'ten' }, ['validation_failed', 'query.limit']],
    [{ page: '2' }, ['unknown_field', 'query.page']],
    [{ limit: 'x', page: '2' }, ['validation_failed', 'query.limit', 'query.page']],
  ])('%j becomes %j', (query, expected) => {
    expect(outcome(listTimelinesContract.query, query, 'query')).toEqual(expected);
  });
});
