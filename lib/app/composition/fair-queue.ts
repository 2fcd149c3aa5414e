import { messageBody, parseMessage } from '#adapters/aws/queue-messages.ts';
import { fetchState, fetchTicket } from '#features/images/fetching/fetch-ticket.ts';
import type { ImageFetchRef } from '#features/images/fetching/image-fetch.ts';
import type { ImageFetchStore } from '#features/images/fetching/ports.ts';
import { audioState, audioTicket } from '#features/narration/audio-ticket.ts';
import type { AudioBatchQueue, AudioStore } from '#features/narration/ports.ts';
import type { RenderStore, TaskBatchQueue, TaskQueue } from '#features/renders/ports.ts';
import type { TaskRef } from '#features/renders/render-task.ts';
import { isSentInSlot, taskState, taskTicket } from '#features/renders/task-ticket.ts';
import type { AudioRef } from '#features/timelines/public.ts';
import type { Clock } from '#kernel/shared/clock.ts';
import { NewerVersion } from '#kernel/shared/errors.ts';
import { enqueue, type FairQueueDeps } from '#platform/fair-queue/enqueue.ts';
import type { RunInSlotDeps } from '#platform/fair-queue/run-in-slot.ts';
import type { AccountQueue, Ticket, WorkState } from '#platform/fair-queue/ticket.ts';

const ticketOfTask = (task: TaskRef): Ticket | undefined => {
  const ticket = taskTicket(task);
  return ticket && { ...ticket, message: messageBody('render_task', task) };
};

const ticketOfAudio = (audio: AudioRef): Ticket => ({
  ...audioTicket(audio),
  message: messageBody('slide_speech', audio),
});

const ticketOfFetch = (fetch: ImageFetchRef): Ticket => ({
  ...fetchTicket(fetch),
  message: messageBody('image_fetch', fetch),
});

/** The ticket of the work in a message of a pool; undefined for work that belongs to no account or to no pool. */
export const ticketOf = (message: ReturnType<typeof parseMessage>): Ticket | undefined => {
  if (message.type === 'render_task') return ticketOfTask(message);
  if (message.type === 'image_fetch') return ticketOfFetch(message);
  return message.type === 'slide_speech' ? ticketOfAudio(message) : undefined;
};

/** Sends tasks of kinds that run in slots through the queues of their accounts, and the others directly. */
export const fairTaskQueue = (fair: FairQueueDeps, direct: TaskQueue): TaskBatchQueue => ({
  async send(task, delaySeconds) {
    const ticket = isSentInSlot(task) ? ticketOfTask(task) : undefined;
    await (ticket ? enqueue(fair, [ticket], delaySeconds) : direct.send(task, delaySeconds));
  },
  async sendAll(tasks) {
    await enqueue(
      fair,
      tasks.filter(isSentInSlot).flatMap((task) => ticketOfTask(task) ?? []),
    );
    await Promise.all(tasks.filter((task) => !isSentInSlot(task)).map((task) => direct.send(task)));
  },
});

/** Sends requests for the narration of slides through the queues of their accounts. */
export const fairAudioQueue = (fair: FairQueueDeps): AudioBatchQueue => ({
  send: (audio, delaySeconds) => enqueue(fair, [ticketOfAudio(audio)], delaySeconds),
  sendAll: (audios) => enqueue(fair, audios.map(ticketOfAudio)),
});

/** Makes a function that reads the state of the work in a message of a pool. */
export const stateOfWork =
  (deps: {
    renders: RenderStore;
    audio: AudioStore;
    imageFetches: Pick<ImageFetchStore, 'find'>;
    clock: Clock;
  }): RunInSlotDeps['stateOf'] =>
  async ({ message }: AccountQueue & Pick<Ticket, 'message'>): Promise<WorkState> => {
    try {
      const work = parseMessage(message, 'render_task', 'slide_speech', 'image_fetch');
      if (work.type === 'image_fetch') return await fetchState(deps, work);
      return await (work.type === 'render_task' ? taskState(deps, work) : audioState(deps, work));
    } catch (error) {
      if (!(error instanceof NewerVersion)) throw error;
      // A newer version of the program sent it, and its workers handle it.
      return 'working';
    }
  };
