/** The list prices of AWS in us-east-1, in US dollars, without free tiers and discounts: the one table of prices. */
export const PRICES_AS_OF = '2026-11-23';

/** A price, where it is published, and where and when it was last compared; AWS changes prices without a date on the page. */
export interface Price {
  /** Dollars for `per` units. */
  dollars: number;
  per: number;
  unit: string;
  source: string;
  /** What the price was compared with. */
  checked: string;
}

const GB = 2 ** 30;
const MILLION = 1_000_000;
const NOT_COMPARED = 'not compared again';

export const PRICES = {
  gbSeconds: {
    ...{ dollars: 0.0000166667, per: 1, unit: 'GB-second of x86 functions' },
    source: 'https://aws.amazon.com/lambda/pricing/',
    checked: 'appropri8-astro.pages.dev, 2025-12-02',
  },
  ephemeralGbSeconds: {
    ...{ dollars: 0.0000000309, per: 1, unit: 'GB-second of /tmp beyond 512 MB' },
    source: 'https://aws.amazon.com/lambda/pricing/',
    checked: NOT_COMPARED,
  },
  invocations: {
    ...{ dollars: 0.2, per: MILLION, unit: 'invocation' },
    source: 'https://aws.amazon.com/lambda/pricing/',
    checked: 'appropri8-astro.pages.dev, 2025-12-02',
  },
  apiRequests: {
    ...{ dollars: 3.5, per: MILLION, unit: 'request to a REST API' },
    source: 'https://aws.amazon.com/api-gateway/pricing/',
    checked: 'appropri8-astro.pages.dev, 2025-12-02',
  },
  writeUnits: {
    ...{ dollars: 0.625, per: MILLION, unit: 'write request unit, on demand' },
    source: 'https://aws.amazon.com/dynamodb/pricing/on-demand/',
    checked: 'airbyte.com/data-engineering-resources/dynamodb-pricing, 2025-07-21',
  },
  readUnits: {
    ...{ dollars: 0.125, per: MILLION, unit: 'read request unit, on demand' },
    source: 'https://aws.amazon.com/dynamodb/pricing/on-demand/',
    checked: 'airbyte.com/data-engineering-resources/dynamodb-pricing, 2025-07-21',
  },
  bucketWrites: {
    ...{ dollars: 0.005, per: 1000, unit: 'PUT, COPY, POST or LIST' },
    source: 'https://aws.amazon.com/s3/pricing/',
    checked: NOT_COMPARED,
  },
  bucketReads: {
    ...{ dollars: 0.0004, per: 1000, unit: 'GET or HEAD' },
    source: 'https://aws.amazon.com/s3/pricing/',
    checked: NOT_COMPARED,
  },
  queueRequests: {
    ...{ dollars: 0.4, per: MILLION, unit: 'request to a standard queue' },
    source: 'https://aws.amazon.com/sqs/pricing/',
    checked: NOT_COMPARED,
  },
  storedByteMonths: {
    ...{ dollars: 0.023, per: GB, unit: 'byte in the bucket for a month' },
    source: 'https://aws.amazon.com/s3/pricing/',
    checked: NOT_COMPARED,
  },
  egressBytes: {
    ...{ dollars: 0.09, per: GB, unit: 'byte to the internet' },
    source: 'https://aws.amazon.com/ec2/pricing/on-demand/',
    checked: 'appropri8-astro.pages.dev, 2025-12-02',
  },
  spokenCharacters: {
    ...{ dollars: 16, per: MILLION, unit: 'character of a neural voice of Polly' },
    source: 'https://aws.amazon.com/polly/pricing/',
    checked: 'acecloudinterviews.com/tutorials/aws/polly, read 2026-11-23',
  },
  keyMonths: {
    ...{ dollars: 1, per: 1, unit: 'KMS key for a month' },
    source: 'https://aws.amazon.com/kms/pricing/',
    checked: NOT_COMPARED,
  },
} as const satisfies Record<string, Price>;

export type Priced = keyof typeof PRICES;

/** What was used, in the units of the prices. */
export type Usage = Partial<Record<Priced, number>>;

/** What others say that they cost, with where and when. Their units differ: read the source before comparing. */
export const OTHERS = [
  {
    name: 'Shotstack, plans of 200 to 5,000 credits; a credit is a minute',
    dollarsPerMinute: [0.098, 0.15],
    source:
      'https://apimap.dev/apis/shotstack (checked there 2026-03-29); https://help.shotstack.io/en/articles/8580225-general-faq',
  },
] as const;

/** The dollars of some usage, by what is paid for. */
export const dollarsOf = (usage: Usage): Usage =>
  Object.fromEntries(
    Object.entries(usage).map(([name, amount]) => {
      const { dollars, per } = PRICES[name as Priced];
      return [name, (amount * dollars) / per];
    }),
  );

/** The sum over all that is paid for. */
export const totalDollars = (usage: Usage): number =>
  Object.values(dollarsOf(usage)).reduce((sum, dollars) => sum + dollars, 0);

/** Several usages together, each by its number of times. */
export function addUsage(...parts: readonly { times: number; usage: Usage }[]): Usage {
  const sum: Usage = {};
  for (const { times, usage } of parts)
    for (const [name, amount] of Object.entries(usage))
      sum[name as Priced] = (sum[name as Priced] ?? 0) + times * amount;
  return sum;
}
