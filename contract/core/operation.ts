import type * as z from 'zod/mini'
import type { ErrorName } from './errors.ts'

/** The action of a call, for the sentence shown when it fails. Source: spec section 8, user-facing messages. */
export type Act = 'delete' | 'remove' | 'cancel' | 'set' | 'restartTask' | 'deleteTask' | 'join'

/** Who may call the operation at all. Further rights are checked with `can` and the policy context of the object. */
export type Gate = 'public' | 'signedIn' | 'admin'

/**
 * One HTTP call: mounted by the server, called by the console, walked by tests and by the OpenAPI document.
 *
 * `input` holds path parameters, query and body in one object; the path names its parameters (`/spaces/:id`),
 * GET sends the rest as query, everything else as body in the form that `body` names. What the call does is said by
 * `operations` in `locales/{zh,en}/api.json`.
 */
export type Operation<In extends z.ZodMiniType = z.ZodMiniType, Out extends z.ZodMiniType = z.ZodMiniType> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path below `/api`. */
  path: string
  gate: Gate
  input: In
  /** Schema of `data` in a success; unused for `answers: 'bytes'`. */
  data: Out
  errors: readonly ErrorName[]
  body: 'json' | 'form' | 'multipart'
  answers: 'envelope' | 'bytes'
  /** True when the call changes something: then the DS_TOKEN header must match, whatever the method. */
  changes: boolean
  /** `data` is `{list, next}`: `after` takes the `next` of the previous page. */
  paging?: 'keyset'
  /** `session`: only a signed-in person in a browser session, never a program with an access token. */
  guard?: 'session'
  /** The caller must have proved their identity within the last CONFIRM_MS; otherwise `confirmNeeded`. */
  confirms?: true
  /** Names what failed, before the reason. */
  act?: Act
  /** Also allowed for a person who still has to set up a required second step. */
  whileLimited?: true
  /** Maximum size of the body in bytes, if it differs from the default of the gate (`BODY_BYTES`). */
  bodyBytes?: number
  /** The form goes to storage as it arrives, so its size takes no memory. */
  isStreamed?: true
}

type Draft<In extends z.ZodMiniType, Out extends z.ZodMiniType> = Pick<
  Operation<In, Out>,
  'method' | 'path' | 'gate' | 'input' | 'data' | 'errors'
> &
  Partial<
    Pick<
      Operation<In, Out>,
      | 'body'
      | 'answers'
      | 'changes'
      | 'paging'
      | 'guard'
      | 'confirms'
      | 'act'
      | 'whileLimited'
      | 'bodyBytes'
      | 'isStreamed'
    >
  >

/** Fills in the defaults of an operation: JSON body, envelope answer, and every method but GET changes something. */
export function operation<In extends z.ZodMiniType, Out extends z.ZodMiniType>(
  draft: Draft<In, Out>,
): Operation<In, Out> {
  return { body: 'json', answers: 'envelope', changes: draft.method !== 'GET', ...draft }
}

/** The input that a caller may send. */
export type InputOf<O extends Operation> = z.input<O['input']>
/** The input that a handler receives: validated, with defaults. */
export type ParsedOf<O extends Operation> = z.output<O['input']>
/** The `data` of a success. */
export type DataOf<O extends Operation> = z.output<O['data']>
