import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { unicodeScriptText } from '../formulas/script-text.ts';
import { childElementAtPath, childElements, isAttributeFalse, type OfficeXmlElement, textOfElement } from './xml.ts';

/** An equation as one line of text. */
interface LinearEquation {
  text: string;
  /** The line loses nothing: scripts are characters of Unicode, and the equation has no fractions, roots or rows. */
  isSaidInFull: boolean;
}

/** Reports whether an element is an equation of Office (OMML, ECMA-376 part 1, 22.1). */
export const isOfficeEquation = ({ name }: OfficeXmlElement): boolean => name === 'm:oMath' || name === 'm:oMathPara';

/**
 * Writes an equation of Office as one line, with characters of Unicode for powers and indices: `x = (−b ± √(b² − 4ac))/(2a)`. Spaces
 * around it are kept.
 */
export function officeEquationAsLine(element: OfficeXmlElement): LinearEquation {
  const text = lineOf(element).replace(/\s+/g, ' ');
  return { text, isSaidInFull: !isShaped(element) && !/[\^_]/.test(text) };
}

/** Elements whose form one line does not have. */
const SHAPED = new Set(['m:f', 'm:rad', 'm:nary', 'm:m', 'm:eqArr', 'm:limLow', 'm:limUpp', 'm:groupChr']);

const isShaped = (element: OfficeXmlElement): boolean =>
  SHAPED.has(element.name) || childElements(element).some(isShaped);

type Writer = (element: OfficeXmlElement) => string;

const inner: Writer = (element) => childElements(element).map(lineOf).join('');
const partOf = (element: OfficeXmlElement, name: string): string => {
  const part = childElementAtPath(element, `m:${name}`);
  return part ? inner(part) : '';
};
const partsOf = (element: OfficeXmlElement): string[] => childElements(element, 'm:e').map(inner);

/** The value of a property; undefined if it is absent. An empty value hides a character. */
function settingOf(element: OfficeXmlElement, ...path: readonly string[]): string | undefined {
  const property = childElementAtPath(element, ...path.map((name) => `m:${name}`));
  return property && (property.attributes['m:val'] ?? '');
}

/** Reports whether a property that may have no value is on. */
const isOn = (element: OfficeXmlElement, ...path: readonly string[]): boolean => {
  const property = childElementAtPath(element, ...path.map((name) => `m:${name}`));
  return property !== undefined && !isAttributeFalse(property, 'm:val');
};

/**
 * Reports whether a text is one operand: a number, a letter with its scripts, a word, or an expression in brackets. Two letters are a
 * product.
 */
const isSingle = (text: string): boolean =>
  /^(?:[\p{Nd}.,]*|\p{L}[\p{M}\p{No}\p{Lm}]*|\p{L}{3,}|[([{][^()[\]{}]*[)\]}])$/u.test(text);
/** A text in brackets, unless it is one operand. */
const grouped = (text: string): string => (isSingle(text) ? text : `(${text})`);

/** A text with a mark above or below each letter, composed if Unicode has the letter with the mark. */
const marked = (text: string, mark: string): string =>
  [...text]
    .map((sign) => (/[\p{L}\p{N}]/u.test(sign) && /^\p{M}$/u.test(mark) ? sign + mark : sign))
    .join('')
    .normalize('NFC');

function fraction(element: OfficeXmlElement): string {
  const [above, below] = [partOf(element, 'num'), partOf(element, 'den')];
  return settingOf(element, 'fPr', 'type') === 'noBar' ? `${above}, ${below}` : `${grouped(above)}/${grouped(below)}`;
}

const ROOTS = new Map([
  ['2', '√'],
  ['3', '∛'],
  ['4', '∜'],
]);

function root(element: OfficeXmlElement): string {
  const degree = isOn(element, 'radPr', 'degHide') ? '' : partOf(element, 'deg');
  return `${ROOTS.get(degree) ?? `${unicodeScriptText(degree, 'super')}√`}${grouped(partOf(element, 'e'))}`;
}

