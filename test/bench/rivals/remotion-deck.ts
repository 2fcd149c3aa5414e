import { basename } from 'node:path';
import type { RivalFilm } from './rival.ts';

/**
 * The deck as a composition of Remotion: one picture after another, the parts that rise over it, and the narration. It is written into the folder into
 * which Remotion is installed, for its own bundler: nothing of it is a dependency of this project.
 */
export const remotionDeck = ({ width, height, fps }: { width: number; height: number; fps: number }): string => `
const { createElement } = require('react');
const { AbsoluteFill, Composition, Easing, Html5Audio, Img, Sequence, interpolate, registerRoot, staticFile, useCurrentFrame } =
  require('remotion');

const way = (frame, from, frames, values, easing) =>
  frames === 0
    ? values[1]
    : interpolate(frame, [from, from + frames], values, { easing, extrapolateLeft: 'clamp', extrapolateRight: 'clamp' });

const Part = ({ file, x, y, at, motion }) => {
  const frame = useCurrentFrame();
  const opacity = way(frame, at, motion.rise * 0.75, [0, 1], Easing.inOut(Easing.ease));
  const top = y + way(frame, at, motion.rise, [motion.pixels, 0], Easing.out(Easing.cubic));
  return createElement(Img, { src: staticFile(file), style: { position: 'absolute', left: x, top, opacity } });
};

const Slide = ({ picture, parts, motion, isFirst }) => {
  const frame = useCurrentFrame();
  const opacity = isFirst ? 1 : way(frame, 0, motion.fade, [0, 1], Easing.inOut(Easing.ease));
  return createElement(
    AbsoluteFill,
    { style: { opacity } },
    createElement(Img, { src: staticFile(picture) }),
    parts.map((part) => createElement(Part, { key: part.file, ...part, motion })),
  );
};

const Deck = ({ slides, frames, motion }) =>
  createElement(
    AbsoluteFill,
    null,
    slides.map((slide, index) =>
      createElement(
        Sequence,
        // A slide stands until the next one is over it.
        { key: slide.picture, from: index * frames, durationInFrames: frames + (index < slides.length - 1 ? motion.fade : 0) },
        createElement(Slide, { ...slide, motion, isFirst: index === 0 }),
      ),
    ),
    createElement(Html5Audio, { src: staticFile('narration.wav') }),
  );

registerRoot(() =>
  createElement(Composition, {
    id: 'deck',
    component: Deck,
    width: ${width},
    height: ${height},
    fps: ${fps},
    durationInFrames: 1,
    defaultProps: { slides: [], frames: 1, motion: { fade: 0, rise: 0, pixels: 0 } },
    calculateMetadata: ({ props }) => ({ durationInFrames: props.slides.length * props.frames }),
  }),
);
`;

/** The properties of the composition; times in frames. */
export const remotionProps = ({ pictures, motion, fps, secondsPerSlide }: RivalFilm): string =>
  JSON.stringify({
    frames: fps * secondsPerSlide,
    motion: {
      fade: Math.round((motion?.fadeSeconds ?? 0) * fps),
      rise: Math.round((motion?.riseSeconds ?? 0) * fps),
      pixels: motion?.risePixels ?? 0,
    },
    slides: pictures.map((picture, slide) => ({
      picture: basename(picture),
      parts: (motion?.parts[slide] ?? []).map((part) => ({
        ...{ file: basename(part.file), x: part.x, y: part.y },
        at: Math.round(part.at * fps),
      })),
    })),
  });
