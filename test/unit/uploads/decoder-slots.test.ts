import { describe, expect, it } from 'vitest';
import { withDecoderSlot } from '#features/uploads/decoder-slots.ts';
import { memoryDecoderSlots } from '#test/support/fakes/decoder-slots.ts';
import { handClock } from '#test/support/samples/entities.ts';

const NEVER = new AbortController().signal;

function world(share = 2) {
  const hand = handClock();
  const slots = memoryDecoderSlots();
  let made = 0;
  const deps = {
    ...{ slots, share, patienceMs: 0, clock: hand.clock, random: () => 0 },
    newToken: () => `token ${++made}`,
  };
  /** Work that lasts until it is ended. */
  const begin = (account: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const done = withDecoderSlot(deps, account, NEVER, () => promise);
    return { done, end: resolve };
  };
  const held = (account: string): number => slots.held.get(account)?.size ?? 0;
  return { hand, deps, begin, held };
}

describe('the decoders of an account', () => {
  it('are as many as its share, and leave those of others', async () => {
    const { deps, hand, begin, held } = world();
    const [one, other] = [begin('acc_a'), begin('acc_a')];
    const third = withDecoderSlot(deps, 'acc_a', NEVER, async () => 'done');
    const refused = expect(third).rejects.toMatchObject({ code: 'rate_limited' });
    hand.pass(1);
    await refused;
    expect(await withDecoderSlot(deps, 'acc_b', NEVER, async () => 'done')).toBe('done');
    one.end();
    await one.done;
    expect(await withDecoderSlot(deps, 'acc_a', NEVER, async () => 'done')).toBe('done');
    other.end();
    await other.done;
    expect(held('acc_a')).toBe(0);
  });

  it('are waited for', async () => {
    const { deps, begin } = world(1);
    const first = begin('acc_a');
    const next = withDecoderSlot({ ...deps, patienceMs: 10_000 }, 'acc_a', NEVER, async () => 'done');
    first.end();
    expect(await next).toBe('done');
  });

  it('are given back after a failure, and a minute after a kill', async () => {
    const { deps, hand, begin, held } = world(1);
    const failed = withDecoderSlot(deps, 'acc_a', NEVER, () => Promise.reject(new Error('decoder')));
    await expect(failed).rejects.toThrow('decoder');
    expect(held('acc_a')).toBe(0);
    begin('acc_a');
    hand.pass(61);
    expect(await withDecoderSlot(deps, 'acc_a', NEVER, async () => 'done')).toBe('done');
  });
});
