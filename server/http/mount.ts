import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { ErrorName } from '#contract/core/errors.ts'
import { BODY_BYTES } from '#contract/core/limits.ts'
import type { DataOf, Operation, ParsedOf } from '#contract/core/operation.ts'
import { passesGate } from '#contract/core/policy.ts'
import { Failure } from '#server/failure.ts'
import { isStorable } from '#server/storage/storable.ts'
import { InvalidInput, succeed } from './answer.ts'
import { callerOf } from './caller.ts'
import { cancellable } from './cancelling.ts'
import type { Call, SignedIn, SignedInCall } from './context.ts'
import { checkToken } from './cookies.ts'
import { readForm } from './form.ts'
import { fieldTextOf, languageOf, schemaTexts } from './texts.ts'

type CallOf<O extends Operation> = O['gate'] extends 'public' ? Call : SignedInCall
/** Gates are checked before any handler runs, so the cast to the narrower, signed-in call holds. */
type Handler<O extends Operation, Answer> = (input: ParsedOf<O>, call: CallOf<O>) => Promise<Answer>

async function bodyOf(operation: Operation, request: FastifyRequest): Promise<unknown> {
  // Reads a form without files; files in it are refused.
  if (operation.body === 'form' && request.isMultipart())
    return (await readForm(request, { files: 0 }, (part) => part.toBuffer())).fields
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  if (operation.body === 'json' && isForm) throw new Failure('invalid')
  return request.body
}

/** Iterative, not recursive: a body may be nested arbitrarily deep. */
function holdsNoText(input: unknown): boolean {
  const waiting = [input]
  while (waiting.length) {
    const value = waiting.pop()
    if (typeof value === 'string' && !isStorable(value)) return true
    if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) waiting.push(key, inner)
  }
  return false
}

type Issue = { path: PropertyKey[]; message: string; code?: string | undefined; errors?: Issue[][] }
/** For input that matches none of several forms: the issues of the form that matches best. */
function closest(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || !issue.errors?.length) return [issue]
  const deep = (issues: readonly Issue[]) => Math.max(...issues.map(({ path }) => path.length))
  const forms = issue.errors.map((issues) => issues.flatMap(closest)).filter((issues) => issues.length > 0)
  const best = forms.toSorted((a, b) => deep(b) - deep(a))[0]
  return best?.map((one) => ({ ...one, path: [...issue.path, ...one.path] })) ?? [issue]
}

/**
 * Checks an input against its operation. Throws InvalidInput with every wrong field and its first problem, in our texts
 * (`<capability>.<field>.missing`, `….invalid`, `refusals.fields.<field>`) where there are some, else the schema's.
 */
export function parseInput<O extends Operation>(operation: O, input: unknown, request: FastifyRequest): ParsedOf<O> {
  if (holdsNoText(input)) throw new Failure('invalid')
  const language = languageOf(request)
  const result = operation.input.safeParse(input, { error: schemaTexts[language] })
  if (result.success) return result.data as ParsedOf<O>
  const [, capability = ''] = operation.path.split('/')
  const first = new Map(
    result.error.issues
      .flatMap(closest)
      .toReversed()
      .map((issue) => [issue.path.join('.'), issue]),
  )
  throw new InvalidInput(
    [...first].map(([field, issue]) => {
      const name = String(issue.path[0] ?? '')
      const own = fieldTextOf(language, capability, name, (input as Record<string, unknown> | null)?.[name])
      return { field, message: own ?? (field ? `${field}: ${issue.message}` : issue.message) }
    }),
  )
}

async function inputOf<O extends Operation>(operation: O, request: FastifyRequest): Promise<ParsedOf<O>> {
  const params = request.params as Record<string, unknown>
  const query = request.query as Record<string, unknown>
  if (operation.method === 'GET') {
    refuseUnknown(operation, query)
    return parseInput(operation, { ...query, ...params }, request)
  }
  const body = await bodyOf(operation, request)
  await admitAgain(operation, request)
  if (body !== undefined && body !== null && typeof body !== 'object') throw new Failure('invalid')
  return parseInput(operation, { ...(body as object | null), ...params }, request)
}

/** Parameters that clients add to any address: a request id, by which a read is cancelled, and cache busters. */
const UNDECLARED = new Set(['reqId', '_', 't'])

/** Refuses filters and sorters that the operation does not declare, rather than ignoring them. */
function refuseUnknown(operation: Operation, query: Record<string, unknown>): void {
  const { shape: known, def } = operation.input as unknown as {
    shape?: Record<string, unknown>
    def: { catchall?: unknown }
  }
  // A loose schema accepts whatever another site sends.
  if (!known || def.catchall) return
  const strange = Object.keys(query).filter((key) => !Object.hasOwn(known, key) && !UNDECLARED.has(key))
  if (strange.length) throw new InvalidInput(strange.map((field) => ({ field, message: `${field}: ?` })))
}

