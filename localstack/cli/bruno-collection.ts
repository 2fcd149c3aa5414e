import { stringify } from 'yaml';
import { z } from 'zod';
import type { OpenApiDocument } from '#front/api/openapi/document.ts';

const parameterSchema = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean().optional(),
  description: z.string().optional(),
});
const operationSchema = z.object({
  operationId: z.string(),
  summary: z.string().optional(),
  description: z.string().optional(),
  tags: z.tuple([z.string()]),
  security: z.array(z.unknown()).optional(),
  parameters: z.array(z.union([z.object({ $ref: z.string() }), parameterSchema])).default([]),
  requestBody: z
    .object({
      content: z.record(
        z.string(),
        z.object({ examples: z.record(z.string(), z.object({ value: z.unknown() })).optional() }),
      ),
    })
    .optional(),
});
type Operation = z.infer<typeof operationSchema>;
type Parameter = z.infer<typeof parameterSchema>;

/** The body of a request: the first JSON example of the operation; empty if it has none. */
function bodyOf({ requestBody }: Operation): object {
  const [example] = Object.values(requestBody?.content['application/json']?.examples ?? {});
  return example === undefined ? {} : { body: { type: 'json', data: JSON.stringify(example.value, null, 2) } };
}

const parameterEntryOf = ({ name, required = false, description }: Parameter) => ({
  name,
  value: '',
  ...(description === undefined ? {} : { description }),
  // Optional parameters are in the list, but not sent until the user enables them.
  ...(required ? {} : { disabled: true }),
});

function requestOf(path: string, method: string, operation: Operation, parameters: readonly Parameter[], seq: number) {
  const headers = parameters.filter((parameter) => parameter.in === 'header').map(parameterEntryOf);
  const params = parameters
    .filter((parameter) => parameter.in !== 'header')
    .map((parameter) => ({ ...parameterEntryOf(parameter), type: parameter.in }));
  const docsText = operation.description ?? operation.summary;
  return {
    info: { name: operation.operationId, type: 'http', seq },
    http: {
      method: method.toUpperCase(),
      url: `{{baseUrl}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      ...(headers.length === 0 ? {} : { headers }),
      ...(params.length === 0 ? {} : { params }),
      ...bodyOf(operation),
      // Operations without credentials send no key.
      ...(operation.security?.length === 0 ? {} : { auth: 'inherit' }),
    },
    ...(docsText === undefined ? {} : { docs: docsText }),
  };
}

/**
 * A collection for Bruno (format OpenCollection, Bruno 3 and later) with all operations of an OpenAPI document.
 * Bruno stores the value of the secret `apiKey` outside of these files.
 * @returns the texts of the files, by path
 */
export function brunoCollection(description: OpenApiDocument): Readonly<Record<string, string>> {
  const sharedParameters = z.record(z.string(), parameterSchema).parse(description.components.parameters);
  const files: Record<string, unknown> = {
    'opencollection.yml': {
      opencollection: '1.0.0',
      info: { name: 'Video Timeline and Render Service', version: description.info.version },
      request: { auth: { type: 'apikey', key: 'x-api-key', value: '{{apiKey}}', placement: 'header' } },
      bundled: false,
    },
    'environments/service.yml': {
      name: 'service',
      variables: [
        { name: 'baseUrl', value: description.servers[0]?.url ?? '' },
        { secret: true, name: 'apiKey' },
      ],
    },
  };
  for (const [index, tag] of description.tags.entries())
    files[`${tag.name}/folder.yml`] = {
      info: { name: tag.name, type: 'folder', seq: index + 1 },
      request: { auth: 'inherit' },
      docs: { content: tag.description, type: 'text/markdown' },
    };
  let seq = 0;
  for (const [path, methods] of Object.entries(description.paths))
    for (const [method, operationObject] of Object.entries(methods)) {
      const operation = operationSchema.parse(operationObject);
      const parameters = operation.parameters.map((parameter) => {
        const resolvedParameter =
          '$ref' in parameter ? sharedParameters[parameter.$ref.replace('#/components/parameters/', '')] : parameter;
        if (resolvedParameter === undefined)
          throw new Error(`${operation.operationId} refers to a parameter that does not exist`);
        return resolvedParameter;
      });
      seq += 1;
      files[`${operation.tags[0]}/${operation.operationId}.yml`] = requestOf(path, method, operation, parameters, seq);
    }
  return Object.fromEntries(Object.entries(files).map(([name, content]) => [name, stringify(content)]));
}
