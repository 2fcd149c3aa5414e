import type { z } from 'zod';
import type { CallService } from './service-caller.ts';

/** What a tool may use. */
export interface ToolContext {
  call: CallService;
  /** Tells how far a call is, 0–100. Never rejects. */
  progress(percent: number, message: string): Promise<void>;
  /**
   * Looks until `done` says so, or for as long as an answer may take on this transport; gives what it saw last.
   * @throws what `look` throws
   */
  wait<Seen>(look: () => Promise<Seen>, done: (seen: Seen) => boolean): Promise<Seen>;
  /** Reads a file of the machine that the agent runs on. Absent: the service is elsewhere. @throws ServiceRefusal */
  readFile?: ((path: string) => Promise<Uint8Array<ArrayBuffer>>) | undefined;
}

/** What a tool answers: small, and with what to do next. */
export interface ToolAnswer {
  data: object;
  picture?: { bytes: Uint8Array; type: string };
}

export interface AgentTool<Input extends z.ZodType = z.ZodType> {
  name: string;
  title: string;
  description: string;
  /** Made of the contracts of the operations that it calls. */
  input: Input;
  /** Arguments that are good. */
  example: z.input<Input>;
  /** The argument that is meant by `id`. */
  id?: string;
  reads_only?: true;
  destroys?: true;
  /** Twice is as once. */
  idempotent?: true;
  /** A call to an address that the client names. */
  open_world?: true;
  run(input: z.input<Input>, context: ToolContext): Promise<ToolAnswer>;
}

/** Keeps the exact type of the arguments while checking the shape of a tool. */
export const agentTool = <Input extends z.ZodType>(tool: AgentTool<Input>): AgentTool => tool as unknown as AgentTool;
