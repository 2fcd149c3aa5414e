import type { z } from 'zod';
import type { CallService } from './service-caller.ts';

/** Dependencies of a tool. */
export interface ToolContext {
  call: CallService;
  /** The base address of the service, as far as it is known. */
  baseUrl?: string | undefined;
  /** Reports the progress of a call, 0–100. Never rejects. */
  progress(percent: number, message: string): Promise<void>;
  /**
   * Checks until `done` says so, or for as long as an answer may take on this transport; returns what it saw last. The older the
   * work is, the less often it is checked: each check is a request of the account.
   * @throws what `check` throws
   */
  wait<Seen extends AwaitedWork>(check: () => Promise<Seen>, options: AgentWait<Seen>): Promise<Seen>;
  /** Files of the machine that the agent runs on. Absent: the agent is elsewhere. */
  files?: AgentFiles | undefined;
}

/** Work that takes its time, as the service shows it. */
export interface AwaitedWork {
  created_at: string;
}

export interface AgentWait<Seen> {
  done(seen: Seen): boolean;
  /** State of the work before the first check. */
  seen?: Seen | undefined;
  /** At most this long, in seconds; absent: for as long as the transport allows. */
  seconds?: number | undefined;
}

/** Files that the tools may read and write, within the folders that the person who started them allows. */
export interface AgentFiles {
  /** @throws ServiceRefusal for one that is not there, is too large or lies elsewhere */
  read(path: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Makes sure that a video may be written there. @throws ServiceRefusal */
  checkPlace(path: string): Promise<void>;
  /** Fetches a video into a file. @returns its absolute path @throws ServiceRefusal */
  save(url: string, path: string): Promise<string>;
}

/** Answer of a tool: small, with the next step. */
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
  /** Fields that are taken, and not described to models: what they need seldom would fill their context. */
  unlisted?: readonly string[];
  /** Arguments that name files: they are described and taken only where the agent and the tools share a machine. */
  of_files?: readonly string[];
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
