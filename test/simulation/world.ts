import { messageBody, parseMessage, type QueueMessageOfType } from '#adapters/aws/queue-messages.ts';
import { QUEUE_BY_POOL, QUEUE_BY_RENDER_TASK_KIND } from '#adapters/aws/queues.ts';
import {
  createWorkStateReader,
  fairQueueTicketOfMessage,
  fairRenderTaskQueue,
  fairSlideAudioQueue,
} from '#app/composition/fair-queue.ts';
import { espeakIdentity } from '#engine/speech/engines/espeak-identity.ts';
import type { SlideImageUploadDeps } from '#features/images/set-slide-image.ts';
import type { MusicUploadDeps } from '#features/music/set-background-audio.ts';
import {
  type AdoptRenderSpeechDeps,
  adoptRenderSpeechAsSlideAudio,
  encodeFilesForSpeechAdoption,
} from '#features/narration/adopt-render-speech-as-slide-audio.ts';
import type { GenerateAudioDeps } from '#features/narration/generate-slide-audio.ts';
import type { SlideAudioBatchQueue } from '#features/narration/ports.ts';
import type { RecordingUploadDeps } from '#features/narration/recording/set-recording.ts';
import { narrationSweep } from '#features/narration/sweep-audio.ts';
import {
  type SynthesizeSlideNarrationDeps,
  synthesizeSlideNarration,
} from '#features/narration/synthesize-slide-narration.ts';
import type { BatchQueue, BatchStore } from '#features/renders/batches/ports.ts';
import {
  type StartRowsOfOpenBatchesDeps,
  startRowsOfOpenBatches,
} from '#features/renders/batches/start-rows-of-open-batches.ts';
import { batchesSweep } from '#features/renders/batches/sweep-batches.ts';
import type { CreateRenderDeps } from '#features/renders/create-render.ts';
import { type EncodeSpeechAheadDeps, encodeAndCacheNewSpeech } from '#features/renders/encode-and-cache-new-speech.ts';
import { performSoundEncodingTask, performVideoEncodingTask } from '#features/renders/encode-segment.ts';
import { encodeShotsBeforePlan } from '#features/renders/encode-shots-before-plan.ts';
import type { RenderEvent } from '#features/renders/events.ts';
import type { FindSpeechOfSnapshotDeps } from '#features/renders/find-speech-of-snapshot.ts';
import { hasLiveRenderOrOpenBatch } from '#features/renders/has-live-render-or-open-batch.ts';
import { type NarrationTaskDeps, performNarrationTask } from '#features/renders/perform-narration-task.ts';
import {
  type AssembleVideoDeps,
  assembleVideo,
  performRenderAssemblyTask,
} from '#features/renders/perform-render-assembly-task.ts';
import type { RenderTaskBatchQueue, RenderTaskQueue } from '#features/renders/ports.ts';
import { type PrepareRenderDeps, planVideoAfterNarration, prepareRender } from '#features/renders/prepare-render.ts';
import { isTerminalRenderStatus } from '#features/renders/render.ts';
import { acquireRenderSlot, prefetchRenderSlots } from '#features/renders/render-slots.ts';
import type { RenderTaskKind, RenderTaskRef } from '#features/renders/render-task.ts';
import { findRequiredSpeechOfSlide } from '#features/renders/required-speech.ts';
import { type PerformRenderTask, type RunRenderTaskDeps, runRenderTask } from '#features/renders/run-render-task.ts';
import { rendersSweep } from '#features/renders/sweep-renders.ts';
import type { AnnounceMediaFetchesDeps } from '#features/timelines/announce-media-fetches.ts';
import type { TimelineDeps } from '#features/timelines/change-timeline.ts';
import type { CheckVoiceDeps } from '#features/timelines/check-voice.ts';
import {
  type CreateDeliveriesOfEventDeps,
  createDeliveriesOfEvent,
} from '#features/webhooks/create-deliveries-of-event.ts';
import { type DeliverWebhookDeps, deliverWebhook } from '#features/webhooks/deliver.ts';
import { type DeliveryQueue, NoReceiverResponseError } from '#features/webhooks/ports.ts';
import { deliveriesSweep, outboxSweep, type WebhookSweepDeps } from '#features/webhooks/sweep-webhooks.ts';
import { ByteLimitedLruCache } from '#kernel/shared/byte-limited-lru-cache.ts';
import { DependencyUnavailableError } from '#kernel/shared/errors.ts';
import type { Log } from '#kernel/shared/log.ts';
import { type SweepTombstonesDeps, tombstonesSweep } from '#platform/erasure/process-tombstone.ts';
import type { TombstoneStore } from '#platform/erasure/tombstone.ts';
import type { FairQueueDeps } from '#platform/fair-queue/enqueue.ts';
import type { AccountPoolLimits, PoolName } from '#platform/fair-queue/fair-queue-ticket.ts';
import { type RunInAccountSlotDeps, runInAccountSlot } from '#platform/fair-queue/run-in-account-slot.ts';
import { fairQueueSweep } from '#platform/fair-queue/sweep-fair-queues.ts';
import { MESSAGE_RESEND_DELAY_SECONDS } from '#platform/leases/lease-rules.ts';
import { hideReceivedMessage } from '#platform/leases/run-leased-work.ts';
import type { ListDueEntries, RecoverySweep } from '#platform/recovery/recovery-sweep.ts';
import { endTimeOfSweepRun, runSweep } from '#platform/recovery/run-sweep.ts';
import { noOwnTemplates } from '#test/support/fakes/custom-template-store.ts';
import { noExtras } from '#test/support/fakes/extras-maker.ts';
import { noImageFetches, noImagesToObtain } from '#test/support/fakes/no-image-fetches.ts';
import { noItems } from '#test/support/fakes/no-items.ts';
import { noFootage } from '#test/support/video/no-footage.ts';
import {
  encoderOf,
  engineOf,
  type KindOfDeploy,
  makerOn,
  painter,
  recordedSpeech,
  rendererOf,
  speakOn,
  workspaceOn,
} from './fake-work.ts';
import { Machine, portOf, type Surroundings } from './machine.ts';
import type { Monitor } from './monitor.ts';
import { type Mutant, NO_MUTANT } from './mutants.ts';
import { MessageQueue, type QueueSettings, type Received } from './queues.ts';
import { ReceiverHosts } from './receivers.ts';
import { createStores, type Stores } from './stores.ts';

