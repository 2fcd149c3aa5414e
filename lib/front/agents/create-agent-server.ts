import {
  type CallToolResult,
  McpServer,
  type ServerContext,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { guideTexts } from '#front/docs/guide-texts.ts';
import { guides } from '#front/docs/guides.ts';
import type { AgentTool, ToolContext } from './define-agent-tool.ts';
import { toInlinedInputSchema } from './inlined-json-schema.ts';
import { runTool } from './run-tool.ts';
import { MCP_SERVER_IDENTITY } from './server-identity.ts';
import type { CallApiOperation } from './service-caller.ts';
import { simplifySchemaForModels } from './simplify-schema-for-models.ts';
import { cancelBatchTool, createBatchTool, getBatchTool } from './tools/batch-tools.ts';
import { listTemplatesTool, listVoicesTool, searchIconsTool } from './tools/catalog-tools.ts';
import { createTimelineTool } from './tools/create-timeline.ts';
import { cancelRenderTool, getRenderTool, renderVideoTool } from './tools/render-tools.ts';
import { previewSpeechTool } from './tools/speech-tool.ts';
import { createTemplateFromWebsiteTool } from './tools/template-tool.ts';
import {
  checkTimelineTool,
  contactSheetTool,
  getTimelineTool,
  previewSlideTool,
  updateSlidesTool,
} from './tools/timeline-tools.ts';
import { getTranscriptTool } from './tools/transcript-tool.ts';
import { createWebhookTool, deleteWebhookTool, listWebhooksTool } from './tools/webhook-tools.ts';
import type { PollDelay } from './wait-schedule.ts';

/** All tools, in the order in which clients list them. */
export const AGENT_TOOLS: readonly AgentTool[] = [
  listTemplatesTool,
  listVoicesTool,
  searchIconsTool,
  createTemplateFromWebsiteTool,
  previewSpeechTool,
  createTimelineTool,
  getTimelineTool,
  updateSlidesTool,
  previewSlideTool,
  contactSheetTool,
  checkTimelineTool,
  renderVideoTool,
  getRenderTool,
  cancelRenderTool,
  getTranscriptTool,
  createBatchTool,
  getBatchTool,
  cancelBatchTool,
  listWebhooksTool,
  createWebhookTool,
  deleteWebhookTool,
];

/** Dependencies of the MCP server. */
export interface AgentServerDeps {
  call: CallApiOperation;
  /** The base address of the service; undefined while none is known. */
  baseUrl?(): string | undefined;
  /** The longest time for one call of a tool, in milliseconds; less than the time-outs of clients and gateways. */
  waitMs: number;
  /** Time between two polls of unfinished work. */
  pollDelay: PollDelay;
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** The present date and time, with which the age of work is computed from its `created_at`. */
  clock(): Date;
  sleep(milliseconds: number): Promise<void>;
  /** Access to files of the machine of the agent. Absent: the agent runs on another machine. */
  files?: ToolContext['files'];
  /** Called with unexpected errors: those that are not refusals of the service or of the tool. */
  onFault?(error: unknown): void;
}

const INSTRUCTIONS =
  'Makes narrated videos of slides. Usual way: create_timeline (from Markdown, fields or a file), check_timeline and ' +
  'contact_sheet to find what to repair, preview_slide to look at a slide, update_slides to repair it, render_video, then give the user the URL of the video. Speaker notes are what ' +
  'the narrator says. create_batch makes a video for each row of values. An error says what to change, with repaired_example where possible.';

/**
 * The schema that a tool registers: it is shown to models and accepts everything, because `runTool` checks the arguments, with errors
 * that show a repaired call.
 */
function standardSchemaOf(
  { input, unlisted = [], of_files = [] }: AgentTool,
  hasFiles: boolean,
): StandardSchemaWithJSON<unknown> {
  const omittedFields = new Set([...unlisted, ...(hasFiles ? [] : of_files)]);
  const schema = () => ({ ...simplifySchemaForModels(toInlinedInputSchema(input), omittedFields), type: 'object' });
  return {
    '~standard': {
      version: 1,
      vendor: 'video',
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: schema, output: schema },
    },
  };
}

