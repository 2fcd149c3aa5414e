import { describe, expect, it } from 'vitest';
import { AGENT_TOOLS } from '../../../lib/agents/agent-server.ts';
import type { ToolContext } from '../../../lib/agents/agent-tool.ts';
import { inputSchemaOf } from '../../../lib/agents/input-schema.ts';
import { runTool } from '../../../lib/agents/run-tool.ts';
import { ServiceRefusal } from '../../../lib/agents/service-caller.ts';

const context: ToolContext = {
  call: async () => {
    throw new ServiceRefusal('timeline_not_found', 'There is no such timeline.');
  },
  progress: async () => undefined,
  wait: async (look) => look(),
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
  next: string;
}

async function errorOf(name: string, given: unknown): Promise<ToolError> {
  const { isError, structuredContent } = await runTool(toolNamed(name), given, context);
  expect(isError).toBe(true);
  return (structuredContent as { error: ToolError }).error;
}

describe('the tools for agents', () => {
  it.each(AGENT_TOOLS.map((tool) => [tool.name, tool] as const))('%s takes its own example', (_, tool) => {
    expect(tool.input.safeParse(tool.example).success).toBe(true);
  });

  it.each(AGENT_TOOLS.map((tool) => [tool.name, tool] as const))('%s has a schema without references', (_, tool) => {
    const schema = inputSchemaOf(tool.input);
    expect(schema.type).toBe('object');
    expect(JSON.stringify(schema)).not.toContain('$ref');
  });
});

describe('a call with wrong arguments', () => {
  it.each<[string, string, unknown, unknown]>([
    ['a misspelt name', 'create_timeline', { titel: 'A' }, { title: 'A' }],
    ['a misspelt name of what is needed', 'get_timeline', { timelne_id: 'x' }, { timeline_id: 'x' }],
    ['a name that nothing is like', 'create_timeline', { title: 'A', zzzzzzzz: 1 }, { title: 'A' }],
    [
      'a misspelt name with a wrong value',
      'create_timeline',
      { title: 'A', langauge: 'german' },
      { title: 'A', language: 'de' },
    ],
    ['a text that is too long', 'create_timeline', { title: 'x'.repeat(300) }, { title: 'x'.repeat(200) }],
    [
      'a word that is no choice',
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

  it('is answered with an example where it cannot be repaired', async () => {
    const { repaired_example } = await errorOf('create_timeline', {
      title: 'A',
      slides: [{ speaker_notes: '<speak>not closed' }],
    });
    expect(repaired_example).toEqual(toolNamed('create_timeline').example);
  });

  it.each([null, undefined, 'text', 7, []])('is answered when the arguments are %j', async (given) => {
    expect((await errorOf('get_timeline', given)).fields?.[0]?.field).toBe('timeline_id');
  });

  it('is told what to do where other arguments do not help', async () => {
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
  it('is not imported again: the example goes on with the import', async () => {
    const calls: string[] = [];
    const refusing: ToolContext = {
      ...context,
      call: async ({ operation }) => {
        calls.push(operation);
        if (operation === 'updateTimeline')
          throw new ServiceRefusal('template_not_found', 'There is no such template.', [
            { param: 'template_id', message: 'There is no such template.' },
          ]);
        return { id: 'imp_1', status: 'completed', progress: 100, timeline_id: 'tl_1', report: null, error: null };
      },
    };
    const given = { markdown: '# Bees', template_id: 'gone', footer: 'Nature' };
    const { isError, structuredContent } = await runTool(toolNamed('create_timeline'), given, refusing);
    const { error } = structuredContent as { error: ToolError & { timeline_id?: string } };
    expect([isError, error.timeline_id]).toEqual([true, 'tl_1']);
    expect(error.repaired_example).toMatchObject({ import_id: 'imp_1', footer: 'Nature' });
    expect(error.repaired_example).not.toHaveProperty('markdown');
    expect(error.next).toMatch(/^A part of it is done\. /);
    expect(toolNamed('create_timeline').input.safeParse(error.repaired_example).success).toBe(true);
    expect(calls.filter((operation) => operation === 'updateTimeline')).toHaveLength(1);
  });
});
