import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { parseJson } from '#kernel/shared/parse-json.ts';
import type { TaggerWeights } from '../phoneme-data.ts';
import { createTaggerFeatureExtractor } from './word-features.ts';

/**
 * Finds the part of speech of each word of a line: tags of the Penn Treebank.
 * @param given the known tags, at the positions of their words
 */
export type PartOfSpeechTagger = (words: readonly string[], given: readonly (string | undefined)[]) => string[];

const tagSchema = z.string();
const weightsSchema = z.record(z.string(), z.number());
/** Features whose weights are kept: those of frequent tags and words. */
const CACHED_FEATURES = 4000;

/** Weights of a feature: positions of tags, and their weights in tenths, which are whole numbers, so that sums are exact. */
type FeatureWeights = readonly (readonly [tag: number, tenths: number])[];

/** The position of the largest sum; among equal sums, the one whose tag is last in code point order. */
function bestOf(sums: Int32Array, tags: readonly string[]): string {
  let best = 0;
  for (let tag = 1; tag < sums.length; tag++) {
    const [sum = 0, largest = 0] = [sums[tag], sums[best]];
    if (sum > largest || (sum === largest && (tags[tag] ?? '') > (tags[best] ?? ''))) best = tag;
  }
  return tags[best] ?? 'NN';
}

/** Makes a tagger: an averaged perceptron, from left to right. Words that nearly always have the same tag get it directly. */
export function createPartOfSpeechTagger(data: TaggerWeights): PartOfSpeechTagger {
  const { tags, known, weights } = data;
  const places = new Map(tags.map((tag, place) => [tag, place]));
  const cache = new LRUCache<string, FeatureWeights>({ max: CACHED_FEATURES });

  const knownTag = (word: string): string | undefined => {
    const json = known.find(word);
    return json && parseJson(tagSchema, Buffer.from(json).toString());
  };

  const weightsOf = (feature: string): FeatureWeights => {
    const cached = cache.get(feature);
    if (cached) return cached;
    const json = weights.find(feature);
    const found = json ? Object.entries(parseJson(weightsSchema, Buffer.from(json).toString())) : [];
    const read = found.map(([tag, weight]) => [places.get(tag) ?? 0, Math.round(weight * 10)] as const);
    cache.set(feature, read);
    return read;
  };

  const guess = (features: readonly string[]): string => {
    const sums = new Int32Array(tags.length);
    for (const [tag, tenths] of features.flatMap(weightsOf)) sums[tag] = (sums[tag] ?? 0) + tenths;
    return bestOf(sums, tags);
  };

  return (words, given) => {
    const featuresAt = createTaggerFeatureExtractor(words, data);
    let [before, beforeThat] = ['-START-', '-START2-'];
    return words.map((word, position) => {
      const tag = given[position] ?? knownTag(word) ?? guess(featuresAt(position, before, beforeThat));
      [before, beforeThat] = [tag, before];
      return tag;
    });
  };
}
