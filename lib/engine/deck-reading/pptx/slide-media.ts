import type { DeckSoundTrim } from '../deck.ts';
import type { OfficeRelation } from './office-package.ts';
import type { PlacedShape, ShapeBox } from './shapes.ts';
import {
  childElementAtPath,
  childElements,
  descendantsOf,
  isAttributeFalse,
  isAttributeTrue,
  numberInAttribute,
  type OfficeXmlElement,
} from './xml.ts';

/** A sound or a video of a slide, as the file and the timing of the slide name it. */
export interface SlideSoundOrVideo {
  /** Id of its shape. */
  shape: string;
  kind: 'sound' | 'video';
  /** Name of its part; null if it is missing, or outside of the file. */
  part: string | null;
  /** True if the author recorded it as the narration of the slide. */
  isMarkedAsNarration: boolean;
  /** True if it plays by itself, without a click. */
  isAutomatic: boolean;
  /** True if it continues on later slides, or repeats: it is music. */
  isMusic: boolean;
  /** True if it plays without sound. */
  isMuted: boolean;
  /** True for a sound whose icon is hidden in a slide show: a recording, or one that the author hides. */
  isUnseen: boolean;
  /** Position in the order of the timing, from 0. Media that it does not play are last. */
  order: number;
  /** Lengths that the author cut off; absent: none. */
  cut?: DeckSoundTrim | undefined;
  /** True if it starts again at its end. */
  loops: boolean;
  /** In thousandths of a percent (0–100,000); absent: the file does not say it. */
  volume?: number | undefined;
  /** Place of its shape; null if the layout of the slide has it. */
  box: ShapeBox | null;
}

const VIDEO_ELEMENTS: readonly string[] = ['a:videoFile', 'a:quickTimeFile'];
const SOUND_ELEMENTS: readonly string[] = ['a:audioFile', 'a:wavAudioFile'];

/** The element that names the medium of a picture; undefined for an ordinary picture. */
const mediumElementOf = ({ kind, element }: PlacedShape): OfficeXmlElement | undefined =>
  kind === 'picture'
    ? childElements(childElementAtPath(element, 'p:nvPicPr', 'p:nvPr')).find(({ name }) =>
        [...VIDEO_ELEMENTS, ...SOUND_ELEMENTS].includes(name),
      )
    : undefined;

/** The kind of the medium that a picture represents; undefined for an ordinary picture. */
export function mediumKindOfPptxShape(shape: PlacedShape): SlideSoundOrVideo['kind'] | undefined {
  const mediumElement = mediumElementOf(shape);
  return mediumElement && (SOUND_ELEMENTS.includes(mediumElement.name) ? 'sound' : 'video');
}

/** A step that plays a medium. */
interface PlayStep {
  order: number;
  isAutomatic: boolean;
}

const EFFECT_NODE_TYPES: readonly (string | undefined)[] = ['clickEffect', 'afterEffect', 'withEffect'];
const targetsIn = (element: OfficeXmlElement): string[] =>
  descendantsOf(element, 'p:spTgt').flatMap(({ attributes }) => attributes.spid ?? []);

/** The first step of the timing that plays each shape. A step "after" or "with" the previous one needs no click. */
function readPlaySteps(timing: OfficeXmlElement | undefined): Map<string, PlayStep> {
  const steps = new Map<string, PlayStep>();
  for (const step of descendantsOf(timing, 'p:cTn').filter(({ attributes }) =>
    EFFECT_NODE_TYPES.includes(attributes.nodeType),
  )) {
    const isAutomatic = step.attributes.nodeType !== 'clickEffect';
    for (const command of descendantsOf(step, 'p:cmd').filter(({ attributes }) => attributes.cmd?.startsWith('play')))
      for (const shape of targetsIn(command))
        if (!steps.has(shape)) steps.set(shape, { order: steps.size, isAutomatic });
  }
  return steps;
}

/** The playback of the medium of a shape by the timing: as narration, as music, without sound. */
interface Playback {
  isHidden: boolean;
  isMarkedAsNarration: boolean;
  isMusic: boolean;
  isMuted: boolean;
  loops: boolean;
  volume: number | undefined;
}

