import { describe, expect, it } from 'vitest';
import { advertisedSchema, SHORT_DESCRIPTIONS } from '#front/agents/advertised-schema.ts';
import { AGENT_TOOLS } from '#front/agents/agent-server.ts';
import { type InputSchema, inputSchemaOf } from '#front/agents/input-schema.ts';

const told = AGENT_TOOLS.map(
  (tool) => [tool.name, advertisedSchema(inputSchemaOf(tool.input), new Set(tool.unlisted)), tool] as const,
);

const namesIn = (schema: InputSchema): string[] =>
  Object.entries(schema.properties ?? {})
    .flatMap(([name, inner]) => [name, ...namesIn(inner)])
    .concat(schema.items ? namesIn(schema.items) : []);

describe('the schemas that models get', () => {
  it.each(told)('have an object, and neither references nor alternatives: %s', (_, schema) => {
    expect(schema.type).toBe('object');
    expect(JSON.stringify(schema)).not.toMatch(/\$ref|\$defs|anyOf|oneOf|"null"/);
  });

  it.each(told)('name the arguments of the example: %s', (_, schema, { example }) => {
    expect(Object.keys(schema.properties ?? {})).toEqual(expect.arrayContaining(Object.keys(example as object)));
  });

  it('have every field of a slide once, in create_timeline', () => {
    const [, , tool] = told.find(([name]) => name === 'create_timeline') ?? [];
    const names = namesIn(told.find(([name]) => name === 'create_timeline')?.[1] ?? {});
    const slide = tool && inputSchemaOf(tool.input).properties?.slides?.items?.properties;
    expect(names).toEqual(expect.arrayContaining(Object.keys(slide ?? {})));
  });

  it('have words for settings of a timeline that are true for it, and no empty ones', () => {
    const [, schema] = told.find(([name]) => name === 'create_timeline') ?? [];
    const { voice, speed, narration_source } = schema?.properties ?? {};
    for (const setting of [voice, speed, narration_source])
      expect(setting?.description ?? '').not.toMatch(/this slide/);
    expect(JSON.stringify(told)).not.toContain('"description":""');
  });

  it('have short words only for fields that exist', () => {
    const names = new Set(told.flatMap(([, schema]) => namesIn(schema)));
    const listed = new Set(AGENT_TOOLS.flatMap(({ unlisted = [] }) => unlisted));
    expect([...SHORT_DESCRIPTIONS.keys()].filter((name) => !names.has(name) && !listed.has(name))).toEqual([]);
  });
});