/** Writes a fraction without a bar in round brackets as a binomial coefficient. */
function brackets(element: OfficeXmlElement): string {
  const [open, close] = [settingOf(element, 'dPr', 'begChr') ?? '(', settingOf(element, 'dPr', 'endChr') ?? ')'];
  const only = childElements(childElements(element, 'm:e')[0]).filter(({ name }) => name !== 'm:ctrlPr');
  const isChoice = only.length === 1 && only[0]?.name === 'm:f' && settingOf(only[0], 'fPr', 'type') === 'noBar';
  const text = partsOf(element).join(settingOf(element, 'dPr', 'sepChr') ?? '|');
  return isChoice && open === '(' ? `C(${text})` : `${open}${text}${close}`;
}

function operator(element: OfficeXmlElement): string {
  const below = isOn(element, 'naryPr', 'subHide') ? '' : partOf(element, 'sub');
  const above = isOn(element, 'naryPr', 'supHide') ? '' : partOf(element, 'sup');
  const sign = settingOf(element, 'naryPr', 'chr') ?? '∫';
  return `${sign}${below && unicodeScriptText(below, 'sub')}${above && unicodeScriptText(above, 'super')} ${partOf(element, 'e')}`;
}

function called(element: OfficeXmlElement): string {
  const argument = partOf(element, 'e');
  return `${partOf(element, 'fName')}${/^[([{|]/.test(argument) ? '' : ' '}${argument}`;
}

/** Writes mathematical letters, such as italic ones, as plain letters, which voices and fonts know; invisible characters are left out. */
const plainLetters = (text: string): string =>
  text
    .replace(/[\u{1D400}-\u{1D7FF}]/gu, (letter) => letter.normalize('NFKC'))
    .replaceAll('\u210E', 'h')
    .replace(/[\u2061-\u2064]/g, '');

const WRITERS: Readonly<Record<string, Writer>> = {
  'm:oMathPara': (element) => childElements(element, 'm:oMath').map(inner).join(', '),
  'm:r': (element) =>
    childElements(element)
      .map((child) => (child.name === 'm:t' ? textOfElement(child) : child.name === 'a:br' ? ' ' : ''))
      .join(''),
  'm:f': fraction,
  'm:rad': root,
  'm:d': brackets,
  'm:nary': operator,
  'm:func': called,
  'm:sSup': (element) => partOf(element, 'e') + unicodeScriptText(partOf(element, 'sup'), 'super'),
  'm:sSub': (element) => partOf(element, 'e') + unicodeScriptText(partOf(element, 'sub'), 'sub'),
  'm:sSubSup': (element) =>
    partOf(element, 'e') +
    unicodeScriptText(partOf(element, 'sub'), 'sub') +
    unicodeScriptText(partOf(element, 'sup'), 'super'),
  'm:sPre': (element) =>
    unicodeScriptText(partOf(element, 'sub'), 'sub') +
    unicodeScriptText(partOf(element, 'sup'), 'super') +
    partOf(element, 'e'),
  'm:limLow': (element) => partOf(element, 'e') + unicodeScriptText(partOf(element, 'lim'), 'sub'),
  'm:limUpp': (element) => partOf(element, 'e') + unicodeScriptText(partOf(element, 'lim'), 'super'),
  'm:acc': (element) => marked(partOf(element, 'e'), settingOf(element, 'accPr', 'chr') ?? '\u0302'),
  'm:bar': (element) =>
    marked(partOf(element, 'e'), settingOf(element, 'barPr', 'pos') === 'top' ? '\u0304' : '\u0332'),
  // It occupies the space of its content, which may be hidden.
  'm:phant': (element) =>
    isAttributeFalse(childElementAtPath(element, 'm:phantPr', 'm:show'), 'm:val') ? '' : partOf(element, 'e'),
  'm:m': (element) =>
    childElements(element, 'm:mr')
      .map((row) => partsOf(row).join(', '))
      .join('; '),
  // A character & in its rows marks the place at which they are aligned.
  'm:eqArr': (element) =>
    partsOf(element)
      .map((row) => row.replaceAll('&', ''))
      .join('; '),
};

/** The text of an element. An unknown element has the text of its children; properties have no text. */
function lineOf(element: OfficeXmlElement): string {
  if (element.name.endsWith('Pr')) return '';
  return plainLetters((ownPropertyValue(WRITERS, element.name) ?? inner)(element));
}
