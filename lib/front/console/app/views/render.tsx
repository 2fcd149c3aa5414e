import { useId, useRef, useState } from 'preact/hooks';
import type { Schemas } from '#front/client/client.ts';
import { formatBytes, formatDuration } from '../amounts.ts';
import { useLoadedData, usePolling } from '../load.ts';
import { StatusBadge } from '../parts/badges.tsx';
import { ConfirmDialog } from '../parts/dialog.tsx';
import { identifierInWords } from '../parts/fields.tsx';
import { Icon } from '../parts/icons.tsx';
import { showNotice } from '../parts/notices.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import { ErrorNotice, WhenLoaded } from '../parts/states.tsx';
import { requireSession, requireSessionRecordingClient } from '../session.ts';
import { useTimelineTitles } from '../titles.ts';
import { useAction } from '../use-action.ts';
import { RenderDownloads } from './render-downloads.tsx';
import { VideoPlayer } from './video-player.tsx';

/** Milliseconds between two reads of a render that is not finished. */
const POLL_MS = 700;
type Render = Schemas['Render'];

const isUnfinished = ({ status }: Render): boolean => ['queued', 'processing', 'rendering'].includes(status);

const STAGES: Readonly<Record<Schemas['RenderStage'], string>> = {
  queued: 'Waiting in the queue',
  narrating: 'Generating narration',
  encoding: 'Drawing and encoding slides',
  assembling: 'Assembling the video',
  done: 'Done',
};

function Progress({ render, onCancel, isBusy }: { render: Render; onCancel: () => void; isBusy: boolean }) {
  const queuePlace = render.queue_position === null ? '' : `, number ${String(render.queue_position)} in the queue`;
  return (
    <section class="render-progress" aria-label="Progress">
      <p class="render-percent">{render.progress} %</p>
      <progress value={render.progress} max={100} aria-label="Progress of the render" />
      <p role="status">
        {STAGES[render.stage]}
        {queuePlace}
      </p>
      <p class="fine">
        {render.slides_rendered + render.slides_reused} of {render.slides_total} slides
      </p>
      <button type="button" class="button" onClick={onCancel} disabled={isBusy}>
        {isBusy ? 'Canceling…' : 'Cancel render'}
      </button>
    </section>
  );
}

function Facts({ render }: { render: Render }) {
  const { output } = render;
  const facts: readonly (readonly [string, string | undefined])[] = [
    [
      'Size of the picture',
      `${String(output.width)} × ${String(output.height)}, ${String(output.fps)} frames per second`,
    ],
    ['Codec', `${output.codec}, ${output.quality}`],
    ['Length', output.duration_seconds === null ? undefined : formatDuration(output.duration_seconds)],
    ['File size', output.size_bytes === null ? undefined : formatBytes(output.size_bytes)],
    ['Captions', identifierInWords(output.captions.mode)],
    ['Slides', `${String(render.slides_rendered)} rendered, ${String(render.slides_reused)} reused`],
    ['Version of the timeline', String(render.timeline_version)],
    ['External ID', render.external_id ?? undefined],
  ];
  return (
    <dl class="facts">
      {facts.map(
        ([name, value]) =>
          value !== undefined && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

const expiryFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** The signed URL of a completed video, with buttons to copy and to renew it. */
function ShareLink({ output, onRenew }: { output: Schemas['RenderOutput']; onRenew: () => void }) {
  const linkField = useRef<HTMLInputElement>(null);
  const id = useId();
  if (output.url === null) return null;
  const hasExpired = output.url_expires_at !== null && Date.parse(output.url_expires_at) < Date.now();
  const copy = async () => {
    linkField.current?.select();
    await navigator.clipboard.writeText(output.url ?? '');
    showNotice('The link is copied.');
  };
  return (
    <section class="share" aria-label="Share the video">
      <div class="field">
        <label for={id}>Link to share</label>
        <div class="share-row">
          <input
            ref={linkField}
            id={id}
            type="text"
            readOnly
            value={output.url}
            onFocus={() => linkField.current?.select()}
          />
          <button type="button" class="button" onClick={copy}>
            <Icon name="copy" /> Copy link
          </button>
          <button type="button" class="button" onClick={onRenew}>
            New link
          </button>
        </div>
        <p class="hint">
          Anybody with this link can watch the video.
          {output.url_expires_at !== null &&
            (hasExpired
              ? ' It has expired: create a new link.'
              : ` It works until ${expiryFormat.format(new Date(output.url_expires_at))}.`)}
        </p>
      </div>
    </section>
  );
}

/** The view of a render: its progress, then its video. */
export function RenderView({ id }: { id: string }) {
  const path = { id };
  const renderLoad = useLoadedData(
    () => requireSessionRecordingClient().get('/renders/{id}', { params: { path } }),
    [id],
  );
  const work = useAction();
  const isInProgress = renderLoad.state === 'ready' && isUnfinished(renderLoad.data);
  usePolling(
    async () => renderLoad.set(await requireSession().quietClient.get('/renders/{id}', { params: { path } })),
    POLL_MS,
    isInProgress,
    [id],
  );
  const titleOf = useTimelineTitles(renderLoad.state === 'ready' ? [renderLoad.data.timeline_id] : []);
  const cancel = () =>
    work.attempt(async () => {
      renderLoad.set(await requireSessionRecordingClient().delete('/renders/{id}', { params: { path } }));
      showNotice('The render is canceled.');
    });
  const [isConfirmingDelete, setIsConfirmingDelete] = useState(false);
  const deleteFiles = () => {
    setIsConfirmingDelete(false);
    return work.attempt(async () => {
      renderLoad.set(await requireSessionRecordingClient().delete('/renders/{id}/files', { params: { path } }));
      showNotice('The video is deleted.');
    });
  };
  const renderContent = (render: Render) => (
    <>
      <header class="view-head">
        <div class="title-block">
          <a class="up-link" href="#/renders">
            <Icon name="back" /> Renders
          </a>
          <h1>
            {titleOf(render.timeline_id)} <StatusBadge status={render.status} />
          </h1>
          <p class="fine">
            <code>{render.id}</code> · <RelativeTime time={render.created_at} />
          </p>
        </div>
        <div class="view-actions">
          <a class="button" href={`#/timelines/${render.timeline_id}`}>
            <Icon name="timelines" /> Open timeline
          </a>
          {render.output.url !== null && (
            <button type="button" class="button" onClick={() => setIsConfirmingDelete(true)} disabled={work.isBusy}>
              Delete video
            </button>
          )}
        </div>
      </header>
      {work.error !== undefined && <ErrorNotice error={work.error} />}
      {isUnfinished(render) && <Progress render={render} onCancel={cancel} isBusy={work.isBusy} />}
      {render.error && <ErrorNotice error={new Error(render.error.message)} />}
      {render.status === 'canceled' && (
        <p class="note">This render was canceled. Render the timeline again to get a video.</p>
      )}
      {render.status === 'completed' && (
        <>
          <VideoPlayer render={render} onExpired={renderLoad.reload} />
          <ShareLink output={render.output} onRenew={renderLoad.reload} />
          <RenderDownloads render={render} />
        </>
      )}
      <Facts render={render} />
      {isConfirmingDelete && (
        <ConfirmDialog
          title="Delete this video?"
          action="Delete video"
          onClose={() => setIsConfirmingDelete(false)}
          onConfirm={() => void deleteFiles()}
        >
          <p>
            The video, its captions and all other files of this render are deleted, and links to them stop working. This
            cannot be undone. The timeline stays.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
  return (
    <WhenLoaded loadState={renderLoad} heading="Render">
      {renderContent}
    </WhenLoaded>
  );
}
