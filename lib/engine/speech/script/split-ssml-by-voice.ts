import { XmlElement, type XmlNode, XmlText } from '@rgrove/parse-xml';
import { escapeXml, escapeXmlContent } from '#kernel/shared/escape-xml.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { DialoguePart } from './dialogue-part.ts';
import { SpeechMarkupError } from './markup-error.ts';
import { parseSsmlNodes } from './read-ssml-as-speech-text.ts';
import type { Speakers } from './speakers.ts';

/** Elements that are copied as a whole. */
const ATOMIC_ELEMENTS = new Set(['break', 'say-as', 'sub', 'phoneme']);

const startTag = ({ name, attributes }: XmlElement): string =>
  `<${name}${Object.entries(attributes)
    .map(([attribute, value]) => ` ${attribute}="${escapeXml(value)}"`)
    .join('')}>`;

/** A document of SSML that is written piece by piece. */
class Writer {
  #text = '';
  #openElements: readonly XmlElement[] = [];
  #hasWords = false;

  /** Adds a piece within the elements that contain it, the outermost first. */
  add(piece: string, ancestors: readonly XmlElement[]): void {
    const firstDifference = this.#openElements.findIndex((element, depth) => element !== ancestors[depth]);
    const commonDepth = firstDifference < 0 ? Math.min(this.#openElements.length, ancestors.length) : firstDifference;
    this.#close(commonDepth);
    for (const element of ancestors.slice(commonDepth)) this.#text += startTag(element);
    this.#openElements = ancestors;
    this.#text += piece;
    this.#hasWords ||= piece.trim() !== '';
  }

  /** The whole document; undefined: nothing but white space was added. */
  end(): string | undefined {
    this.#close(0);
    return this.#hasWords ? this.#text : undefined;
  }

  #close(depth: number): void {
    for (const { name } of this.#openElements.slice(depth).toReversed()) this.#text += `</${name}>`;
  }
}

/** An element that is copied as a whole, with the text in it. */
const wholeElement = (element: XmlElement): string =>
  `${startTag(element)}${escapeXmlContent(element.text)}</${element.name}>`;

/** The part whose voice an element `voice` names: a declared speaker, or a voice of the engine. */
function partForVoice(name: string, speakers: Speakers): Omit<DialoguePart, 'text'> {
  const speaker = ownPropertyValue(speakers, name);
  return speaker ? { speaker: name, ...speaker } : { voice: name };
}

/**
 * The parts of SSML by its elements `voice`, each as a document with the elements around it. SSML with a fault, which is read as
 * plain text, is one part.
 */
export function splitSsmlByVoice(text: string, speakers: Speakers): readonly DialoguePart[] {
  const parts: DialoguePart[] = [];
  let writer = new Writer();
  let part: Omit<DialoguePart, 'text'> = {};
  const startPart = (nextPart: Omit<DialoguePart, 'text'>): void => {
    const ssml = writer.end();
    if (ssml !== undefined) parts.push({ ...part, text: ssml });
    writer = new Writer();
    part = nextPart;
  };
  const walk = (node: XmlNode, ancestors: readonly XmlElement[]): void => {
    if (node instanceof XmlText) writer.add(escapeXmlContent(node.text), ancestors);
    else if (!(node instanceof XmlElement)) return;
    else if (ATOMIC_ELEMENTS.has(node.name)) writer.add(wholeElement(node), ancestors);
    else if (node.name === 'voice') {
      const outerPart = part;
      startPart(partForVoice(node.attributes.name ?? '', speakers));
      for (const child of node.children) walk(child, ancestors);
      startPart(outerPart);
    } else for (const child of node.children) walk(child, [...ancestors, node]);
  };
  try {
    for (const node of parseSsmlNodes(text)) walk(node, []);
  } catch (error) {
    if (error instanceof SpeechMarkupError) return [{ text }];
    throw error;
  }
  startPart({});
  return parts.length > 0 ? parts : [{ text }];
}