/** The playback of the medium of each shape, by the id of the shape. */
function readPlaybacks(timing: OfficeXmlElement | undefined): Map<string, Playback> {
  const nodes = [...descendantsOf(timing, 'p:audio'), ...descendantsOf(timing, 'p:video')];
  return new Map(
    nodes.flatMap((node) => {
      const medium = childElementAtPath(node, 'p:cMediaNode');
      const { repeatCount } = childElementAtPath(medium, 'p:cTn')?.attributes ?? {};
      const playback = {
        isHidden: isAttributeFalse(medium, 'showWhenStopped'),
        isMarkedAsNarration: isAttributeTrue(node, 'isNarration'),
        isMusic: repeatCount === 'indefinite' || (numberInAttribute(medium, 'numSld') ?? 1) > 1,
        isMuted: isAttributeTrue(medium, 'mute') || numberInAttribute(medium, 'vol') === 0,
        loops: repeatCount === 'indefinite',
        volume: numberInAttribute(medium, 'vol'),
      };
      return targetsIn(node).map((shape) => [shape, playback] as const);
    }),
  );
}

/** Reports whether an extension of a picture marks it as recorded with the slide, as PowerPoint marks recordings of a camera. */
const isRecordedClip = ({ element }: PlacedShape): boolean =>
  descendantsOf(childElementAtPath(element, 'p:nvPicPr', 'p:nvPr'), 'p:ext')
    .flatMap((extension) => childElements(extension))
    .some((child) => child.name.endsWith(':isNarration') && isAttributeTrue(child, 'val'));

/** Seconds of a trim: at least 0, and at most a day. */
const trimSeconds = (milliseconds: number | undefined): number =>
  Math.min(86_400, Math.max(0, milliseconds ?? 0) / 1000);

function readTrim(medium: OfficeXmlElement | undefined): DeckSoundTrim | undefined {
  const trimElement = childElementAtPath(medium, 'p14:trim');
  const trim = {
    start_seconds: trimSeconds(numberInAttribute(trimElement, 'st')),
    end_seconds: trimSeconds(numberInAttribute(trimElement, 'end')),
  };
  return trim.start_seconds > 0 || trim.end_seconds > 0 ? trim : undefined;
}

/** The sounds and videos of a slide, in the order in which its timing plays them. */
export function mediaOfSlide(
  slide: OfficeXmlElement,
  shapes: readonly PlacedShape[],
  relations: ReadonlyMap<string, OfficeRelation>,
): SlideSoundOrVideo[] {
  const timing = childElementAtPath(slide, 'p:timing');
  const [steps, playbackByShape] = [readPlaySteps(timing), readPlaybacks(timing)];
  const media = shapes.flatMap((shape, index): SlideSoundOrVideo[] => {
    const [mediumElement, kind] = [mediumElementOf(shape), mediumKindOfPptxShape(shape)];
    if (!mediumElement || !kind) return [];
    const embeddedMedium = descendantsOf(shape.element, 'p14:media')[0];
    const ids = [
      embeddedMedium?.attributes['r:embed'],
      mediumElement.attributes['r:embed'],
      mediumElement.attributes['r:link'],
      embeddedMedium?.attributes['r:link'],
    ];
    const part = ids.map((id) => relations.get(id ?? '')?.part).find((partName) => partName) ?? null;
    const { order, isAutomatic } = steps.get(shape.id) ?? { order: shapes.length + index, isAutomatic: false };
    const shapePlayback = playbackByShape.get(shape.id);
    const { isHidden = false, isMarkedAsNarration = false, isMusic = false, isMuted = false } = shapePlayback ?? {};
    const sharedFacts = {
      isMarkedAsNarration: isMarkedAsNarration || isRecordedClip(shape),
      isAutomatic,
      isMusic,
      isMuted,
    };
    const isUnseen = kind === 'sound' && (isHidden || sharedFacts.isMarkedAsNarration);
    const playbackFacts = {
      loops: shapePlayback?.loops ?? false,
      volume: shapePlayback?.volume,
      cut: readTrim(embeddedMedium),
    };
    return [{ shape: shape.id, kind, part, ...sharedFacts, ...playbackFacts, isUnseen, order, box: shape.box }];
  });
  return media.sort((first, second) => first.order - second.order);
}

/** The number of sounds that the transition and the animations of a slide play. */
export const countEffectSounds = (slide: OfficeXmlElement): number =>
  descendantsOf(slide, 'p:stSnd').length + descendantsOf(childElementAtPath(slide, 'p:timing'), 'p:sndTgt').length;
