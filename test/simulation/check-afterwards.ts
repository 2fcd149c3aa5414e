import { exactSeconds } from '../../lib/accounts/public.ts';
import { FileMissing } from '../../lib/renders/ports.ts';
import { isTerminal, type Render } from '../../lib/renders/render.ts';
import { TASK_LIMITS } from '../../lib/renders/render-task.ts';
import type { Snapshot } from '../../lib/renders/snapshot.ts';
import { storageKeys } from '../../lib/shared/storage-keys.ts';
import { spokenAmount } from '../../lib/speech/script/notes-text.ts';
import { filmIn, pictureOf, spokenIn } from './fake-work.ts';
import type { Temper } from './faults.ts';
import { ACCOUNT, type Told } from './scenario.ts';
import type { World } from './world.ts';

const sum = (amounts: Iterable<number>): number => [...amounts].reduce((all, one) => all + one, 0);
/** All schedules are in this month. */
const MONTH = '2026-01';
const SECONDS_TOLERANCE = 1e-6;

/** Checks what must hold when nothing is left to do. */
export async function checkAfterwards(world: World, told: Told, temper: Temper): Promise<void> {
  checkEnds(world, told);
  checkReasons(world);
  checkEvents(world);
  checkDeliveries(world);
  checkUsage(world, temper);
  checkPlaces(world);
  checkFiles(world, told);
  await checkFilms(world);
  if (temper.faults === 0) checkCalm(world, temper);
}

