import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';

const CONDITION = z.strictObject({
  id: z.string(),
  leftValue: z.string(),
  rightValue: z.string(),
  operator: z.strictObject({ type: z.literal('string'), operation: z.literal('equals') }),
});
const COMMON = { id: z.uuid(), name: z.string(), notes: z.string().optional(), position: z.tuple([z.int(), z.int()]) };

/** Kinds of nodes, in the versions and with the parameters that n8n's own descriptions of them name. */
const NODE = z.discriminatedUnion('type', [
  z.strictObject({
    ...COMMON,
    type: z.literal('n8n-nodes-base.manualTrigger'),
    typeVersion: z.literal(1),
    parameters: z.strictObject({}),
  }),
  z.strictObject({
    ...COMMON,
    type: z.literal('n8n-nodes-base.set'),
    typeVersion: z.literal(3.4),
    parameters: z.strictObject({
      assignments: z.strictObject({
        assignments: z.array(
          z.strictObject({ id: z.string(), name: z.string(), value: z.string(), type: z.literal('string') }),
        ),
      }),
      options: z.strictObject({}),
    }),
  }),
  z.strictObject({
    ...COMMON,
    type: z.literal('n8n-nodes-base.httpRequest'),
    typeVersion: z.literal(4.2),
    retryOnFail: z.literal(true),
    maxTries: z.int(),
    waitBetweenTries: z.int(),
    credentials: z.strictObject({ httpHeaderAuth: z.strictObject({ id: z.string(), name: z.string() }) }).optional(),
    parameters: z.strictObject({
      method: z.enum(['GET', 'POST']),
      url: z.string(),
      authentication: z.literal('genericCredentialType').optional(),
      genericAuthType: z.literal('httpHeaderAuth').optional(),
      sendHeaders: z.literal(true).optional(),
      headerParameters: z
        .strictObject({ parameters: z.array(z.strictObject({ name: z.string(), value: z.string() })) })
        .optional(),
      sendBody: z.literal(true).optional(),
      specifyBody: z.literal('json').optional(),
      jsonBody: z.string().optional(),
      options: z.strictObject({
        response: z
          .strictObject({
            response: z.strictObject({ responseFormat: z.literal('file'), outputPropertyName: z.string() }),
          })
          .optional(),
      }),
    }),
  }),
  z.strictObject({
    ...COMMON,
    type: z.literal('n8n-nodes-base.wait'),
    typeVersion: z.literal(1.1),
    webhookId: z.uuid(),
    parameters: z.strictObject({
      resume: z.literal('webhook'),
      httpMethod: z.literal('POST'),
      limitWaitTime: z.literal(true),
      limitType: z.literal('afterTimeInterval'),
      resumeAmount: z.number(),
      resumeUnit: z.literal('minutes'),
      options: z.strictObject({}),
    }),
  }),
  z.strictObject({
    ...COMMON,
    type: z.literal('n8n-nodes-base.if'),
    typeVersion: z.literal(2.2),
    parameters: z.strictObject({
      conditions: z.strictObject({
        options: z.looseObject({ version: z.literal(2) }),
        conditions: z.array(CONDITION),
        combinator: z.enum(['and', 'or']),
      }),
      options: z.strictObject({}),
    }),
  }),
  z.strictObject({
    ...COMMON,
    type: z.literal('n8n-nodes-base.stopAndError'),
    typeVersion: z.literal(1),
    parameters: z.strictObject({ errorMessage: z.string() }),
  }),
]);
const LINKS = z.array(z.array(z.strictObject({ node: z.string(), type: z.literal('main'), index: z.literal(0) })));
const WORKFLOW = z.strictObject({
  name: z.string(),
  nodes: z.array(NODE),
  connections: z.record(z.string(), z.strictObject({ main: LINKS })),
  pinData: z.strictObject({}),
  settings: z.strictObject({ executionOrder: z.literal('v1') }),
});
type Workflow = z.infer<typeof WORKFLOW>;
type Node = Workflow['nodes'][number];

export interface RunOptions {
  /** Values of the node Settings by name, instead of those in the file. */
  settings: Readonly<Record<string, string>>;
  /** The header that the credential sends. */
  credential: Readonly<Record<string, string>>;
  /** Milliseconds that a minute of a sleep lasts; a whole one by default. */
  minuteMs?: number;
  /** Called with what a node has put out. */
  onOutput?(node: string, json: Record<string, unknown>): Promise<void>;
}

export interface RunResult {
  /** The binary fields of the last node, by name. */
  files: Readonly<Record<string, Buffer>>;
  /** The names of the nodes in the order in which they ran. */
  path: string[];
}

