import type { AccountResourceTotals } from '#adapters/aws/accounts/holdings.ts';
import type { UsageChange } from '#adapters/aws/accounts/usage-repository.ts';
import {
  type AccountMonthUsage,
  type MonthlyAmounts,
  roundToMilliseconds,
  type UsageStore,
  usageMonthOf,
} from '#features/accounts/public.ts';
import type { GeneratedAudio } from '#features/timelines/slide-audio.ts';

const AMOUNTS = ['render_seconds', 'narration_characters'] as const;
const none = (): MonthlyAmounts => ({ render_seconds: 0, narration_characters: 0 });

/** What a render has reserved, as the fakes of renders and speech share it. */
export interface MemoryReservation extends MonthlyAmounts {
  limits: MonthlyAmounts;
  /** Characters that are being synthesized, by the slide of the speech; and the slides that are paid for. */
  under_way: Map<number, { characters: number; claim: number }>;
  paid: Set<number>;
  is_spoken: boolean;
}

/** Usage, holdings and reservations in memory: what the fakes of several stores change in one transaction. */
export interface MemoryLedger {
  /** Changes usage; nothing is changed when a limit refuses it. @returns the amount that is short */
  book(
    accountId: string,
    changes: readonly UsageChange[],
    limits?: Partial<MonthlyAmounts>,
  ): { refused: keyof MonthlyAmounts } | undefined;
  /** Like `book`, without the change. */
  short(
    accountId: string,
    changes: readonly UsageChange[],
    limits: Partial<MonthlyAmounts>,
  ): { refused: keyof MonthlyAmounts } | undefined;
  /** Counts bytes of speech that is kept; negative: that is removed. */
  keepSpeech(accountId: string, bytes: number): void;
  /** @returns whether there is room; else nothing is changed */
  hold(accountId: string, added: Partial<AccountResourceTotals>, limits?: Partial<AccountResourceTotals>): boolean;
  hasRoom(accountId: string, added: Partial<AccountResourceTotals>, limits: Partial<AccountResourceTotals>): boolean;
  /** By the id of the render. */
  reservations: Map<string, MemoryReservation>;
  /** Takes the reservation from the audio of a slide. Set by the store of audio. @returns false when it has none any more */
  takeFromAudio: (audio: { account_id: string; timeline_id: string; slide_id: string; job: string }) => boolean;
  /** Whether the worker of this claim still has the audio of a slide. Set by the store of audio. */
  hasClaim: (claimed: GeneratedAudio) => boolean;
  /** Accounts that were deleted: nothing of them is admitted. */
  deleted: Set<string>;
  counted(accountId: string, at: string): MonthlyAmounts;
  booked(accountId: string, at: string): MonthlyAmounts;
  usage: UsageStore;
}

/** A ledger without any usage. */
export function memoryLedger(): MemoryLedger {
  interface Month {
    renders: number;
    counted: MonthlyAmounts;
    booked: MonthlyAmounts;
  }
  const months = new Map<string, Month>();
  const holdings = new Map<string, AccountResourceTotals>();
  const speech = new Map<string, number>();
  const keyOf = (accountId: string, at: string) => `${accountId} ${usageMonthOf(at)}`;
  const monthAt = (accountId: string, at: string): Month =>
    months.get(keyOf(accountId, at)) ?? { renders: 0, counted: none(), booked: none() };
  const held = (accountId: string): AccountResourceTotals =>
    holdings.get(accountId) ?? { timelines: 0, own_templates: 0, own_fonts: 0, stored_bytes: 0 };
  const sum = (a: MonthlyAmounts, b: Partial<MonthlyAmounts> = {}): MonthlyAmounts => ({
    render_seconds: roundToMilliseconds(a.render_seconds + (b.render_seconds ?? 0)),
    narration_characters: a.narration_characters + (b.narration_characters ?? 0),
  });

  /** The months as they would be. */
  function changed(accountId: string, changes: readonly UsageChange[]): Map<string, Month> {
    const next = new Map<string, Month>();
    for (const { at, renders = 0, counted, booked } of changes) {
      const key = keyOf(accountId, at);
      const month = next.get(key) ?? monthAt(accountId, at);
      next.set(key, {
        renders: month.renders + renders,
        counted: sum(month.counted, counted),
        booked: sum(month.booked, booked),
      });
    }
    return next;
  }

  const ledger: MemoryLedger = {
    short(accountId, changes, limits) {
      for (const [key, { booked }] of changed(accountId, changes))
        for (const amount of AMOUNTS) {
          const limit = limits[amount];
          const before = months.get(key)?.booked[amount] ?? 0;
          if (limit !== undefined && booked[amount] > before && booked[amount] > limit) return { refused: amount };
        }
      return undefined;
    },
    book(accountId, changes, limits = {}) {
      const refused = ledger.short(accountId, changes, limits);
      if (refused) return refused;
      for (const [key, month] of changed(accountId, changes)) months.set(key, month);
      return undefined;
    },
    hasRoom(accountId, added, limits) {
      const now = held(accountId);
      return (['timelines', 'stored_bytes'] as const).every((name) => {
        const [more = 0, limit] = [added[name], limits[name]];
        return more <= 0 || limit === undefined || now[name] + more <= limit;
      });
    },
    hold(accountId, added, limits = {}) {
      if (!ledger.hasRoom(accountId, added, limits)) return false;
      const now = held(accountId);
      holdings.set(accountId, {
        timelines: now.timelines + (added.timelines ?? 0),
        own_templates: now.own_templates + (added.own_templates ?? 0),
        own_fonts: now.own_fonts + (added.own_fonts ?? 0),
        stored_bytes: now.stored_bytes + (added.stored_bytes ?? 0),
      });
      return true;
    },
    keepSpeech: (accountId, bytes) => void speech.set(accountId, (speech.get(accountId) ?? 0) + bytes),
    reservations: new Map(),
    takeFromAudio: () => false,
    hasClaim: () => false,
    deleted: new Set(),
    counted: (accountId, at) => monthAt(accountId, at).counted,
    booked: (accountId, at) => monthAt(accountId, at).booked,
    usage: {
      async read(accountId, month): Promise<AccountMonthUsage> {
        const { renders, counted } = monthAt(accountId, month);
        return {
          ...counted,
          renders,
          running_renders: 0,
          queued_renders: 0,
          open_batches: 0,
          speech_bytes: speech.get(accountId) ?? 0,
          ...held(accountId),
        };
      },
      async reserved(accountId, month) {
        const { counted, booked } = monthAt(accountId, month);
        return {
          render_seconds: roundToMilliseconds(booked.render_seconds - counted.render_seconds),
          narration_characters: booked.narration_characters - counted.narration_characters,
        };
      },
    },
  };
  return ledger;
}
