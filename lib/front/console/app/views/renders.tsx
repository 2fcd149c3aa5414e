import { useState } from 'preact/hooks';
import type { Schemas } from '#front/client/client.ts';
import { formatBytes, formatDuration } from '../amounts.ts';
import { usePolling } from '../load.ts';
import { StatusBadge } from '../parts/badges.tsx';
import { SelectField } from '../parts/fields.tsx';
import { ListView } from '../parts/list-view.tsx';
import { useLoadedPages } from '../parts/pages.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import { EmptyState } from '../parts/states.tsx';
import { requireSession, requireSessionRecordingClient } from '../session.ts';
import { useTimelineTitles } from '../titles.ts';

/** Milliseconds between two reads of the list while a render is not finished. */
const POLL_MS = 2_000;
const STATUS_OPTIONS: readonly (readonly [Schemas['RenderStatus'] | 'all', string])[] = [
  ['all', 'All'],
  ['queued', 'Queued'],
  ['processing', 'Processing'],
  ['rendering', 'Rendering'],
  ['completed', 'Completed'],
  ['failed', 'Failed'],
  ['canceled', 'Canceled'],
];

const isUnfinished = ({ status }: Schemas['Render']): boolean => ['queued', 'processing', 'rendering'].includes(status);

/** A render in a list. @param title of its timeline */
export function RenderRow({ render, title }: { render: Schemas['Render']; title: string }) {
  const { output } = render;
  const facts = [
    `${output.resolution} ${output.codec}`,
    output.duration_seconds === null ? undefined : formatDuration(output.duration_seconds),
    output.size_bytes === null ? undefined : formatBytes(output.size_bytes),
  ].filter((fact) => fact !== undefined);
  return (
    <a href={`#/renders/${render.id}`} class="row-link">
      <span class="row-picture">
        {/* CORS as in the player, which loads the same address: the browser keeps one answer, and without CORS the player could not use it. */}
        {output.poster_url !== null && <img src={output.poster_url} crossOrigin="anonymous" alt="" loading="lazy" />}
      </span>
      <span class="row-text">
        <span class="row-title">
          {title}
          {render.external_id !== null && render.external_id !== title && (
            <span class="row-detail"> · {render.external_id}</span>
          )}
        </span>
        <span class="fine">
          {facts.join(' · ')} · <RelativeTime time={render.created_at} /> · <code>{render.id}</code>
        </span>
      </span>
      {isUnfinished(render) && <progress value={render.progress} max={100} aria-label={`Progress of ${title}`} />}
      <StatusBadge status={render.status} />
    </a>
  );
}

/** The view of all renders of the account, newest first. */
export function RendersView() {
  const [status, setStatus] = useState<Schemas['RenderStatus'] | 'all'>('all');
  const query = { limit: 30, ...(status === 'all' ? {} : { status }) };
  const pages = useLoadedPages(
    (cursor) =>
      requireSessionRecordingClient().get('/renders', {
        params: { query: { ...query, ...(cursor === undefined ? {} : { cursor }) } },
      }),
    [status],
  );
  const { loadState } = pages;
  const renders = loadState.state === 'ready' ? loadState.data : [];
  const titleOf = useTimelineTitles(renders.map(({ timeline_id }) => timeline_id));
  // Only the first page is polled: it has the newest renders, among which are those in progress.
  usePolling(
    async () => {
      const { data } = await requireSession().quietClient.get('/renders', { params: { query } });
      const freshRenderById = new Map(data.map((render) => [render.id, render]));
      loadState.set(renders.map((render) => freshRenderById.get(render.id) ?? render));
    },
    POLL_MS,
    renders.some(isUnfinished),
    [loadState],
  );
  return (
    <>
      <header class="view-head">
        <h1>Renders</h1>
        <div class="filter">
          <SelectField label="Status" value={status} options={STATUS_OPTIONS} onSelect={setStatus} />
        </div>
      </header>
      <ListView
        pages={pages}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title={status === 'all' ? 'No renders yet' : 'No renders with this status'}>
            <p>
              Open a <a href="#/timelines">timeline</a> and render it.
            </p>
          </EmptyState>
        }
      >
        {(render) => <RenderRow render={render} title={titleOf(render.timeline_id)} />}
      </ListView>
    </>
  );
}
