import { childElements, descendantsOf, type OfficeXmlElement } from '../pptx/xml.ts';
import type { OdfProperties } from './odf-styles.ts';
import { escapeXmlText } from './odf-units.ts';

// Animations of OpenDocument: ODF 1.3 part 3, clause 15. Those of Office: ECMA-376 part 1, 19.5.

/** A shape, or one of its paragraphs, that an effect animates. */
export interface AnimationTarget {
  /** Id of the shape in the PPTX. */
  shape: number;
  /** Index of the paragraph in the shape, from 0; absent: the whole shape. */
  paragraph?: number | undefined;
}

/** Classes of effects in Office (ST_TLTimeNodePresetClassType), by those of OpenDocument. */
const EFFECT_CLASS_BY_NAME: ReadonlyMap<string, string> = new Map([
  ['entrance', 'entr'],
  ['exit', 'exit'],
  ['emphasis', 'emph'],
  ['motion-path', 'path'],
]);
/** Triggers of effects in Office (ST_TLTimeNodeType), by those of OpenDocument. */
const TRIGGER_BY_NAME: ReadonlyMap<string, string> = new Map([
  ['on-click', 'clickEffect'],
  ['with-previous', 'withEffect'],
  ['after-previous', 'afterEffect'],
]);
/** The highest number of effects on a page: further ones are left out. */
const MAX_EFFECTS = 1000;

const isEffect = ({ attributes }: OfficeXmlElement): boolean => attributes['presentation:preset-class'] !== undefined;

function targetXml({ shape, paragraph }: AnimationTarget): string {
  const range = paragraph === undefined ? '' : `<p:txEl><p:pRg st="${paragraph}" end="${paragraph}"/></p:txEl>`;
  return `<p:spTgt spid="${shape}">${range}</p:spTgt>`;
}

/** An effect as `p:par`, with its targets; empty if it has none. Its class is enough for the readers of PPTX. */
function effectXml(effect: OfficeXmlElement, targetOf: (id: string) => AnimationTarget | undefined): string {
  const effectClass = EFFECT_CLASS_BY_NAME.get(effect.attributes['presentation:preset-class'] ?? '');
  const trigger = TRIGGER_BY_NAME.get(effect.attributes['presentation:node-type'] ?? '') ?? 'withEffect';
  const behaviours: OfficeXmlElement[] = [];
  const collect = (element: OfficeXmlElement): void => {
    for (const child of childElements(element)) {
      if (child.attributes['smil:targetElement'] !== undefined) behaviours.push(child);
      collect(child);
    }
  };
  collect(effect);
  // A behaviour with a master element follows the effect: the shape is dimmed or hidden after its animation.
  const mainBehaviours = behaviours.filter(({ attributes }) => attributes['presentation:master-element'] === undefined);
  const ids = new Set(mainBehaviours.map(({ attributes }) => attributes['smil:targetElement'] ?? ''));
  const targets = [...ids].flatMap((id) => targetOf(id) ?? []);
  if (targets.length === 0 || effectClass === undefined) return '';
  const sets = targets.map(
    (target) => `<p:set><p:cBhvr><p:cTn/><p:tgtEl>${targetXml(target)}</p:tgtEl></p:cBhvr></p:set>`,
  );
  const afterEffect = mainBehaviours.length < behaviours.length ? '<p:subTnLst/>' : '';
  return `<p:par><p:cTn presetClass="${effectClass}" nodeType="${trigger}"><p:childTnLst>${sets.join('')}</p:childTnLst>${afterEffect}</p:cTn></p:par>`;
}

/** The effects of a step, in their order. */
function effectsIn(step: OfficeXmlElement): OfficeXmlElement[] {
  const effects: OfficeXmlElement[] = [];
  const walk = (element: OfficeXmlElement): void => {
    for (const child of childElements(element)) {
      if (isEffect(child)) effects.push(child);
      else walk(child);
    }
  };
  if (isEffect(step)) return [step];
  walk(step);
  return effects;
}