/** Makes the context of one call of a tool, which ends at the latest `waitMs` from now. */
function toolContextOf(deps: AgentServerDeps, { mcpReq }: ServerContext): ToolContext {
  const { call, waitMs, pollDelay, now, clock, sleep, files } = deps;
  const deadline = now() + waitMs;
  const { signal, _meta } = mcpReq;
  const progressToken = _meta?.progressToken;
  let lastPercent = -1;
  return {
    call,
    baseUrl: deps.baseUrl?.(),
    files,
    progress: async (percent, message) => {
      // The protocol requires that the progress increases with each notification.
      if (progressToken === undefined || percent <= lastPercent) return;
      lastPercent = percent;
      const params = { progressToken, progress: percent, total: 100, message };
      await mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
    },
    wait: async (check, { done, seen: knownState, seconds = Infinity }) => {
      const waitEnd = Math.min(deadline, now() + seconds * 1000);
      for (let state = knownState ?? (await check()); ; state = await check()) {
        if (done(state) || signal.aborted) return state;
        // The age could be negative, because the clocks of two machines differ.
        const ageMs = Math.max(0, clock().getTime() - Date.parse(state.created_at));
        const delayMs = pollDelay(ageMs);
        if (now() + delayMs >= waitEnd) return state;
        await sleep(delayMs);
      }
    },
  };
}

function addTool(server: McpServer, tool: AgentTool, deps: AgentServerDeps): void {
  const { name, title, description } = tool;
  const annotations = {
    ...(tool.reads_only ? { readOnlyHint: true } : { destructiveHint: tool.destroys ?? false }),
    ...(tool.idempotent ? { idempotentHint: true } : {}),
    openWorldHint: tool.open_world ?? false,
  };
  const handle = (input: unknown, context: ServerContext): Promise<CallToolResult> =>
    runTool(tool, input, toolContextOf(deps, context), deps.onFault);
  server.registerTool(
    name,
    { title, description, inputSchema: standardSchemaOf(tool, deps.files !== undefined), annotations },
    handle,
  );
}

/** The URI of a guide as a resource of the protocol. */
const guideUri = (name: string): string => `guide://${name}`;

function addGuides(server: McpServer): void {
  for (const { name, title, about } of guides)
    server.registerResource(name, guideUri(name), { title, description: about, mimeType: 'text/markdown' }, (uri) => ({
      contents: [{ uri: uri.href, mimeType: 'text/markdown', text: guideTexts[name] ?? '' }],
    }));
}

const promptArgumentsSchema = z.object({
  document: z.string().describe('The text of the document, or the address of a PPTX, ODP, PDF or DOCX.'),
  language: z.string().optional().describe('The language of the narration, BCP 47. Absent: that of the document.'),
});

function addPrompt(server: McpServer): void {
  server.registerPrompt(
    'narrated_video',
    {
      title: 'Turn this document into a narrated video',
      description: 'From a document to a video: write slides and notes, check them, render.',
      argsSchema: promptArgumentsSchema,
    },
    ({ document, language }) => ({
      messages: [
        {
          role: 'user',
          content: {
            type: 'text',
            text: [
              'Turn this document into a narrated video.',
              '1. Divide it into slides: a short title and at most five short points each; write speaker notes that say more than the points.',
              `2. Call create_timeline with slides, template_id and language${language === undefined ? '' : ` (${language})`}. For the address of a PPTX, ODP, PDF or DOCX pass url instead.`,
              '3. Call check_timeline and look at contact_sheet; repair slides with update_slides, and look at them with preview_slide.',
              '4. Call render_video, and give me the URL of the video.',
              '',
              'The document:',
              document,
            ].join('\n'),
          },
        },
      ],
    }),
  );
}

/** Creates a server of the Model Context Protocol with the tools, the guides (as resources) and a prompt. It keeps no state between calls. */
export function createAgentServer(deps: AgentServerDeps): McpServer {
  const server = new McpServer(
    { ...MCP_SERVER_IDENTITY },
    { instructions: INSTRUCTIONS, capabilities: { tools: {}, resources: {}, prompts: {} } },
  );
  for (const tool of AGENT_TOOLS) addTool(server, tool, deps);
  addGuides(server);
  addPrompt(server);
  return server;
}
