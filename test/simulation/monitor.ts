import { ENTITLEMENTS, roundToMilliseconds } from '#features/accounts/public.ts';
import type { RenderSpeechReservationOwner, SlideAudioStore, SpeechStore } from '#features/narration/ports.ts';
import type { RenderStore, VideoPartEncoder } from '#features/renders/ports.ts';
import { isTerminalRenderStatus, LIVE_RENDER_STATUSES, type Render } from '#features/renders/render.ts';
import type { RenderTaskRef } from '#features/renders/render-task.ts';
import type { TimelineStore } from '#features/timelines/ports.ts';
import type { Slide } from '#features/timelines/slide.ts';
import type { GeneratedAudio, SlideAudio } from '#features/timelines/slide-audio.ts';
import type { LoadedTimeline } from '#features/timelines/timeline.ts';
import type { UnusedSpeechRemover } from '#platform/erasure/ports.ts';
import type { AccountPoolLimits } from '#platform/fair-queue/fair-queue-ticket.ts';
import { faultsOfFilm } from './check-film.ts';
import type { Machine, Surroundings } from './machine.ts';
import type { Stores } from './stores.ts';

/** The names of all invariants; README.md says what each means. */
export const INVARIANTS = [
  'ends_once',
  'one_terminal_event',
  'delivered',
  'usage_counted_once',
  'nothing_lost',
  'no_place_leaked',
  'nothing_unnamed',
  'holdings_counted',
  'limits_kept',
  'progress_never_falls',
  'canceled_rests',
  'film_is_uniform',
  'fenced',
  'fails_for_a_reason',
  'calm_succeeds',
] as const;
export type Invariant = (typeof INVARIANTS)[number];

/** An invariant that did not hold. */
export interface Violation {
  invariant: Invariant;
  detail: string;
}

/** A canceled render's workers have noticed after this long, in ms: one heartbeat and its calls. */
const CALM_REST_MS = 5000;
/** The same where renewals are refused, slow or frozen: as long as all of it can take at once. */
const ROUGH_REST_MS = 180_000;

const addTo = (sums: Map<string, number>, account: string, more: number): void =>
  void sums.set(account, (sums.get(account) ?? 0) + more);

const nameOf = ({ render_id, epoch, kind, index }: RenderTaskRef): string =>
  `${kind}#${index} of ${render_id}, epoch ${epoch}`;

/** Watches the stores while a schedule runs: what must hold at every moment is checked after every change. */
export class Monitor {
  readonly violations: Violation[] = [];
  /** When each render was canceled, in virtual ms. */
  readonly canceled = new Map<string, number>();
  /** The most attempts that a task of a render had had when it failed. A late worker may give one back afterwards. */
  readonly attempts = new Map<string, number>();
  /** By account, the seconds of renders that were canceled or failed: the encoded share of what they had reserved. */
  readonly encodedInVain = new Map<string, number>();
  /** Whether narration was replaced or removed while a worker spoke. */
  hasLostNarration = false;
  /** By account, the characters that were admitted with renders and narration: no more than these may be counted. */
  readonly charactersAdmitted = new Map<string, number>();
  /** By account, the characters that workers started to speak for them: nor more than these. */
  readonly charactersBegun = new Map<string, number>();
  /**
   * By account, characters that need not be counted though they may be stored: audio ended while it waited for its next attempt, or
   * failed, or the last attempt of a render took back what it had taken over, and the worker of an earlier one may still be speaking. Speech that it stores later is not paid for.
   */
  readonly charactersForgiven = new Map<string, number>();
  /** Audio for which a worker started to speak. */
  readonly #spokenFor = new Set<string>();
  readonly #sim: Surroundings;
  readonly #seen = new Map<string, Pick<Render, 'status' | 'progress'>>();
  readonly #holders = new Map<string, string>();
  readonly #works = new WeakMap<Machine, string>();

  constructor(sim: Surroundings) {
    this.#sim = sim;
  }

  /** Notes that an invariant does not hold. */
  report(invariant: Invariant, detail: string): void {
    if (this.violations.some((one) => one.invariant === invariant && one.detail === detail)) return;
    this.violations.push({ invariant, detail });
    this.#sim.note?.(`!! ${invariant}: ${detail}`);
  }

