import { describe, expect, it } from 'vitest';
import { AGENT_TOOLS } from '#front/agents/create-agent-server.ts';
import type { ToolContext } from '#front/agents/define-agent-tool.ts';
import { toInlinedInputSchema } from '#front/agents/inlined-json-schema.ts';
import { runTool } from '#front/agents/run-tool.ts';
import { ServiceRefusal } from '#front/agents/service-caller.ts';
import { leavesOf, mutationsOf } from '#test/support/agents/mutated-arguments.ts';
import { isTried } from '#test/support/depth.ts';

const context: ToolContext = {
  call: async () => {
    throw new ServiceRefusal('timeline_not_found', 'There is no such timeline.');
  },
  progress: async () => undefined,
  wait: async (look, { seen }) => seen ?? look(),
};

function toolNamed(name: string) {
  const tool = AGENT_TOOLS.find((one) => one.name === name);
  if (!tool) throw new Error(`there is no tool ${name}`);
  return tool;
}

interface ToolError {
  code: string;
  fields?: { field: string; reason: string }[];
  repaired_example?: Record<string, unknown>;
  changes?: { field: string; renamed_to?: string; becomes?: unknown }[];
  example?: object;
  next: string;
}

type Answer = Awaited<ReturnType<typeof runTool>>;

/** The answer comes once, as text. */
function dataOf({ content, structuredContent }: Answer): Record<string, unknown> {
  expect(structuredContent).toBeUndefined();
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  expect(texts).toHaveLength(1);
  return JSON.parse(texts[0] ?? '') as Record<string, unknown>;
}

/** A refusal of the service of one field. */
const refusing = (param: string, message: string, code = 'validation_failed'): ToolContext => ({
  ...context,
  call: async () => {
    throw new ServiceRefusal(code, `${param}: ${message}`, [{ param, message }]);
  },
});

async function errorOf(name: string, given: unknown, within: ToolContext = context): Promise<ToolError> {
  const answer = await runTool(toolNamed(name), given, within);
  expect(answer.isError).toBe(true);
  return dataOf(answer).error as ToolError;
}

describe('the tools for agents', () => {
  it.each(AGENT_TOOLS.map((tool) => [tool.name, tool] as const))('%s takes its own example', (_, tool) => {
    expect(tool.input.safeParse(tool.example).success).toBe(true);
  });
});

