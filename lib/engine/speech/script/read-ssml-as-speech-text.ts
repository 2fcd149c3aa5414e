import {
  parseXml,
  XmlCdata,
  XmlComment,
  type XmlDocument,
  XmlElement,
  XmlError,
  type XmlNode,
  XmlText,
} from '@rgrove/parse-xml';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { lineAndColumnOfOffset, SpeechMarkupError } from './markup-error.ts';
import type { SpeechEmphasis } from './script.ts';
import type { ForcedSentenceEnd, ParsedSpeechText } from './speech-markup.ts';
import { splitAtDirections } from './split-at-directions.ts';
import {
  checkSsmlVoiceName,
  emphasisOfSsml,
  findSsmlTagRule,
  interpretationOfSayAs,
  pronunciationOfSsmlPhoneme,
  SSML_TAG_LIST,
  type SsmlAttributes,
  spokenTextOfSsmlSub,
  ssmlBreakSeconds,
} from './ssml-tags.ts';

/** Any text that starts with `<speak` counts as SSML; an XML declaration before it is reported as a fault. */
const SSML = /^\s*(?:<\?xml\b[^>]*>\s*)?<speak(?![\p{L}\p{N}_.:-])/u;
/** Deeper nesting has no meaning and would only serve an attack. */
const MAX_DEPTH = 32;
/** The maximum number of seconds of all breaks in a text together: silence takes as much memory as speech. Equals the longest slide. */
export const MAX_TOTAL_BREAK_SECONDS = 300;

/** Reports whether a text is SSML; any other text is plain, with or without Markdown and HTML. */
export const isSsml = (text: string): boolean => SSML.test(text);

/**
 * Reads a subset of SSML 1.1 (https://www.w3.org/TR/speech-synthesis11/) strictly: `speak`, `p`, `s`, `break`, `emphasis`,
 * `say-as`, `sub`, `phoneme` and `voice`. Entities are the five of XML and numeric ones; a document type, which could define others, is refused.
 * @throws SpeechMarkupError for the first fault.
 */
export function readSsmlAsSpeechText(text: string): ParsedSpeechText {
  return readCheckedSsml(text).speechText;
}

/** The nodes of SSML, which is checked as by `readSsmlAsSpeechText`. @throws SpeechMarkupError for the first fault */
export const parseSsmlNodes = (text: string): readonly XmlNode[] => readCheckedSsml(text).nodes;

function readCheckedSsml(text: string): { speechText: ParsedSpeechText; nodes: readonly XmlNode[] } {
  // XML allows four kinds of white space around its root; authors paste others.
  const source = text.replace(/^\s+|\s+$/gu, (space) => space.replace(/[^ \t\r\n]/g, ' '));
  const reader = new Reader(source);
  const nodes = parseSource(source).children;
  for (const node of nodes) reader.readNode(node, undefined, 0);
  return { speechText: reader.speechText, nodes };
}

function parseSource(source: string): XmlDocument {
  try {
    return parseXml(source, {
      includeOffsets: true,
      preserveCdata: true,
      preserveDocumentType: true,
      preserveXmlDeclaration: true,
    });
  } catch (error) {
    if (error instanceof XmlError) throw new SpeechMarkupError(messageOf(error, source), error);
    // The parser recurses for each level: thousands of levels exceed the stack.
    if (error instanceof RangeError)
      throw new SpeechMarkupError('the tags are nested too deeply', { line: 1, column: 1 }, { cause: error });
    throw error;
  }
}

/** The parser's message, except for its most frequent one, which has three causes. */
function messageOf({ message, line, column }: XmlError, source: string): string {
  const [complaint = ''] = message.split(/ \(line \d+, column \d+\)/);
  const openTag = /^Missing end tag for element (\S+)/.exec(complaint)?.[1];
  if (openTag === undefined) return complaint;
  const restOfLine = [...(source.split(/\r\n|\r|\n/)[line - 1] ?? '')].slice(column - 1).join('');
  if (restOfLine.startsWith('</'))
    return `${/^[^>\s]*>?/.exec(restOfLine)?.[0]} does not match: <${openTag}> is still open`;
  if (restOfLine.startsWith(']]>')) return 'write "]]&gt;" for "]]>"';
  return restOfLine.startsWith('<') ? 'write "&lt;" for a "<" that does not start a tag' : `<${openTag}> is not closed`;
}

/** Reads nodes of SSML, checks them, and collects the speech text. */
class Reader {
  readonly speechText: ParsedSpeechText = [];
  readonly #source: string;
  #breaks = 0;

  constructor(source: string) {
    this.#source = source;
  }

