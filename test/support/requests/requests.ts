import { agreeingParts } from './agreeing-parts.ts';
import { valueMaker, variableName } from './largest-value.ts';
import {
  FORM_TYPE,
  JSON_TYPE,
  type PartName,
  type Parts,
  type PlacedBound,
  partsOf,
  resolve,
  type Shape,
} from './shapes.ts';

/** What requests name: ids of what there is. */
export interface Known {
  timeline_id: string;
  /** An uploaded image that slides may name. */
  upload_id: string;
  /** The slides of a timeline that has no room for another. */
  slide_ids: readonly string[];
  /** The values of the parameters of a path. */
  path(shape: Shape): Readonly<Record<string, string>>;
}

const names = (count: number): string[] => Array.from({ length: count }, (_, index) => variableName(index));

/** The variables of the timeline that is known, which has no room for another. */
export const VARIABLES = Object.fromEntries(names(50).map((name) => [name, 'a']));

/** Fields that mean something, whatever the operation. Undefined: left out where they are not the one that is tried. */
const MEANT: Readonly<Record<string, unknown>> = {
  template_id: 'plain',
  voice: undefined,
  // Their voices must be voices of the engine.
  speakers: {},
  version: undefined,
  position: undefined,
  size_bytes: 1024,
  pdf_upload_id: undefined,
  image_variable: undefined,
  since: '2026-01-01T00:00:00Z',
  created_after: '2026-01-01T00:00:00Z',
  created_before: '2026-02-01T00:00:00Z',
  narration: 'none',
  codec: 'h264',
  cursor: undefined,
  'if-match': undefined,
  'if-none-match': undefined,
  // A slide that is replaced is named by an id that is tried alone.
  id: undefined,
  from: 0,
  to: 0,
};

/** As many values as fit into an address. */
const IN_QUERY = { variables: JSON.stringify(Object.fromEntries(names(7).map((name) => [name, 'a'.repeat(900)]))) };

/** With which all fields of an operation together are allowed. */
const OF_OPERATION: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  importTimeline: { look: 'auto', pdf_text: 'none', deck_file: undefined },
  // 500 slides whose images move, within the longest video and the room of a worker.
  createRender: { duration_seconds: 2, resolution: '1080p', quality: 'standard' },
};

/** What an order has to have next to what the schema of its body, or of its query, requires. */
const ORDERS = ['createRender', 'createBatch'];

/** Makes the requests that reach bounds. */
export function requestMaker(known: Known) {
  let requests = 0;

  const knownIn = (shape: Shape, part: PartName): Readonly<Record<string, unknown>> => {
    if (part === 'path') return known.path(shape);
    const { timeline_id, upload_id, slide_ids } = known;
    const ids = { timeline_id, upload_id, slide_ids };
    return { ...MEANT, ...ids, ...(part === 'query' ? IN_QUERY : {}), ...OF_OPERATION[shape.contract.operation] };
  };

  /** Makes the parts agree with one another, and the key of each request its own. */
  function finished({ contract, media }: Shape, { body, query, header, ...others }: Parts): Parts {
    requests += 1;
    const { 'idempotency-key': key } = (header ?? {}) as Record<string, string>;
    const isOrder = ORDERS.includes(contract.operation);
    const order = { timeline_id: known.timeline_id, narration: 'none' };
    const isFile = media !== undefined && media !== JSON_TYPE && media !== FORM_TYPE;
    const ordered = (part: unknown) => (isOrder ? { ...order, ...(part as object) } : part);
    const sent = isFile || body === undefined ? body : ordered(body);
    return {
      ...others,
      ...(query === undefined ? {} : { query: isFile ? ordered(query) : query }),
      ...(sent === undefined ? {} : { body: media === JSON_TYPE ? agreeingParts(sent) : sent }),
      ...(key === undefined
        ? {}
        : { header: { 'idempotency-key': `${requests}-`.padEnd(key.length, 'k').slice(0, Math.max(key.length, 8)) } }),
    };
  }

  return {
    /** One bound is reached, and all else is the smallest. */
    alone(shape: Shape, bound: PlacedBound): Parts {
      const parts = partsOf(shape, (part, schema) => {
        const maker = valueMaker(resolve, { character: 'a', known: knownIn(shape, part) });
        return part === bound.part ? maker.reaching(schema, bound.steps, bound.keyword) : maker.smallest(schema);
      });
      return finished(shape, parts);
    },
    /** All bounds are reached, with texts of one character. */
    together: (shape: Shape, character: string): Parts =>
      finished(
        shape,
        partsOf(shape, (part, schema) =>
          valueMaker(resolve, { character, known: knownIn(shape, part) }).largest(schema),
        ),
      ),
  };
}
