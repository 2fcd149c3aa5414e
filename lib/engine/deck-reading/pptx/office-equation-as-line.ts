import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { unicodeScriptText } from '../formulas/script-text.ts';
import {
  childElementAtPath,
  childElements,
  directTextOfElement,
  isAttributeFalse,
  type OfficeXmlElement,
} from './xml.ts';

/** An equation as one line of text. */
interface LinearEquation {
  text: string;
  /** True if the line loses nothing: scripts are characters of Unicode, and the equation has no fractions, roots or rows. */
  isSaidInFull: boolean;
}

/** Reports whether an element is an equation of Office (OMML, ECMA-376 part 1, 22.1). */
export const isOfficeEquation = ({ name }: OfficeXmlElement): boolean => name === 'm:oMath' || name === 'm:oMathPara';

/**
 * Writes an equation of Office as one line, with characters of Unicode for powers and indices: `x = (−b ± √(b² − 4ac))/(2a)`. Spaces
 * around it are kept.
 */
export function convertOfficeEquationToLine(element: OfficeXmlElement): LinearEquation {
  const text = writeElement(element).replace(/\s+/g, ' ');
  return { text, isSaidInFull: !hasShapedElement(element) && !/[\^_]/.test(text) };
}

/** Elements whose form one line of text cannot show, such as fractions and matrices. */
const SHAPED_ELEMENTS = new Set(['m:f', 'm:rad', 'm:nary', 'm:m', 'm:eqArr', 'm:limLow', 'm:limUpp', 'm:groupChr']);

const hasShapedElement = (element: OfficeXmlElement): boolean =>
  SHAPED_ELEMENTS.has(element.name) || childElements(element).some(hasShapedElement);

type ElementWriter = (element: OfficeXmlElement) => string;

const writeChildren: ElementWriter = (element) => childElements(element).map(writeElement).join('');
const writePart = (element: OfficeXmlElement, name: string): string => {
  const part = childElementAtPath(element, `m:${name}`);
  return part ? writeChildren(part) : '';
};
const writeOperands = (element: OfficeXmlElement): string[] => childElements(element, 'm:e').map(writeChildren);

/** The value of a property; undefined if it is absent. An empty value hides a character. */
function propertyValue(element: OfficeXmlElement, ...path: readonly string[]): string | undefined {
  const property = childElementAtPath(element, ...path.map((name) => `m:${name}`));
  return property && (property.attributes['m:val'] ?? '');
}

/** Reports whether a property that may have no value is on. */
const isPropertyOn = (element: OfficeXmlElement, ...path: readonly string[]): boolean => {
  const property = childElementAtPath(element, ...path.map((name) => `m:${name}`));
  return property !== undefined && !isAttributeFalse(property, 'm:val');
};

/**
 * Reports whether a text is one operand: a number, a letter with its scripts, a word, or an expression in brackets. Two letters are a
 * product.
 */
const isOneOperand = (text: string): boolean =>
  /^(?:[\p{Nd}.,]*|\p{L}[\p{M}\p{No}\p{Lm}]*|\p{L}{3,}|[([{][^()[\]{}]*[)\]}])$/u.test(text);
/** A text in brackets, unless it is one operand. */
const addBracketsIfNeeded = (text: string): string => (isOneOperand(text) ? text : `(${text})`);

/** A text with a mark above or below each letter, composed if Unicode has the letter with the mark. */
const addMark = (text: string, mark: string): string =>
  [...text]
    .map((sign) => (/[\p{L}\p{N}]/u.test(sign) && /^\p{M}$/u.test(mark) ? sign + mark : sign))
    .join('')
    .normalize('NFC');

function writeFraction(element: OfficeXmlElement): string {
  const [numerator, denominator] = [writePart(element, 'num'), writePart(element, 'den')];
  return propertyValue(element, 'fPr', 'type') === 'noBar'
    ? `${numerator}, ${denominator}`
    : `${addBracketsIfNeeded(numerator)}/${addBracketsIfNeeded(denominator)}`;
}

const ROOT_SIGN_BY_DEGREE = new Map([
  ['2', '√'],
  ['3', '∛'],
  ['4', '∜'],
]);

function writeRoot(element: OfficeXmlElement): string {
  const degree = isPropertyOn(element, 'radPr', 'degHide') ? '' : writePart(element, 'deg');
  return `${ROOT_SIGN_BY_DEGREE.get(degree) ?? `${unicodeScriptText(degree, 'super')}√`}${addBracketsIfNeeded(writePart(element, 'e'))}`;
}

