/** Stands in serverless.yml for the base address of the API, which is known when the template is made. */
export const BASE_ADDRESS = 'BASE_URL';

/**
 * The base address in an answer of the gateway of a stage without a domain. The answers are a part of the API itself, whose
 * description cannot name its own id: the gateway fills this in.
 */
const OWN_ADDRESS = 'https://$context.domainName/$context.stage/v1';

interface Resource {
  Type: string;
  Properties: { ResponseTemplates?: Readonly<Record<string, string>> };
}

/**
 * Puts the base address into the answers of the gateway itself.
 * @param resources those of serverless.yml; they are changed
 * @param baseUrl without a slash at its end; empty: that at which each request came in
 */
export function addDocUrls(resources: Readonly<Record<string, Resource>>, baseUrl: string): void {
  const address = baseUrl || OWN_ADDRESS;
  for (const { Type, Properties } of Object.values(resources)) {
    if (Type !== 'AWS::ApiGateway::GatewayResponse') continue;
    const templates = Object.entries(Properties.ResponseTemplates ?? {});
    // They share one object in serverless.yml.
    Properties.ResponseTemplates = Object.fromEntries(
      templates.map(([type, text]) => [type, text.replaceAll(BASE_ADDRESS, address)]),
    );
  }
}