const QUEUES = {
  renders: { visibility: 5400, maxReceives: 3, timeout: 900 },
  narration: { visibility: 1800, maxReceives: 3, timeout: 300 },
  segments: { visibility: 3600, maxReceives: 3, timeout: 600 },
  assemblies: { visibility: 5400, maxReceives: 3, timeout: 900 },
  deliveries: { visibility: 120, maxReceives: 3, timeout: 20 },
  slowDeliveries: { visibility: 120, maxReceives: 3, timeout: 20 },
} as const satisfies Record<string, QueueSettings>;
type QueueName = keyof typeof QUEUES;

/** The queue of a pool. No images are fetched here. */
function queueOf(pool: PoolName): QueueName {
  const name = QUEUE_BY_POOL[pool];
  if (name === 'imports') throw new Error('the simulation has no imports');
  return name;
}

/** As in lib/app/composition/delivery-worker.ts. */
const RETURN_SECONDS = 24;
const REQUEST_SECONDS = 29;
const STREAM_SECONDS = 60;
const STREAM_TRIES = 4;
const SWEEP_SECONDS = 55;
/** No clock is further ahead than this. */
const MOST_SKEW_MS = 60_000;
const SWEEP_EVERY_MS = 60_000;

/** A secret that opens only for its account. */
export const sealedFor = (accountId: string): string => `${accountId}:whsec_${Buffer.alloc(32, 7).toString('base64')}`;

const delayed = (seconds: number | undefined): string => (seconds === undefined ? '' : ` in ${seconds} s`);

/** The speech that slides need is the same for the same words: asking is what costs. */
const speechMemo = new Map<string, ReturnType<FindSpeechOfSnapshotDeps['speechRequiredBySlide']>>();
const MOST_REMEMBERED = 1000;

/** The whole service in one process: its stores, queues, workers, stream and schedule. */
export class World {
  readonly stores: Stores;
  readonly queues: Record<QueueName, MessageQueue>;
  readonly receivers: ReceiverHosts;
  /** Processes that have not ended. */
  active = 0;
  /** Events between the table and the end of their dispatch. */
  streaming = 0;
  /** What use cases logged as an error, and what a sweep could not do. */
  readonly troubles: string[] = [];
  readonly sim: Surroundings;
  readonly monitor: Monitor;
  /** What new processes are of; during a deploy also what they were of before. */
  versions: readonly number[] = [1];
  kindOfDeploy: KindOfDeploy = 'newer';
  /** Slots of the account in each pool. */
  readonly shares: AccountPoolLimits;
  readonly #skews: readonly number[];
  readonly #mutant: Mutant;
  readonly #ports;
  #machines = 0;
  #forwarded = 0;

