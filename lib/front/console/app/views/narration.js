import { useEffect, useRef, useState } from 'preact/hooks';
import { Fragment as _Fragment, jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { clock } from '../amounts.ts';
import { useLoad, usePolling } from '../load.ts';
import { DropZone } from '../parts/drop-zone.tsx';
import { Failure, Shown } from '../parts/states.tsx';
import { signedIn, video } from '../session.ts';
import { sendRecording } from '../slide-files.ts';
import { spokenAt } from '../spoken.ts';

const POLL_MS = 800;
const isMaking = ({ status }) => status === 'queued' || status === 'processing';
/** Plays the narration of a slide, with the current sentence highlighted. A click on a sentence goes there. */
function Player({ audio }) {
  const sound = useRef(null);
  const [spoken, setSpoken] = useState(-1);
  // `timeupdate` comes four times a second: too late for short sentences.
  useEffect(() => {
    let frame = 0;
    const look = () => {
      const { currentTime, paused, ended } = sound.current ?? { currentTime: 0, paused: true, ended: true };
      setSpoken(paused && (ended || currentTime === 0) ? -1 : spokenAt(audio.sentences, currentTime));
      frame = requestAnimationFrame(look);
    };
    frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [audio]);
  const playFrom = (seconds) => {
    if (!sound.current) return;
    sound.current.currentTime = seconds;
    void sound.current.play();
  };
  return _jsxs(_Fragment, {
    children: [
      _jsx('audio', {
        ref: sound,
        controls: true,
        preload: 'metadata',
        src: audio.url ?? '',
        'aria-label': 'Narration of this slide',
      }),
      audio.sentences.length > 0 &&
        _jsx('p', {
          class: 'sentences',
          children: audio.sentences.map((sentence, index) =>
            _jsx(
              'button',
              {
                type: 'button',
                class: index === spoken ? 'sentence sentence-lit' : 'sentence',
                'aria-current': index === spoken ? 'true' : undefined,
                onClick: () => playFrom(sentence.start_seconds),
                children: sentence.text,
              },
              `${String(sentence.start_seconds)} ${sentence.text}`,
            ),
          ),
        }),
    ],
  });
}
/** The narration of a slide: generated from its notes, or a recording. */
export function Narration({ path, slide, onSaved }) {
  const [error, setError] = useState();
  const [isBusy, setIsBusy] = useState(false);
  const read = () => signedIn().quiet.get('/timelines/{id}/slides/{sid}/audio', { params: { path } });
  const loaded = useLoad(read, [slide.id, slide.speaker_notes]);
  const isOn = loaded.state === 'ready' && isMaking(loaded.data);
  const take = (audio) => {
    loaded.set(audio);
    const { status, stale, duration_seconds } = audio;
    onSaved({ ...slide, audio: { status, stale, duration_seconds } });
  };
  usePolling(async () => take(await read()), POLL_MS, isOn, [slide.id]);
  const attempt = async (make) => {
    setError(undefined);
    setIsBusy(true);
    try {
      const answer = await make();
      if (answer && 'status' in answer) take(answer);
    } catch (failure) {
      setError(failure);
    }
    setIsBusy(false);
  };
  const speak = () => attempt(() => video().post('/timelines/{id}/slides/{sid}/audio', { params: { path }, body: {} }));
  const record = (file) => attempt(() => sendRecording(path, file));
  const hasNotes = slide.speaker_notes.trim() !== '';
  const shown = (audio) =>
    _jsxs(_Fragment, {
      children: [
        audio.status === 'none' &&
          _jsx('p', {
            class: 'fine',
            children: hasNotes
              ? 'Not generated yet. The next render generates it.'
              : 'Without speaker notes, the slide is silent.',
          }),
        isMaking(audio) && _jsx('p', { class: 'fine', role: 'status', children: 'Generating the narration\u2026' }),
        audio.error && _jsx(Failure, { error: new Error(audio.error.message) }),
        audio.status === 'ready' &&
          _jsxs(_Fragment, {
            children: [
              _jsxs('p', {
                class: 'fine',
                children: [
                  audio.source === 'uploaded' ? 'Recording' : (audio.voice ?? 'Narration'),
                  audio.duration_seconds === null ? '' : `, ${clock(audio.duration_seconds)}`,
                  audio.stale &&
                    _jsx('span', { class: 'status status-busy', children: 'The notes have changed since' }),
                ],
              }),
              _jsx(Player, { audio: audio }),
            ],
          }),
      ],
    });
  return _jsxs('div', {
    class: 'media-field',
    children: [
      _jsx('h2', { children: 'Narration' }),
      _jsx(Shown, { loaded: loaded, children: shown }),
      hasNotes &&
        _jsx('button', {
          type: 'button',
          class: 'button button-small',
          disabled: isBusy || isOn,
          onClick: speak,
          children: slide.audio.status === 'ready' ? 'Generate again' : 'Generate narration',
        }),
      _jsxs('details', {
        children: [
          _jsx('summary', { children: 'Upload a recording' }),
          _jsx(DropZone, {
            label: 'Recording',
            accept: '.mp3,.wav,.ogg,.flac,.m4a',
            hint: 'MP3, WAV, OGG, FLAC or M4A, at most 50 MB and ten minutes',
            onFile: record,
          }),
        ],
      }),
      error !== undefined && _jsx(Failure, { error: error }),
    ],
  });
}
