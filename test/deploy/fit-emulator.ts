import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Actions that AWS asks for calls of several messages, too. The emulator wants a right by the name of the call. */
const ALSO_OF_BATCHES = ['sqs:SendMessage', 'sqs:DeleteMessage', 'sqs:ChangeMessageVisibility'];

const statement = z.looseObject({ Action: z.array(z.string()) });
const role = z.looseObject({
  Type: z.literal('AWS::IAM::Role'),
  Properties: z.looseObject({
    Policies: z.array(z.looseObject({ PolicyDocument: z.looseObject({ Statement: z.array(statement) }) })),
  }),
});
const alarm = z.looseObject({
  Type: z.literal('AWS::CloudWatch::Alarm'),
  Properties: z.looseObject({ Metrics: z.array(z.unknown()) }),
});
const lambda = z.looseObject({
  Type: z.literal('AWS::Lambda::Function'),
  Properties: z.looseObject({ Environment: z.looseObject({ Variables: z.record(z.string(), z.unknown()) }) }),
});
const state = z.looseObject({
  service: z.looseObject({
    provider: z.looseObject({
      compiledCloudFormationTemplate: z.looseObject({ Resources: z.record(z.string(), z.unknown()) }),
    }),
  }),
});

const source = z.looseObject({
  Type: z.literal('AWS::Lambda::EventSourceMapping'),
  Properties: z.looseObject({ ScalingConfig: z.looseObject({ MaximumConcurrency: z.number() }) }),
});

/**
 * Processes at once that work off a queue. On AWS what workers have reserved is next to what requests may use. The emulator has one
 * limit for both, and a render of 60 slides alone took all of it: requests were answered with 429.
 */
const MOST_OF_A_QUEUE = 4;

const STATE = 'serverless-state.json';

/** Changes the resources of a package's template. @param folder of `serverless package --package <folder>` */
function changeResources(folder: string, change: (resources: Record<string, unknown>) => void): void {
  const path = join(folder, STATE);
  const packaged = state.parse(JSON.parse(readFileSync(path, 'utf8')));
  change(packaged.service.provider.compiledCloudFormationTemplate.Resources);
  writeFileSync(path, JSON.stringify(packaged));
}

/** Sets variables of all functions in a package, as if it had been made with them in the environment. */
export function setVariables(folder: string, variables: Readonly<Record<string, string>>): void {
  changeResources(folder, (resources) => {
    for (const [name, resource] of Object.entries(resources)) {
      const parsed = lambda.safeParse(resource);
      if (!parsed.success) continue;
      Object.assign(parsed.data.Properties.Environment.Variables, variables);
      resources[name] = parsed.data;
    }
  });
}

/**
 * Changes in a package what the emulator does otherwise than AWS: alarms on several metrics, which it refuses, go; roles get
 * the names of batch calls; queues are worked off by few processes. The tests of the template look at what AWS gets.
 * @param folder of `serverless package --package <folder>`
 * @returns the names of what was taken out
 */
export function fitEmulator(folder: string): string[] {
  const refused: string[] = [];
  changeResources(folder, (resources) => {
    for (const [name, resource] of Object.entries(resources)) {
      if (alarm.safeParse(resource).success) {
        refused.push(name);
        delete resources[name];
      }
      const mapping = source.safeParse(resource);
      if (mapping.success) {
        const { ScalingConfig } = mapping.data.Properties;
        ScalingConfig.MaximumConcurrency = Math.min(ScalingConfig.MaximumConcurrency, MOST_OF_A_QUEUE);
        resources[name] = mapping.data;
      }
      const parsed = role.safeParse(resource);
      if (!parsed.success) continue;
      for (const { PolicyDocument } of parsed.data.Properties.Policies)
        for (const one of PolicyDocument.Statement)
          one.Action.push(
            ...ALSO_OF_BATCHES.filter((action) => one.Action.includes(action)).map((action) => `${action}Batch`),
          );
      resources[name] = parsed.data;
    }
  });
  return refused;
}
