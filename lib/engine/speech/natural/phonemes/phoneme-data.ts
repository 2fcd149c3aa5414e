import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { z } from 'zod';
import { parseJson } from '#kernel/shared/parse-json.ts';
import { type OnnxTensor, readOnnxTensors } from '../onnx/read-tensors.ts';
import { indexJsonMembers, type JsonMemberIndex } from './member-index.ts';

/** Weights that find the parts of speech. */
export interface TaggerWeights {
  /** All tags. */
  tags: readonly string[];
  /** The tags of words that nearly always have one. */
  known: JsonMemberIndex;
  /** Words that occur in features. Others occur as their shape. */
  vocabulary: ReadonlySet<string>;
  /** For each feature the weights of tags: `{"NN":3.1}`. */
  weights: JsonMemberIndex;
}

/** The model that reads unknown words. */
export interface UnknownWordData {
  /** The letters that it knows; the number of a letter is its position plus 1. */
  letters: readonly string[];
  /** Its phonemes; the number of a phoneme is its position plus 1, and 0 stands for no phoneme. */
  phonemes: readonly string[];
  /** Phonemes that it says at most for a letter. */
  slots: number;
  /** Letters of a word that it reads at most. */
  maxLength: number;
  tensors: ReadonlyMap<string, OnnxTensor>;
}

/** The data that turn English text into phonemes: the content of `layers/speech/natural`. */
export interface PhonemeData {
  /** Words and their phonemes, checked by people. A value is a string, or one for each part of speech. */
  gold: JsonMemberIndex;
  /** More words, not checked. */
  silver: JsonMemberIndex;
  /** Contractions and abbreviations, and the tokens of each, which are its parts. */
  exceptions: ReadonlyMap<string, readonly string[]>;
  tagger: TaggerWeights;
  unknown: UnknownWordData;
  /** The model's number for each phoneme. */
  vocabulary: ReadonlyMap<string, number>;
}

const textsSchema = z.array(z.string());
const exceptionsSchema = z.record(z.string(), textsSchema);
const vocabularySchema = z.record(z.string(), z.int());
const unknownWordsSchema = z.object({ in: textsSchema, out: textsSchema, slots: z.int(), maxlen: z.int() });

const unzip = promisify(gunzip);

function taggerOf(bytes: Uint8Array): TaggerWeights {
  const members = indexJsonMembers(bytes);
  const member = (name: string): Uint8Array => {
    const found = members.find(name);
    if (!found) throw new Error(`The data of the tagger have no "${name}"`);
    return found;
  };
  const parsed = <Schema extends z.ZodType>(schema: Schema, name: string): z.output<Schema> =>
    parseJson(schema, Buffer.from(member(name)).toString());
  return {
    tags: parsed(textsSchema, 'tags'),
    known: indexJsonMembers(member('tagdict')),
    vocabulary: new Set(parsed(textsSchema, 'vocab')),
    weights: indexJsonMembers(member('weights')),
  };
}

/**
 * Loads the data of the voice that phonemes need.
 * @param folder with the files of `layers/speech/natural`
 * @throws Error if a file is missing or is not what it should be
 */
export async function loadPhonemeData(folder: string): Promise<PhonemeData> {
  const file = (name: string): Promise<Buffer> => readFile(join(folder, name));
  const zipped = async (name: string): Promise<Buffer> => unzip(await file(name));
  const json = async <Schema extends z.ZodType>(schema: Schema, name: string): Promise<z.output<Schema>> =>
    parseJson(schema, (await file(name)).toString());
  const [gold, silver, tagger, exceptions, words, tensors, vocabulary] = await Promise.all([
    zipped('lexicon_us_gold.json.gz').then(indexJsonMembers),
    zipped('lexicon_us_silver.json.gz').then(indexJsonMembers),
    zipped('tagger.json.gz').then(taggerOf),
    json(exceptionsSchema, 'tokenizer_exceptions.json'),
    json(unknownWordsSchema, 'oov.json'),
    file('oov.onnx').then(readOnnxTensors),
    json(vocabularySchema, 'vocab.json'),
  ]);
  const { in: letters, out: phonemes, slots, maxlen: maxLength } = words;
  return {
    ...{ gold, silver, tagger },
    exceptions: new Map(Object.entries(exceptions)),
    unknown: { letters, phonemes, slots, maxLength, tensors },
    vocabulary: new Map(Object.entries(vocabulary)),
  };
}
