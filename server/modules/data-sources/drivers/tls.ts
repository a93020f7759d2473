import { isIP } from 'node:net'
import { type ConnectionOptions, checkServerIdentity } from 'node:tls'
import type { SourceAddress } from './session.ts'

/**
 * TLS options of a connection; false if it is not encrypted. It connects to an IP address, so the certificate is
 * compared with the host name that was entered.
 */
export function tlsOf({ tls, ca, host }: Pick<SourceAddress, 'tls' | 'ca' | 'host'>): ConnectionOptions | false {
  if (tls === 'off') return false
  const bare = host.replace(/^\[|\]$/g, '')
  const named = isIP(bare) ? {} : { servername: bare }
  if (tls === 'required') return { ...named, rejectUnauthorized: false }
  return {
    ...named,
    ...(ca && { ca }),
    rejectUnauthorized: true,
    checkServerIdentity: (_to, certificate) => checkServerIdentity(bare, certificate),
  }
}
