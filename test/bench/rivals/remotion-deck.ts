/**
 * The deck as a composition of Remotion: one picture after another, and the narration. It is written into the folder into
 * which Remotion is installed, for its own bundler: nothing of it is a dependency of this project.
 */
export const remotionDeck = ({ width, height, fps }: { width: number; height: number; fps: number }): string => `
const { createElement } = require('react');
const { AbsoluteFill, Composition, Html5Audio, Img, Sequence, registerRoot, staticFile } = require('remotion');

const Slide = ({ index }) => createElement(Img, { src: staticFile(String(index).padStart(3, '0') + '.png') });

const Deck = ({ slides, frames }) =>
  createElement(
    AbsoluteFill,
    null,
    Array.from({ length: slides }, (_, index) =>
      createElement(
        Sequence,
        { key: index, from: index * frames, durationInFrames: frames },
        createElement(Slide, { index }),
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
    defaultProps: { slides: 1, frames: 1 },
    calculateMetadata: ({ props }) => ({ durationInFrames: props.slides * props.frames }),
  }),
);
`;
