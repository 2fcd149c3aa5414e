import { z } from 'zod';
import type { Resources } from './gateway-stage.ts';

/** Stands in serverless.yml for the base address of the API, which is known when the template is made. */
export const BASE_ADDRESS = 'BASE_URL';

/**
 * The base address in an answer of the gateway of a stage without a domain. The answers are a part of the API itself, whose
 * description cannot name its own id: the gateway fills this in.
 */
const OWN_ADDRESS = 'https://$context.domainName/$context.stage/v1';

/** Texts by their media types. */
const templatesOf = z.record(z.string(), z.string()).default({});

/**
 * Puts the base address into the answers of the gateway itself.
 * @param resources those of serverless.yml; they are changed
 * @param baseUrl without a slash at its end; empty: that at which each request came in
 */
export function addDocUrls(resources: Resources, baseUrl: string): void {
  const address = baseUrl || OWN_ADDRESS;
  for (const resource of Object.values(resources)) {
    if (resource.Type !== 'AWS::ApiGateway::GatewayResponse') continue;
    const templates = Object.entries(templatesOf.parse(resource.Properties?.ResponseTemplates));
    // They share one object in serverless.yml.
    const filled = templates.map(([type, text]) => [type, text.replaceAll(BASE_ADDRESS, address)]);
    resource.Properties = { ...resource.Properties, ResponseTemplates: Object.fromEntries(filled) };
  }
}