  readNode(node: XmlNode, parent: XmlElement | undefined, depth: number, emphasis?: SpeechEmphasis): void {
    if (node instanceof XmlElement) this.#readElement(node, parent, depth, emphasis);
    else if (node instanceof XmlText && !(node instanceof XmlCdata)) this.#readText(node.text, emphasis);
    else if (!(node instanceof XmlComment))
      this.#refuse(node, `${ownPropertyValue(NODE_KIND_NAMES, node.type) ?? 'this'} is not supported`);
  }

  #readElement(element: XmlElement, parent: XmlElement | undefined, depth: number, emphasis?: SpeechEmphasis): void {
    const { name } = element;
    const rule = findSsmlTagRule(name);
    if (!rule) this.#refuse(element, `<${name}> is not a supported tag (${SSML_TAG_LIST})`);
    if (depth > MAX_DEPTH) this.#refuse(element, `tags may be nested at most ${MAX_DEPTH} deep`);
    if (parent && !findSsmlTagRule(parent.name)?.children.includes(name))
      this.#refuse(element, `<${name}> is not allowed in <${parent.name}>`);
    for (const attribute of Object.keys(element.attributes))
      if (!rule.attributes.includes(attribute)) this.#refuse(element, `<${name}> has no attribute "${attribute}"`);
    if (name === 'break') this.#readBreak(element);
    else if (name === 'say-as') this.#readWhole(element, interpretationOfSayAs, emphasis);
    else if (name === 'sub') this.#readWhole(element, spokenTextOfSsmlSub, emphasis);
    else if (name === 'phoneme') this.#readWhole(element, pronunciationOfSsmlPhoneme, emphasis);
    else {
      const stress = name === 'emphasis' ? this.#valueOf(element, emphasisOfSsml).emphasis : emphasis;
      if (name === 'voice') this.#valueOf(element, checkSsmlVoiceName);
      const ends = ownPropertyValue(SENTENCE_END_BY_TAG, name);
      if (ends) this.speechText.push({ ends });
      for (const child of element.children) this.readNode(child, element, depth + 1, stress);
      if (ends) this.speechText.push({ ends });
    }
  }

  /** Reads words, whose directions in brackets mean the same as in plain text. */
  #readText(text: string, emphasis: SpeechEmphasis | undefined): void {
    for (const part of splitAtDirections(text, (words) => words)) {
      if ('text' in part) this.speechText.push({ ...part, emphasis });
      else {
        this.#breaks += part.break_seconds;
        if (this.#breaks <= MAX_TOTAL_BREAK_SECONDS) this.speechText.push(part);
      }
    }
  }

  #readBreak(element: XmlElement): void {
    if (element.children.length > 0) this.#refuse(element, '<break> must be empty: write <break/>');
    const seconds = this.#valueOf(element, ssmlBreakSeconds);
    this.#breaks += seconds;
    if (this.#breaks > MAX_TOTAL_BREAK_SECONDS)
      this.#refuse(element, `the breaks of a text may last at most ${MAX_TOTAL_BREAK_SECONDS} s in all`);
    if (seconds > 0) this.speechText.push({ break_seconds: seconds });
  }

  /** Reads an element that contains text only, and whose attributes say how the text is spoken. */
  #readWhole(
    element: XmlElement,
    read: (attributes: SsmlAttributes, text: string) => object,
    emphasis: SpeechEmphasis | undefined,
  ): void {
    const inner = element.children.find((child) => !(child instanceof XmlText) || child instanceof XmlCdata);
    if (inner instanceof XmlElement) this.#refuse(inner, `<${inner.name}> is not allowed in <${element.name}>`);
    if (inner) this.#refuse(inner, `<${element.name}> may contain text only`);
    const { text } = element;
    this.speechText.push({ text, emphasis, ...this.#valueOf(element, (attributes) => read(attributes, text)) });
  }

  /** Reads the attributes of an element. A RangeError of `read` is a fault at the element's position. */
  #valueOf<Value>(element: XmlElement, read: (attributes: SsmlAttributes) => Value): Value {
    try {
      return read(element.attributes);
    } catch (error) {
      if (error instanceof RangeError) this.#refuse(element, error.message);
      throw error;
    }
  }

  #refuse(node: XmlNode, message: string): never {
    throw new SpeechMarkupError(message, lineAndColumnOfOffset(this.#source, node.start));
  }
}

/** The end before and after an element. A part in another voice is a separate sentence. */
const SENTENCE_END_BY_TAG: Partial<Record<string, ForcedSentenceEnd['ends']>> = {
  p: 'paragraph',
  s: 'sentence',
  voice: 'sentence',
};

const NODE_KIND_NAMES: Record<string, string> = {
  cdata: 'a CDATA section',
  doctype: 'a document type',
  pi: 'a processing instruction',
  xmldecl: 'an XML declaration',
};
