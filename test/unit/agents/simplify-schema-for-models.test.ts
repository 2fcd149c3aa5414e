import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AGENT_TOOLS } from '#front/agents/create-agent-server.ts';
import { type InlinedJsonSchema, toInlinedInputSchema } from '#front/agents/inlined-json-schema.ts';
import { FIELD_DESCRIPTIONS_FOR_MODELS, simplifySchemaForModels } from '#front/agents/simplify-schema-for-models.ts';
import { guides } from '#front/docs/guides.ts';

const told = AGENT_TOOLS.map(
  (tool) =>
    [tool.name, simplifySchemaForModels(toInlinedInputSchema(tool.input), new Set(tool.unlisted)), tool] as const,
);

const namesIn = (schema: InlinedJsonSchema): string[] =>
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
    const slide = tool && toInlinedInputSchema(tool.input).properties?.slides?.items?.properties;
    expect(names).toEqual(expect.arrayContaining(Object.keys(slide ?? {})));
  });

  it('have the format of a video, though not that of the numbers of a chart', () => {
    const { properties = {} } = told.find(([name]) => name === 'create_timeline')?.[1] ?? {};
    expect(properties.format?.enum).toContain('portrait');
    const { chart } = properties.slides?.items?.properties ?? {};
    expect(Object.keys(chart?.properties ?? {})).toEqual(['type', 'categories', 'series', 'stacked']);
  });

  it('have the addresses of further pictures, though neither their details nor pictures of items', () => {
    const { properties = {} } = told.find(([name]) => name === 'create_timeline')?.[1] ?? {};
    const { image, images, items, transition } = properties.slides?.items?.properties ?? {};
    expect(Object.keys(image?.properties ?? {})).toEqual(['url', 'fit', 'alt']);
    expect(Object.keys(images?.items?.properties ?? {})).toEqual(['url']);
    expect(Object.keys(items?.items?.properties ?? {})).toEqual(['title', 'text', 'figure', 'date', 'icon']);
    expect(transition).toBeUndefined();
    expect(Object.keys(properties.transition?.properties ?? {})).toEqual(['type', 'duration_seconds']);
  });

  it('name only guides that exist', () => {
    const named = [...JSON.stringify(AGENT_TOOLS).matchAll(/guide:\/\/([a-z-]+)/g)].map(([, name]) => name);
    expect(named).not.toEqual([]);
    expect(guides.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
  });

  it('have a default only if it says something', () => {
    const schema = z.strictObject({ codec: z.string().default('h264'), narration: z.string().default('auto') });
    const { codec, narration } = simplifySchemaForModels(toInlinedInputSchema(schema), new Set()).properties ?? {};
    expect([codec?.default, narration?.default]).toEqual(['h264', undefined]);
  });

  it('bound texts that models write, and not what they copy', () => {
    const schema = z.strictObject({
      timeline_id: z.string().max(64),
      url: z.string().max(64),
      voice: z.string().max(64),
      title: z.string().max(64),
    });
    const bounds = Object.values(simplifySchemaForModels(toInlinedInputSchema(schema), new Set()).properties ?? {});
    expect(bounds.map(({ maxLength }) => maxLength)).toEqual([undefined, undefined, undefined, 64]);
  });

  it.each(told)('leave out only fields that exist: %s', (_, __, { input, unlisted = [] }) => {
    const names = namesIn(simplifySchemaForModels(toInlinedInputSchema(input), new Set()));
    expect(unlisted.filter((name) => !names.includes(name.replace(/^.*\./, '')))).toEqual([]);
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
    expect([...FIELD_DESCRIPTIONS_FOR_MODELS.keys()].filter((name) => !names.has(name) && !listed.has(name))).toEqual(
      [],
    );
  });
});
