import type { FastifyInstance } from 'fastify'

/**
 * What a browser may do with an answer of ours, unless its route says otherwise. They are set as headers of the reply,
 * like all others: Node checks each header that is set on the response itself a second time.
 */
const PROTECTION = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
} as const

/** Gives every answer its request id and the headers that protect browsers. */
export function standingHeaders(app: FastifyInstance, isDraining: () => boolean): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(PROTECTION).header('x-request-id', request.id)
    done()
  })
  // A proxy reuses connections: without this header it could send a request into one that is about to close.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining()) reply.header('connection', 'close')
    done(null, payload)
  })
}
