import { describe, expect, it } from 'vitest';
import { apiContracts } from '#front/api/contracts.ts';
import { hasNotModifiedAnswer } from '#front/api/openapi/error-answers.ts';

/** Operations that change nothing that has a tag, and why. Every other change takes `if-match`. */
const NO_CONDITION: Readonly<Record<string, string>> = {
  createTimeline: 'makes a resource',
  importTimeline: 'makes a resource',
  createTemplate: 'makes a resource',
  createTemplateFrom: 'makes a resource',
  uploadFont: 'makes a resource',
  announceUpload: 'makes a resource',
  createRender: 'makes a resource',
  createBatch: 'makes a resource',
  createWebhook: 'makes a resource',
  createKey: 'makes a resource',
  previewSpeech: 'changes nothing',
  testWebhook: 'sends an event',
  redeliver: 'sends an event again',
  redeliverOfRender: 'sends an event again',
  replayDeliveries: 'sends events again',
  callTools: 'another protocol, over the same operations',
};

const changes = apiContracts.filter(({ method, open }) => method !== 'GET' && !open);
/** A path without its last part: the collection of a resource, or the resource of an action. */
const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
const tagged = new Set(apiContracts.filter(hasNotModifiedAnswer).map(({ path }) => path));

describe('a route that changes something', () => {
  it.each(changes.map(({ operation }) => operation))(
    '%s takes `if-match`, or there is a reason why not',
    (operation) => {
      const contract = changes.find((one) => one.operation === operation);
      expect(contract?.conditional ?? false).toBe(NO_CONDITION[operation] === undefined);
      // What has no condition is a POST: PUT, PATCH and DELETE change what is there.
      if (!contract?.conditional) expect(contract?.method).toBe('POST');
    },
  );

  it('has no reason that no route needs', () => {
    const operations = new Set(changes.map(({ operation }) => operation));
    expect(Object.keys(NO_CONDITION).filter((operation) => !operations.has(operation))).toEqual([]);
  });

  it.each(changes.filter(({ conditional }) => conditional).map(({ path }) => path))(
    '%s is one of a resource whose tag a GET shows',
    (path) => {
      const places = [path, parentOf(path), parentOf(parentOf(path))];
      expect(places.some((place) => tagged.has(place))).toBe(true);
    },
  );
});
