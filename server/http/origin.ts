import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'

const HOST = /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i

/** Where a caller says that they reached this site, for what they alone are told; null when no address is like it. */
export const namedOrigin = ({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string | null =>
  HOST.test(host) ? `${protocol}://${host}` : null

/**
 * Where people reach this site, for links in mails and for other sides that lead back: `PUBLIC_URL`, else the address
 * that is listened on. Never what a request claims: its Host header is anybody's.
 */
export const originOf = (app: FastifyInstance, config: Config) => (): string => {
  if (config.publicUrl) return config.publicUrl.replace(/\/+$/, '')
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
