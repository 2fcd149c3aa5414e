import { describe, expect, it } from 'vitest';
import {
  isTerminalRenderStatus,
  LIVE_RENDER_STATUSES,
  RENDER_STATUSES,
  type RenderStatus,
  renderStatusesBefore,
} from '#features/renders/render.ts';

describe('the states of a render', () => {
  it.each<[RenderStatus, RenderStatus[]]>([
    ['queued', []],
    ['processing', ['queued']],
    ['rendering', ['processing']],
    ['completed', ['processing', 'rendering']],
    ['failed', ['queued', 'processing', 'rendering']],
    ['canceled', ['queued', 'processing', 'rendering']],
  ])('%s is reached from %j only', (to, from) => {
    expect(renderStatusesBefore(to)).toEqual(from);
  });

  it.each<[RenderStatus, boolean]>([
    ['queued', false],
    ['processing', false],
    ['rendering', false],
    ['completed', true],
    ['failed', true],
    ['canceled', true],
  ])('%s is the end: %s', (status, terminal) => {
    expect(isTerminalRenderStatus(status)).toBe(terminal);
    expect(LIVE_RENDER_STATUSES.includes(status)).toBe(!terminal);
    // Terminal states absorb: nothing is reached from them.
    expect(RENDER_STATUSES.some((to) => renderStatusesBefore(to).includes(status))).toBe(!terminal);
  });
});
