import { storageKeys } from '../shared/storage-keys.ts';
import type { Slide, TimelineSettings } from '../timelines/public.ts';
import type { RenderPlan } from './plan/render-plan.ts';
import type { FileStore } from './ports.ts';
import type { Render } from './render.ts';

/** A timeline as it was when its render was made. Written once, before the render exists; later edits do not reach it. */
export interface Snapshot {
  settings: TimelineSettings;
  slides: Slide[];
  /** Where its first slide stands in the timeline, from 0; absent: the first of all. */
  first_position?: number | undefined;
}

/** The place in the timeline, from 1, of a slide of the snapshot. */
export const slideNumber = ({ first_position = 0 }: Pick<Snapshot, 'first_position'>, index: number): number =>
  first_position + index + 1;

/** What clients are told which slide is meant. */
export const slideName = (snapshot: Pick<Snapshot, 'first_position'>, index: number): string =>
  `slide ${slideNumber(snapshot, index)}`;

const write = (files: FileStore, key: string, value: object): Promise<void> =>
  files.putBytes(key, Buffer.from(JSON.stringify(value)), 'application/json');
const read = async <T>(files: FileStore, key: string): Promise<T> =>
  JSON.parse(Buffer.from(await files.getBytes(key)).toString()) as T;

export const writeSnapshot = (files: FileStore, key: string, snapshot: Snapshot): Promise<void> =>
  write(files, key, snapshot);
export const readSnapshot = (files: FileStore, render: Render): Promise<Snapshot> => read(files, render.snapshot_key);

/** Written once a render: whoever begins again finds it and goes on with it, for its shares are what tasks name. */
export const writePlan = (files: FileStore, render: Render, plan: RenderPlan): Promise<void> =>
  write(files, storageKeys.plan(render.account_id, render.id), plan);
export const readPlan = (files: FileStore, render: Render): Promise<RenderPlan> =>
  read(files, storageKeys.plan(render.account_id, render.id));
