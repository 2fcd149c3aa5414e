import { z } from 'zod';
import type { Template } from './compile-template.ts';

const ANY = 'x-amazon-apigateway-any-method';

const integration = z.strictObject({
  type: z.string(),
  httpMethod: z.string(),
  uri: z.unknown(),
  credentials: z.unknown(),
});
const description = z.looseObject({
  openapi: z.literal('3.0.1'),
  paths: z.record(
    z.string(),
    z.record(z.string(), z.strictObject({ responses: z.object({}), 'x-amazon-apigateway-integration': integration })),
  ),
  'x-amazon-apigateway-gateway-responses': z.record(
    z.string(),
    z.strictObject({
      statusCode: z.string(),
      responseParameters: z.record(z.string(), z.string()),
      responseTemplates: z.record(z.string(), z.string()),
    }),
  ),
  'x-amazon-apigateway-binary-media-types': z.array(z.string()),
});

/** What the API of a template consists of: its routes, as serverless.yml writes them, and the answers of the gateway itself. */
export function describedApi({ Resources }: Template) {
  const body = description.parse(Resources.ApiGatewayRestApi?.Properties.Body);
  const operations = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { 'x-amazon-apigateway-integration': integration }]) => ({
      route: `${method === ANY ? 'ANY' : method.toUpperCase()} ${path}`,
      integration,
    })),
  );
  return {
    operations,
    answers: body['x-amazon-apigateway-gateway-responses'],
    binary: body['x-amazon-apigateway-binary-media-types'],
  };
}