describe('a call with wrong arguments', () => {
  it.each<[string, string, unknown, unknown]>([
    ['a misspelt name', 'create_timeline', { titel: 'A' }, { title: 'A' }],
    ['a misspelt name of what is needed', 'get_timeline', { timelne_id: 'x' }, { timeline_id: 'x' }],
    [
      'points and notes of a slide',
      'create_timeline',
      { slides: [{ title: 'a', points: ['One'], notes: 'Said.' }] },
      { slides: [{ title: 'a', bullet_points: ['One'], speaker_notes: 'Said.' }] },
    ],
    [
      'a slide in place of slides',
      'create_timeline',
      { title: 'a', points: ['One'], notes: 'Said.' },
      { title: 'a', slides: [{ bullet_points: ['One'], speaker_notes: 'Said.' }] },
    ],
    [
      'other words for the fields of a slide',
      'create_timeline',
      { title: 'A', slides: [{ heading: 'B', bullets: ['One'], script: 'Said.' }] },
      { title: 'A', slides: [{ title: 'B', bullet_points: ['One'], speaker_notes: 'Said.' }] },
    ],
    [
      'a name in place of an object, and an address in place of an image',
      'create_timeline',
      { title: 'A', transition: 'fade', slides: [{ image: 'https://example.com/a.png' }] },
      { title: 'A', transition: { type: 'fade' }, slides: [{ image: { url: 'https://example.com/a.png' } }] },
    ],
    [
      'lines in place of a list',
      'create_timeline',
      { title: 'A', slides: [{ bullet_points: '- One\n- Two' }] },
      { title: 'A', slides: [{ bullet_points: ['One', 'Two'] }] },
    ],
    [
      'a misspelt name with a wrong value',
      'create_timeline',
      { title: 'A', langauge: 'german' },
      { title: 'A', language: 'de' },
    ],
    [
      'a word that is not a choice',
      'create_timeline',
      { title: 'A', format: 'Landscape' },
      { title: 'A', format: 'landscape' },
    ],
    [
      'a number as text',
      'preview_slide',
      { timeline_id: 'a', slide_id: 'b', width: '640' },
      { timeline_id: 'a', slide_id: 'b', width: 640 },
    ],
    [
      'a number out of range',
      'preview_slide',
      { timeline_id: 'a', slide_id: 'b', width: 99_999 },
      { timeline_id: 'a', slide_id: 'b', width: 1280 },
    ],
    [
      'a text in place of a list',
      'create_timeline',
      { title: 'A', slides: [{ bullet_points: 'One' }] },
      { title: 'A', slides: [{ bullet_points: ['One'] }] },
    ],
    ['a number in place of a text', 'get_timeline', { timeline_id: 7 }, { timeline_id: '7' }],
    [
      'fields of a slide',
      'create_timeline',
      { title: 'A', slides: [{ titel: 'B', layout: 'bulets' }] },
      { title: 'A', slides: [{ title: 'B', layout: 'bullets' }] },
    ],
  ])('is answered with it repaired: %s', async (_, tool, given, good) => {
    const error = await errorOf(tool, given);
    expect(error.repaired_example).toEqual(good);
    expect(error.fields?.length).toBeGreaterThan(0);
    expect(error.next).toContain(tool);
  });

  it.each<[string, string, object, string]>([
    ['a text that is too long', 'create_timeline', { title: 'x'.repeat(300) }, 'title'],
    ['a name that nothing is like', 'create_timeline', { title: 'A', zzzzzzzz: 'Said.' }, 'zzzzzzzz'],
    ['two names for one field', 'create_timeline', { slides: [{ title: 'A', titel: 'B' }] }, 'slides[0].titel'],
    ['a word that is like no choice', 'create_timeline', { title: 'A', format: 'zzzzzzzz' }, 'format'],
    [
      'too many points',
      'create_timeline',
      { slides: [{ title: 'A', bullet_points: Array(13).fill('x') }] },
      'bullet_points',
    ],
    [
      'SSML that is not closed',
      'create_timeline',
      { title: 'A', slides: [{ speaker_notes: '<speak>x' }] },
      'speaker_notes',
    ],
  ])('says so where nothing can be repaired without a loss: %s', async (_, tool, given, field) => {
    const error = await errorOf(tool, given);
    expect(error).not.toHaveProperty('repaired_example');
    expect(error).not.toHaveProperty('changes');
    expect(error.next).toMatch(/^No repair is known for /);
    expect(error.next).toContain(field);
  });

  it.each<[string, object, string]>([
    ['voice', { title: 'A', voice: 'nobody' }, 'There is no such voice. GET /voices lists them.'],
    ['template_id', { title: 'A', template_id: 'none' }, 'There is no such template.'],
    ['language', { title: 'A', language: 'sw' }, 'Use a language such as "en".'],
    ['file', { file: 'none.pptx' }, 'There is no such file.'],
  ])('is never answered with what was just refused: %s', async (param, given, message) => {
    const error = await errorOf('create_timeline', given, {
      ...refusing(param, message),
      files: { read: refusing(param, message).call as never, checkPlace: async () => undefined, save: async () => '' },
    });
    expect(error.fields).toEqual([{ field: param, reason: message }]);
    expect(error).not.toHaveProperty('repaired_example');
    expect(error.next).toContain(param);
  });

  it('is answered with the value that the service advises', async () => {
    const given = { title: 'A', voice: 'ameliaa' };
    const error = await errorOf('create_timeline', given, refusing('voice', 'No such voice. Did you mean `amelia`?'));
    expect(error.repaired_example).toEqual({ title: 'A', voice: 'amelia' });
  });

  it('is answered with an example where nothing was sent', async () => {
    expect((await errorOf('get_timeline', {})).example).toEqual(toolNamed('get_timeline').example);
  });

  it.each<[string, object]>([
    ['Markdown of a megabyte', { markdown: `# A\n${'x'.repeat(1_000_000)}`, titel: 'B' }],
    ['a name of a megabyte', { title: 'A', ['x'.repeat(1_000_000)]: 1 }],
    [
      'a thousand faults',
      { title: 'A', ...Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`f${at}${'y'.repeat(90)}`, 1])) },
    ],
    [
      'a hundred slides with faults',
      { title: 'A', slides: Array(100).fill({ titel: 'x'.repeat(150), points: ['é'.repeat(200)] }) },
    ],
  ])('is refused within 4 KB: %s', async (_, given) => {
    const { content } = await runTool(toolNamed('create_timeline'), given, context);
    expect(Buffer.byteLength(JSON.stringify({ content }))).toBeLessThanOrEqual(4096);
  });

  it('learns what changes where the whole would be too long', async () => {
    const markdown = '# A\n'.repeat(5000);
    const error = await errorOf('create_timeline', { markdown, titel: 'B', resolution: '480' });
    expect(error).not.toHaveProperty('repaired_example');
    expect(error.changes).toEqual([
      { field: 'titel', renamed_to: 'title' },
      { field: 'resolution', becomes: '480p' },
    ]);
  });

  it.each([null, undefined, 'text', 7, []])('is answered when the arguments are %j', async (given) => {
    expect((await errorOf('get_timeline', given)).fields?.[0]?.field).toBe('timeline_id');
  });

  it('learns what to do where other arguments do not help', async () => {
    const error = await errorOf('get_timeline', { id: 'tl_1' });
    expect(error).toMatchObject({ code: 'timeline_not_found', next: 'Use the id that create_timeline gave.' });
    expect(error.repaired_example).toBeUndefined();
  });

  it('says nothing of a fault within', async () => {
    const faults: unknown[] = [];
    const broken = { ...context, call: () => Promise.reject(new Error('secret of the inside')) };
    const answer = await runTool(toolNamed('list_templates'), {}, broken, (error) => faults.push(error));
    expect(answer.isError).toBe(true);
    expect(JSON.stringify(answer)).not.toContain('secret');
    expect(faults).toHaveLength(1);
  });
});

