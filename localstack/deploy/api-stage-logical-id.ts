/** A resource of a template of CloudFormation. */
export interface CloudFormationResource {
  Type: string;
  Properties?: Record<string, unknown>;
  DependsOn?: string | readonly string[];
  DeletionPolicy?: 'Retain' | 'Delete';
  UpdateReplacePolicy?: 'Retain' | 'Delete';
}
/** Resources by their logical ids. */
export type CloudFormationResources = Record<string, CloudFormationResource>;

/** Logical id of the stage of the API. */
export const API_STAGE_LOGICAL_ID = 'ApiGatewayStage';

const logicalIdsOfType = (resources: CloudFormationResources, type: string): string[] =>
  Object.keys(resources).filter((name) => resources[name]?.Type === type);

/**
 * Makes the stage of the API a separate resource. The Serverless CLI describes the stage in the deployment; CloudFormation
 * refuses that when the stage exists already, which it does at every deployment but the first.
 * A deployment is a snapshot of the API, so it has to wait for the resources of the gateway's answers, or it would lack them.
 * @param resources of the compiled template. They are changed.
 * @param settings of the stage: throttles, tracing, logs
 */
export function separateApiStageResource(
  resources: CloudFormationResources,
  settings: Readonly<Record<string, unknown>>,
): void {
  const [name] = logicalIdsOfType(resources, 'AWS::ApiGateway::Deployment');
  const deployment = name === undefined ? undefined : resources[name];
  if (name === undefined || deployment?.Properties === undefined) return;
  const { StageName, ...properties } = deployment.Properties;
  deployment.Properties = properties;
  deployment.DependsOn = [
    ...[deployment.DependsOn ?? []].flat(),
    ...logicalIdsOfType(resources, 'AWS::ApiGateway::GatewayResponse'),
  ];
  resources[API_STAGE_LOGICAL_ID] = {
    Type: 'AWS::ApiGateway::Stage',
    Properties: { RestApiId: properties.RestApiId, DeploymentId: { Ref: name }, StageName, ...settings },
  };
}
