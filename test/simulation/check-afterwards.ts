import { countSpokenTextAmounts } from '#engine/speech/script/notes-text.ts';
import { ENTITLEMENTS, roundToMilliseconds } from '#features/accounts/public.ts';
import { fileKeysOfRenderResult, isTerminalRenderStatus } from '#features/renders/render.ts';
import { RENDER_TASK_ATTEMPT_LIMITS } from '#features/renders/render-task.ts';
import { byteCountOfRecording, bytesOfTimelineFiles } from '#features/timelines/public.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { spokenIn } from './fake-work.ts';
import type { Temper } from './faults.ts';
import type { Told } from './scenario.ts';
import type { World } from './world.ts';

const sum = (amounts: Iterable<number>): number => [...amounts].reduce((all, one) => all + one, 0);
/** All schedules are in this month. */
const MONTH = '2026-01';
const SECONDS_TOLERANCE = 1e-6;
/** No schedule makes 1,000 s of video: an account with less in its month may run out of it. */
const PLENTY = 1000;

/** Checks what must hold when nothing is left to do. */
export async function checkAfterwards(
  world: World,
  told: Told,
  accounts: readonly string[],
  temper: Temper,
): Promise<void> {
  checkEnds(world, told);
  checkReasons(world);
  checkEvents(world);
  checkDeliveries(world);
  for (const account of accounts) {
    checkUsage(world, account, temper);
    await checkHoldings(world, account);
  }
  checkPlaces(world);
  checkFiles(world, told);
  if (temper.faults === 0) checkCalm(world, temper);
}

function checkEnds({ stores, monitor }: World, told: Told): void {
  for (const id of told.accepted)
    if (!stores.renders.stored.has(id)) monitor.report('nothing_lost', `${id} was accepted and is not there`);
  for (const { id, status } of stores.renders.stored.values())
    if (!isTerminalRenderStatus(status)) monitor.report('ends_once', `${id} is still ${status}`);
  for (const id of told.canceled)
    if (stores.renders.stored.get(id)?.status !== 'canceled')
      monitor.report('ends_once', `${id} was canceled, and is not`);
  for (const { slide_id, status } of stores.audios.stored.values())
    if (status !== 'ready' && status !== 'failed')
      monitor.report('nothing_lost', `the narration of ${slide_id} is ${status}`);
}

const TERMINAL_EVENTS: Readonly<Record<string, string>> = { completed: 'render.completed', failed: 'render.failed' };

/** A task is tried three times: fewer faults than that fail no render. */
function checkReasons({ stores, monitor }: World): void {
  for (const { id, status, error, deadline, completed_at = '' } of stores.renders.stored.values()) {
    if (status !== 'failed' || completed_at > deadline) continue;
    // The month of the account was used up.
    if (error?.code === 'quota_exceeded' && ENTITLEMENTS.max.render_seconds_per_month < PLENTY) continue;
    const most = monitor.attempts.get(id) ?? 0;
    if (most < RENDER_TASK_ATTEMPT_LIMITS.claims)
      monitor.report('fails_for_a_reason', `${id} failed after ${most} attempts at most: ${error?.message ?? ''}`);
  }
}

function checkEvents({ stores, monitor }: World): void {
  for (const { id, status } of stores.renders.stored.values()) {
    const events = [...stores.webhooks.stored.events.values()]
      .map(({ event }) => event)
      .filter(({ render, event }) => render.id === id && event !== 'render.progress')
      .map(({ event }) => event);
    const wanted = TERMINAL_EVENTS[status];
    if (events.join() !== (wanted ?? ''))
      monitor.report('one_terminal_event', `${id} is ${status}, with events [${events.join()}]`);
  }
}

function checkDeliveries({ stores, monitor, receivers, sim }: World): void {
  const { events, webhooks, deliveries } = stores.webhooks.stored;
  for (const { event, dispatched } of events.values()) {
    if (!dispatched) monitor.report('nothing_lost', `the event ${event.event_id} was not dispatched`);
    const urls = [...webhooks.values()]
      .filter((webhook) => webhook.account_id === event.account_id && webhook.events.includes(event.event))
      .map(({ url }) => url);
    if (event.render.webhook_url !== undefined) urls.push(event.render.webhook_url);
    for (const { url, event_id } of receivers.acknowledged)
      if (event_id === event.event_id && !url.endsWith(event.account_id))
        monitor.report('delivered', `${event.event} of ${event.account_id} came to ${url}`);
    for (const url of urls) {
      const count = receivers.acknowledged.filter((one) => one.url === url && one.event_id === event.event_id).length;
      const isUp = receivers.habits.get(url)?.upFrom !== Number.POSITIVE_INFINITY;
      if (isUp && count === 0 && event.event !== 'render.progress')
        monitor.report('delivered', `${event.event} never came to ${url}`);
      if (sim.faults.isCalm && count > 1)
        monitor.report('delivered', `${event.event} was acknowledged ${count} times by ${url}`);
    }
  }
  for (const { id, status } of deliveries.values())
    if (status === 'pending') monitor.report('nothing_lost', `the delivery ${id} is pending`);
}