/** An address that resumes a sleeping execution, and refuses who calls while none sleeps, as n8n does. */
async function startResumer() {
  let wake: (() => void) | undefined;
  const server = createServer(async (request, response) => {
    await request.toArray();
    response.writeHead(wake ? 200 : 409).end();
    wake?.();
    wake = undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook-waiting/1?signature=abc`,
    sleep: (milliseconds: number): Promise<unknown> => {
      const timer = new AbortController();
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const late = delay(milliseconds, undefined, { signal: timer.signal, ref: false }).catch(() => undefined);
      return Promise.race([woken, late]).finally(() => timer.abort());
    },
    stop: (): Promise<unknown> => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Runs an exported workflow of n8n with one item: the few nodes and expressions that the recipe has, as n8n documents them.
 * @throws Error for a node or parameter that is not described here, an answer that is no 2xx, and by stopAndError
 */
export async function runWorkflow(
  text: string,
  { settings, credential, minuteMs = 60_000, onOutput }: RunOptions,
): Promise<RunResult> {
  const { nodes, connections } = WORKFLOW.parse(JSON.parse(text));
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const outputs = new Map<string, Record<string, unknown>>();
  const resumer = await startResumer();
  const files: Record<string, Buffer> = {};
  const path: string[] = [];

  /** A text that starts with = has expressions. */
  function textOf(parameter: string, json: Record<string, unknown>): string {
    if (!parameter.startsWith('=')) return parameter;
    const context = {
      $json: json,
      $execution: { id: crypto.randomUUID(), resumeUrl: resumer.url },
      $: (name: string) => ({ first: () => ({ json: outputs.get(name) }) }),
    };
    return parameter.slice(1).replace(/\{\{(.*?)\}\}/gs, (_, code: string) => String(runInNewContext(code, context)));
  }

  async function request(node: Extract<Node, { type: 'n8n-nodes-base.httpRequest' }>, json: Record<string, unknown>) {
    const { method, url, authentication, headerParameters, jsonBody, options } = node.parameters;
    const headers = Object.fromEntries(
      (headerParameters?.parameters ?? []).map(({ name, value }) => [name, textOf(value, json)]),
    );
    const response = await fetch(textOf(url, json), {
      method,
      headers: {
        ...headers,
        ...(authentication === undefined ? {} : credential),
        ...(jsonBody === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(jsonBody === undefined ? {} : { body: textOf(jsonBody, json) }),
    });
    if (!response.ok) throw new Error(`${node.name}: ${response.status} ${await response.text()}`);
    if (!options.response) return (await response.json()) as Record<string, unknown>;
    files[options.response.response.outputPropertyName] = Buffer.from(await response.arrayBuffer());
    return {};
  }

  /** @returns what a node puts out, and by which of its outputs */
  async function perform(node: Node, json: Record<string, unknown>): Promise<[Record<string, unknown>, number]> {
    switch (node.type) {
      case 'n8n-nodes-base.manualTrigger':
        return [json, 0];
      case 'n8n-nodes-base.set': {
        const { assignments } = node.parameters.assignments;
        return [
          Object.fromEntries(assignments.map(({ name, value }) => [name, settings[name] ?? textOf(value, json)])),
          0,
        ];
      }
      case 'n8n-nodes-base.httpRequest':
        return [await request(node, json), 0];
      case 'n8n-nodes-base.wait':
        await resumer.sleep(node.parameters.resumeAmount * minuteMs);
        return [{}, 0];
      case 'n8n-nodes-base.if': {
        const { conditions, combinator } = node.parameters.conditions;
        const holds = conditions.map(({ leftValue, rightValue }) => textOf(leftValue, json) === rightValue);
        return [json, (combinator === 'and' ? holds.every(Boolean) : holds.some(Boolean)) ? 0 : 1];
      }
      case 'n8n-nodes-base.stopAndError':
        throw new Error(textOf(node.parameters.errorMessage, json));
    }
  }

  try {
    let json: Record<string, unknown> = {};
    let next = nodes.find(({ type }) => type === 'n8n-nodes-base.manualTrigger');
    while (next) {
      const [put, output] = await perform(next, json);
      outputs.set(next.name, put);
      path.push(next.name);
      await onOutput?.(next.name, put);
      json = put;
      const [link] = connections[next.name]?.main[output] ?? [];
      if (link && !byName.has(link.node)) throw new Error(`There is no node ${link.node}`);
      next = link && byName.get(link.node);
    }
    return { files, path };
  } finally {
    await resumer.stop();
  }
}
