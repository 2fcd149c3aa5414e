/**
 * Runs in the page: shows caption files over a video, and tells for each what a browser makes of it. What it gives is
 * described in tracks.ts.
 *
 * @param {string} url of the video
 * @param {{ language: string, file: string, times: number[] }[]} tracks their WebVTT, and when to look, in seconds
 */
// biome-ignore lint/correctness/noUnusedVariables: it is called by the expression around it
async function showTracks(url, tracks) {
  const PATIENCE_MS = 20_000;
  const happens = (target, event) =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`no "${event}" within ${PATIENCE_MS} ms`)), PATIENCE_MS);
      target.addEventListener('error', () => reject(new Error(`a ${target.localName} does not load`)));
      target.addEventListener(
        event,
        () => {
          clearTimeout(late);
          resolve();
        },
        { once: true },
      );
    });
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  const loaded = happens(video, 'loadeddata');
  video.src = url;
  document.body.append(video);
  await loaded;
  const shown = [];
  for (const { language, file, times } of tracks) {
    const element = document.createElement('track');
    Object.assign(element, { kind: 'captions', srclang: language });
    element.src = URL.createObjectURL(new Blob([file], { type: 'text/vtt' }));
    const ready = happens(element, 'load');
    video.append(element);
    element.track.mode = 'showing';
    await ready;
    const active = [];
    for (const time of times) {
      const arrived = happens(video, 'seeked');
      video.currentTime = time;
      await arrived;
      active.push([...element.track.activeCues].map((cue) => cue.getCueAsHTML().textContent));
    }
    shown.push({ cues: element.track.cues.length, active });
    element.remove();
  }
  video.remove();
  return shown;
}
