import type { Client } from '@modelcontextprotocol/client';

/** The answer of one call of a tool. */
export interface ToolResult {
  isError: boolean;
  data: ToolData;
  /** The kinds of its parts, in their order: `image`, `text`. */
  types: string[];
}

export interface ToolData extends Record<string, unknown> {
  id?: string;
  status?: string;
  timeline_id?: string;
  import_id?: string;
  slides?: { id: string; title?: string; said?: string }[];
  warnings?: { slide_id?: string; code?: string; param?: string }[];
  output?: { url: string; duration_seconds: number };
  error?: { code: string; repaired_example?: Record<string, unknown>; fields?: { field: string }[] };
}

/** Machines under load are slow, and nothing here is timed. In milliseconds. */
const PATIENCE = { timeout: 280_000 };

/**
 * Calls a tool.
 * @throws Error when the answer comes twice
 */
export async function callTool(
  agent: Client,
  name: string,
  input: Record<string, unknown>,
  more: object = {},
): Promise<ToolResult> {
  const result = await agent.callTool({ name, arguments: input }, { ...PATIENCE, ...more });
  const { isError, content, structuredContent } = result as {
    isError?: boolean;
    content: { type: string; text?: string }[];
    structuredContent?: ToolData;
  };
  const text = content.find(({ type }) => type === 'text')?.text ?? '';
  const data = JSON.parse(text) as ToolData;
  if (structuredContent !== undefined) throw new Error(`${name} answered twice: ${text}`);
  return { isError: isError ?? false, data, types: content.map(({ type }) => type) };
}
