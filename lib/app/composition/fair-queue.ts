import { messageBody, parseMessage } from '#adapters/aws/queue-messages.ts';
import { imageFetchTicket, readImageFetchWorkState } from '#features/images/fetching/fetch-ticket.ts';
import type { ImageFetchRef } from '#features/images/fetching/image-fetch.ts';
import type { ImageFetchStore } from '#features/images/fetching/ports.ts';
import { readSlideAudioTicketState, slideAudioTicket } from '#features/narration/audio-ticket.ts';
import type { SlideAudioBatchQueue, SlideAudioStore } from '#features/narration/ports.ts';
import {
  createPoolTicketForRenderTask,
  isSlotRequiredBeforeMessage,
  readRenderTaskWorkState,
} from '#features/renders/create-pool-ticket-for-render-task.ts';
import type { RenderStore, RenderTaskBatchQueue, RenderTaskQueue } from '#features/renders/ports.ts';
import type { RenderTaskRef } from '#features/renders/render-task.ts';
import type { SlideAudioRequestRef } from '#features/timelines/public.ts';
import type { Clock } from '#kernel/shared/clock.ts';
import { WrittenByNewerVersionError } from '#kernel/shared/errors.ts';
import { enqueueTickets, type FairQueueDeps } from '#platform/fair-queue/enqueue.ts';
import type { AccountQueue, FairQueueTicket, TicketWorkState } from '#platform/fair-queue/fair-queue-ticket.ts';
import type { RunInAccountSlotDeps } from '#platform/fair-queue/run-in-account-slot.ts';

const ticketOfTask = (task: RenderTaskRef): FairQueueTicket | undefined => {
  const ticket = createPoolTicketForRenderTask(task);
  return ticket && { ...ticket, message: messageBody('render_task', task) };
};

const ticketOfAudio = (audio: SlideAudioRequestRef): FairQueueTicket => ({
  ...slideAudioTicket(audio),
  message: messageBody('slide_speech', audio),
});

const ticketOfFetch = (fetch: ImageFetchRef): FairQueueTicket => ({
  ...imageFetchTicket(fetch),
  message: messageBody('image_fetch', fetch),
});

/** The ticket of the work in a message of a pool; undefined for work that belongs to no account or to no pool. */
export const fairQueueTicketOfMessage = (message: ReturnType<typeof parseMessage>): FairQueueTicket | undefined => {
  if (message.type === 'render_task') return ticketOfTask(message);
  if (message.type === 'image_fetch') return ticketOfFetch(message);
  return message.type === 'slide_speech' ? ticketOfAudio(message) : undefined;
};

/** Sends tasks of kinds that run in slots through the queues of their accounts, and the others directly. */
export const fairRenderTaskQueue = (fair: FairQueueDeps, direct: RenderTaskQueue): RenderTaskBatchQueue => ({
  async send(task, delaySeconds) {
    const ticket = isSlotRequiredBeforeMessage(task) ? ticketOfTask(task) : undefined;
    await (ticket ? enqueueTickets(fair, [ticket], delaySeconds) : direct.send(task, delaySeconds));
  },
  async sendAll(tasks) {
    await enqueueTickets(
      fair,
      tasks.filter(isSlotRequiredBeforeMessage).flatMap((task) => ticketOfTask(task) ?? []),
    );
    await Promise.all(tasks.filter((task) => !isSlotRequiredBeforeMessage(task)).map((task) => direct.send(task)));
  },
});

/** Sends requests for the narration of slides through the queues of their accounts. */
export const fairSlideAudioQueue = (fair: FairQueueDeps): SlideAudioBatchQueue => ({
  send: (audio, delaySeconds) => enqueueTickets(fair, [ticketOfAudio(audio)], delaySeconds),
  sendAll: (audios) => enqueueTickets(fair, audios.map(ticketOfAudio)),
});

/** Makes a function that reads the state of the work in a message of a pool. */
export const createWorkStateReader =
  (deps: {
    renders: RenderStore;
    audio: SlideAudioStore;
    imageFetches: Pick<ImageFetchStore, 'find'>;
    clock: Clock;
  }): RunInAccountSlotDeps['stateOf'] =>
  async ({ message }: AccountQueue & Pick<FairQueueTicket, 'message'>): Promise<TicketWorkState> => {
    try {
      const work = parseMessage(message, 'render_task', 'slide_speech', 'image_fetch');
      if (work.type === 'image_fetch') return await readImageFetchWorkState(deps, work);
      return await (work.type === 'render_task'
        ? readRenderTaskWorkState(deps, work)
        : readSlideAudioTicketState(deps, work));
    } catch (error) {
      if (!(error instanceof WrittenByNewerVersionError)) throw error;
      // A newer version of the program sent the message, and its workers do the work.
      return 'working';
    }
  };