  /** Render and task stores, with a check after every change. */
  watch(store: RenderStore, stores: Stores): RenderStore {
    const after = async <Result>(change: Promise<Result>): Promise<Result> => {
      const result = await change;
      this.#check(stores);
      return result;
    };
    const settled = (lease: { task: RenderTaskRef; token: string }): void => {
      const holder = this.#holders.get(nameOf(lease.task));
      if (holder !== lease.token) this.report('fenced', `${nameOf(lease.task)} was committed by a worker that lost it`);
    };
    return {
      ...store,
      insert: async (render, first, limits, reserved, answer) => {
        const outcome = await after(store.insert(render, first, limits, reserved, answer));
        if (outcome === 'inserted') addTo(this.charactersAdmitted, render.account_id, reserved.narration_characters);
        return outcome;
      },
      acquireSlot: (...args) => after(store.acquireSlot(...args)),
      enterStage: (...args) => after(store.enterStage(...args)),
      raiseProgress: (...args) => after(store.raiseProgress(...args)),
      fail: async (render, error, event, encoded, cause) => {
        const reserved = stores.ledger.reservations.get(render.id)?.render_seconds ?? 0;
        await after(store.fail(render, error, event, encoded, cause));
        const own = [...stores.renders.tasks.values()].filter(({ render_id }) => render_id === render.id);
        this.attempts.set(render.id, Math.max(...own.map(({ attempt }) => attempt)));
        addTo(this.encodedInVain, render.account_id, roundToMilliseconds(reserved * encoded));
      },
      cancel: async (render, at, encoded) => {
        const reserved = stores.ledger.reservations.get(render.id)?.render_seconds ?? 0;
        await after(store.cancel(render, at, encoded));
        addTo(this.encodedInVain, render.account_id, roundToMilliseconds(reserved * encoded));
      },
      claim: async (ref, claim) => {
        const claimed = await after(store.claim(ref, claim));
        this.#holders.set(nameOf(ref), claim.token);
        const render = stores.renders.stored.get(ref.render_id);
        if (!render || isTerminalRenderStatus(render.status))
          this.report('canceled_rests', `${nameOf(ref)} was claimed after the end`);
        return claimed;
      },
      releaseSlot: (...args) => after(store.releaseSlot(...args)),
      commit: async (lease, ...args) => {
        await after(store.commit(lease, ...args));
        settled(lease);
      },
      complete: async (render, lease, result, event, film) => {
        await after(store.complete(render, lease, result, event, film));
        settled(lease);
        for (const fault of faultsOfFilm(render, stores.files.files)) this.report('film_is_uniform', fault);
      },
    };
  }

  /** The store of narrations, with the same check of leases. */
  watchAudio(store: SlideAudioStore): SlideAudioStore {
    const holders = new Map<string, number>();
    return {
      ...store,
      request: async (wanted, rev, seen, ...rest) => {
        const outcome = await store.request(wanted, rev, seen, ...rest);
        if (outcome === 'requested' && seen) this.#noteLost(seen);
        if (outcome === 'requested' && wanted.source === 'generated')
          addTo(this.charactersAdmitted, wanted.account_id, wanted.reserved_characters ?? 0);
        return outcome;
      },
      claim: async (ref, claim) => {
        const audio = await store.claim(ref, claim);
        holders.set(ref.job, audio.attempt);
        return audio;
      },
      fail: async (audio, error) => {
        await store.fail(audio, error);
        if (audio.source === 'generated') this.#forgive(audio);
      },
      failAbandoned: async (audio, error) => {
        await store.failAbandoned(audio, error);
        if (audio.source === 'generated') this.#forgive(audio);
      },
      finish: async (audio, made) => {
        await store.finish(audio, made);
        if (holders.get(audio.job) !== audio.attempt)
          this.report('fenced', `the narration ${audio.job} was finished by a worker that lost it`);
      },
    };
  }

  /** The store of timelines: slides may go while a worker speaks for them. */
  watchTimelines(store: TimelineStore): TimelineStore {
    const noteLost = (before: LoadedTimeline, after: readonly Slide[]): void => {
      const staying = new Set(after.map(({ id }) => id));
      for (const { id, audio } of before.slides) if (audio && !staying.has(id)) this.#noteLost(audio);
    };
    return {
      ...store,
      save: async (change, ...rest) => {
        const outcome = await store.save(change, ...rest);
        if (outcome === 'saved') noteLost(change.before, change.after.slides);
        return outcome;
      },
      remove: async (loaded, ...rest) => {
        await store.remove(loaded, ...rest);
        noteLost(loaded, []);
      },
    };
  }

  /** The store of speech, with a count of what is started. */
  watchSpeech(store: SpeechStore): SpeechStore {
    const claims = new Map<string, number[]>();
    const claimsOf = ({ id, slide }: RenderSpeechReservationOwner): number[] => {
      const begun = claims.get(`${id} ${slide}`) ?? [];
      claims.set(`${id} ${slide}`, begun);
      return begun;
    };
    return {
      ...store,
      abandon: async (payer, characters) => {
        await store.abandon(payer, characters);
        if (payer.kind !== 'render') return;
        // The worker of an earlier attempt may still be speaking. A late attempt takes nothing back.
        const begun = claimsOf(payer);
        if (begun.some((claim) => claim < payer.claim) && payer.claim === Math.max(...begun)) {
          this.hasLostNarration = true;
          addTo(this.charactersForgiven, payer.account_id, characters);
        }
      },
      beginAll: async (speeches) => {
        const isBegun = await store.beginAll(speeches);
        for (const { payer, characters } of isBegun ? speeches : []) {
          claimsOf(payer).push(payer.claim);
          addTo(this.charactersBegun, payer.account_id, characters);
        }
        return isBegun;
      },
      begin: async (payer, hash, characters) => {
        const paid = await store.begin(payer, hash, characters);
        if (payer.kind === 'audio') this.#spokenFor.add(payer.audio.job);
        else claimsOf(payer).push(payer.claim);
        addTo(this.charactersBegun, payer.kind === 'audio' ? payer.audio.account_id : payer.account_id, paid);
        return paid;
      },
    };
  }

