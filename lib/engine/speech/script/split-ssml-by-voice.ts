import { XmlElement, type XmlNode, XmlText } from '@rgrove/parse-xml';
import { escapeXml, escapeXmlContent } from '#kernel/shared/escape-xml.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { DialoguePart } from './dialogue-part.ts';
import { SpeechMarkupError } from './markup-error.ts';
import { parseSsmlNodes } from './read-ssml-as-speech-text.ts';
import type { Speakers } from './speakers.ts';

/** Elements that are taken as a whole. */
const WHOLE = new Set(['break', 'say-as', 'sub', 'phoneme']);

const startTag = ({ name, attributes }: XmlElement): string =>
  `<${name}${Object.entries(attributes)
    .map(([attribute, value]) => ` ${attribute}="${escapeXml(value)}"`)
    .join('')}>`;

/** A document of SSML that is written piece by piece. */
class Writer {
  #text = '';
  #open: readonly XmlElement[] = [];
  #hasWords = false;

  /** Adds a piece within its elements, from the outermost. */
  add(piece: string, within: readonly XmlElement[]): void {
    const same = this.#open.findIndex((element, depth) => element !== within[depth]);
    const common = same < 0 ? Math.min(this.#open.length, within.length) : same;
    this.#close(common);
    for (const element of within.slice(common)) this.#text += startTag(element);
    this.#open = within;
    this.#text += piece;
    this.#hasWords ||= piece.trim() !== '';
  }

  /** The whole document; undefined: nothing was added. */
  end(): string | undefined {
    this.#close(0);
    return this.#hasWords ? this.#text : undefined;
  }

  #close(depth: number): void {
    for (const { name } of this.#open.slice(depth).toReversed()) this.#text += `</${name}>`;
  }
}

/** An element that is taken as a whole, with the text in it. */
const wholeElement = (element: XmlElement): string =>
  `${startTag(element)}${escapeXmlContent(element.text)}</${element.name}>`;

/** The part whose voice an element `voice` names: a declared speaker, or a voice of the engine. */
function partOf(name: string, speakers: Speakers): Omit<DialoguePart, 'text'> {
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
  const change = (next: Omit<DialoguePart, 'text'>): void => {
    const written = writer.end();
    if (written !== undefined) parts.push({ ...part, text: written });
    writer = new Writer();
    part = next;
  };
  const walk = (node: XmlNode, within: readonly XmlElement[]): void => {
    if (node instanceof XmlText) writer.add(escapeXmlContent(node.text), within);
    else if (!(node instanceof XmlElement)) return;
    else if (WHOLE.has(node.name)) writer.add(wholeElement(node), within);
    else if (node.name === 'voice') {
      const outer = part;
      change(partOf(node.attributes.name ?? '', speakers));
      for (const child of node.children) walk(child, within);
      change(outer);
    } else for (const child of node.children) walk(child, [...within, node]);
  };
  try {
    for (const node of parseSsmlNodes(text)) walk(node, []);
  } catch (error) {
    if (error instanceof SpeechMarkupError) return [{ text }];
    throw error;
  }
  change({});
  return parts.length > 0 ? parts : [{ text }];
}
