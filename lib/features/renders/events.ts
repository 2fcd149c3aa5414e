import { derivedId } from '#kernel/shared/ids.ts';
import type { Render } from './render.ts';

export const RENDER_EVENTS = ['render.completed', 'render.failed', 'render.progress'] as const;
export type RenderEventName = (typeof RENDER_EVENTS)[number];

/** An event about a change of a render. It is written in the same transaction as the change; the stream dispatches it. */
export interface RenderEvent {
  event: RenderEventName;
  event_id: string;
  created_at: string;
  account_id: string;
  /** The render as the change left it. */
  render: Render;
}

/** Deterministic ids: a change that is written twice makes one event. `step` tells progress events apart. */
export const renderEvent = (event: RenderEventName, render: Render, at: string, step = ''): RenderEvent => ({
  event,
  // The time of the render's creation, not of this write: a second run of the same change makes the same id.
  event_id: derivedId('event', `${render.id}:${event}:${step}`, new Date(render.created_at)),
  created_at: at,
  account_id: render.account_id,
  render,
});

/** A progress event is due at every further 10 %, at most once in 5 s. */
const PROGRESS_STEP = 10;
const PROGRESS_SECONDS = 5;

/** Reports whether `render.progress` is due now that the render has reached `progress` percent. */
export function progressEventDue(render: Render, progress: number, now: Date): boolean {
  const last = render.progress_event;
  const since = last === undefined ? Date.parse(render.created_at) : Date.parse(last.at);
  const stepped = Math.floor(progress / PROGRESS_STEP) > Math.floor((last?.progress ?? 0) / PROGRESS_STEP);
  return stepped && now.getTime() - since >= (last === undefined ? 0 : PROGRESS_SECONDS * 1000);
}