/** The animation of a page as `p:timing`; empty if it has none. @param targetOf finds the target of an id of the file */
export function timingXmlOfOdpPage(
  page: OfficeXmlElement,
  targetOf: (id: string) => AnimationTarget | undefined,
): string {
  const sequences = descendantsOf(page, 'anim:seq');
  const mainSequence = sequences.find(({ attributes }) => attributes['presentation:node-type'] === 'main-sequence');
  let remainingEffects = MAX_EFFECTS;
  const stepsXml = (sequence: OfficeXmlElement | undefined): string =>
    childElements(sequence)
      .map((step) => {
        const effects = effectsIn(step).slice(0, Math.max(0, remainingEffects));
        remainingEffects -= effects.length;
        const xml = effects.map((effect) => effectXml(effect, targetOf)).join('');
        return xml === '' ? '' : `<p:par><p:cTn><p:childTnLst>${xml}</p:childTnLst></p:cTn></p:par>`;
      })
      .join('');
  const mainSteps = stepsXml(mainSequence);
  // An interactive sequence starts with a click on a certain shape.
  const interactiveSequences = sequences
    .filter(({ attributes }) => attributes['presentation:node-type'] === 'interactive-sequence')
    .map(stepsXml)
    .filter((steps) => steps !== '')
    .map((steps) => `<p:seq><p:cTn nodeType="interactiveSeq"><p:childTnLst>${steps}</p:childTnLst></p:cTn></p:seq>`);
  if (mainSteps === '' && interactiveSequences.length === 0) return '';
  return `<p:timing><p:tnLst><p:par><p:cTn id="1" nodeType="tmRoot"><p:childTnLst><p:seq><p:cTn id="2" nodeType="mainSeq"><p:childTnLst>${mainSteps}</p:childTnLst></p:cTn></p:seq>${interactiveSequences.join('')}</p:childTnLst></p:cTn></p:par></p:tnLst></p:timing>`;
}

/** The most similar transitions of Office (ECMA-376 part 1, 19.3), by those of SMIL. Any other keeps its name, which the report shows. */
const TRANSITION_BY_TYPE: ReadonlyMap<string, string> = new Map([
  ['fade', 'fade'],
  ['barWipe', 'wipe'],
  ['pushWipe', 'push'],
  ['slideWipe', 'cover'],
  ['barnDoorWipe', 'split'],
  ['blindsWipe', 'blinds'],
  ['checkerBoardWipe', 'checker'],
  ['irisWipe', 'diamond'],
  ['ellipseWipe', 'circle'],
  ['clockWipe', 'wheel'],
  ['pinWheelWipe', 'wheel'],
  ['fanWipe', 'wedge'],
  ['randomBarWipe', 'randomBar'],
  ['waterfallWipe', 'strips'],
  ['dissolve', 'dissolve'],
  ['zoom', 'zoom'],
]);
/** Speeds of transitions in Office (ST_TransitionSpeed), by those of OpenDocument. */
const SPEED_BY_NAME: ReadonlyMap<string, string> = new Map([
  ['slow', 'slow'],
  ['medium', 'med'],
  ['fast', 'fast'],
]);

/** The longest time after which a page ends by itself: an hour. */
const MAX_ADVANCE_MS = 3_600_000;

/** Milliseconds of a duration such as `PT00H00M05S`, at most an hour; undefined for any other text. */
function millisecondsOf(duration: string | undefined): number | undefined {
  const [match, hours = 0, minutes = 0, seconds = 0] =
    /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d+)?)S)?$/.exec(duration ?? '') ?? [];
  if (match === undefined) return undefined;
  const totalSeconds = (Number(hours) * 60 + Number(minutes)) * 60 + Number(String(seconds).replace(',', '.'));
  return Math.min(MAX_ADVANCE_MS, Math.round(totalSeconds * 1000));
}

/** The transition into a page as `p:transition`, with the time after which the page ends by itself; empty if it has neither. */
export function slideTransitionXml(page: OfficeXmlElement, properties: OdfProperties): string {
  const filterAttributes = descendantsOf(page, 'anim:transitionFilter')[0]?.attributes;
  const type = properties.get('smil:type') ?? filterAttributes?.['smil:type'];
  // Decks of OpenOffice 2 and before have a style such as `fade-from-left` instead.
  const oldStyle = properties.get('presentation:transition-style');
  const name = type ?? (oldStyle === undefined || oldStyle === 'none' ? undefined : oldStyle.split('-')[0]);
  const transitionXml =
    name === undefined ? '' : `<p:${TRANSITION_BY_TYPE.get(name) ?? (/^[A-Za-z]\w*$/.test(name) ? name : 'fade')}/>`;
  const isAutomatic = properties.get('presentation:transition-type') === 'automatic';
  const advanceMs = isAutomatic ? millisecondsOf(properties.get('presentation:duration')) : undefined;
  if (transitionXml === '' && advanceMs === undefined) return '';
  const [, seconds] =
    /^(\d+(?:\.\d+)?)s$/.exec(filterAttributes?.['smil:dur'] ?? properties.get('smil:dur') ?? '') ?? [];
  const durationAttribute = seconds === undefined ? '' : ` p14:dur="${Math.round(Number(seconds) * 1000)}"`;
  const speed = SPEED_BY_NAME.get(properties.get('presentation:transition-speed') ?? '') ?? 'med';
  return `<p:transition spd="${escapeXmlText(speed)}"${durationAttribute}${advanceMs === undefined ? '' : ` advTm="${advanceMs}"`}>${transitionXml}</p:transition>`;
}
