import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'

const HOST = /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i

/** The origin that a request names, only for answers to that same caller; null when it is no valid address. */
export const namedOrigin = ({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string | null =>
  HOST.test(host) ? `${protocol}://${host}` : null

/**
 * The origin of this site, for links in mails and for redirects back from other sites: `PUBLIC_URL`, else the address
 * that is listened on. Never the Host header, which anybody can forge.
 */
export const originOf = (app: FastifyInstance, config: Config) => (): string => {
  if (config.publicUrl) return config.publicUrl.replace(/\/+$/, '')
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
