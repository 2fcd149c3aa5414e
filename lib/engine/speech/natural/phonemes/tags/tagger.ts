import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { parseJson } from '#kernel/shared/parse-json.ts';
import type { TaggerWeights } from '../phoneme-data.ts';
import { createTaggerFeatureExtractor } from './word-features.ts';

/**
 * Finds the part of speech of each word of a line: tags of the Penn Treebank.
 * @param givenTags the known tags, at the positions of their words
 */
export type PartOfSpeechTagger = (words: readonly string[], givenTags: readonly (string | undefined)[]) => string[];

const tagSchema = z.string();
const weightsSchema = z.record(z.string(), z.number());
/** Features whose weights are kept: those of frequent tags and words. */
const CACHED_FEATURES = 4000;

/** Weights of a feature: positions of tags, and their weights in tenths, which are whole numbers, so that sums are exact. */
type FeatureWeights = readonly (readonly [tag: number, tenths: number])[];

/** The tag with the largest sum; among equal sums, the tag that is last in code point order. */
function tagOfLargestSum(sums: Int32Array, tags: readonly string[]): string {
  let bestIndex = 0;
  for (let tag = 1; tag < sums.length; tag++) {
    const [sum = 0, largest = 0] = [sums[tag], sums[bestIndex]];
    if (sum > largest || (sum === largest && (tags[tag] ?? '') > (tags[bestIndex] ?? ''))) bestIndex = tag;
  }
  return tags[bestIndex] ?? 'NN';
}

/** Makes a tagger: an averaged perceptron, from left to right. Words that nearly always have the same tag get it directly. */
export function createPartOfSpeechTagger(data: TaggerWeights): PartOfSpeechTagger {
  const { tags, known: knownTagsByWord, weights } = data;
  const indexByTag = new Map(tags.map((tag, tagIndex) => [tag, tagIndex]));
  const cache = new LRUCache<string, FeatureWeights>({ max: CACHED_FEATURES });

  const knownTag = (word: string): string | undefined => {
    const json = knownTagsByWord.find(word);
    return json && parseJson(tagSchema, Buffer.from(json).toString());
  };

  const weightsOf = (feature: string): FeatureWeights => {
    const cachedWeights = cache.get(feature);
    if (cachedWeights) return cachedWeights;
    const json = weights.find(feature);
    const weightEntries = json ? Object.entries(parseJson(weightsSchema, Buffer.from(json).toString())) : [];
    const featureWeights = weightEntries.map(
      ([tag, weight]) => [indexByTag.get(tag) ?? 0, Math.round(weight * 10)] as const,
    );
    cache.set(feature, featureWeights);
    return featureWeights;
  };

  const guessTag = (features: readonly string[]): string => {
    const sums = new Int32Array(tags.length);
    for (const [tag, tenths] of features.flatMap(weightsOf)) sums[tag] = (sums[tag] ?? 0) + tenths;
    return tagOfLargestSum(sums, tags);
  };

  return (words, givenTags) => {
    const featuresAt = createTaggerFeatureExtractor(words, data);
    let [previousTag, secondPreviousTag] = ['-START-', '-START2-'];
    return words.map((word, position) => {
      const tag =
        givenTags[position] ?? knownTag(word) ?? guessTag(featuresAt(position, previousTag, secondPreviousTag));
      [previousTag, secondPreviousTag] = [tag, previousTag];
      return tag;
    });
  };
}
