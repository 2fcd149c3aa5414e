import { z } from 'zod';
import type { CloudFormationResources } from './api-stage-logical-id.ts';

/** The placeholder in serverless.yml for the base address of the API, which is known only when the template is made. */
export const API_BASE_ADDRESS_PLACEHOLDER = 'BASE_URL';

/**
 * The base address in answers of the gateway, for a stage without a domain. The answers are part of the description of the API,
 * which cannot name the id of the API: the gateway fills in these variables.
 */
const GATEWAY_ADDRESS = 'https://$context.domainName/$context.stage/v1';

/** Texts by their media types. */
const templatesSchema = z.record(z.string(), z.string()).default({});

/**
 * Puts the base address into the answers that the gateway gives itself.
 * @param resources of serverless.yml; they are changed
 * @param baseUrl without a slash at its end; empty for the address that each request was sent to
 */
export function addBaseUrlToGatewayAnswers(resources: CloudFormationResources, baseUrl: string): void {
  const address = baseUrl || GATEWAY_ADDRESS;
  for (const resource of Object.values(resources)) {
    if (resource.Type !== 'AWS::ApiGateway::GatewayResponse') continue;
    const templates = Object.entries(templatesSchema.parse(resource.Properties?.ResponseTemplates));
    // In serverless.yml these resources share one object.
    const filledTemplates = templates.map(([type, text]) => [
      type,
      text.replaceAll(API_BASE_ADDRESS_PLACEHOLDER, address),
    ]);
    resource.Properties = { ...resource.Properties, ResponseTemplates: Object.fromEntries(filledTemplates) };
  }
}
