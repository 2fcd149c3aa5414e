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
const state = z.looseObject({
  service: z.looseObject({
    provider: z.looseObject({
      compiledCloudFormationTemplate: z.looseObject({ Resources: z.record(z.string(), z.unknown()) }),
    }),
  }),
});

/**
 * Changes in a package what the emulator does otherwise than AWS: alarms on several metrics, which it refuses, go; roles get
 * the names of batch calls. The tests of the template look at what AWS gets.
 * @param folder of `serverless package --package <folder>`
 * @returns the names of what was taken out
 */
export function fitEmulator(folder: string): string[] {
  const path = join(folder, 'serverless-state.json');
  const packaged = state.parse(JSON.parse(readFileSync(path, 'utf8')));
  const { Resources } = packaged.service.provider.compiledCloudFormationTemplate;
  const refused = Object.keys(Resources).filter((name) => alarm.safeParse(Resources[name]).success);
  for (const name of refused) delete Resources[name];
  for (const [name, resource] of Object.entries(Resources)) {
    const parsed = role.safeParse(resource);
    if (!parsed.success) continue;
    for (const { PolicyDocument } of parsed.data.Properties.Policies)
      for (const one of PolicyDocument.Statement)
        one.Action.push(
          ...ALSO_OF_BATCHES.filter((action) => one.Action.includes(action)).map((action) => `${action}Batch`),
        );
    Resources[name] = parsed.data;
  }
  writeFileSync(path, JSON.stringify(packaged));
  return refused;
}