function checkUsage({ stores, monitor }: World, account: string, { deployAfter }: Temper): void {
  const { ledger } = stores;
  const counted = ledger.counted(account, MONTH);
  const booked = ledger.booked(account, MONTH);
  const renders = [...stores.renders.stored.values()].filter(({ account_id }) => account_id === account);
  const completed = sum(renders.map(({ result }) => roundToMilliseconds(result?.duration_seconds ?? 0)));
  const seconds = completed + (monitor.encodedInVain.get(account) ?? 0);
  if (Math.abs(counted.render_seconds - seconds) > SECONDS_TOLERANCE)
    monitor.report('usage_counted_once', `${counted.render_seconds} s are counted, ${seconds} s were made`);
  if (Math.abs(booked.render_seconds - counted.render_seconds) > SECONDS_TOLERANCE)
    monitor.report('usage_counted_once', `${booked.render_seconds - counted.render_seconds} s stay reserved`);
  if (booked.narration_characters !== counted.narration_characters)
    monitor.report(
      'usage_counted_once',
      `${booked.narration_characters - counted.narration_characters} characters stay reserved`,
    );
  const texts = new Set<string>();
  for (const [name, { key }] of stores.speech.stored) {
    const wav = name.startsWith(`${account} `) ? stores.files.files.get(key) : undefined;
    if (wav) texts.add(spokenIn(wav).text);
  }
  // What several versions of the program spoke is paid for once, unless it was asked for again.
  const stored = sum([...texts].map((text) => countSpokenTextAmounts({ text }).characters));
  const { narration_characters: characters } = counted;
  const begun = monitor.charactersBegun.get(account) ?? 0;
  const admitted = monitor.charactersAdmitted.get(account) ?? 0;
  const forgiven = monitor.charactersForgiven.get(account) ?? 0;
  if (characters < stored - forgiven || characters > begun || characters > admitted)
    monitor.report(
      'usage_counted_once',
      `${characters} characters are counted; ${stored} are stored, ${begun} were begun, ${admitted} admitted`,
    );
  // Narration that is replaced or removed while a worker speaks counts, though nothing of it is stored.
  const isSimple = renders.every(({ status }) => status === 'completed') && !monitor.hasLostNarration;
  if (isSimple && deployAfter === undefined && characters !== stored)
    monitor.report('usage_counted_once', `${characters} characters are counted, ${stored} were spoken`);
}

/** What an account is counted to have is what it has. */
async function checkHoldings({ stores, monitor }: World, account: string): Promise<void> {
  const own = [...stores.timelines()].filter(({ timeline }) => timeline.account_id === account);
  const recordings = [...stores.audios.stored.values()].filter(({ account_id }) => account_id === account);
  const bytes = sum(own.map(bytesOfTimelineFiles)) + sum(recordings.map(byteCountOfRecording));
  const { timelines, stored_bytes, speech_bytes } = await stores.ledger.usage.read(account, MONTH);
  if (timelines !== own.length)
    monitor.report('holdings_counted', `${timelines} timelines are counted, there are ${own.length}`);
  if (stored_bytes !== bytes)
    monitor.report('holdings_counted', `${stored_bytes} bytes are counted, there are ${bytes}`);
  const speech = [...stores.speech.stored].filter(([name]) => name.startsWith(`${account} `));
  const spoken = sum(speech.map(([, { key }]) => stores.files.files.get(key)?.length ?? 0));
  if (speech_bytes !== spoken)
    monitor.report('holdings_counted', `${speech_bytes} bytes of speech are counted, there are ${spoken}`);
}

