import { afterEach, describe, expect, it, vi } from 'vitest';
import { createUploadDeadlineSignal } from '#app/composition/create-upload-deadline-signal.ts';
import { runWithInvocationDeadline } from '#app/composition/run-with-invocation-deadline.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the deadline of an uploaded file', () => {
  /** After how many milliseconds the deadline of a request is that asks for it. */
  async function msOf(request: (ask: () => AbortSignal) => Promise<unknown>): Promise<unknown> {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
    await request(createUploadDeadlineSignal);
    return timeout.mock.calls[0]?.[0];
  }
  const withLeft = (...left: number[]) => ({ getRemainingTimeInMillis: () => left.shift() ?? 0 });

  it.each([
    ['a request that has just begun', 28_990, 25_990],
    ['one whose checks waited 8 s for the table', 20_990, 17_990],
    ['one that has no time left to store a file', 2500, 0],
  ])('follows from the time that is left: %s', async (_, left, expected) => {
    const context = withLeft(29_000, left);
    expect(await msOf((ask) => runWithInvocationDeadline(context, 1500, async () => ask()))).toBe(expected);
  });

  it('is that of a whole request where nothing is known of the time', async () => {
    expect(await msOf((ask) => runWithInvocationDeadline({}, 1500, async () => ask()))).toBe(26_000);
    expect(await msOf(async (ask) => ask())).toBe(26_000);
  });
});
