import { deriveId } from '#kernel/shared/ids.ts';
import type { Render } from './render.ts';

/** The names of events about renders. */
export const RENDER_EVENTS = ['render.completed', 'render.failed', 'render.progress'] as const;
export type RenderEventName = (typeof RENDER_EVENTS)[number];

/** An event about a change of a render. It is written to the outbox in the transaction of the change; the stream dispatches it. */
export interface RenderEvent {
  event: RenderEventName;
  event_id: string;
  created_at: string;
  account_id: string;
  /** The render after the change. */
  render: Render;
}

/** Makes an event. Its id is deterministic, so that a change that is written twice has one event. @param step distinguishes progress events */
export const createRenderEvent = (event: RenderEventName, render: Render, at: string, step = ''): RenderEvent => ({
  event,
  // With the time of the render's creation instead of this write, so that a second run of the same change makes the same id.
  event_id: deriveId('event', `${render.id}:${event}:${step}`, new Date(render.created_at)),
  created_at: at,
  account_id: render.account_id,
  render,
});

/** Progress in percent between two progress events. */
const PROGRESS_STEP_PERCENT = 10;
/** Shortest time between two progress events, in seconds. */
const MIN_PROGRESS_EVENT_SECONDS = 5;

/** Reports whether an event `render.progress` is due when the render reaches `progress` percent. */
export function isProgressEventDue(render: Render, progress: number, now: Date): boolean {
  const lastEvent = render.progress_event;
  const sinceMs = lastEvent === undefined ? Date.parse(render.created_at) : Date.parse(lastEvent.at);
  const hasReachedNextStep =
    Math.floor(progress / PROGRESS_STEP_PERCENT) > Math.floor((lastEvent?.progress ?? 0) / PROGRESS_STEP_PERCENT);
  return (
    hasReachedNextStep && now.getTime() - sinceMs >= (lastEvent === undefined ? 0 : MIN_PROGRESS_EVENT_SECONDS * 1000)
  );
}