function checkPlaces({ stores, monitor, sim }: World): void {
  for (const { running, waiting } of stores.renders.slots.values())
    if (running.size + waiting.size > 0)
      monitor.report('no_place_leaked', `${[...running, ...waiting].join()} still run or wait`);
  for (const { pool, held, waiting } of stores.fairQueue.lines.values()) {
    if (held.size > 0) monitor.report('no_place_leaked', `${[...held.keys()].join()} hold slots of ${pool}`);
    if (waiting.size > 0) monitor.report('nothing_lost', `${[...waiting.keys()].join()} wait for slots of ${pool}`);
  }
  const limit = sim.scheduler.now + 80_000;
  for (const { slots } of stores.webhooks.stored.throttles.values())
    for (const slot of slots)
      if (slot && Date.parse(slot.until) > limit)
        monitor.report('no_place_leaked', `${slot.delivery_id} holds a slot for ever`);
}

/** Files that are left to a lifecycle rule of serverless.yml. */
const EXPIRES = /^(tmp|cache|outputs|snapshots)\//;

function checkFiles({ stores, monitor, sim }: World, told: Told): void {
  const { files } = stores.files;
  const named = new Set<string>();
  const name = (key: string | undefined, by: string): void => {
    if (key === undefined) return;
    named.add(key);
    if (!files.has(key)) monitor.report('nothing_lost', `${key} is named by ${by} and is not there`);
  };
  const timelines = new Map([...stores.timelines()].map((loaded) => [loaded.timeline.id, loaded]));
  for (const { id, timeline_id, snapshot_key, result } of stores.renders.stored.values()) {
    // The snapshot of a deleted timeline goes with it.
    if (timelines.has(timeline_id)) name(snapshot_key, id);
    for (const key of result ? fileKeysOfRenderResult(result) : []) name(key, id);
  }
  for (const { name: film, files: of } of stores.renders.films.values())
    for (const key of fileKeysOfRenderResult(of)) name(key, `film ${film}`);
  for (const speech of stores.speech.stored.values()) name(speech.key, 'speech');
  for (const { key, slide_id } of stores.audios.stored.values()) name(key, slide_id);
  for (const { timeline, slides } of timelines.values()) {
    name(timeline.background_audio?.key, timeline.id);
    for (const { id, image } of slides) {
      name(image?.key, timeline.id);
      if (!image && told.images.has(id) && !told.removed.has(id))
        monitor.report('nothing_lost', `the image of ${id} was accepted and is not there`);
    }
  }
  for (const key of files.keys()) {
    if (named.has(key) || isSpeechInFormat(key, stores.speech.stored)) continue;
    const [prefix, , timeline = ''] = key.split('/');
    if (prefix === 'snapshots' ? timelines.has(timeline) && !sim.faults.isCalm : EXPIRES.test(key)) continue;
    // A process that is killed between speech and its record leaves the file.
    if (prefix === 'speech' && !sim.faults.isCalm) continue;
    monitor.report('nothing_unnamed', key);
  }
}

/** Whether a file is speech in a second format, next to a file that is recorded. */
const isSpeechInFormat = (key: string, speech: ReadonlyMap<string, { hash: string }>): boolean =>
  key.startsWith('speech/') &&
  [...speech].some(([name, { hash }]) => key === storageKeys.speech(name.split(' ')[0] ?? '', hash, 'mp3'));

/** Without a fault everything works the first time. */
function checkCalm({ stores, monitor, queues, troubles }: World, { deployAfter }: Temper): void {
  for (const { id, status, error } of stores.renders.stored.values())
    if (
      status === 'failed' &&
      (error?.code !== 'quota_exceeded' || ENTITLEMENTS.max.render_seconds_per_month >= PLENTY)
    )
      monitor.report('calm_succeeds', `${id} failed: ${error?.message ?? ''}`);
  for (const { slide_id, status } of stores.audios.stored.values())
    if (status === 'failed') monitor.report('calm_succeeds', `the narration of ${slide_id} failed`);
  for (const task of stores.renders.tasks.values())
    if (task.attempt > 1 && deployAfter === undefined)
      monitor.report('calm_succeeds', `${task.kind}#${task.index} was claimed ${task.attempt} times`);
  const dead = Object.values(queues).flatMap((queue) => queue.dead);
  if (dead.length > 0) monitor.report('calm_succeeds', `${dead.length} messages are dead: ${dead[0] ?? ''}`);
  if (troubles.length > 0) monitor.report('calm_succeeds', `a sweep failed: ${troubles[0] ?? ''}`);
}