function route(
  app: FastifyInstance,
  operation: Operation,
  run: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) {
  app.route({
    method: operation.method as HTTPMethods,
    url: `/api${operation.path}`,
    // Answers of bytes are not compressed, so that length, ranges and validators stay true.
    ...(operation.answers === 'bytes' && { compress: false }),
    bodyLimit: operation.bodyBytes ?? BODY_BYTES[operation.gate === 'public' ? 'public' : 'signedIn'],
    config: {
      operation,
      ...(operation.body === 'multipart' && { isUpload: true }),
      ...(operation.isStreamed && { isStreamed: true }),
    },
    onRequest: async (request) => admit(operation, request),
    handler: run,
  })
}

/** The rules of an operation about its callers. */
export type GuardRules = Pick<Operation, 'gate' | 'changes' | 'guard' | 'whileLimited' | 'confirms'>

/** Refuses callers that fail the gate, the CSRF check of changing calls, or the guard. */
export function admit(operation: GuardRules, request: FastifyRequest): void {
  const { actor } = request
  if (!passesGate(actor, operation.gate)) throw new Failure(strangerRefusal(request))
  if (operation.changes && actor) checkToken(request, actor)
  if (operation.changes && actor?.scope === 'read') throw new Failure('tokenReadsOnly')
  if (operation.changes && actor?.viewAs) throw new Failure('viewAsReadsOnly')
  const refusal = actor && guardRefusal(operation, actor)
  if (refusal) throw new Failure(refusal)
}

/**
 * Checks a caller again once the body has arrived: that can take long, and the session may have ended meanwhile. The
 * `view as` of the request is kept.
 */
export async function admitAgain(operation: GuardRules, request: FastifyRequest): Promise<void> {
  const viewAs = request.actor?.viewAs
  const actor = await request.identify()
  request.actor = actor && viewAs ? { ...actor, viewAs } : actor
  admit(operation, request)
}

/**
 * Why a signed-in caller may not call: it is not a person, or lacks the right to change, a second step or a recent
 * confirmation.
 */
function guardRefusal(operation: GuardRules, actor: SignedIn): ErrorName | null {
  if (operation.gate === 'public') return null
  if (actor.scope && (operation.guard === 'session' || operation.gate === 'admin')) return 'sessionOnly'
  if (actor.mustSetUp && !operation.whileLimited) return 'mustSetUp'
  return operation.confirms && !actor.isConfirmed ? 'confirmNeeded' : null
}

function strangerRefusal(request: FastifyRequest) {
  if (request.actor) return 'forbidden'
  return request.hadSession ? 'sessionExpired' : 'notSignedIn'
}

const callOf = <O extends Operation>(operation: O, request: FastifyRequest, reply: FastifyReply) =>
  // A caller that must set up a second step first counts as not signed in for operations open to all.
  ({
    actor: request.actor?.mustSetUp && operation.gate === 'public' ? null : request.actor,
    caller: callerOf(request),
    language: languageOf(request),
    request,
    reply,
  }) as CallOf<O>

/**
 * Serves an operation: first the gate, then the DS_TOKEN check, the input, gate and token again, then the handler. The
 * answer passes the operation's schema, so undeclared fields are never sent.
 */
export function mount<O extends Operation>(app: FastifyInstance, operation: O, handler: Handler<O, DataOf<O>>): void {
  route(app, operation, async (request, reply) => {
    const input = await inputOf(operation, request)
    const work = () => handler(input, callOf(operation, request, reply))
    const data = operation.changes ? await work() : await cancellable(request, reply, work)
    return succeed(reply, operation.data.parse(data))
  })
}

/** Serves an operation that answers bytes; the handler writes the reply itself. */
export function mountBytes<O extends Operation>(
  app: FastifyInstance,
  operation: O,
  handler: Handler<O, FastifyReply | void>,
): void {
  route(app, operation, async (request, reply) => {
    const input = await inputOf(operation, request)
    return handler(input, callOf(operation, request, reply))
  })
}

/**
 * Serves an operation whose multipart form carries bytes; `read` parses the form, the fields are checked as any input.
 */
export function mountUpload<O extends Operation, Bytes = Buffer>(
  app: FastifyInstance,
  operation: O,
  read: (request: FastifyRequest) => Promise<{ fields: Record<string, unknown>; bytes: Bytes }>,
  handler: (input: ParsedOf<O>, bytes: Bytes, call: CallOf<O>) => Promise<DataOf<O>>,
): void {
  route(app, operation, async (request, reply) => {
    const { fields, bytes } = await read(request)
    await admitAgain(operation, request)
    const data = await handler(parseInput(operation, fields, request), bytes, callOf(operation, request, reply))
    return succeed(reply, operation.data.parse(data))
  })
}