describe('a deck that is imported with a setting that is refused afterwards', () => {
  it('is not imported again: the example continues with the import', async () => {
    const calls: string[] = [];
    const refusing: ToolContext = {
      ...context,
      call: async ({ operation }) => {
        calls.push(operation);
        if (operation === 'updateTimeline')
          throw new ServiceRefusal('template_not_found', 'There is no such template.', [
            { param: 'template_id', message: 'There is no such template.' },
          ]);
        return {
          ...{ id: 'imp_1', status: 'completed', progress: 100, timeline_id: 'tl_1', report: null, error: null },
          created_at: '2026-01-01T00:00:00Z',
        };
      },
    };
    const given = { markdown: '# Bees', template_id: 'gone', footer: 'Nature' };
    const error = (await errorOf('create_timeline', given, refusing)) as ToolError & { timeline_id?: string };
    expect(error.timeline_id).toBe('tl_1');
    // Neither the deck again, nor the template that was refused.
    expect(error.repaired_example).toEqual({ import_id: 'imp_1', footer: 'Nature' });
    expect(error.next).toMatch(/^Part of the call was done\. .*list_templates names the templates\.$/);
    expect(toolNamed('create_timeline').input.safeParse(error.repaired_example).success).toBe(true);
    expect(calls.filter((operation) => operation === 'updateTimeline')).toHaveLength(1);
  });
});

