import { describe, expect, it } from 'vitest';
import { apiContracts } from '#front/api/contracts.ts';
import { parseRequestValue } from '#kernel/contract/validate.ts';
import { ServiceError } from '#kernel/shared/errors.ts';

/** What the service says of each fault of a request, by its place. */
function refusalOf(operation: string, value: unknown, place: 'body' | 'query' = 'body'): Record<string, string> {
  const schema = apiContracts.find((contract) => contract.operation === operation)?.[place];
  if (schema === undefined) throw new Error(`${operation} takes no ${place}`);
  try {
    parseRequestValue(schema, value);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return Object.fromEntries((error.details.faults ?? []).map(({ param, message }) => [param, message]));
  }
  throw new Error(`${operation} takes ${JSON.stringify(value)}`);
}

const timeline = (fields: object) => ['createTimeline', { title: 'A', ...fields }] as const;
const slide = (fields: object) => timeline({ slides: [fields] });
const output = (fields: object) => ['createRender', { timeline_id: 'tl_1', output: fields }] as const;
const template = (color: string) =>
  ['createTemplate', { name: 'A', base: 'plain', colors: { accent: color } }] as const;
const image = (content_type: string) => ['uploadSlideImage', { content_type, size_bytes: 9 }] as const;

type Row = readonly [request: readonly [operation: string, body: object], param: string, cure: string];

