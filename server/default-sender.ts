import { existsSync } from 'node:fs'
import { isIP } from 'node:net'

/** The system's own way of sending mail, used while no mail server is set. Source: spec section 9, Limits. */
export type DefaultSender = { path: string; from: string }

/** Usual paths of the program `sendmail` (Filesystem Hierarchy Standard, and older ones). */
const PLACES = ['/usr/sbin/sendmail', '/usr/lib/sendmail']
/** Names that no other machine can answer to. Source: RFC 2606, RFC 6761, RFC 6762. */
const LOCAL = /(^|\.)(localhost|local|localdomain|internal|test|example|invalid)$/

type Given = { sendmail: string; mailFrom: string; publicUrl: string }

/**
 * The default sender; null if it is turned off (`off`), there is no sendmail, or the site has no valid sender address.
 */
export function defaultSenderOf({ sendmail, mailFrom, publicUrl }: Given, places = PLACES): DefaultSender | null {
  if (sendmail === 'off') return null
  const path = sendmail || places.find((place) => existsSync(place))
  const from = mailFrom || senderAt(publicUrl)
  return path && from ? { path, from } : null
}

function senderAt(publicUrl: string): string | null {
  const host = publicUrl && new URL(publicUrl).hostname
  const isName = host.includes('.') && !isIP(host) && !host.startsWith('[') && !LOCAL.test(host)
  return isName ? `dataspace@${host}` : null
}
