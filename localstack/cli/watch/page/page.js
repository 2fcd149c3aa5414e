// Shows the video. When there is a new one, it is loaded and played from the same position.
const film = document.getElementById('film');
const stateLine = document.getElementById('state');
const fault = document.getElementById('fault');
/** The number of the video that is loaded; 0: none. */
let shownVersion = 0;

function load(version) {
  const positionSeconds = film.currentTime;
  const wasPlaying = shownVersion > 0 && !film.paused && !film.ended;
  shownVersion = version;
  film.hidden = false;
  film.src = `/film?version=${version}`;
  document.getElementById('captions').src = `/captions?version=${version}`;
  film.addEventListener(
    'loadedmetadata',
    () => {
      film.currentTime = Math.min(positionSeconds, film.duration);
      // Browsers may refuse to play sound before the user has interacted with the page.
      if (wasPlaying) film.play().catch(() => undefined);
    },
    { once: true },
  );
}

function show(state) {
  // After a restart of the command, the number starts at 1 again, so it is compared for inequality.
  if (state.film > 0 && state.film !== shownVersion) load(state.film);
  fault.hidden = state.status !== 'failed';
  fault.textContent = state.status === 'failed' ? state.message : '';
  if (state.status === 'rendering') stateLine.textContent = `Rendering … ${state.progress} %`;
  if (state.status === 'ready')
    stateLine.textContent = `Video ${state.film}: ${state.slides} slides, ${state.seconds.toFixed(2)} s after the save`;
  if (state.status === 'failed') stateLine.textContent = 'The deck has an error; this is the last good video.';
}

const events = new EventSource('/events');
events.onmessage = ({ data }) => show(JSON.parse(data));
events.onerror = () => {
  stateLine.textContent = 'The command has ended. Start it again to go on.';
};