  /** Speech as it goes: what was paid for is no longer there. */
  watchRemainingSpeech(remains: UnusedSpeechRemover): UnusedSpeechRemover {
    return {
      ...remains,
      leave: async (...args) => {
        const left = await remains.leave(...args);
        if (left === 'last') this.hasLostNarration = true;
        return left;
      },
    };
  }

  /** The lines of accounts, none of which may hold more slots than its share. */
  watchLines(store: Stores['fairQueue'], shares: AccountPoolLimits): Stores['fairQueue'] {
    return {
      ...store,
      admit: async (...args) => {
        await store.admit(...args);
        for (const { pool, held } of store.lines.values())
          if (held.size > shares[pool]) this.report('limits_kept', `${held.size} slots of ${pool} are held`);
      },
    };
  }

  /** The ledger of accounts: what is booked of a month never exceeds the limit, and neither do stored bytes. */
  watchLedger(ledger: Stores['ledger']): void {
    const { book, hold } = ledger;
    const { render_seconds_per_month: seconds, narration_characters_per_month: characters } = ENTITLEMENTS.max;
    const { stored_bytes } = ENTITLEMENTS.max;
    ledger.book = (account, changes, limits) => {
      const refused = book(account, changes, limits);
      for (const { at } of changes) {
        const { render_seconds, narration_characters } = ledger.booked(account, at);
        if (render_seconds > seconds) this.report('limits_kept', `${render_seconds} s of ${seconds} s are booked`);
        if (narration_characters > characters)
          this.report('limits_kept', `${narration_characters} characters of ${characters} are booked`);
      }
      return refused;
    };
    ledger.hold = (account, added, limits) => {
      const isHeld = hold(account, added, limits);
      if (!ledger.hasRoom(account, { stored_bytes: 1 }, { stored_bytes: stored_bytes + 1 }))
        this.report('limits_kept', `more than ${stored_bytes} bytes are stored`);
      return isHeld;
    };
  }

  /** Notes which render a process works for. */
  works(machine: Machine, render: Render): void {
    this.#works.set(machine, render.id);
  }

  /** A maker whose work must not start once its render is canceled for good. */
  watchMaker(maker: VideoPartEncoder, machine: Machine): VideoPartEncoder {
    const begins = (): void => {
      const canceled = this.canceled.get(this.#works.get(machine) ?? '');
      if (canceled === undefined) return;
      const late = this.#sim.scheduler.now - canceled;
      if (late > (this.#sim.faults.isCalm ? CALM_REST_MS : ROUGH_REST_MS))
        this.report('canceled_rests', `${machine.name} began work ${Math.round(late / 1000)} s after the cancel`);
    };
    return {
      ...maker,
      encodeStillClips: (...args) => {
        begins();
        return maker.encodeStillClips(...args);
      },
      encodeSoundtrackParts: (...args) => {
        begins();
        return maker.encodeSoundtrackParts(...args);
      },
      mux: (...args) => {
        begins();
        return maker.mux(...args);
      },
    };
  }

  #forgive({ account_id, job, reserved_characters = 0 }: GeneratedAudio): void {
    if (!this.#spokenFor.has(job)) return;
    this.hasLostNarration = true;
    addTo(this.charactersForgiven, account_id, reserved_characters);
  }

  /** Narration that goes while a worker has it counts, whether the worker came to speak or not. */
  #noteLost(audio: SlideAudio): void {
    if (audio.source !== 'generated') return;
    if (audio.status === 'queued') this.#forgive(audio);
    if (audio.status !== 'processing') return;
    this.hasLostNarration = true;
    addTo(this.charactersBegun, audio.account_id, audio.reserved_characters ?? 0);
  }

  #check({ renders }: Stores): void {
    for (const { id, status, progress } of renders.stored.values()) {
      const before = this.#seen.get(id);
      if (before?.status === status && before.progress === progress) continue;
      if (before && progress < before.progress)
        this.report('progress_never_falls', `${id} fell from ${before.progress} to ${progress}`);
      if (before && before.status !== status) {
        if (isTerminalRenderStatus(before.status))
          this.report('ends_once', `${id} went from ${before.status} to ${status}`);
        if (
          !isTerminalRenderStatus(status) &&
          LIVE_RENDER_STATUSES.indexOf(status) < LIVE_RENDER_STATUSES.indexOf(before.status)
        )
          this.report('ends_once', `${id} went back from ${before.status} to ${status}`);
        if (status === 'canceled') this.canceled.set(id, this.#sim.scheduler.now);
      }
      this.#seen.set(id, { status, progress });
    }
    const { running_renders, queued_renders } = ENTITLEMENTS.max;
    for (const { running, waiting } of renders.slots.values()) {
      if (running.size > running_renders) this.report('limits_kept', `${running.size} renders run at once`);
      if (waiting.size > queued_renders) this.report('limits_kept', `${waiting.size} renders wait`);
    }
  }
}
