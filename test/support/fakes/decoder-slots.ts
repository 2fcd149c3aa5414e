import type { AccountDecoderSlots } from '#features/uploads/ports.ts';

/** Slots of decoders in memory. `held` has them by account: until when, by token. */
export function memoryDecoderSlots(): AccountDecoderSlots & { held: ReadonlyMap<string, ReadonlyMap<string, string>> } {
  const held = new Map<string, Map<string, string>>();
  return {
    held,
    async take(accountId, { token, now, until }, share) {
      const own = held.get(accountId) ?? new Map<string, string>();
      held.set(accountId, own);
      for (const [gone, end] of own) if (end < now) own.delete(gone);
      if (own.size >= share) return false;
      own.set(token, until);
      return true;
    },
    async release(accountId, token) {
      held.get(accountId)?.delete(token);
    },
  };
}
