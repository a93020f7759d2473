import type * as z from 'zod/mini'
import type { ErrorName } from './errors.ts'

/** Who may call at all. What an operation does beyond that is asked of `can` with the policy context of the thing. */
export type Gate = 'public' | 'signedIn' | 'admin'

/**
 * One HTTP call: mounted by the server, called by the console, walked by tests and by the OpenAPI document.
 *
 * `input` holds path parameters, query and body in one object; the path names its parameters (`/spaces/:id`),
 * GET sends the rest as query, everything else as body in the form that `body` names.
 */
export type Operation<In extends z.ZodMiniType = z.ZodMiniType, Out extends z.ZodMiniType = z.ZodMiniType> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api`. */
  path: string
  /** One sentence for the readable API page. */
  summary: string
  gate: Gate
  input: In
  /** What `data` of a success holds; for `answers: 'bytes'` it documents nothing. */
  data: Out
  errors: readonly ErrorName[]
  body: 'json' | 'form' | 'multipart'
  answers: 'envelope' | 'bytes'
  /** True when the call changes something: then the DS_TOKEN header must match, whatever the method. */
  changes: boolean
  /** Says that `data` is `{list, next}`: `after` takes the `next` of the page before. */
  paging?: 'keyset'
  /** Who may come: with `session` only a person who signed in, never a program with an access token. */
  guard?: 'session'
  /** The caller proved who they are within the last CONFIRM_MS, or is asked to (`confirmNeeded`). */
  confirms?: true
  /** Open also to somebody who still has to set up a second step before anything else. */
  whileLimited?: true
  /** What its body may hold, if that is not what its gate says (`BODY_BYTES`). */
  bodyBytes?: number
}

type Draft<In extends z.ZodMiniType, Out extends z.ZodMiniType> = Pick<
  Operation<In, Out>,
  'method' | 'path' | 'summary' | 'gate' | 'input' | 'data' | 'errors'
> &
  Partial<
    Pick<
      Operation<In, Out>,
      'body' | 'answers' | 'changes' | 'paging' | 'guard' | 'confirms' | 'whileLimited' | 'bodyBytes'
    >
  >

/** Completes a draft: JSON body, envelope answer, and every method but GET changes something. */
export function operation<In extends z.ZodMiniType, Out extends z.ZodMiniType>(
  draft: Draft<In, Out>,
): Operation<In, Out> {
  return { body: 'json', answers: 'envelope', changes: draft.method !== 'GET', ...draft }
}

/** What a caller may send. */
export type InputOf<O extends Operation> = z.input<O['input']>
/** What a handler gets: validated, defaults filled in. */
export type ParsedOf<O extends Operation> = z.output<O['input']>
/** What `data` of a success holds. */
export type DataOf<O extends Operation> = z.output<O['data']>
