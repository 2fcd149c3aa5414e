/**
 * Runs in the page: loads a video, seeks to the times, and plays its beginning. What it gives is described in played.ts.
 *
 * @param {string} url
 * @param {number[]} times in seconds
 * @param {number} grid how many fields the picture is divided into, across and down
 */
// biome-ignore lint/correctness/noUnusedVariables: it is called by the expression around it
async function playInPage(url, times, grid) {
  // Ends only what hangs: other work may keep the machine busy.
  const PATIENCE_MS = 120_000;
  const video = document.createElement('video');
  const happens = (event) =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`no "${event}" within ${PATIENCE_MS} ms`)), PATIENCE_MS);
      video.addEventListener('error', () => reject(new Error(`${video.error?.code}: ${video.error?.message}`)));
      video.addEventListener(
        event,
        () => {
          clearTimeout(late);
          resolve();
        },
        { once: true },
      );
    });
  video.muted = true;
  video.preload = 'auto';
  document.body.append(video);
  const nextFrame = () =>
    new Promise((resolve) => video.requestVideoFrameCallback((_now, { mediaTime }) => resolve(mediaTime)));
  const loaded = happens('loadeddata');
  // The first frame is shown some time after it was loaded: a seek before that would take it for its own.
  const first = nextFrame();
  video.src = url;
  await loaded;
  if (video.videoWidth === 0) throw new Error('this browser has no decoder for the video');
  await first;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  const seeks = [];
  for (const time of times) {
    // The event tells that the frame is decoded; the picture may still be the one before.
    const shown = nextFrame();
    const arrived = happens('seeked');
    video.currentTime = time;
    await arrived;
    const frameSeconds = await shown;
    context.drawImage(video, 0, 0);
    seeks.push({ seconds: video.currentTime, frameSeconds, colours: meanColours(context, canvas, grid) });
  }
  const back = happens('seeked');
  video.currentTime = 0;
  await back;
  const before = video.getVideoPlaybackQuality().totalVideoFrames;
  const PLAY_SECONDS = 1.5;
  await video.play();
  while (!video.ended && video.currentTime < PLAY_SECONDS) await happens('timeupdate');
  video.pause();
  const playedFrames = video.getVideoPlaybackQuality().totalVideoFrames - before;
  const { duration, videoWidth: width, videoHeight: height, textTracks, currentTime } = video;
  video.remove();
  const played = { seeks, playedFrames, playedSeconds: currentTime };
  return { durationSeconds: duration, width, height, textTracks: textTracks.length, ...played };

  /** The mean RGB of each field, row by row. */
  function meanColours(context, { width, height }, grid) {
    const { data } = context.getImageData(0, 0, width, height);
    const sums = Array.from({ length: grid * grid }, () => [0, 0, 0, 0]);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const sum = sums[Math.floor((y * grid) / height) * grid + Math.floor((x * grid) / width)];
        for (let channel = 0; channel < 3; channel++) sum[channel] += data[(y * width + x) * 4 + channel];
        sum[3] += 1;
      }
    }
    return sums.map(([r, g, b, count]) => [r, g, b].map((sum) => Math.round(sum / count)));
  }
}
