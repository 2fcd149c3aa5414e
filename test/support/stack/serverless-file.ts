import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

const httpEvent = z.object({ http: z.string() });
const gatewayResponse = z.object({
  Type: z.literal('AWS::ApiGateway::GatewayResponse'),
  Properties: z.object({
    ResponseType: z.string(),
    StatusCode: z.string(),
    ResponseParameters: z.record(z.string(), z.string()),
    ResponseTemplates: z.record(z.string(), z.string()),
  }),
});

const bucket = z.object({
  Type: z.literal('AWS::S3::Bucket'),
  Properties: z.looseObject({
    LifecycleConfiguration: z.object({
      Rules: z.array(
        z.looseObject({
          Status: z.string(),
          Prefix: z.string().optional(),
          ExpirationInDays: z.number().optional(),
        }),
      ),
    }),
  }),
});

const queue = z.object({
  Type: z.literal('AWS::SQS::Queue'),
  Properties: z.looseObject({ MaximumMessageSize: z.number().optional() }),
});

/** serverless.yml as it is written; CloudFormation's own functions (`!Ref`) read as plain values. */
const file = z
  .object({
    custom: z.object({ importers: z.object({ elsewhere: z.number(), share: z.number() }) }),
    functions: z.record(
      z.string(),
      z.looseObject({ events: z.array(z.looseObject({})).default([]), ephemeralStorageSize: z.number().optional() }),
    ),
    resources: z.object({ Resources: z.record(z.string(), z.unknown()) }),
  })
  .parse(parse(readFileSync(new URL('../../../serverless.yml', import.meta.url), 'utf8'), { logLevel: 'silent' }));

/** How many messages about imports and images are handled at once, and how many fetches of images of one account. */
export const { importers } = file.custom;

/** `GET /v1/timelines/{id}` … by the function that answers. */
export const httpEvents = Object.entries(file.functions).flatMap(([name, { events }]) =>
  events.flatMap((event) => {
    const parsed = httpEvent.safeParse(event);
    return parsed.success ? [{ function: name, route: parsed.data.http }] : [];
  }),
);

export const gatewayResponses = Object.values(file.resources.Resources).flatMap((resource) => {
  const parsed = gatewayResponse.safeParse(resource);
  return parsed.success ? [parsed.data.Properties] : [];
});

/** The queues, by their logical ids, with the most bytes that a message may have. */
export const queues = Object.entries(file.resources.Resources).flatMap(([name, resource]) => {
  const parsed = queue.safeParse(resource);
  return parsed.success ? [{ name, maximumMessageSize: parsed.data.Properties.MaximumMessageSize }] : [];
});

const { MediaBucket } = file.resources.Resources;
/** The bucket of the service. */
export const mediaBucket = bucket.parse(MediaBucket).Properties;
/** Its lifecycle rules. */
export const lifecycleRules = mediaBucket.LifecycleConfiguration.Rules;

/** The disk of a function, in bytes; Lambda gives 512 MiB to one that says nothing. */
export const diskBytesOf = (name: string): number => (file.functions[name]?.ephemeralStorageSize ?? 512) * 2 ** 20;
