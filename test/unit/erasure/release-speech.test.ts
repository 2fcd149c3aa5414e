import { beforeEach, describe, expect, it } from 'vitest';
import type { SpeechStore } from '#features/narration/ports.ts';
import { formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { SPEECH_LIFETIMES_IN_SECONDS } from '#kernel/shared/lifetimes.ts';
import { speechFileKeys, storageKeys } from '#kernel/shared/storage-keys.ts';
import { type SweepTombstonesDeps, tombstonesSweep } from '#platform/erasure/process-tombstone.ts';
import { createSpeechUseRecord } from '#platform/erasure/speech-use-record.ts';
import { createRemovalTombstone, type DataToRemove, LATE_WRITE_SECONDS } from '#platform/erasure/tombstone.ts';
import { memoryFileStore } from '#test/support/fakes/file-store.ts';
import { type KillSwitch, killable, killPoints } from '#test/support/fakes/killed-at.ts';
import { memoryLedger } from '#test/support/fakes/ledger.ts';
import { noItems } from '#test/support/fakes/no-items.ts';
import { memorySpeechStore } from '#test/support/fakes/speech-store.ts';
import { memoryTombstoneStore } from '#test/support/fakes/tombstone-store.ts';
import { handClock } from '#test/support/samples/entities.ts';
import { sweepNow } from '#test/support/sweep-now.ts';

const account_id = 'acc';
const BYTES = 100;
const HALF_HOUR = 1800;

function world() {
  const hand = handClock();
  const kill: KillSwitch = { calls: 0, at: undefined };
  const files = memoryFileStore();
  const tombstones = memoryTombstoneStore();
  const ledger = memoryLedger();
  /** Addresses of narration, by timeline. */
  const said = new Map<string, string[]>();
  const live = new Set<string>();
  const { speech, remains, stored } = memorySpeechStore(
    ledger,
    tombstones,
    async ({ timeline_id }) => new Set(said.get(timeline_id)),
  );
  const deps: SweepTombstonesDeps = {
    tombstones: killable(tombstones, kill),
    items: noItems,
    speech: killable(remains, kill),
    files: killable(files, kill),
    isNeeded: async (_, timelineId) => live.has(timelineId),
    clock: hand.clock,
  };
  const payer = (timeline_id: string) =>
    ({ kind: 'render', account_id, timeline_id, id: `rn-${timeline_id}`, created_at: '', claim: 1, slide: 0 }) as const;
  const made = (hash: string) => ({
    hash,
    key: storageKeys.speech(account_id, hash),
    duration_seconds: 1,
    sentences: [],
    size_bytes: BYTES,
    used_at: formatUtcTimestamp(hand.clock()),
  });
  const use = (timeline_id: string, slide_id: string, hash: string, options?: Parameters<SpeechStore['use']>[3]) =>
    speech.use({ account_id, timeline_id, source: slide_id }, [{ hash, slide_id }], hand.clock(), options);
  const keepFile = async (timeline_id: string, hash: string): Promise<void> => {
    await files.putBytes(storageKeys.speech(account_id, hash), Buffer.alloc(BYTES), 'audio/wav');
    await speech.keep(payer(timeline_id), made(hash), 0);
  };
  return {
    ...{ keepFile, hand, kill, files, tombstones, said, live, speech, remains, stored, payer, made, use },
    /** Speech that a timeline had made for one of its slides. */
    async speak(timeline_id: string, slide_id: string, hash: string): Promise<void> {
      await speech.announce({ account_id, timeline_id, source: slide_id }, [{ hash, slide_id }], hand.clock());
      await keepFile(timeline_id, hash);
    },
    leave: (what: DataToRemove) => tombstones.insert(createRemovalTombstone(account_id, what, hand.clock())),
    deleteTimeline: (timeline_id: string) =>
      tombstones.insert(createRemovalTombstone(account_id, { kind: 'timeline', timeline_id }, hand.clock())),
    async pass(seconds: number): Promise<void> {
      hand.pass(seconds);
      await sweepNow(tombstonesSweep(deps), { clock: hand.clock, onError: () => undefined });
    },
    /** The speech that exists: its record and its file, which say the same. */
    there(): string[] {
      const recorded = [...stored.values()].map(({ hash }) => hash).sort();
      const filed = [...files.files.keys()].filter((key) => key.startsWith('speech/')).sort();
      expect(filed).toEqual(recorded.map((hash) => storageKeys.speech(account_id, hash)));
      return recorded;
    },
    bytes: async () => (await ledger.usage.read(account_id, '2026-03')).speech_bytes,
    notes: () => [...tombstones.stored.values()].filter(({ remains: { kind } }) => kind === 'speech').length,
  };
}

let w: ReturnType<typeof world>;
beforeEach(() => {
  w = world();
});

describe('speech', () => {
  it('goes with the last timeline that uses it, and is counted until then', async () => {
    await w.speak('one', 'a', 'h');
    expect([...(await w.use('two', 'b', 'h')).keys()]).toEqual(['h']);
    expect(await w.bytes()).toBe(BYTES);
    await w.deleteTimeline('one');
    await w.pass(HALF_HOUR);
    expect([w.there(), await w.bytes(), w.notes()]).toEqual([['h'], BYTES, 1]);
    await w.deleteTimeline('two');
    await w.pass(HALF_HOUR);
    expect([w.there(), await w.bytes(), w.tombstones.stored.size]).toEqual([[], 0, 0]);
  });

  it('goes within minutes, in all of its formats; its note stays while a worker may still store it', async () => {
    await w.speak('one', 'a', 'h');
    for (const key of speechFileKeys(account_id, 'h')) await w.files.putBytes(key, Buffer.alloc(1), 'audio/mpeg');
    await w.deleteTimeline('one');
    await w.pass(180);
    expect([w.there(), w.notes()]).toEqual([[], 1]);
    // A worker that had started before writes its file, and may not keep it.
    await w.files.putBytes(storageKeys.speech(account_id, 'h'), Buffer.alloc(BYTES), 'audio/wav');
    await expect(w.speech.keep(w.payer('one'), w.made('h'), 0)).rejects.toMatchObject({ name: 'WriteConflictError' });
    // One that continues does.
    w.hand.pass(1);
    await w.speak('one', 'a', 'i');
    await w.pass(LATE_WRITE_SECONDS);
    await w.pass(LATE_WRITE_SECONDS);
    expect([w.there(), await w.bytes(), w.tombstones.stored.size]).toEqual([[], 0, 0]);
  });

  it('goes with its slide, with all that the slide ever said, unless another slide has it', async () => {
    await w.speak('one', 'a', 'before');
    await w.speak('one', 'a', 'now');
    await w.speak('one', 'b', 'other');
    w.said.set('one', ['now', 'other']);
    w.hand.pass(HALF_HOUR);
    await w.leave({ kind: 'slide_speech', timeline_id: 'one', slides: ['a'], hashes: ['now'] });
    await w.pass(HALF_HOUR);
    expect(w.there()).toEqual(['now', 'other']);
    w.said.set('one', ['other']);
    // Another slide that had the same words.
    await w.leave({ kind: 'slide_speech', timeline_id: 'one', slides: ['c'], hashes: ['now'] });
    await w.pass(HALF_HOUR);
    expect(w.there()).toEqual(['other']);
  });

  it('goes with the files of the render that it was made for, unless a slide has it', async () => {
    const said = ['personal', 'narration'].map((hash) => ({ hash, slide_id: 'a' }));
    await w.speech.announce({ account_id, timeline_id: 'one', source: 'rn_1' }, said, w.hand.clock());
    for (const { hash } of said) await w.keepFile('one', hash);
    await w.speak('one', 'b', 'of_another');
    w.said.set('one', ['narration']);
    w.hand.pass(HALF_HOUR);
    await w.leave({
      ...{ kind: 'render', render_id: 'rn_1', timeline_id: 'one', prefixes: [], keys: [], shared_keys: [] },
      ...{ began_at: '', ended_at: '' },
    });
    await w.pass(HALF_HOUR);
    expect(w.there()).toEqual(['narration', 'of_another']);
  });

  it('stays for a render that has not ended, and for a request that has just used it', async () => {
    await w.speak('one', 'a', 'h');
    w.hand.pass(HALF_HOUR);
    w.live.add('one');
    await w.leave({ kind: 'slide_speech', timeline_id: 'one', slides: ['a'], hashes: [] });
    await w.pass(HALF_HOUR);
    expect(w.there()).toEqual(['h']);
    w.live.clear();
    // A new slide says the same words; its narration is written next.
    await w.use('one', 'b', 'h', { always: true });
    await w.pass(60);
    expect(w.there()).toEqual(['h']);
    w.said.set('one', ['h']);
    await w.pass(HALF_HOUR);
    expect(w.there()).toEqual(['h']);
  });

  it('that is marked stays for a timeline that finds it before it is gone', async () => {
    await w.speak('one', 'a', 'h');
    const place = { account_id, timeline_id: 'one' };
    const { marked } = await w.remains.mark(place, ['h'], 'token');
    const [mark] = marked;
    expect(mark).toMatchObject({ hash: 'h', size_bytes: BYTES });
    expect((await w.use('one', 'b', 'h')).size).toBe(1);
    expect(mark && (await w.remains.leave(place, mark, ''))).toBe('changed');
  });

  it('that is not used for its lifetime goes; a narration of a slide is a use', async () => {
    await w.speak('one', 'a', 'narration');
    await w.speak('one', 'a', 'used');
    await w.speak('one', 'a', 'unused');
    w.said.set('one', ['narration']);
    await w.pass(SPEECH_LIFETIMES_IN_SECONDS.unused / 2);
    await w.use('one', 'a', 'used');
    await w.pass(SPEECH_LIFETIMES_IN_SECONDS.unused / 2 + 60);
    expect(w.there()).toEqual(['narration', 'used']);
    w.said.clear();
    await w.pass(SPEECH_LIFETIMES_IN_SECONDS.unused - 120);
    expect(w.there()).toEqual(['narration', 'used']);
    await w.pass(300);
    expect(w.there()).toEqual([]);
    expect([await w.bytes(), w.notes()]).toEqual([0, 0]);
  });

  it('that was spoken while it was removed is refused, and can be spoken again', async () => {
    await w.speak('one', 'a', 'h');
    const late = w.made('h');
    await w.deleteTimeline('one');
    await w.pass(180);
    await expect(w.speech.keep(w.payer('two'), late, 0)).rejects.toMatchObject({ name: 'WriteConflictError' });
    w.hand.pass(1);
    await w.speak('two', 'b', 'h');
    expect(w.there()).toEqual(['h']);
  });

  it('leaves no file that was never kept', async () => {
    await w.speech.announce(
      { account_id, timeline_id: 'one', source: 'a' },
      [{ hash: 'h', slide_id: 'a' }],
      w.hand.clock(),
    );
    await w.files.putBytes(storageKeys.speech(account_id, 'h'), Buffer.alloc(BYTES), 'audio/wav');
    await w.deleteTimeline('one');
    await w.pass(HALF_HOUR);
    expect([w.there(), w.tombstones.stored.size]).toEqual([[], 0]);
  });

  it('is gone and counted once, wherever its removal was killed', async () => {
    const remove = async () => {
      w = world();
      await w.speak('one', 'a', 'h');
      await w.speak('one', 'b', 'i');
      await w.use('two', 'c', 'i');
      w.hand.pass(HALF_HOUR);
      await w.deleteTimeline('one');
    };
    await remove();
    await w.pass(HALF_HOUR);
    const points = killPoints(w.kill.calls);
    expect(points.length).toBeGreaterThan(10);
    for (const at of points) {
      await remove();
      w.kill.at = at;
      await w.pass(HALF_HOUR).catch(() => undefined);
      w.kill.at = undefined;
      w.kill.calls = 0;
      for (let minutes = 0; minutes < 4; minutes++) await w.pass(301);
      expect([w.there(), await w.bytes(), w.notes()], JSON.stringify(at)).toEqual([['i'], BYTES, 1]);
    }
  });
});

describe('the note of a use', () => {
  it('is one note for the same use', () => {
    const user = { account_id, timeline_id: 'tl', source: 'rn' };
    const said = [{ hash: 'h', slide_id: 'a' }];
    const at = new Date('2026-03-04T05:06:07Z');
    expect(createSpeechUseRecord(user, said, at).id).toBe(
      createSpeechUseRecord(user, said, new Date('2026-04-04T05:06:07Z')).id,
    );
    expect(createSpeechUseRecord(user, [], at).id).not.toBe(createSpeechUseRecord(user, said, at).id);
  });
});
