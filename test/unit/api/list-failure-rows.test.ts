import { describe, expect, it } from 'vitest';
import { renderFieldsForModel, renderVideoTool } from '#front/agents/tools/render-tools.ts';
import {
  describeFailureCodesInMarkdown,
  FAILURE_CODES_BY_WORK_KIND,
  findFailureRowByCode,
  listFailureRows,
} from '#front/api/list-failure-rows.ts';
import { createServiceOpenApiDocument } from '#front/api/openapi/description.ts';
import { createErrorCatalogueMarkdown } from '#front/docs-site/create-error-catalogue-markdown.ts';

const document = createServiceOpenApiDocument('http://localhost:3000/v1');

describe('the reasons of work that failed after its answer', () => {
  it('have one row each, with a cause and a cure in whole sentences', () => {
    const reasons = Object.entries(FAILURE_CODES_BY_WORK_KIND).flatMap(([kind, codes]) =>
      codes.map((code) => `${kind} ${code}`),
    );
    expect(listFailureRows().map(({ kind, code }) => `${kind} ${code}`)).toEqual(reasons);
    for (const { meaning, cure, cli, agent } of listFailureRows())
      for (const text of [meaning, cure, cli ?? cure, agent ?? cure]) expect(text).toMatch(/^[A-Z`].*[.`]$/);
  });

  it('are reported in the description of the API and on the page of errors', () => {
    const { RenderFailure, ImportError, SlideImageError, SlideVideoError, AudioFailure } =
      document.components.schemas ?? {};
    for (const [kind, schema] of [
      ['render', RenderFailure],
      ['import', ImportError],
      ['image', SlideImageError],
      ['video', SlideVideoError],
      ['audio', AudioFailure],
    ] as const)
      expect(JSON.stringify(schema)).toContain(JSON.stringify(describeFailureCodesInMarkdown(kind)).slice(1, -1));
    const page = createErrorCatalogueMarkdown();
    for (const { code, meaning, cure } of listFailureRows())
      expect(page).toContain(`| \`${code}\` | ${meaning} | ${cure} |`);
  });

  it('of another version have no row', () => {
    for (const code of ['constructor', 'a_new_one']) expect(findFailureRowByCode('render', code)).toBeUndefined();
  });
});

it('a model learns what to do about a render that failed', async () => {
  const failed = {
    ...{ id: 'rn_1', timeline_id: 'tl_1', status: 'failed', progress: 3, stage: 'done', queue_position: null },
    output: { url: null },
    error: { code: 'image_unreadable', message: 'The image of slide 1 is not available.' },
  };
  const { data } = await renderVideoTool.run({ timeline_id: 'tl_1' }, {
    call: async () => failed,
    wait: async (look: () => Promise<unknown>) => look(),
    progress: async () => undefined,
  } as never);
  expect(data).toMatchObject({ error: failed.error, next: findFailureRowByCode('render', 'image_unreadable')?.agent });
  expect(renderFieldsForModel(failed as never)).not.toHaveProperty('next');
});