/** Writes a fraction without a bar in round brackets as a binomial coefficient. */
function writeBrackets(element: OfficeXmlElement): string {
  const [openingBracket, closingBracket] = [
    propertyValue(element, 'dPr', 'begChr') ?? '(',
    propertyValue(element, 'dPr', 'endChr') ?? ')',
  ];
  const children = childElements(childElements(element, 'm:e')[0]).filter(({ name }) => name !== 'm:ctrlPr');
  const isChoice =
    children.length === 1 && children[0]?.name === 'm:f' && propertyValue(children[0], 'fPr', 'type') === 'noBar';
  const text = writeOperands(element).join(propertyValue(element, 'dPr', 'sepChr') ?? '|');
  return isChoice && openingBracket === '(' ? `C(${text})` : `${openingBracket}${text}${closingBracket}`;
}

function writeOperator(element: OfficeXmlElement): string {
  const lowerLimit = isPropertyOn(element, 'naryPr', 'subHide') ? '' : writePart(element, 'sub');
  const upperLimit = isPropertyOn(element, 'naryPr', 'supHide') ? '' : writePart(element, 'sup');
  const sign = propertyValue(element, 'naryPr', 'chr') ?? '∫';
  return `${sign}${lowerLimit && unicodeScriptText(lowerLimit, 'sub')}${upperLimit && unicodeScriptText(upperLimit, 'super')} ${writePart(element, 'e')}`;
}

function writeFunction(element: OfficeXmlElement): string {
  const argument = writePart(element, 'e');
  return `${writePart(element, 'fName')}${/^[([{|]/.test(argument) ? '' : ' '}${argument}`;
}

/** Writes mathematical letters, such as italic ones, as plain letters, which voices and fonts know; invisible characters are left out. */
const plainLetters = (text: string): string =>
  text
    .replace(/[\u{1D400}-\u{1D7FF}]/gu, (letter) => letter.normalize('NFKC'))
    .replaceAll('\u210E', 'h')
    .replace(/[\u2061-\u2064]/g, '');

const WRITERS: Readonly<Record<string, ElementWriter>> = {
  'm:oMathPara': (element) => childElements(element, 'm:oMath').map(writeChildren).join(', '),
  'm:r': (element) =>
    childElements(element)
      .map((child) => (child.name === 'm:t' ? directTextOfElement(child) : child.name === 'a:br' ? ' ' : ''))
      .join(''),
  'm:f': writeFraction,
  'm:rad': writeRoot,
  'm:d': writeBrackets,
  'm:nary': writeOperator,
  'm:func': writeFunction,
  'm:sSup': (element) => writePart(element, 'e') + unicodeScriptText(writePart(element, 'sup'), 'super'),
  'm:sSub': (element) => writePart(element, 'e') + unicodeScriptText(writePart(element, 'sub'), 'sub'),
  'm:sSubSup': (element) =>
    writePart(element, 'e') +
    unicodeScriptText(writePart(element, 'sub'), 'sub') +
    unicodeScriptText(writePart(element, 'sup'), 'super'),
  'm:sPre': (element) =>
    unicodeScriptText(writePart(element, 'sub'), 'sub') +
    unicodeScriptText(writePart(element, 'sup'), 'super') +
    writePart(element, 'e'),
  'm:limLow': (element) => writePart(element, 'e') + unicodeScriptText(writePart(element, 'lim'), 'sub'),
  'm:limUpp': (element) => writePart(element, 'e') + unicodeScriptText(writePart(element, 'lim'), 'super'),
  'm:acc': (element) => addMark(writePart(element, 'e'), propertyValue(element, 'accPr', 'chr') ?? '\u0302'),
  'm:bar': (element) =>
    addMark(writePart(element, 'e'), propertyValue(element, 'barPr', 'pos') === 'top' ? '\u0304' : '\u0332'),
  // A phantom occupies the space of its content, which may be hidden.
  'm:phant': (element) =>
    isAttributeFalse(childElementAtPath(element, 'm:phantPr', 'm:show'), 'm:val') ? '' : writePart(element, 'e'),
  'm:m': (element) =>
    childElements(element, 'm:mr')
      .map((row) => writeOperands(row).join(', '))
      .join('; '),
  // A character & in its rows marks the place at which they are aligned.
  'm:eqArr': (element) =>
    writeOperands(element)
      .map((row) => row.replaceAll('&', ''))
      .join('; '),
};

/** The text of an element. An unknown element has the text of its children; properties have no text. */
function writeElement(element: OfficeXmlElement): string {
  if (element.name.endsWith('Pr')) return '';
  return plainLetters((ownPropertyValue(WRITERS, element.name) ?? writeChildren)(element));
}
