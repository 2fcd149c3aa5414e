import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { createServiceOpenApiDocument } from '#front/api/openapi/description.ts';
import { API_REFERENCE_PAGES } from '#front/docs/site-pages.ts';
import { operationCodeSamplesOf } from '#front/docs-site/operation-code-samples.ts';
import { describeOperations, exampleOfSchema } from '#front/docs-site/operations.ts';
import { createApiReferencePages } from '#front/docs-site/reference-text.ts';
import { renderMarkdown } from '#front/docs-site/render-markdown.ts';

const BASE = 'https://api.example.com/v1';
const document = createServiceOpenApiDocument(BASE);
const operations = describeOperations(document);
const samples = operations.map((operation) => ({ operation, ...operationCodeSamplesOf(operation, BASE) }));
const texts = createApiReferencePages();

describe('the pages of the reference', () => {
  it('are one for each tag of the description', () => {
    expect(API_REFERENCE_PAGES.map(({ tag }) => tag).toSorted()).toEqual(
      document.tags.map(({ name }) => name).toSorted(),
    );
  });

  it('have every operation once', () => {
    const headings = Object.values(texts).flatMap((text) => text.split('\n').filter((line) => line.startsWith('## ')));
    const wanted = operations.map(({ method, path }) => `## ${method.toUpperCase()} ${path}`);
    expect(headings.toSorted()).toEqual(wanted.toSorted());
  });

  it.each(API_REFERENCE_PAGES.map(({ name }) => name))('%s says what each field of a body is', (name) => {
    for (const line of (texts[name] ?? '').split('\n').filter((each) => each.startsWith('| `')))
      expect(line).toMatch(/^\| `[^|]+ \| \S[^|]* \| \S/);
  });

  it('have a group of samples for each operation that needs a client', () => {
    for (const { name, tag } of API_REFERENCE_PAGES.filter(({ tag: each }) => each !== 'service')) {
      const own = operations.filter((operation) => operation.tag === tag && !operation.needsNoCredentials);
      expect([name, renderMarkdown(texts[name] ?? '').html.match(/class="samples"/g)?.length]).toEqual([
        name,
        own.length,
      ]);
    }
  });
});

describe('the example of a schema', () => {
  const named = (name: string) => ({ type: 'object', properties: { [name]: { const: name } } });

  it('has the fields of all schemas that apply together', () => {
    expect(exampleOfSchema(document, { allOf: [named('a'), named('b')], ...named('c') })).toEqual({
      a: 'a',
      b: 'b',
      c: 'c',
    });
    expect(exampleOfSchema(document, { allOf: [{ type: 'string', examples: ['x'] }, { minLength: 1 }] })).toBe('x');
  });
});

describe('the samples of the reference', () => {
  it('in curl are what bash reads, with the key where one is needed', () => {
    execFileSync('bash', ['-n'], { input: samples.map(({ curl }) => `(${curl}\n)`).join('\n') });
    for (const { operation, curl } of samples)
      expect([operation.id, curl.includes('x-api-key')]).toEqual([operation.id, !operation.needsNoCredentials]);
  });

  it('in TypeScript are compiled with the tests (if not: vitest -u)', async () => {
    // By their names: the order of what a module exports depends on what loads it.
    const inOrder = new Map(samples.map((sample) => [sample.operation.id, sample]));
    const calls = [...inOrder.keys()].sort().flatMap((id) => {
      const { typescript = '' } = inOrder.get(id) ?? {};
      const code = typescript
        .replaceAll(/^import .*\n/gm, '')
        .replace(/^\s*const video = [^;]*;\n/, '')
        .trim();
      if (code === '') return [];
      // A constant that nothing reads is refused.
      return code.includes('fetch(') ? [`{\n${code}\n}`] : [code.replace('const answer = ', '')];
    });
    const head = [
      '// Made by test/unit/docs/reference.test.ts, to be compiled with everything else.',
      "import { readFile, writeFile } from 'node:fs/promises';",
      "import type { VideoClient } from '#front/client/index.ts';",
      '',
      'declare const video: VideoClient;',
    ];
    await expect(`${[...head, ...calls].join('\n')}\n`).toMatchFileSnapshot('../../support/docs/operation-samples.ts');
  });

  it('in Python name the path and the fields of the call', () => {
    const create = samples.find(({ operation }) => operation.id === 'createRender')?.python;
    expect(create).toContain('answer = video.post("/renders", {\n    "timeline_id": "tl_');
    const upload = samples.find(({ operation }) => operation.id === 'importTimeline')?.python;
    expect(upload).toContain('video.upload("/timelines/import", Path("talk.pptx"), content_type="application/vnd');
  });
});
