import { useEffect, useRef, useState } from 'preact/hooks';
import type { Schemas } from '#front/client/client.ts';
import { formatDuration } from '../amounts.ts';
import { useLoadedData } from '../load.ts';
import { TextField } from '../parts/fields.tsx';
import { Icon } from '../parts/icons.tsx';
import { ListView } from '../parts/list-view.tsx';
import { useLoadedPages } from '../parts/pages.tsx';
import { SlidePreview } from '../parts/picture.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import { EmptyState, WhenLoaded } from '../parts/states.tsx';
import { requireSession, requireSessionRecordingClient } from '../session.ts';
import { addShortcutHandler } from '../shortcuts.ts';
import { NewTimelineDialog } from './new-timeline.tsx';

/** The picture of a timeline: its first slide. */
function Cover({ timeline }: { timeline: Schemas['TimelineSummary'] }) {
  const firstSlide = useLoadedData(async () => {
    const params = { path: { id: timeline.id }, query: { limit: 1 } };
    const { data } = await requireSession().quietClient.get('/timelines/{id}/slides', { params });
    return data[0] ?? null;
  }, [timeline.id, timeline.version]);
  const frameClass = `picture picture-${timeline.format}`;
  if (firstSlide.state === 'loading')
    return (
      <div class={frameClass}>
        <div class="skeleton" />
      </div>
    );
  if (firstSlide.state === 'failed' || firstSlide.data === null)
    return (
      <div class={frameClass}>
        <p class="picture-note">{firstSlide.state === 'failed' ? 'No preview' : 'No slides yet'}</p>
      </div>
    );
  return (
    <SlidePreview
      timelineId={timeline.id}
      slideId={firstSlide.data.id}
      version={String(timeline.version)}
      format={timeline.format}
      alt=""
    />
  );
}

const slideCountText = (slides: number): string => (slides === 1 ? '1 slide' : `${String(slides)} slides`);

/** A timeline in a list. */
const TimelineCard = ({ timeline }: { timeline: Schemas['TimelineSummary'] }) => (
  <>
    <a href={`#/timelines/${timeline.id}`} class="card-link">
      <span class="card-picture">
        <Cover timeline={timeline} />
      </span>
      <span class="card-title">{timeline.title}</span>
    </a>
    <p class="card-facts">
      {slideCountText(timeline.slide_count)} · {formatDuration(timeline.duration_seconds)} ·{' '}
      <RelativeTime time={timeline.updated_at} />
    </p>
  </>
);

/** The timelines whose titles contain all words of a search. All timelines are loaded for it. */
function SearchResults({ words }: { words: string }) {
  const loadedTimelines = useLoadedData(
    async () =>
      (await Array.fromAsync(
        requireSession().quietClient.items('/timelines', { query: { limit: 100 } }),
      )) as Schemas['TimelineSummary'][],
    [],
  );
  const searchWords = words.toLowerCase().split(/\s+/);
  return (
    <WhenLoaded loadState={loadedTimelines} kind="card">
      {(timelines) => {
        const matchingTimelines = timelines.filter(({ title }) =>
          searchWords.every((word) => title.toLowerCase().includes(word)),
        );
        return (
          <>
            <p class="fine" role="status">
              {matchingTimelines.length === 1
                ? '1 timeline found'
                : `${String(matchingTimelines.length)} timelines found`}
            </p>
            <ul class="cards">
              {matchingTimelines.map((timeline) => (
                <li key={timeline.id} class="card">
                  <TimelineCard timeline={timeline} />
                </li>
              ))}
            </ul>
          </>
        );
      }}
    </WhenLoaded>
  );
}

/** The view of all timelines of the account, newest first. A deck that is dropped anywhere on it is imported. */
export function TimelinesView() {
  const pages = useLoadedPages((cursor) =>
    requireSessionRecordingClient().get('/timelines', {
      params: { query: { limit: 24, ...(cursor === undefined ? {} : { cursor }) } },
    }),
  );
  const [newTimelineOptions, setNewTimelineOptions] = useState<{ deck?: File } | undefined>();
  const [words, setWords] = useState('');
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const searchField = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      addShortcutHandler((name) => {
        if (name === 'search') searchField.current?.querySelector('input')?.focus();
        else if (name === 'new slide') setNewTimelineOptions({});
        else return false;
        return true;
      }),
    [],
  );
  const newTimelineButton = (
    <button type="button" class="button button-main" onClick={() => setNewTimelineOptions({})}>
      <Icon name="plus" /> New timeline
    </button>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are dropped here; the dialog of the button does the same by keyboard.
    <div
      class={isDraggedOver ? 'drop-page drop-page-over' : 'drop-page'}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        setIsDraggedOver(true);
      }}
      onDragLeave={(event) => {
        if (event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)) return;
        setIsDraggedOver(false);
      }}
      onDrop={(event) => {
        const deck = event.dataTransfer?.files[0];
        if (!deck) return;
        event.preventDefault();
        setIsDraggedOver(false);
        setNewTimelineOptions({ deck });
      }}
    >
      <header class="view-head">
        <h1>Timelines</h1>
        <div class="view-actions">
          <div class="search" ref={searchField}>
            <TextField
              label="Search timelines"
              type="search"
              value={words}
              placeholder="Search timelines"
              onText={setWords}
            />
          </div>
          {newTimelineButton}
        </div>
      </header>
      {words.trim() !== '' ? (
        <SearchResults words={words.trim()} />
      ) : (
        <ListView
          pages={pages}
          kind="card"
          keyOf={({ id }) => id}
          empty={
            <EmptyState title="No timelines yet">
              <p>Drop a deck here (PPTX, ODP, PDF, DOCX, Markdown, HTML or ZIP), or write a few slides in Markdown.</p>
              {newTimelineButton}
            </EmptyState>
          }
        >
          {(timeline) => <TimelineCard timeline={timeline} />}
        </ListView>
      )}
      {newTimelineOptions && (
        <NewTimelineDialog {...newTimelineOptions} onClose={() => setNewTimelineOptions(undefined)} />
      )}
    </div>
  );
}
