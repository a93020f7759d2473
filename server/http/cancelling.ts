import type { FastifyReply, FastifyRequest } from 'fastify'
import { RequestId } from '#contract/calls.ts'
import { Failure } from '#server/failure.ts'
import { askedBy } from '#server/storage/asking.ts'
import { throttled } from './progress.ts'

/** Reads under way, by caller and request id. */
const underWay = new Map<string, Set<AbortController>>()
const keyOf = (personId: string, reqId: string) => `${personId} ${reqId}`

/** What is given as `reqId` in parameters or a body. */
const givenIn = (place: unknown): unknown =>
  typeof place === 'object' && place !== null && 'reqId' in place ? place.reqId : undefined

/** The request id of a call; undefined without one. */
function reqIdIn(request: FastifyRequest): string | undefined {
  const { headers, query, body } = request
  return [headers.reqid, givenIn(query), givenIn(body)]
    .filter((given) => given !== undefined)
    .map((given) => RequestId.safeParse(given).data)
    .find(Boolean)
}

/** Cancels the reads of a person on this node that carry a request id. */
export function cancelReads(personId: string, reqId: string): void {
  for (const call of underWay.get(keyOf(personId, reqId)) ?? []) call.abort(new Failure('callCancelled'))
}

/** Runs a read so that its id cancels it, and so does a caller who hangs up. */
export async function cancellable<T>(request: FastifyRequest, reply: FastifyReply, work: () => Promise<T>): Promise<T> {
  const call = new AbortController()
  const { actor, server } = request
  const reqId = actor && reqIdIn(request)
  const key = reqId ? keyOf(actor.id, reqId) : null
  const telling = reqId ? throttled((share) => server.tellProgress(actor.id, reqId, share)) : undefined
  const disconnected = () => call.abort(new Failure('callCancelled'))
  reply.raw.once('close', disconnected)
  const same = key === null ? new Set<AbortController>() : (underWay.get(key) ?? new Set())
  same.add(call)
  if (key !== null) underWay.set(key, same)
  try {
    return await askedBy(call.signal, work, telling?.onProgress)
  } finally {
    telling?.end()
    reply.raw.off('close', disconnected)
    same.delete(call)
    if (key !== null && same.size === 0) underWay.delete(key)
  }
}
