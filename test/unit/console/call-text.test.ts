import { describe, expect, it } from 'vitest';
import { type ConsoleCall, callAsCurl, callAsTypescript, pathAndQueryOf } from '#front/console/app/call-text.ts';

const BASE = 'https://api.example.com/v1';

describe('a call as text', () => {
  it('fills ids and query into its address, encoded', () => {
    const call: ConsoleCall = {
      method: 'get',
      path: '/timelines/{id}/slides',
      params: { path: { id: 'a/b' }, query: { limit: 2, cursor: undefined, status: 'a&b' } },
    };
    expect(pathAndQueryOf(call)).toBe('/timelines/a%2Fb/slides?limit=2&status=a%26b');
  });

  it('is a command of curl that a shell reads as it was meant', () => {
    const call: ConsoleCall = { method: 'post', path: '/timelines', body: { title: "It's $HOME `x`" } };
    expect(callAsCurl(call, BASE)).toBe(
      [
        'curl https://api.example.com/v1/timelines \\',
        '  -H "x-api-key: $VIDEO_API_KEY" \\',
        "  -H 'content-type: application/json' \\",
        `  -d '{"title":"It'\\''s $HOME \`x\`"}'`,
      ].join('\n'),
    );
  });

  it('names the method where curl would take another one', () => {
    expect(callAsCurl({ method: 'delete', path: '/renders/{id}', params: { path: { id: 'rn_1' } } }, BASE)).toContain(
      '-X DELETE',
    );
    expect(
      callAsCurl({ method: 'post', path: '/webhooks/{id}/enable', params: { path: { id: 'wh_1' } } }, BASE),
    ).toContain('-X POST');
    expect(callAsCurl({ method: 'get', path: '/me' }, BASE)).not.toContain('-X');
  });

  it('sends the bytes of a file under its type', () => {
    const call: ConsoleCall = {
      method: 'post',
      path: '/fonts',
      file: { name: 'my font.ttf', contentType: 'font/ttf' },
    };
    expect(callAsCurl(call, BASE)).toContain("-H 'content-type: font/ttf' \\\n  --data-binary '@my font.ttf'");
  });

  it('is a call of the TypeScript client with the params and the body that it had', () => {
    const call: ConsoleCall = {
      method: 'put',
      path: '/timelines/{id}',
      params: { path: { id: 'tl_1' } },
      body: { title: 'Tides', variables: { 'a-b': null }, slides: [] },
    };
    expect(callAsTypescript(call, BASE)).toContain(
      `await video.put("/timelines/{id}", {
  params: {
    path: {
      id: "tl_1",
    },
  },
  body: {
    title: "Tides",
    variables: {
      "a-b": null,
    },
    slides: [],
  },
});`,
    );
  });

  it('never has a key in it', () => {
    const call: ConsoleCall = { method: 'get', path: '/me' };
    expect(callAsCurl(call, BASE) + callAsTypescript(call, BASE)).not.toMatch(/svc_/);
  });
});

it('a call whose body is a file is shown as one, and not as an upload', () => {
  const params = { query: { timeline_id: 'tl_1' } };
  const file = { name: 'rows.csv', contentType: 'text/csv', isBody: true } as const;
  const call = { method: 'post', path: '/batches', params, file } as const;
  expect(callAsCurl(call, BASE)).toContain("'content-type: text/csv' \\\n  --data-binary @rows.csv");
  const program = callAsTypescript(call, BASE);
  expect(program).toContain('video.post("/batches", {');
  expect(program).toContain('await readFile("rows.csv", \'utf8\')');
  expect(program).not.toContain('upload');
});