  constructor(sim: Surroundings, monitor: Monitor, skews: readonly number[], mutant: Mutant = NO_MUTANT) {
    this.sim = sim;
    this.monitor = monitor;
    this.#skews = skews;
    this.shares = {
      preparation: 1 + Math.floor(sim.random() * 3),
      narration: 1 + Math.floor(sim.random() * 4),
      encoding: 1 + Math.floor(sim.random() * 4),
      fetching: 1,
    };
    this.#mutant = mutant;
    this.stores = createStores();
    this.receivers = new ReceiverHosts(sim);
    const { stores } = this;
    const { renders: store } = stores.renders;
    const commits = mutant.commits(stores, () => this.#forward());
    const watched = monitor.watch({ ...store, ...commits }, stores);
    const tombstonePort: TombstoneStore = stores.tombstones;
    this.#ports = {
      renders: portOf('renders', watched, {
        ...{
          insert: 'transaction',
          reserve: 'transaction',
          slots: 'read',
          acquireSlot: 'write',
          releaseSlot: 'transaction',
        },
        ...{ findWithSlots: 'read', find: 'read' },
        ...{
          list: 'index',
          listDue: 'index',
          noteCheck: 'write',
          beginAgain: 'transaction',
          record: 'write',
          enterStage: 'write',
          raiseProgress: 'transaction',
          complete: 'transaction',
        },
        ...{ insertRow: 'transaction', insertFailedRow: 'transaction', findMany: 'read' },
        ...{ fail: 'transaction', cancel: 'transaction', tasks: 'read', task: 'read', addTasks: 'transaction' },
        ...{ claim: 'transaction', renew: 'transaction', release: 'write', postpone: 'write', wait: 'write' },
        ...{ commit: 'transaction', noteEnqueued: 'write', deleteFiles: 'transaction' },
      }),
      batches: portOf('batches', stores.renders.batches, {
        ...{ insert: 'transaction', find: 'read', findMany: 'read', list: 'index', cancel: 'transaction' },
        ...{ listDue: 'index', noteCheck: 'write' },
      }),
      timelines: portOf('timelines', monitor.watchTimelines(mutant.timelines(stores.audios.timelines, stores)), {
        ...{ load: 'read', list: 'index', insert: 'transaction', save: 'transaction', remove: 'transaction' },
      }),
      audio: portOf('audio', monitor.watchAudio(stores.audios.audio), {
        ...{
          request: 'transaction',
          adopt: 'transaction',
          find: 'read',
          claim: 'write',
          renew: 'write',
          finish: 'write',
          fail: 'write',
        },
        ...{ release: 'write', postpone: 'write', listDue: 'index', noteCheck: 'write', failAbandoned: 'write' },
      }),
      speech: portOf('speech', monitor.watchSpeech(stores.speech.speech), {
        findMany: 'read',
        use: 'write',
        announce: 'write',
        begin: 'write',
        beginAll: 'write',
        abandon: 'write',
        keep: 'transaction',
        keepAll: 'transaction',
      }),
      films: portOf('films', stores.renders.filmStore, { find: 'read' }),
      artifacts: portOf('artifacts', stores.artifacts, { findMany: 'read', keep: 'transaction' }),
      files: portOf('files', stores.files, {
        ...{ putBytes: 'transaction', getBytes: 'read', putFile: 'transaction', getFile: 'read', getRange: 'read' },
        ...{ presignGet: 'read', presignPut: 'read', sizeOf: 'read', remove: 'transaction', copy: 'transaction' },
        ...{ list: 'read', removeAll: 'transaction', removeUnfinished: 'transaction' },
      }),
      remainingSpeech: portOf('remainingSpeech', monitor.watchRemainingSpeech(stores.speech.remains), {
        ...{ uses: 'read', saidBySlides: 'read', mark: 'write', leave: 'transaction', bury: 'write' },
        ...{ noteEmpty: 'write', noteUsed: 'write', settle: 'write' },
      }),
      tombstones: portOf('tombstones', tombstonePort, {
        ...{ insert: 'write', listDue: 'index', take: 'write', remove: 'write' },
      }),
      uploads: portOf('uploads', stores.uploads, {
        ...{
          insert: 'transaction',
          find: 'read',
          list: 'read',
          remove: 'transaction',
          claim: 'write',
          release: 'write',
        },
      }),
      webhooks: portOf('webhooks', stores.webhooks.webhooks, {
        ...{ insert: 'transaction', find: 'read', all: 'read', list: 'read', remove: 'transaction' },
        ...{ disable: 'write', change: 'write' },
      }),
      deliveries: portOf('deliveries', mutant.deliveries(stores.webhooks.deliveries), {
        ...{ insertDelivery: 'transaction', findDelivery: 'read', findDeliveries: 'read', listDeliveries: 'read' },
        ...{ failedSince: 'read', restartDelivery: 'write', recordAttempt: 'write', dropDelivery: 'write' },
        ...{ listDueDeliveries: 'index', postponeSweep: 'write', deferDelivery: 'write', loadContext: 'read' },
        ...{ throttles: 'read', takeSlot: 'write', setGuard: 'write', releaseSlot: 'write' },
      }),
      fairQueue: portOf('fairQueue', monitor.watchLines(stores.fairQueue, this.shares), {
        ...{ addTickets: 'transaction', removeTicket: 'transaction', held: 'read', view: 'read', tickets: 'read' },
        ...{ admit: 'write' },
        ...{ release: 'write', noteSent: 'write', listDue: 'index', noteCheck: 'write', stopChecking: 'write' },
        ...{ noteEmpty: 'write' },
      }),
      cursors: portOf('cursors', stores.cursors, { load: 'read', save: 'write' }),
      outbox: portOf('outbox', stores.webhooks.outbox, {
        ...{ dispatch: 'transaction', listDue: 'index', noteRedriven: 'write' },
      }),
    } as const;
    this.queues = {
      renders: this.#queue('renders', (machine, received) => this.#renderTask(machine, received, 'renders')),
      narration: this.#queue('narration', (machine, received) => this.#narration(machine, received)),
      segments: this.#queue('segments', (machine, received) => this.#renderTask(machine, received, 'segments')),
      assemblies: this.#queue('assemblies', (machine, received) => this.#renderTask(machine, received, 'assemblies')),
      deliveries: this.#queue(
        'deliveries',
        (machine, received) => this.#delivery(machine, received, false),
        RETURN_SECONDS,
      ),
      slowDeliveries: this.#queue(
        'slowDeliveries',
        (machine, received) => this.#delivery(machine, received, true),
        RETURN_SECONDS,
      ),
    };
    sim.scheduler.after(sim.random() * SWEEP_EVERY_MS, () => this.#sweep());
  }

  #queue(
    name: QueueName,
    work: (machine: Machine, received: Received) => Promise<void>,
    hidden?: number,
  ): MessageQueue {
    const queue = new MessageQueue(
      this.sim,
      name,
      QUEUES[name],
      (id) => this.machine(id),
      async (machine, received) => {
        try {
          await work(
            machine,
            await hideReceivedMessage({ clock: machine.clock, log: this.log(machine) }, received, hidden),
          );
        } catch (error) {
          if (!(error instanceof DependencyUnavailableError)) throw error;
          await machine.call('send', 'sendAgain', async () => queue.send(received.body, MESSAGE_RESEND_DELAY_SECONDS));
        }
      },
    );
    return queue;
  }

  /** A process of the version that is deployed now. It counts as active until it has ended. */
  machine(name: string): Machine {
    const skew = this.#skews[Math.floor(this.sim.random() * this.#skews.length)] ?? 0;
    const version = this.versions[Math.floor(this.sim.random() * this.versions.length)] ?? 1;
    const count = (by: 1 | -1): void => {
      this.active += by;
    };
    return new Machine(this.sim, `${name}·${++this.#machines}`, version, skew, {
      count,
      flush: () => this.#forward(),
    });
  }

  /** A request of a client. @returns its answer by callbacks; neither comes when the process is killed */
  request<Answer>(
    name: string,
    work: (machine: Machine) => Promise<Answer>,
    whenOver: (answer: Answer | undefined, error: unknown) => void = () => undefined,
  ): void {
    const machine = this.machine(name);
    let answer: Answer | undefined;
    machine.run(
      async () => {
        answer = await work(machine);
      },
      REQUEST_SECONDS,
      (how, error) => whenOver(answer, how === 'killed' ? new Error('there was no answer') : error),
    );
  }

  log(machine: Machine): Log {
    const tell = (level: string) => (message: string, details?: Record<string, unknown>) => {
      if (this.sim.note) machine.note(`${level}: ${message} ${String(details?.error ?? details?.reason ?? '')}`);
    };
    return { info: tell('info'), warn: tell('warn'), error: tell('error') };
  }

  // ── ports of a process

  renders(machine: Machine) {
    const port = this.#mutant.renders(this.#ports.renders(machine), machine);
    const { addTasks } = port;
    // The table has one write for each task: a process may be killed between them.
    port.addTasks = async (tasks) => {
      await Promise.all(tasks.map((task) => addTasks.call(port, [task])));
    };
    return port;
  }

  files(machine: Machine) {
    return this.#ports.files(machine);
  }

  #directQueue(machine: Machine): RenderTaskQueue {
    return {
      send: (task, delay) =>
        machine.call(
          'send',
          'queue.send',
          async () => this.queues[QUEUE_BY_RENDER_TASK_KIND[task.kind]].send(messageBody('render_task', task), delay),
          { describe: () => ` ${task.kind}#${task.index} of ${task.render_id}${delayed(delay)}` },
        ),
    };
  }

  #fairQueue(machine: Machine): FairQueueDeps {
    const store = this.#ports.fairQueue(machine);
    const { addTickets } = store;
    // The table may take some of the tickets when a process is killed.
    store.addTickets = async (tickets) => {
      await Promise.all(tickets.map((ticket) => addTickets.call(store, [ticket])));
    };
    return {
      store,
      shares: this.shares,
      // A process may be killed, or a batch refused, when only some of the messages are sent.
      sendAll: async ({ pool }, tickets, delay) => {
        await Promise.all(
          tickets.map(({ message }) =>
            machine.call('send', 'pool.send', async () => this.queues[queueOf(pool)].send(message, delay), {
              describe: () => ` ${message}${delayed(delay)}`,
            }),
          ),
        );
      },
      clock: machine.clock,
    };
  }

  #slotDeps(machine: Machine): RunInAccountSlotDeps {
    const deps = {
      renders: this.renders(machine),
      audio: this.#ports.audio(machine),
      imageFetches: noImagesToObtain.imageFetches,
      clock: machine.clock,
    };
    return { ...this.#fairQueue(machine), stateOf: createWorkStateReader(deps), log: this.log(machine) };
  }

  taskQueue(machine: Machine): RenderTaskBatchQueue {
    return fairRenderTaskQueue(this.#fairQueue(machine), this.#directQueue(machine));
  }

  batches(machine: Machine): BatchStore {
    return this.#ports.batches(machine);
  }

  batchQueue(machine: Machine): BatchQueue {
    return {
      send: (account_id) =>
        machine.call(
          'send',
          'batchQueue.send',
          async () => this.queues.renders.send(messageBody('batch_rows', { account_id })),
          { describe: () => ` ${account_id}` },
        ),
    };
  }

  audioQueue(machine: Machine): SlideAudioBatchQueue {
    return fairSlideAudioQueue(this.#fairQueue(machine));
  }

  deliveryQueue(machine: Machine): DeliveryQueue {
    const send: DeliveryQueue['send'] = (ref, delay) =>
      machine.call(
        'send',
        'deliveryQueue.send',
        async () => this.queues[ref.slow ? 'slowDeliveries' : 'deliveries'].send(messageBody('delivery', ref), delay),
        { describe: () => ` ${ref.delivery_id}${delayed(delay)}` },
      );
    return { send, sendAll: async (refs) => void (await Promise.all(refs.map((ref) => send(ref)))) };
  }

  #speechNeeds({ version }: Machine): Pick<FindSpeechOfSnapshotDeps, 'speechRequiredBySlide'> {
    const engine = engineOf(version);
    return {
      speechRequiredBySlide: (slide, settings) => {
        if (slide.audio) return findRequiredSpeechOfSlide(engine, slide, settings);
        const key = `${version} ${settings.language} ${slide.speaker_notes}`;
        if (!speechMemo.has(key)) {
          if (speechMemo.size > MOST_REMEMBERED) speechMemo.clear();
          speechMemo.set(key, findRequiredSpeechOfSlide(engine, slide, settings));
        }
        return speechMemo.get(key);
      },
    };
  }

  #adoptDeps(machine: Machine): AdoptRenderSpeechDeps {
    return {
      timelines: this.#ports.timelines(machine),
      audio: this.#ports.audio(machine),
      files: this.files(machine),
      clock: machine.clock,
      engine: engineOf(machine.version),
      transcode: this.#transcode(machine),
      log: this.log(machine),
    };
  }

  #transcode(machine: Machine): SynthesizeSlideNarrationDeps['transcode'] {
    return (wav, _format, signal) => machine.call('work', 'transcode', async () => wav, { signal });
  }

  #advanceDeps(machine: Machine) {
    return {
      renders: this.renders(machine),
      queue: this.taskQueue(machine),
      batchQueue: this.batchQueue(machine),
      clock: machine.clock,
      log: this.log(machine),
    };
  }

  #beginRowsDeps(machine: Machine): StartRowsOfOpenBatchesDeps {
    return {
      ...this.#advanceDeps(machine),
      ...this.#speechNeeds(machine),
      batches: this.batches(machine),
      files: this.files(machine),
      speech: this.#mutant.speech(this.#ports.speech(machine), machine),
      planOf: async () => 'max',
    };
  }

  #prepareDeps(machine: Machine): PrepareRenderDeps {
    return {
      ...this.#advanceDeps(machine),
      files: this.files(machine),
      speech: this.#mutant.speech(this.#ports.speech(machine), machine),
      artifacts: this.#ports.artifacts(machine),
      films: this.#ports.films(machine),
      ...noImagesToObtain,
      assemble: (work, video) => assembleVideo(this.#assembleDeps(machine), work, video),
      encoder: async () => encoderOf(machine.version),
      renderer: async () => rendererOf(machine.version, this.kindOfDeploy),
      narrationShare: this.shares.narration,
      adoptSpeech: (ref, heard, signal) => adoptRenderSpeechAsSlideAudio(this.#adoptDeps(machine), ref, heard, signal),
      encodePicturesAhead: (...shots) =>
        encodeShotsBeforePlan({ ...this.#assembleDeps(machine), log: this.log(machine) }, ...shots),
      ...this.#speechNeeds(machine),
    };
  }

  #narrateSlideDeps(machine: Machine): NarrationTaskDeps {
    return {
      files: this.files(machine),
      speech: this.#ports.speech(machine),
      clock: machine.clock,
      speak: speakOn(machine),
      encodeAhead: this.#encodeAhead(machine),
      prepareAdoption: (of, speech, slides, signal) =>
        encodeFilesForSpeechAdoption(this.#adoptDeps(machine), of, speech, slides, signal),
      ...this.#speechNeeds(machine),
    };
  }

  #encodeAhead(machine: Machine): SynthesizeSlideNarrationDeps['encodeAhead'] {
    const deps: EncodeSpeechAheadDeps = {
      files: this.files(machine),
      artifacts: this.#ports.artifacts(machine),
      clock: machine.clock,
      maker: makerOn(machine),
      workspace: workspaceOn(machine),
      encoder: async () => encoderOf(machine.version),
      log: this.log(machine),
    };
    return (...spoken) => encodeAndCacheNewSpeech(deps, ...spoken);
  }

  #assembleDeps(machine: Machine): AssembleVideoDeps {
    return {
      renders: this.renders(machine),
      files: this.files(machine),
      artifacts: this.#ports.artifacts(machine),
      clock: machine.clock,
      footage: noFootage,
      painter: async () => painter,
      maker: this.monitor.watchMaker(makerOn(machine), machine),
      workspace: workspaceOn(machine),
      posters: new ByteLimitedLruCache(1, ({ length }) => length),
      extras: noExtras,
    };
  }

  createRenderDeps(machine: Machine): CreateRenderDeps {
    return {
      timelines: this.#ports.timelines(machine),
      templates: noOwnTemplates,
      renders: this.renders(machine),
      files: this.files(machine),
      speech: this.#ports.speech(machine),
      queue: this.taskQueue(machine),
      clock: machine.clock,
      codecs: ['h264', 'av1'],
      voices: espeakIdentity,
      imageFetches: noImageFetches,
      prepareReceiver: async (accountId) => ({ secret: 'shown', sealed: sealedFor(accountId) }),
      ...this.#speechNeeds(machine),
    };
  }

  generateDeps(machine: Machine): GenerateAudioDeps {
    return {
      timelines: this.#ports.timelines(machine),
      audio: this.#ports.audio(machine),
      speech: this.#ports.speech(machine),
      files: this.files(machine),
      queue: this.audioQueue(machine),
      engine: engineOf(machine.version),
      clock: machine.clock,
    };
  }

  timelineDeps(machine: Machine): TimelineDeps & AnnounceMediaFetchesDeps & CheckVoiceDeps {
    return {
      imageFetches: noImageFetches,
      store: this.#ports.timelines(machine),
      files: this.files(machine),
      clock: machine.clock,
      backoff: (failed) => machine.wait(failed * 10),
      voices: engineOf(machine.version),
    };
  }

  #uploadDeps(machine: Machine) {
    const fetchFile = async (): Promise<never> => {
      throw new Error('no addresses are fetched in the simulation');
    };
    return {
      uploads: this.#ports.uploads(machine),
      tombstones: this.#ports.tombstones(machine),
      blobs: this.files(machine),
      clock: machine.clock,
      fetchFile,
    };
  }

  imageDeps(machine: Machine): SlideImageUploadDeps {
    return {
      ...this.timelineDeps(machine),
      ...this.#uploadDeps(machine),
      reencodeImage: async (bytes) => ({ bytes, width: 640, height: 360, content_type: 'image/png' as const }),
    };
  }

  musicDeps(machine: Machine): MusicUploadDeps {
    return {
      ...this.timelineDeps(machine),
      ...this.#uploadDeps(machine),
      prepareMusic: async (bytes) => ({ bytes, samples: 96_000, channels: 2, content_type: 'audio/flac' as const }),
    };
  }

  recordingDeps(machine: Machine): RecordingUploadDeps {
    return {
      ...this.#uploadDeps(machine),
      timelines: this.#ports.timelines(machine),
      audio: this.#ports.audio(machine),
      cleanRecording: async (bytes) => recordedSpeech(Buffer.from(bytes).toString()),
      findWords: async () => undefined,
    };
  }

  webhookDeps(machine: Machine) {
    return { store: this.#ports.webhooks(machine), clock: machine.clock };
  }

  #workOffDeps(machine: Machine): SweepTombstonesDeps {
    const renders = this.renders(machine);
    return {
      tombstones: this.#ports.tombstones(machine),
      items: noItems,
      speech: this.#ports.remainingSpeech(machine),
      files: this.files(machine),
      isNeeded: (accountId, timelineId) =>
        hasLiveRenderOrOpenBatch({ renders, batches: this.batches(machine) }, accountId, timelineId),
      clock: machine.clock,
    };
  }

  #dispatchDeps(machine: Machine): CreateDeliveriesOfEventDeps {
    return {
      webhooks: this.#ports.webhooks(machine),
      outbox: this.#ports.outbox(machine),
      deliveries: this.#ports.deliveries(machine),
      queue: this.deliveryQueue(machine),
      clock: machine.clock,
      dataOf: async ({ render }) => ({ id: render.id, status: render.status, progress: render.progress }),
    };
  }

  #deliverDeps(machine: Machine, servesSlow: boolean): DeliverWebhookDeps {
    const renders = this.renders(machine);
    return {
      webhooks: this.#ports.webhooks(machine),
      deliveries: this.#ports.deliveries(machine),
      queue: this.deliveryQueue(machine),
      servesSlow,
      secrets: {
        seal: async (secret, context) => `${context}:${secret}`,
        open: async (sealed) => sealed.slice(sealed.indexOf(':') + 1),
      },
      post: async (url, headers, body) => {
        const { answer, ms } = this.receivers.meet(url);
        await machine.wait(ms);
        return machine
          .call('post', `post ${url}`, async () => {
            const event = headers['webhook-id'] ?? '';
            if (answer === 'timeout') throw new NoReceiverResponseError('no answer', { isTimeout: true });
            this.receivers.take(url, event, body, answer);
            return { status: answer, excerpt: '' };
          })
          .catch((error: unknown) => {
            throw error instanceof NoReceiverResponseError
              ? error
              : new NoReceiverResponseError('the connection broke', { cause: error });
          });
      },
      progressOf: async (accountId, renderId) => {
        const render = await renders.find(accountId, renderId);
        return (
          render && { ended: isTerminalRenderStatus(render.status), progress: render.progress_event?.progress ?? 0 }
        );
      },
      clock: machine.clock,
      random: this.sim.random,
      backoff: (failed) => machine.wait(failed * 20),
    };
  }

  // ── what processes do; each mirrors a function of functions/ and its composition in lib/app/composition

  async #renderTask(machine: Machine, received: Received, queue: 'renders' | 'segments' | 'assemblies'): Promise<void> {
    const task = parseMessage(received.body, 'render_task', 'batch_rows');
    if (task.type === 'batch_rows') return startRowsOfOpenBatches(this.#beginRowsDeps(machine), task.account_id);
    const assembly: PerformRenderTask = (work) => performRenderAssemblyTask(this.#assembleDeps(machine), work);
    const acts: Partial<Record<RenderTaskKind, PerformRenderTask>> = {
      renders: {
        prepare: (work: Parameters<PerformRenderTask>[0]) => prepareRender(this.#prepareDeps(machine), work),
        plan: (work: Parameters<PerformRenderTask>[0]) => planVideoAfterNarration(this.#prepareDeps(machine), work),
      },
      segments: {
        video: (work: Parameters<PerformRenderTask>[0]) => performVideoEncodingTask(this.#assembleDeps(machine), work),
        audio: (work: Parameters<PerformRenderTask>[0]) => performSoundEncodingTask(this.#assembleDeps(machine), work),
      },
      assemblies: { assembly },
    }[queue];
    const slots = prefetchRenderSlots({ renders: this.renders(machine) }, task);
    await this.#inSlot(machine, task, () => this.#runRenderTask(machine, received, task, acts, slots));
  }

  async #inSlot(
    machine: Machine,
    message: Parameters<typeof fairQueueTicketOfMessage>[0],
    work: () => Promise<void>,
  ): Promise<void> {
    const ticket = fairQueueTicketOfMessage(message);
    await (ticket ? runInAccountSlot(this.#slotDeps(machine), ticket, work) : work());
  }

  async #runRenderTask(
    machine: Machine,
    received: Received,
    task: RenderTaskRef,
    acts: Partial<Record<RenderTaskKind, PerformRenderTask>>,
    slots?: ReturnType<typeof prefetchRenderSlots>,
  ): Promise<void> {
    const deps: RunRenderTaskDeps = {
      ...this.#advanceDeps(machine),
      every: machine.every,
      renderer: async () => rendererOf(machine.version, this.kindOfDeploy),
    };
    if (task.kind === 'prepare' && !(await acquireRenderSlot(deps, task, slots))) return;
    await runRenderTask(deps, task, received, async (work) => {
      this.monitor.works(machine, work.render);
      const act = acts[work.task.kind];
      if (!act) throw new Error(`tasks of kind ${work.task.kind} are not done by this queue`);
      return act(work);
    });
  }

  async #narration(machine: Machine, received: Received): Promise<void> {
    const message = parseMessage(received.body, 'slide_speech', 'render_task');
    await this.#inSlot(machine, message, () => this.#narrate(machine, received, message));
  }

  async #narrate(
    machine: Machine,
    received: Received,
    message: QueueMessageOfType<'slide_speech' | 'render_task'>,
  ): Promise<void> {
    if (message.type === 'render_task') {
      const narration: PerformRenderTask = (work) => performNarrationTask(this.#narrateSlideDeps(machine), work);
      await this.#runRenderTask(machine, received, message, { narration });
      return;
    }
    const deps: SynthesizeSlideNarrationDeps = {
      audio: this.#ports.audio(machine),
      speech: this.#ports.speech(machine),
      files: this.files(machine),
      speak: speakOn(machine),
      encodeAhead: this.#encodeAhead(machine),
      engine: engineOf(machine.version),
      queue: this.audioQueue(machine),
      transcode: this.#transcode(machine),
      clock: machine.clock,
      every: machine.every,
      log: this.log(machine),
    };
    await synthesizeSlideNarration(deps, message, received);
  }

  async #delivery(machine: Machine, received: Received, servesSlow: boolean): Promise<void> {
    await deliverWebhook(this.#deliverDeps(machine, servesSlow), parseMessage(received.body, 'delivery'));
  }

  /** Hands new events to the stream, in the moment in which their change is committed. */
  #forward(): void {
    const { events } = this.stores.renders;
    for (; this.#forwarded < events.length; this.#forwarded++) {
      const event = events[this.#forwarded];
      if (!event) return;
      this.stores.webhooks.addEvent(event);
      this.streaming += 1;
      this.#stream(event, 1);
    }
  }

  #stream(event: RenderEvent, tried: number): void {
    this.sim.scheduler.after(50 + this.sim.random() * 500, () => {
      const machine = this.machine('dispatch');
      machine.run(
        () => createDeliveriesOfEvent(this.#dispatchDeps(machine), event),
        STREAM_SECONDS,
        (how) => {
          if (how === 'ended' || tried >= STREAM_TRIES) this.streaming -= 1;
          else this.#stream(event, tried + 1);
        },
      );
    });
  }

  #sweep(): void {
    const deps = (machine: Machine): WebhookSweepDeps => ({
      ...this.#dispatchDeps(machine),
      outbox: this.#ports.outbox(machine),
      deliveries: this.#ports.deliveries(machine),
    });
    const { renders, audios, fairQueue, webhooks, tombstones } = this.stores;
    this.#sweepIfDue(renders.renders, (machine) => rendersSweep(this.#advanceDeps(machine)));
    this.#sweepIfDue(renders.batches, (machine) =>
      batchesSweep({ ...this.#advanceDeps(machine), batches: this.batches(machine) }),
    );
    if (this.#mutant.sweepsNarration)
      this.#sweepIfDue(audios.audio, (machine) =>
        narrationSweep({ audio: this.#ports.audio(machine), queue: this.audioQueue(machine), clock: machine.clock }),
      );
    this.#sweepIfDue(fairQueue, (machine) => fairQueueSweep(this.#slotDeps(machine)));
    this.#sweepIfDue(webhooks.outbox, (machine) => outboxSweep(deps(machine)));
    this.#sweepIfDue({ listDue: webhooks.deliveries.listDueDeliveries }, (machine) => deliveriesSweep(deps(machine)));
    this.#sweepIfDue(tombstones, (machine) => tombstonesSweep(this.#workOffDeps(machine)));
    this.sim.scheduler.after(this.#untilNextSweep(), () => this.#sweep());
  }

  /** Runs a sweep, unless nothing is due by any clock: then a sweep reads and changes nothing. */
  #sweepIfDue<Entry>(
    store: { listDue: ListDueEntries<unknown> },
    sweepOf: (machine: Machine) => RecoverySweep<Entry>,
  ): void {
    const now = new Date(this.sim.scheduler.now + MOST_SKEW_MS).toISOString();
    void store.listDue({ shard: 0, now, limit: 1 }).then(({ entries }) => {
      if (entries.length > 0) this.#runSweep(sweepOf);
    });
  }

  #runSweep<Entry>(sweepOf: (machine: Machine) => RecoverySweep<Entry>): void {
    const machine = this.machine('sweep');
    const duty = sweepOf(machine);
    const { listDue } = duty;
    const log: Log['error'] = (message, details) => {
      this.log(machine).error(message, details);
      this.troubles.push(`${message}: ${String(details?.error)}`);
    };
    machine.run(
      () =>
        runSweep(
          // The stores in memory list everything in their first shard.
          { ...duty, listDue: async (request) => (request.shard === 0 ? listDue(request) : { entries: [] }) },
          { cursors: this.#ports.cursors(machine), clock: machine.clock, log: { error: log } },
          endTimeOfSweepRun(machine.clock(), SWEEP_SECONDS * 1000),
        ),
      SWEEP_SECONDS,
      () => undefined,
    );
  }

  /** A minute; longer when all that is left is a long wait, so that days pass in few steps. */
  #untilNextSweep(): number {
    if (this.isAtWork || this.hasUnfinished) return SWEEP_EVERY_MS;
    const { deliveries, events } = this.stores.webhooks.stored;
    let next = Number.POSITIVE_INFINITY;
    for (const { sweep_at } of [...deliveries.values(), ...events.values()])
      if (sweep_at !== undefined) next = Math.min(next, Date.parse(sweep_at));
    for (const { due_at, remains } of this.stores.tombstones.stored.values())
      if (remains.kind !== 'speech') next = Math.min(next, Date.parse(due_at));
    return Number.isFinite(next) ? Math.max(SWEEP_EVERY_MS, next - this.sim.scheduler.now) : SWEEP_EVERY_MS;
  }

  /** Whether something happens besides sweeps. */
  get isAtWork(): boolean {
    return this.active > 0 || this.streaming > 0 || Object.values(this.queues).some(({ waiting }) => waiting > 0);
  }

  /** Whether a render or a narration has not ended, or something of it still has a place. */
  get hasUnfinished(): boolean {
    for (const { status } of this.stores.renders.stored.values()) if (!isTerminalRenderStatus(status)) return true;
    for (const { running } of this.stores.renders.slots.values()) if (running.size > 0) return true;
    for (const { held, waiting } of this.stores.fairQueue.lines.values()) if (held.size + waiting.size > 0) return true;
    for (const { status } of this.stores.audios.stored.values())
      if (status === 'queued' || status === 'processing') return true;
    return false;
  }

  /** Whether nothing is left to do. */
  get isQuiet(): boolean {
    if (this.isAtWork || this.hasUnfinished) return false;
    const { deliveries, events } = this.stores.webhooks.stored;
    for (const { status } of deliveries.values()) if (status === 'pending') return false;
    for (const { dispatched } of events.values()) if (!dispatched) return false;
    // What speech a timeline uses is noted for as long as it does.
    for (const { remains } of this.stores.tombstones.stored.values()) if (remains.kind !== 'speech') return false;
    return true;
  }
}