/** Good arguments of tools, with something in most of their fields. */
const GOOD: readonly [string, object][] = [
  [
    'create_timeline',
    {
      title: 'Quarterly review',
      format: 'landscape',
      resolution: '1080p',
      language: 'en',
      footer: 'Confidential',
      transition: { type: 'fade', duration_seconds: 0.5 },
      lead_seconds: 0.5,
      slide_numbers: true,
      variables: { name: 'Ada' },
      slides: [
        {
          title: 'Where we stand',
          bullet_points: ['Revenue up 12 %', 'Costs down'],
          speaker_notes: 'Revenue is up twelve percent.',
          layout: 'bullets',
          build: 'by_bullet',
          duration_seconds: 8,
          cut_speech: false,
        },
        { title: 'Numbers', table: { header: ['Year', 'Sum'], rows: [['2025', 'more']] }, speaker_notes: 'Look here.' },
        { title: 'Code', code: { language: 'ts', text: 'const answer = 42;' } },
        { title: 'Chart', chart: { type: 'bar', categories: ['East'], series: [{ name: 'Sales', values: [4] }] } },
        { title: 'Picture', image: { url: 'https://example.com/picture.png', fit: 'contain', alt: 'A bee' } },
      ],
    },
  ],
  [
    'update_slides',
    {
      timeline_id: 'tl_1',
      update: [{ id: 'sl_1', title: 'Other', speaker_notes: 'Other words.' }],
      add: [{ title: 'New', bullet_points: ['One'] }],
    },
  ],
  [
    'render_video',
    {
      timeline_id: 'tl_1',
      output: { resolution: '720p', codec: 'h264', captions: 'sidecar' },
      narration: 'auto',
      wait_seconds: 5,
    },
  ],
  [
    'create_batch',
    { timeline_id: 'tl_1', rows: [{ variables: { name: 'Ada' }, external_id: 'customer-1' }], narration: 'none' },
  ],
  ['preview_slide', { timeline_id: 'tl_1', slide_id: 'sl_1', width: 640 }],
  ['create_webhook', { url: 'https://example.com/hook', events: ['render.completed'], description: 'Ours' }],
];

describe.each(GOOD)('a repaired example of %s', (name, good) => {
  const tool = toolNamed(name);
  const mutations = mutationsOf(good, toInlinedInputSchema(tool.input)).filter((_, at) => isTried(at, 2));
  /** Whatever is well-formed is taken. */
  const taking: ToolContext = {
    ...context,
    call: async () => ({
      id: 'x',
      data: [],
      slides: [],
      status: 'completed',
      output: {},
      created_at: '2026-01-01T00:00:00Z',
    }),
  };

  it('is made of arguments that are good', () => {
    expect(tool.input.safeParse(good).success).toBe(true);
    expect(mutations.length).toBeGreaterThan(5);
  });

  it('keeps all that was sent, is taken, and is given for most of what is misspelt or of another type', async () => {
    const repaired = { renamed: 0, retyped: 0 };
    const all = { renamed: 0, retyped: 0 };
    for (const { name: what, kind, given } of mutations) {
      // Some types are taken as they are.
      if (tool.input.safeParse(given).success) continue;
      const { repaired_example, fields } = await errorOf(name, given, taking);
      if (kind === 'renamed' || kind === 'retyped') all[kind] += 1;
      if (!repaired_example) continue;
      if (kind === 'renamed' || kind === 'retyped') repaired[kind] += 1;
      const kept = leavesOf(repaired_example).join('\n');
      const words = leavesOf(given).flatMap((leaf) => leaf.split('\n').map((line) => line.replace(/^- /, '')));
      expect([what, words.filter((word) => !kept.includes(word))]).toEqual([what, []]);
      expect([what, fields, tool.input.safeParse(repaired_example).success]).toEqual([what, fields, true]);
    }
    expect(repaired.renamed / all.renamed).toBeGreaterThan(0.85);
    if (all.retyped > 0) expect(repaired.retyped / all.retyped).toBeGreaterThan(0.85);
  });

  it('is not given for words and names that nothing is like', async () => {
    for (const { name: what, kind, given } of mutations.filter((one) => one.kind.startsWith('unknown'))) {
      const error = await errorOf(name, given, taking);
      expect([what, kind, error.repaired_example]).toEqual([what, kind, undefined]);
    }
  });
});
