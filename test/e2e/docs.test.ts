import { expect, it } from 'vitest';
import { createServiceOpenApiDocument } from '#front/api/openapi/description.ts';
import { getDocsFileContract } from '#front/docs/contract.ts';
import { SWAGGER_VIEWER_FILES } from '#front/docs/viewer-files.ts';
import { sharedService } from '#test/support/service/shared-service.ts';

const service = sharedService();

const get = (path: string): Promise<Response> => fetch(service.stack.baseUrl + path);

it('the service describes itself to anybody, with its own address', async () => {
  const response = await get('/openapi.json');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('application/json');
  // As JSON has it: without what is undefined.
  const expected: unknown = JSON.parse(JSON.stringify(createServiceOpenApiDocument(service.stack.baseUrl)));
  expect(await response.json()).toEqual(expected);
});

it.each(['/docs/reference', '/docs/reference/'])(
  'the reference at %s is made of files of this service alone',
  async (path) => {
    const response = await get(path);
    const html = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
    const loaded = [...html.matchAll(/<(?:script src|link rel="stylesheet" href)="([^"]+)"/g)].map(
      ([, url = '']) => url,
    );
    expect(loaded).toHaveLength(SWAGGER_VIEWER_FILES.length);
    for (const url of loaded) {
      const file = await fetch(new URL(url, response.url));
      const type = url.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8';
      expect([url, file.status, file.headers.get('content-type')]).toEqual([url, 200, type]);
      // What a function can answer with: 6 MB.
      expect((await file.text()).length).toBeLessThan(5_000_000);
    }
  },
);

it.each(['/docs', '/docs/', '/docs/webhooks', '/docs/errors', '/docs/changelog'])(
  'the page at %s is text with styles and a script of this service alone',
  async (path) => {
    const response = await get(path);
    const html = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self';/,
    );
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|\.invalid/);
    const loaded = [...html.matchAll(/(?:src|rel="stylesheet" href)="([^"]+)"/g)].map(([, url = '']) => url);
    expect(loaded).toHaveLength(2);
    const linked = [...html.matchAll(/<a href="([^"#]+)/g)].map(([, url = '']) => url);
    const own = [...loaded, ...linked]
      .map((url) => new URL(url, response.url))
      .filter(({ host }) => response.url.includes(host));
    for (const url of new Set(own.map(String))) expect([url, (await fetch(url)).status]).toEqual([url, 200]);
  },
);

it.each(['/docs/{file}', '/console/{file}'])(
  'every file of %s has a media type that the description names',
  async (path) => {
    const described = createServiceOpenApiDocument(service.stack.baseUrl).paths[path]?.get as {
      parameters: { schema: { enum: string[] } }[];
      responses: { 200: { content: object } };
    };
    const types = Object.keys(described.responses[200].content).map(
      (type) => new RegExp(`^${type.replaceAll('*', '[^;]+')}(;|$)`),
    );
    const files = described.parameters[0]?.schema.enum ?? [];
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      const response = await get(path.replace('{file}', file));
      const type = response.headers.get('content-type') ?? '';
      await response.arrayBuffer();
      expect([file, response.status, type, types.some((one) => one.test(type))]).toEqual([file, 200, type, true]);
    }
  },
);

it('the index of the search is as the description says', async () => {
  const json: unknown = await (await get('/docs/search.json')).json();
  // Parsing leaves out what the contract does not name: nothing may be left out.
  expect(getDocsFileContract.json_file?.parse(json)).toEqual(json);
});

it('each guide stays Markdown under its old address', async () => {
  const response = await get('/docs/webhooks.md');
  expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  expect(await response.text()).toMatch(/^# Webhooks/);
});

it.each(['other.js', 'package.json', '..%2F..%2Fpackage.json', '%2Fetc%2Fpasswd'])(
  'no other file is served (%s)',
  async (name) => {
    const response = await get(`/docs/${name}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'route_not_found' } });
  },
);

it.each(['/console', '/console/'])('the console at %s is made of files of this service alone', async (path) => {
  const response = await get(path);
  const html = await response.text();
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; script-src 'self'; style-src 'self';/,
  );
  const loaded = [...html.matchAll(/(?:src|rel="stylesheet" href)="([^"]+)"/g)].map(([, url = '']) => url);
  expect(loaded).toHaveLength(2);
  // The API is where the page says, seen from the page.
  const api = /<meta name="api" content="([^"]+)">/.exec(html)?.[1] ?? '';
  expect(new URL(api, response.url).href.replace(/\/$/, '')).toBe(service.stack.baseUrl);
  for (const url of loaded) expect([url, (await fetch(new URL(url, response.url))).status]).toEqual([url, 200]);
});

it('fonts of the console come as the bytes that they are', async () => {
  const response = await get('/console/inter-latin-400-normal.woff2');
  expect(response.headers.get('content-type')).toBe('font/woff2');
  expect(
    Buffer.from(await response.arrayBuffer())
      .subarray(0, 4)
      .toString(),
  ).toBe('wOF2');
});

it('no other file is served under the console', async () => {
  expect((await get('/console/index.html')).status).toBe(404);
  expect((await get('/console/swagger-ui.css')).status).toBe(404);
});
