import type { Schemas } from '#front/client/client.ts';

type Warning = Schemas['TimelineCheck']['warnings'][number];

const warningKey = ({ slide_id, code, param, message }: Warning): string =>
  JSON.stringify([slide_id, code, param, message]);

/** Selects the warnings that a check for the settings of a render has, and that the check of its timeline does not have. */
export function selectWarningsOnlyInRender(ofRender: readonly Warning[], ofTimeline: readonly Warning[]): Warning[] {
  const known = new Set(ofTimeline.map(warningKey));
  return ofRender.filter((warning) => !known.has(warningKey(warning)));
}
