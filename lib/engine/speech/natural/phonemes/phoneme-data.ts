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
  /** The maximum number of phonemes for a letter. */
  slots: number;
  /** The maximum number of letters of a word that it reads. */
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

function readTagger(bytes: Uint8Array): TaggerWeights {
  const members = indexJsonMembers(bytes);
  const member = (name: string): Uint8Array => {
    const memberBytes = members.find(name);
    if (!memberBytes) throw new Error(`The data of the tagger have no "${name}"`);
    return memberBytes;
  };
  const parseMember = <Schema extends z.ZodType>(schema: Schema, name: string): z.output<Schema> =>
    parseJson(schema, Buffer.from(member(name)).toString());
  return {
    tags: parseMember(textsSchema, 'tags'),
    known: indexJsonMembers(member('tagdict')),
    vocabulary: new Set(parseMember(textsSchema, 'vocab')),
    weights: indexJsonMembers(member('weights')),
  };
}

/**
 * Loads the data of the voice that phonemes need.
 * @param folder the folder with the files of `layers/speech/natural`
 * @throws Error if a file is missing or has another content than expected
 */
export async function loadPhonemeData(folder: string): Promise<PhonemeData> {
  const readDataFile = (name: string): Promise<Buffer> => readFile(join(folder, name));
  const readZippedFile = async (name: string): Promise<Buffer> => unzip(await readDataFile(name));
  const readJsonFile = async <Schema extends z.ZodType>(schema: Schema, name: string): Promise<z.output<Schema>> =>
    parseJson(schema, (await readDataFile(name)).toString());
  const [gold, silver, tagger, exceptions, unknownWords, tensors, vocabulary] = await Promise.all([
    readZippedFile('lexicon_us_gold.json.gz').then(indexJsonMembers),
    readZippedFile('lexicon_us_silver.json.gz').then(indexJsonMembers),
    readZippedFile('tagger.json.gz').then(readTagger),
    readJsonFile(exceptionsSchema, 'tokenizer_exceptions.json'),
    readJsonFile(unknownWordsSchema, 'oov.json'),
    readDataFile('oov.onnx').then(readOnnxTensors),
    readJsonFile(vocabularySchema, 'vocab.json'),
  ]);
  const { in: letters, out: phonemes, slots, maxlen: maxLength } = unknownWords;
  return {
    gold,
    silver,
    tagger,
    exceptions: new Map(Object.entries(exceptions)),
    unknown: { letters, phonemes, slots, maxLength, tensors },
    vocabulary: new Map(Object.entries(vocabulary)),
  };
}
