import type { z } from 'zod';
import type { CallApiOperation } from './service-caller.ts';

/** Dependencies of a tool. */
export interface ToolContext {
  call: CallApiOperation;
  /** The base address of the service; undefined if it is not known yet. */
  baseUrl?: string | undefined;
  /** Reports the progress of a call, 0–100. Never rejects. */
  progress(percent: number, message: string): Promise<void>;
  /**
   * Polls with `check` until `done` is true for its result, the call is cancelled, or its time has passed; returns the last result. The
   * older the work is, the longer the pauses are: each poll counts as a request of the account.
   * @throws what `check` throws
   */
  wait<Seen extends AwaitedServiceWork>(check: () => Promise<Seen>, options: AgentWaitOptions<Seen>): Promise<Seen>;
  /** Files of the machine that the agent runs on. Absent: the agent runs on another machine than the tools. */
  files?: AgentFileAccess | undefined;
}

/** Work that a tool waits for, as the service shows it: an import or a render. */
export interface AwaitedServiceWork {
  created_at: string;
}

/** Options of `wait`. */
export interface AgentWaitOptions<Seen> {
  /** Reports whether work in this state has ended. */
  done(seen: Seen): boolean;
  /** The state of the work if it is known already; absent: it is polled at once. */
  seen?: Seen | undefined;
  /** Seconds to wait at most; absent: as many as the transport allows. */
  seconds?: number | undefined;
}

/** Access of the tools to files, only within the folders that the person who started the tools allows. */
export interface AgentFileAccess {
  /** Reads a file. @throws ServiceRefusal for a file that does not exist, is too large or is outside of the allowed folders */
  read(path: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Checks that a video may be written to a path. @throws ServiceRefusal */
  checkPlace(path: string): Promise<void>;
  /** Downloads a video into a file. @returns the absolute path of the file @throws ServiceRefusal */
  save(url: string, path: string): Promise<string>;
}

/** The answer of a tool. */
export interface ToolAnswer {
  /** Shown to the model as JSON; its field `next` says what to call or do next. */
  data: object;
  /** A picture for the model, with its media type. */
  picture?: { bytes: Uint8Array; type: string };
}

/** A tool: its name, its description and schema for models, and the calls of the public API that it makes. */
export interface AgentTool<Input extends z.ZodType = z.ZodType> {
  name: string;
  title: string;
  description: string;
  /** Schema of the arguments, made from the contracts of the operations that the tool calls. */
  input: Input;
  /** Valid arguments, for errors. */
  example: z.input<Input>;
  /** The argument for which clients may also write `id`. */
  id?: string;
  /**
   * Fields that are accepted but not described to models, as `simplifySchemaForModels` takes them: rarely needed descriptions would fill
   * their context.
   */
  unlisted?: readonly string[];
  /** Arguments that name files: they are described only if the agent and the tools run on the same machine. */
  of_files?: readonly string[];
  /** The tool changes nothing. */
  reads_only?: true;
  /** The tool can delete or overwrite data. */
  destroys?: true;
  /** A second call with the same arguments changes nothing more. */
  idempotent?: true;
  /** The call makes the service send requests to an address that the client names. */
  open_world?: true;
  run(input: z.input<Input>, context: ToolContext): Promise<ToolAnswer>;
}

/** Checks the types of a tool, `run` and `example` against the schema of its arguments, and forgets the schema's exact type. */
export const defineAgentTool = <Input extends z.ZodType>(tool: AgentTool<Input>): AgentTool =>
  tool as unknown as AgentTool;