function checkEnds({ stores, monitor }: World, told: Told): void {
  for (const id of told.accepted)
    if (!stores.renders.stored.has(id)) monitor.report('nothing_lost', `${id} was accepted and is not there`);
  for (const { id, status } of stores.renders.stored.values())
    if (!isTerminal(status)) monitor.report('ends_once', `${id} is still ${status}`);
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
    const own = [...stores.renders.tasks.values()].filter(({ render_id }) => render_id === id);
    const most = Math.max(...own.map(({ attempt }) => attempt));
    if (most < TASK_LIMITS.claims)
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
    const urls = [...webhooks.values()].filter((webhook) => webhook.events.includes(event.event)).map(({ url }) => url);
    if (event.render.webhook_url !== undefined) urls.push(event.render.webhook_url);
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

function checkUsage({ stores, monitor }: World, { deployAfter }: Temper): void {
  const { ledger } = stores;
  const counted = ledger.counted(ACCOUNT, MONTH);
  const booked = ledger.booked(ACCOUNT, MONTH);
  const renders = [...stores.renders.stored.values()];
  const completed = sum(renders.map(({ result }) => exactSeconds(result?.duration_seconds ?? 0)));
  const seconds = completed + monitor.encodedInVain;
  if (Math.abs(counted.render_seconds - seconds) > SECONDS_TOLERANCE)
    monitor.report('usage_counted_once', `${counted.render_seconds} s are counted, ${seconds} s were made`);
  if (Math.abs(booked.render_seconds - counted.render_seconds) > SECONDS_TOLERANCE)
    monitor.report('usage_counted_once', `${booked.render_seconds - counted.render_seconds} s stay reserved`);
  if (booked.narration_characters !== counted.narration_characters)
    monitor.report(
      'usage_counted_once',
      `${booked.narration_characters - counted.narration_characters} characters stay reserved`,
    );
  const stored = sum(
    [...stores.speech.stored.values()].map(({ key }) => {
      const wav = stores.files.files.get(key);
      return wav ? spokenAmount({ text: spokenIn(wav).text }).characters : 0;
    }),
  );
  const { narration_characters: characters } = counted;
  // Narration that one version spoke and another one speaks again is paid for once.
  const isUnderpaid = characters < stored && deployAfter === undefined;
  if (isUnderpaid || characters > monitor.charactersBegun)
    monitor.report(
      'usage_counted_once',
      `${characters} characters are counted; ${stored} are stored, ${monitor.charactersBegun} were begun`,
    );
  const isSimple = renders.every(({ status }) => status === 'completed');
  if (isSimple && deployAfter === undefined && characters !== stored)
    monitor.report('usage_counted_once', `${characters} characters are counted, ${stored} were spoken`);
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
const EXPIRES = /^(tmp|cache|outputs)\//;

function checkFiles({ stores, monitor, sim }: World, told: Told): void {
  const { files } = stores.files;
  const named = new Set<string>();
  const name = (key: string | undefined, by: string): void => {
    if (key === undefined) return;
    named.add(key);
    if (!files.has(key)) monitor.report('nothing_lost', `${key} is named by ${by} and is not there`);
  };
  for (const render of stores.renders.stored.values()) {
    name(render.snapshot_key, render.id);
    const { result } = render;
    for (const key of [result?.video_key, result?.poster_key, result?.vtt_key, result?.srt_key]) name(key, render.id);
  }
  for (const speech of stores.speech.stored.values()) name(speech.key, 'speech');
  for (const { key, slide_id } of stores.audios.stored.values()) name(key, slide_id);
  for (const { timeline, slides } of stores.timelines())
    for (const { id, image } of slides) {
      name(image?.key, timeline.id);
      const shows = told.images.get(id);
      const shown = image && files.get(image.key);
      if (shows !== undefined && !shown)
        monitor.report('nothing_lost', `the image of ${id} was accepted and is not there`);
    }
  // A process that is killed between speech and its record leaves the file. What belongs to a timeline has tombstones.
  for (const key of files.keys())
    if (
      (sim.faults.isCalm || key.startsWith('timelines/')) &&
      !named.has(key) &&
      !EXPIRES.test(key) &&
      !isSpeechInFormat(key, stores.speech.stored.values())
    )
      monitor.report('nothing_unnamed', key);
}

const isSpeechInFormat = (key: string, speech: Iterable<{ hash: string }>): boolean =>
  [...speech].some(({ hash }) => key === storageKeys.speech(ACCOUNT, hash, 'mp3'));

/** A film shows the slides of its snapshot in their order, says what they say, and all of it comes of one encoder. */
async function checkFilms({ stores, monitor }: World): Promise<void> {
  for (const render of stores.renders.stored.values()) {
    if (!render.result) continue;
    const bytes = stores.files.files.get(render.result.video_key);
    const frozen = stores.files.files.get(render.snapshot_key);
    if (!bytes || !frozen) continue;
    const film = filmIn(bytes);
    const snapshot = JSON.parse(Buffer.from(frozen).toString()) as Snapshot;
    const wanted = await Promise.all(
      snapshot.slides.map(async (slide) => {
        const image = slide.image && (await imageOf(stores.files, slide.image.key));
        return pictureOf(slide, image);
      }),
    );
    const shown = film.clips.map(({ picture }) => picture);
    if (JSON.stringify(shown) !== JSON.stringify(wanted))
      monitor.report('film_is_uniform', `${render.id} shows ${shown.join()} in place of ${wanted.join()}`);
    checkSound(monitor, render, snapshot, film.sound?.said ?? []);
    const encoders = new Set([...film.clips.map(({ encoder }) => encoder), ...(film.sound?.encoders ?? [])]);
    if (encoders.size > 1) monitor.report('film_is_uniform', `${render.id} is of ${[...encoders].join()}`);
  }
}

function checkSound(monitor: World['monitor'], render: Render, { slides }: Snapshot, said: readonly string[]): void {
  if (render.narration === 'none') return;
  const wanted = slides.flatMap(({ speaker_notes, audio }) => {
    const text = (audio?.source === 'generated' ? audio.own_text : undefined) ?? speaker_notes;
    return text === '' ? [] : [text];
  });
  if (wanted.join('|') !== said.join('|'))
    monitor.report('film_is_uniform', `${render.id} says "${said.join('|')}" in place of "${wanted.join('|')}"`);
}

async function imageOf(files: { getBytes(key: string): Promise<Uint8Array> }, key: string): Promise<string> {
  try {
    return Buffer.from(await files.getBytes(key)).toString();
  } catch (error) {
    if (error instanceof FileMissing) return 'missing';
    throw error;
  }
}

/** Without a fault everything works the first time. */
function checkCalm({ stores, monitor, queues, troubles }: World, { deployAfter }: Temper): void {
  for (const { id, status, error } of stores.renders.stored.values())
    if (status === 'failed') monitor.report('calm_succeeds', `${id} failed: ${error?.message ?? ''}`);
  for (const { slide_id, status } of stores.audios.stored.values())
    if (status === 'failed') monitor.report('calm_succeeds', `the narration of ${slide_id} failed`);
  for (const task of stores.renders.tasks.values())
    if (task.attempt > 1 && deployAfter === undefined)
      monitor.report('calm_succeeds', `${task.kind}#${task.index} was claimed ${task.attempt} times`);
  const dead = Object.values(queues).flatMap((queue) => queue.dead);
  if (dead.length > 0) monitor.report('calm_succeeds', `${dead.length} messages are dead: ${dead[0] ?? ''}`);
  if (troubles.length > 0) monitor.report('calm_succeeds', `a sweep failed: ${troubles[0] ?? ''}`);
}