const ROWS: readonly Row[] = [
  // Another word for a value.
  [timeline({ format: '16:9' }), 'format', '`landscape`?'],
  [timeline({ format: '9:16' }), 'format', '`portrait`?'],
  [timeline({ format: 'vertical' }), 'format', '`portrait`?'],
  [timeline({ format: '1:1' }), 'format', '`square`?'],
  [timeline({ format: 'Landscape' }), 'format', '`landscape`?'],
  [timeline({ resolution: '4k' }), 'resolution', '`2160p`?'],
  [timeline({ resolution: '4K' }), 'resolution', '`2160p`?'],
  [timeline({ resolution: '1920x1080' }), 'resolution', '`1080p`?'],
  [timeline({ resolution: '1080 × 1920' }), 'resolution', '`1080p`?'],
  [timeline({ resolution: 1080 }), 'resolution', '`1080p`?'],
  [timeline({ resolution: 'HD' }), 'resolution', '`720p`?'],
  [timeline({ transition: { type: 'crossfade' } }), 'transition.type', '`fade`?'],
  [output({ codec: 'mp4' }), 'output.codec', '`h264`?'],
  [output({ codec: 'H.264' }), 'output.codec', '`h264`?'],
  [output({ codec: 'hevc' }), 'output.codec', '`h265`?'],
  [output({ codec: 'webm' }), 'output.codec', '`vp9`?'],
  [output({ quality: 'best' }), 'output.quality', '`high`?'],
  [output({ captions: 'srt' }), 'output.captions', '`sidecar`?'],
  [output({ captions: 'hardcoded' }), 'output.captions', '`burned_in`?'],
  [output({ extras: ['thumbnail'] }), 'output.extras[0]', '`thumbnails`?'],
  [slide({ layout: 'list' }), 'slides[0].layout', '`bullets`?'],
  [slide({ layout: 'heading' }), 'slides[0].layout', '`title`?'],
  [slide({ chart: { type: 'doughnut' } }), 'slides[0].chart.type', '`donut`?'],
  [['createWebhook', { url: 'https://a.example', events: ['completed'] }], 'events[0]', '`render.completed`?'],
  // Another word for a field.
  [slide({ bullets: ['a'] }), 'slides[0].bullets', '`bullet_points`?'],
  [slide({ heading: 'a' }), 'slides[0].heading', '`title`?'],
  [slide({ notes: 'a' }), 'slides[0].notes', '`speaker_notes`?'],
  [slide({ script: 'a' }), 'slides[0].script', '`speaker_notes`?'],
  [slide({ bulletPoints: ['a'] }), 'slides[0].bulletPoints', '`bullet_points`?'],
  [timeline({ aspect_ratio: '16:9' }), 'aspect_ratio', '`format`?'],
  [timeline({ theme: 'plain' }), 'theme', '`template_id`?'],
  [timeline({ lang: 'en' }), 'lang', '`language`?'],
  [['createRender', { timeline_id: 'tl_1', callback_url: 'x' }], 'callback_url', '`webhook_url`?'],
  [['createRender', { timeline_id: 'tl_1', codec: 'h264' }], 'codec', 'It belongs in `output`.'],
  [timeline({ bullet_points: ['a'] }), 'bullet_points', 'It belongs in `slides`.'],
  [timeline({ zzzzzz: 1 }), 'zzzzzz', 'Known: title, format, resolution'],
  // Units and kinds.
  [slide({ duration_seconds: 5000 }), 'slides[0].duration_seconds', 'If this is milliseconds, send 5.'],
  [slide({ duration_seconds: 0.2 }), 'slides[0].duration_seconds', 'Send a number from 1 to 300, in seconds'],
  [slide({ duration_seconds: '5' }), 'slides[0].duration_seconds', 'Without quotation marks it is 5.'],
  [slide({ duration_seconds: '5s' }), 'slides[0].duration_seconds', 'Send a number from 1 to 300, in seconds'],
  [output({ fps: '30' }), 'output.fps', '`30`?'],
  [output({ fps: 29.97 }), 'output.fps', '`30`?'],
  [output({ fps: 23.976 }), 'output.fps', '`24`?'],
  [slide({ title: 2026 }), 'slides[0].title', 'Put it in quotation marks: "2026".'],
  [slide({ bullet_points: 'a' }), 'slides[0].bullet_points', 'Send a list of at most 12 entries'],
  [slide({ bullet_points: Array(13).fill('a') }), 'slides[0].bullet_points', 'This has 13. Send a list of at most 12'],
  [slide({ cut_speech: 'yes' }), 'slides[0].cut_speech', 'Send `true` or `false`.'],
  [slide({ title: 'x'.repeat(201) }), 'slides[0].title', 'At most 200 characters.'],
  [slide({ image: 'https://a.example/b.png' }), 'slides[0].image', '`{"url": "…"}`'],
  [timeline({ language: 'english' }), 'language', '"en"'],
  [timeline({ language: 'German' }), 'language', '"de"'],
  [timeline({ variables: { Name: 'a' } }), 'variables.Name', 'lower-case letter'],
  // Colours.
  [template('red'), 'colors.accent', '"#ff0000"'],
  [template('#fff'), 'colors.accent', '"#ffffff"'],
  [template('rgb(30, 127, 92)'), 'colors.accent', '"#1e7f5c"'],
  [template('1e7f5c'), 'colors.accent', '"#1e7f5c"'],
  [template('#1e7f5cff'), 'colors.accent', '"#1e7f5c"'],
  [template('brand'), 'colors.accent', 'such as `#1e7f5c`'],
  // Kinds of files, as they are announced.
  [image('image/heic'), 'content_type', 'convert the file to JPEG or PNG'],
  [image('image/svg+xml'), 'content_type', 'convert the file to JPEG or PNG'],
  [image('image/jpg'), 'content_type', '`image/jpeg`?'],
  [
    ['importTimeline', { content_type: 'application/vnd.ms-powerpoint', size_bytes: 9 }],
    'content_type',
    'Save the PPT as PPTX',
  ],
  // What is missing.
  [['createTimeline', {}], 'title', 'This field is missing. Send a text of 1 to 200 characters.'],
  [['createRender', { timeline_id: 'tl_1', slide_range: { from: 1 } }], 'slide_range.to', 'Send a whole number'],
];

describe('a refusal says what to do', () => {
  it.each(ROWS)('%j: %s', ([operation, body], param, cure) => {
    expect(refusalOf(operation, body)[param]).toContain(cure);
  });

  it.each([
    ['listRenders', { status: 'cancelled' }, 'status', '`canceled`?'],
    ['listRenders', { limit: '1000' }, 'limit', 'Send a whole number from 1 to 100.'],
    ['listRenders', { limit: 'all' }, 'limit', 'Send a whole number from 1 to 100.'],
  ])('%s of %j', (operation, query, param, cure) => {
    expect(refusalOf(operation, query, 'query')[param]).toContain(cure);
  });

  it('finds no word that every object has', () => {
    for (const word of ['constructor', 'toString', '__proto__', 'hasOwnProperty'])
      expect(refusalOf('createTimeline', { title: 'A', format: word }).format).toMatch(/^Send `landscape`/);
  });
});
