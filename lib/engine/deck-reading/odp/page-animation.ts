import { childElements, descendantsOf, type PartElement } from '../pptx/xml.ts';
import type { Properties } from './odf-styles.ts';
import { escaped } from './odf-units.ts';

/** A shape, or one of its paragraphs, by the ids of the file. */
export interface AnimationTarget {
  shape: number;
  paragraph?: number | undefined;
}

const CLASSES: ReadonlyMap<string, string> = new Map([
  ['entrance', 'entr'],
  ['exit', 'exit'],
  ['emphasis', 'emph'],
  ['motion-path', 'path'],
]);
const STARTS: ReadonlyMap<string, string> = new Map([
  ['on-click', 'clickEffect'],
  ['with-previous', 'withEffect'],
  ['after-previous', 'afterEffect'],
]);
/** Effects of a page, at most: further ones are left out. */
const MAX_EFFECTS = 1000;

const isEffect = ({ attributes }: PartElement): boolean => attributes['presentation:preset-class'] !== undefined;

function targetXml({ shape, paragraph }: AnimationTarget): string {
  const range = paragraph === undefined ? '' : `<p:txEl><p:pRg st="${paragraph}" end="${paragraph}"/></p:txEl>`;
  return `<p:spTgt spid="${shape}">${range}</p:spTgt>`;
}

/** An effect: what it does, and what it does it to. */
function effectXml(effect: PartElement, targetOf: (id: string) => AnimationTarget | undefined): string {
  const kind = CLASSES.get(effect.attributes['presentation:preset-class'] ?? '');
  const start = STARTS.get(effect.attributes['presentation:node-type'] ?? '') ?? 'withEffect';
  const behaviours: PartElement[] = [];
  const collect = (element: PartElement): void => {
    for (const child of childElements(element)) {
      if (child.attributes['smil:targetElement'] !== undefined) behaviours.push(child);
      collect(child);
    }
  };
  collect(effect);
  // What happens to it afterwards is not the effect.
  const own = behaviours.filter(({ attributes }) => attributes['presentation:master-element'] === undefined);
  const ids = new Set(own.map(({ attributes }) => attributes['smil:targetElement'] ?? ''));
  const targets = [...ids].flatMap((id) => targetOf(id) ?? []);
  if (targets.length === 0 || kind === undefined) return '';
  const set = targets.map(
    (target) => `<p:set><p:cBhvr><p:cTn/><p:tgtEl>${targetXml(target)}</p:tgtEl></p:cBhvr></p:set>`,
  );
  const after = own.length < behaviours.length ? '<p:subTnLst/>' : '';
  return `<p:par><p:cTn presetClass="${kind}" nodeType="${start}"><p:childTnLst>${set.join('')}</p:childTnLst>${after}</p:cTn></p:par>`;
}

function effectsIn(step: PartElement): PartElement[] {
  const found: PartElement[] = [];
  const walk = (element: PartElement): void => {
    for (const child of childElements(element)) {
      if (isEffect(child)) found.push(child);
      else walk(child);
    }
  };
  if (isEffect(step)) return [step];
  walk(step);
  return found;
}

/** The animation of a page as `p:timing`; empty: it has none. */
export function timingXml(page: PartElement, targetOf: (id: string) => AnimationTarget | undefined): string {
  const sequences = descendantsOf(page, 'anim:seq');
  const main = sequences.find(({ attributes }) => attributes['presentation:node-type'] === 'main-sequence');
  let left = MAX_EFFECTS;
  const stepsXml = (sequence: PartElement | undefined): string =>
    childElements(sequence)
      .map((step) => {
        const effects = effectsIn(step).slice(0, Math.max(0, left));
        left -= effects.length;
        const written = effects.map((effect) => effectXml(effect, targetOf)).join('');
        return written === '' ? '' : `<p:par><p:cTn><p:childTnLst>${written}</p:childTnLst></p:cTn></p:par>`;
      })
      .join('');
  const steps = stepsXml(main);
  const others = sequences
    .filter(({ attributes }) => attributes['presentation:node-type'] === 'interactive-sequence')
    .map(stepsXml)
    .filter((written) => written !== '')
    .map(
      (written) => `<p:seq><p:cTn nodeType="interactiveSeq"><p:childTnLst>${written}</p:childTnLst></p:cTn></p:seq>`,
    );
  if (steps === '' && others.length === 0) return '';
  return `<p:timing><p:tnLst><p:par><p:cTn id="1" nodeType="tmRoot"><p:childTnLst><p:seq><p:cTn id="2" nodeType="mainSeq"><p:childTnLst>${steps}</p:childTnLst></p:cTn></p:seq>${others.join('')}</p:childTnLst></p:cTn></p:par></p:tnLst></p:timing>`;
}

/** Transitions of SMIL by the names that Office has for what is most like them. Others keep their names, which the report says. */
const TRANSITIONS: ReadonlyMap<string, string> = new Map([
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
const SPEEDS: ReadonlyMap<string, string> = new Map([
  ['slow', 'slow'],
  ['medium', 'med'],
  ['fast', 'fast'],
]);

/** Milliseconds of a duration such as `PT00H00M05S`. */
function millisecondsOf(duration: string | undefined): number | undefined {
  const [whole, hours = 0, minutes = 0, seconds = 0] =
    /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d+)?)S)?$/.exec(duration ?? '') ?? [];
  if (whole === undefined) return undefined;
  const all = (Number(hours) * 60 + Number(minutes)) * 60 + Number(String(seconds).replace(',', '.'));
  return Math.min(3_600_000, Math.round(all * 1000));
}

/** The transition into a page as `p:transition`, with the time after which the page ends by itself; empty: it has neither. */
export function transitionXml(page: PartElement, properties: Properties): string {
  const filter = descendantsOf(page, 'anim:transitionFilter')[0]?.attributes;
  const type = properties.get('smil:type') ?? filter?.['smil:type'];
  const old = properties.get('presentation:transition-style');
  const name = type ?? (old === undefined || old === 'none' ? undefined : old.split('-')[0]);
  const kind =
    name === undefined ? '' : `<p:${TRANSITIONS.get(name) ?? (/^[A-Za-z]\w*$/.test(name) ? name : 'fade')}/>`;
  const isAutomatic = properties.get('presentation:transition-type') === 'automatic';
  const after = isAutomatic ? millisecondsOf(properties.get('presentation:duration')) : undefined;
  if (kind === '' && after === undefined) return '';
  const [, seconds] = /^(\d+(?:\.\d+)?)s$/.exec(filter?.['smil:dur'] ?? properties.get('smil:dur') ?? '') ?? [];
  const length = seconds === undefined ? '' : ` p14:dur="${Math.round(Number(seconds) * 1000)}"`;
  const speed = SPEEDS.get(properties.get('presentation:transition-speed') ?? '') ?? 'med';
  return `<p:transition spd="${escaped(speed)}"${length}${after === undefined ? '' : ` advTm="${after}"`}>${kind}</p:transition>`;
}
