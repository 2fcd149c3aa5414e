import { useEffect, useRef, useState } from 'preact/hooks';
import type { Schemas } from '#front/client/client.ts';
import { formatDuration } from '../amounts.ts';
import { useLoadedData, usePolling } from '../load.ts';
import { DropZone } from '../parts/drop-zone.tsx';
import { ErrorNotice, WhenLoaded } from '../parts/states.tsx';
import { requireSession, requireSessionRecordingClient } from '../session.ts';
import { uploadSlideRecording } from '../slide-files.ts';
import { sentenceIndexAtTime } from '../spoken.ts';

/** Milliseconds between two reads of a narration that is being generated. */
const POLL_MS = 800;
type Audio = Schemas['SlideAudio'];

const isBeingMade = ({ status }: Audio): boolean => status === 'queued' || status === 'processing';

/** A player of a slide's narration, with the current sentence highlighted. A click on a sentence plays from there. */
function NarrationPlayer({ audio }: { audio: Audio }) {
  const audioElement = useRef<HTMLAudioElement>(null);
  const [spokenIndex, setSpokenIndex] = useState(-1);
  // The position is read in each frame: `timeupdate`, about four times per second, is too rare for short sentences.
  useEffect(() => {
    let frame = 0;
    const updateSpokenIndex = () => {
      const { currentTime, paused, ended } = audioElement.current ?? { currentTime: 0, paused: true, ended: true };
      setSpokenIndex(paused && (ended || currentTime === 0) ? -1 : sentenceIndexAtTime(audio.sentences, currentTime));
      frame = requestAnimationFrame(updateSpokenIndex);
    };
    frame = requestAnimationFrame(updateSpokenIndex);
    return () => cancelAnimationFrame(frame);
  }, [audio]);
  const playFrom = (seconds: number) => {
    if (!audioElement.current) return;
    audioElement.current.currentTime = seconds;
    void audioElement.current.play();
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: the sentences are shown below. */}
      <audio
        ref={audioElement}
        controls
        preload="metadata"
        src={audio.url ?? ''}
        aria-label="Narration of this slide"
      />
      {audio.sentences.length > 0 && (
        <p class="sentences">
          {audio.sentences.map((sentence, index) => (
            <button
              type="button"
              key={`${String(sentence.start_seconds)} ${sentence.text}`}
              class={index === spokenIndex ? 'sentence sentence-lit' : 'sentence'}
              aria-current={index === spokenIndex ? 'true' : undefined}
              onClick={() => playFrom(sentence.start_seconds)}
            >
              {sentence.text}
            </button>
          ))}
        </p>
      )}
    </>
  );
}

/** The field for the narration of a slide, which is generated from its notes or uploaded as a recording. */
export function NarrationField({
  path,
  slide,
  onSaved,
}: {
  path: { id: string; sid: string };
  slide: Schemas['Slide'];
  onSaved: (slide: Schemas['Slide']) => void;
}) {
  const [error, setError] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  const readAudio = () => requireSession().quietClient.get('/timelines/{id}/slides/{sid}/audio', { params: { path } });
  const audioLoad = useLoadedData(readAudio, [slide.id, slide.speaker_notes]);
  const isInProgress = audioLoad.state === 'ready' && isBeingMade(audioLoad.data);
  const showAudio = (audio: Audio) => {
    audioLoad.set(audio);
    const { status, stale, duration_seconds } = audio;
    onSaved({ ...slide, audio: { status, stale, duration_seconds } });
  };
  usePolling(async () => showAudio(await readAudio()), POLL_MS, isInProgress, [slide.id]);
  const attempt = async (act: () => Promise<Audio | Schemas['Upload'] | undefined>) => {
    setError(undefined);
    setIsBusy(true);
    try {
      const answer = await act();
      if (answer && 'status' in answer) showAudio(answer);
    } catch (failure) {
      setError(failure);
    }
    setIsBusy(false);
  };
  const generateNarration = () =>
    attempt(() =>
      requireSessionRecordingClient().post('/timelines/{id}/slides/{sid}/audio', { params: { path }, body: {} }),
    );
  const uploadRecording = (file: File) => attempt(() => uploadSlideRecording(path, file));
  const hasNotes = slide.speaker_notes.trim() !== '';
  const audioContent = (audio: Audio) => (
    <>
      {audio.status === 'none' && (
        <p class="fine">
          {hasNotes
            ? 'Not generated yet. The next render generates it.'
            : 'Without speaker notes, the slide is silent.'}
        </p>
      )}
      {isBeingMade(audio) && (
        <p class="fine" role="status">
          Generating the narration…
        </p>
      )}
      {audio.error && <ErrorNotice error={new Error(audio.error.message)} />}
      {audio.status === 'ready' && (
        <>
          <p class="fine">
            {audio.source === 'uploaded' ? 'Recording' : (audio.voice ?? 'Narration')}
            {audio.duration_seconds === null ? '' : `, ${formatDuration(audio.duration_seconds)}`}
            {audio.stale && <span class="status status-busy">The notes have changed since</span>}
          </p>
          <NarrationPlayer audio={audio} />
        </>
      )}
    </>
  );
  return (
    <div class="media-field">
      <h2>Narration</h2>
      <WhenLoaded loadState={audioLoad}>{audioContent}</WhenLoaded>
      {hasNotes && (
        <button type="button" class="button button-small" disabled={isBusy || isInProgress} onClick={generateNarration}>
          {slide.audio.status === 'ready' ? 'Generate again' : 'Generate narration'}
        </button>
      )}
      <details>
        <summary>Upload a recording</summary>
        <DropZone
          label="Recording"
          accept=".mp3,.wav,.ogg,.flac,.m4a"
          hint="MP3, WAV, OGG, FLAC or M4A, at most 50 MB and ten minutes"
          onFile={uploadRecording}
        />
      </details>
      {error !== undefined && <ErrorNotice error={error} />}
    </div>
  );
}
