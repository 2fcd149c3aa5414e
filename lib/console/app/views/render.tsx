import { useState } from 'preact/hooks';
import type { Schemas } from '../../../client/client.ts';
import { bytes, clock } from '../amounts.ts';
import { useLoad, usePolling } from '../load.ts';
import { StatusBadge } from '../parts/badges.tsx';
import { inWords } from '../parts/fields.tsx';
import { Icon } from '../parts/icons.tsx';
import { tell } from '../parts/notices.tsx';
import { Failure, Shown } from '../parts/states.tsx';
import { When } from '../parts/when.tsx';
import { signedIn, video } from '../session.ts';
import { FilmPlayer } from './film-player.tsx';

const POLL_MS = 700;
type Render = Schemas['Render'];

const isOpen = ({ status }: Render): boolean => ['queued', 'processing', 'rendering'].includes(status);

const STAGES: Readonly<Record<Schemas['RenderStage'], string>> = {
  queued: 'Waits for its turn',
  narrating: 'Makes the speech',
  encoding: 'Draws and encodes the slides',
  assembling: 'Puts the film together',
  done: 'Done',
};

function Progress({ render, onCancel, isBusy }: { render: Render; onCancel: () => void; isBusy: boolean }) {
  const place = render.queue_position === null ? '' : `, number ${String(render.queue_position)} in the queue`;
  return (
    <section class="render-progress" aria-label="Progress">
      <p class="render-percent">{render.progress} %</p>
      <progress value={render.progress} max={100} aria-label="Progress of the render" />
      <p role="status">
        {STAGES[render.stage]}
        {place}
      </p>
      <p class="fine">
        {render.slides_rendered + render.slides_reused} of {render.slides_total} slides
      </p>
      <button type="button" class="button" onClick={onCancel} disabled={isBusy}>
        {isBusy ? 'Canceling…' : 'Cancel the render'}
      </button>
    </section>
  );
}

/** The files of a finished film. */
function Downloads({ output }: { output: Schemas['RenderOutput'] }) {
  const { captions, extras } = output;
  const files: readonly (readonly [string, string | null])[] = [
    ['Film', output.download_url ?? output.url],
    ['Captions (VTT)', captions.vtt_url],
    ['Captions (SRT)', captions.srt_url],
    ['Chapters (VTT)', output.chapters_url],
    ['Poster', output.poster_url],
    ['GIF', extras.gif_url],
    ['MP3', extras.mp3_url],
    ['PDF', extras.pdf_url],
  ];
  return (
    <ul class="downloads">
      {files.map(
        ([name, url]) =>
          url !== null && (
            <li key={name}>
              <a class="button button-small" href={url} download target="_blank" rel="noopener noreferrer">
                {name}
              </a>
            </li>
          ),
      )}
    </ul>
  );
}

function Facts({ render }: { render: Render }) {
  const { output } = render;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Picture', `${String(output.width)} × ${String(output.height)}, ${String(output.fps)} a second`],
    ['Codec', `${output.codec}, ${output.quality}`],
    ['Length', output.duration_seconds === null ? undefined : clock(output.duration_seconds)],
    ['Size', output.size_bytes === null ? undefined : bytes(output.size_bytes)],
    ['Captions', inWords(output.captions.mode)],
    ['Slides', `${String(render.slides_rendered)} made, ${String(render.slides_reused)} from the cache`],
    ['Version', String(render.timeline_version)],
    ['External id', render.external_id ?? undefined],
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

/** One render: its progress, then its film. */
export function RenderView({ id }: { id: string }) {
  const path = { id };
  const loaded = useLoad(() => video().get('/renders/{id}', { params: { path } }), [id]);
  const [work, setWork] = useState<{ isBusy: boolean; error?: unknown }>({ isBusy: false });
  const isOn = loaded.state === 'ready' && isOpen(loaded.data);
  usePolling(async () => loaded.set(await signedIn().quiet.get('/renders/{id}', { params: { path } })), POLL_MS, isOn, [
    id,
  ]);
  const cancel = async () => {
    setWork({ isBusy: true });
    try {
      loaded.set(await video().delete('/renders/{id}', { params: { path } }));
      tell('The render is canceled');
      setWork({ isBusy: false });
    } catch (error) {
      setWork({ isBusy: false, error });
    }
  };
  const shown = (render: Render) => (
    <>
      <header class="view-head">
        <div class="title-block">
          <a class="up-link" href="#/renders">
            <Icon name="back" /> Renders
          </a>
          <h1>
            Render <StatusBadge status={render.status} />
          </h1>
          <p class="fine">
            <code>{render.id}</code> · <When at={render.created_at} />
          </p>
        </div>
        <div class="view-actions">
          <a class="button" href={`#/timelines/${render.timeline_id}`}>
            <Icon name="timelines" /> Its timeline
          </a>
        </div>
      </header>
      {work.error !== undefined && <Failure error={work.error} />}
      {isOpen(render) && <Progress render={render} onCancel={cancel} isBusy={work.isBusy} />}
      {render.error && <Failure error={new Error(`${render.error.message} (${render.error.code})`)} />}
      {render.status === 'canceled' && <p class="note">It was canceled. Render the timeline again to have the film.</p>}
      {render.status === 'completed' && (
        <>
          <FilmPlayer render={render} onExpired={loaded.reload} />
          <Downloads output={render.output} />
        </>
      )}
      <Facts render={render} />
    </>
  );
  return (
    <Shown loaded={loaded} heading="Render">
      {shown}
    </Shown>
  );
}
