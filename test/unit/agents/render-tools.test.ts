import { beforeEach, describe, expect, it } from 'vitest';
import type { ToolContext } from '#front/agents/define-agent-tool.ts';
import type { ApiRequestArguments } from '#front/agents/service-caller.ts';
import { getRenderTool, renderVideoTool } from '#front/agents/tools/render-tools.ts';

interface FakeRender {
  id: string;
  status: string;
  output: { url: string | null };
  created_at: string;
}

let renders: Map<string, FakeRender>;
/** What the service keeps for each key. */
let kept: Map<string, FakeRender>;
let version: number;
let saved: string[];
let waited: (number | undefined)[];

beforeEach(() => {
  renders = new Map();
  kept = new Map();
  version = 1;
  saved = [];
  waited = [];
});

const created = (): FakeRender => {
  const id = `rn_${renders.size + 1}`;
  const made = { id, status: 'queued', output: { url: null }, created_at: '2026-01-01T00:00:00Z' };
  renders.set(id, { ...made });
  return made;
};

/** A service with one timeline, whose answers to a key stay what they were. */
const context = (): ToolContext => ({
  async call({ operation }, { params = {}, idempotencyKey, onReplay }: ApiRequestArguments = {}) {
    if (operation === 'getTimeline') return { version };
    if (operation === 'getRender') return renders.get(params.id ?? '');
    const before = idempotencyKey === undefined ? undefined : kept.get(idempotencyKey);
    if (before) onReplay?.();
    const answer = before ?? created();
    if (idempotencyKey !== undefined) kept.set(idempotencyKey, answer);
    return answer;
  },
  progress: async () => undefined,
  wait: async (look, { seen, seconds }) => {
    waited.push(seconds);
    return seen ?? look();
  },
  files: {
    read: async () => new Uint8Array(),
    checkPlace: async () => undefined,
    save: async (url, path) => {
      saved.push(`${url} to ${path}`);
      return `/videos/${path}`;
    },
  },
});

const render = async (more: object = {}) =>
  (await renderVideoTool.run({ timeline_id: 'tl_1', ...more }, context())).data as Record<string, unknown>;
const end = (id: string, status: string, url: string | null = 'https://film') =>
  renders.set(id, { id, status, output: { url }, created_at: '2026-01-01T00:00:00Z' });

describe('render_video', () => {
  it('finds the render that runs, and the one that is done', async () => {
    expect([(await render()).id, (await render()).id]).toEqual(['rn_1', 'rn_1']);
    end('rn_1', 'completed');
    expect(await render()).toMatchObject({ id: 'rn_1', status: 'completed' });
    expect(renders.size).toBe(1);
  });

  it('makes another for other slides, another output and other values', async () => {
    await render();
    version = 2;
    await render();
    await render({ output: { resolution: '720p' } });
    await render({ variables: { name: 'Ada' } });
    expect(renders.size).toBe(4);
  });

  it.each([
    ['failed', null],
    ['canceled', null],
    ['completed', null],
  ])('makes another after one that is %s without a video, once', async (status, url) => {
    await render();
    end('rn_1', status, url);
    expect([(await render()).id, (await render()).id]).toEqual(['rn_2', 'rn_2']);
    end('rn_2', status, url);
    expect((await render()).id).toBe('rn_3');
  });

  it('makes another where it is asked to', async () => {
    await render();
    expect((await render({ again: true })).id).toBe('rn_2');
  });

  it('waits as long as it is asked to', async () => {
    await render({ wait_seconds: 0 });
    await render({ wait_seconds: 7 });
    await render();
    await getRenderTool.run({ render_id: 'rn_1', wait: false }, context());
    expect(waited).toEqual([0, 7, undefined, 0]);
  });

  it('saves the completed video, and says what to call where it is not completed', async () => {
    expect((await render({ save_to: 'film.mp4' })).next).toContain('save_to');
    end('rn_1', 'completed');
    expect(await render({ save_to: 'film.mp4' })).toMatchObject({ saved_to: '/videos/film.mp4' });
    const got = await getRenderTool.run({ render_id: 'rn_1', save_to: 'b.mp4' }, context());
    expect(got.data).toMatchObject({ saved_to: '/videos/b.mp4' });
    expect(saved).toEqual(['https://film to film.mp4', 'https://film to b.mp4']);
  });
});
