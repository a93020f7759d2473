import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Failure } from '#server/failure.ts'

/** What the operator says of places outside: whether there are any, and which of the institution's own are some. */
export type OutsidePolicy = { isOn: boolean; allow: readonly string[] }

/** Low ports that speak HTTP, and high ones of databases that do not. */
const WEB_PORTS = [80, 443]
const CLOSED_PORTS = [1433, 1521, 2049, 2375, 3306, 3389, 5432, 5900, 6379, 9200, 11211, 27017]
const USER_PORTS = 1024

const bare = (host: string) => host.replace(/^\[|\]$/g, '').toLowerCase()
const portOf = ({ port, protocol }: URL) => Number(port) || (protocol === 'https:' ? 443 : 80)

/** Whether an address is one of the open Internet: no other network, machine or service can be meant by it. */
export function isPublicAddress(address: string): boolean {
  const own = ipaddr.process(address)
  // What IPv6 gives out to anybody begins with 001; all else is for special use, the old forms of IPv4 among them.
  const isGiven = own instanceof ipaddr.IPv4 || (own.toByteArray()[0] ?? 0) >> 5 === 1
  return isGiven && own.range() === 'unicast'
}

/** `10.1.0.0/16`, `nas.lab.edu` or `nas.lab.edu:5000`. */
function isAllowed(entry: string, url: URL, address: string): boolean {
  if (entry.includes('/')) {
    const [net, bits] = ipaddr.parseCIDR(entry)
    const own = ipaddr.process(address)
    return own.kind() === net.kind() && own.match([net, bits])
  }
  const wanted = entry.toLowerCase()
  return [
    bare(url.hostname),
    `${bare(url.hostname)}:${portOf(url)}`,
    bare(url.hostname) === address ? url.host : '',
  ].includes(wanted)
}

/** Whether what was meant for one address may be said to the other: its own site, also where that goes on in HTTPS. */
export function isSameSite(from: URL, to: URL): boolean {
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:' && !from.port && !to.port
  return to.origin === from.origin || (isUpgrade && to.hostname === from.hostname)
}

/** Whether an entry of the list can be understood. */
export const isAllowEntry = (entry: string): boolean =>
  entry.includes('/') ? ipaddr.isValidCIDR(entry) : /^(\[[\da-f:]+\]|[\w.-]+|[\da-f:]+)(:\d+)?$/i.test(entry)

/**
 * The address that may be connected to for a URL: it is looked up here and nowhere else, so that the name can't mean
 * another place a moment later. Throws outsideRefused, also for names that are not there: what an inner name means is
 * nobody's business.
 */
export async function admittedAddress(
  url: URL,
  policy: OutsidePolicy,
  lookup: (host: string) => Promise<LookupAddress[]>,
): Promise<LookupAddress> {
  const refused = (cause?: unknown) => new Failure('outsideRefused', { cause })
  if (!policy.isOn || !/^https?:$/.test(url.protocol) || url.username || url.password) throw refused()
  const host = bare(url.hostname)
  const family = isIP(host)
  const found = family
    ? [{ address: host, family }]
    : await lookup(host).catch((error: unknown) => {
        throw refused(error)
      })
  const [first] = found
  const isOurs = found.every(({ address }) => policy.allow.some((entry) => isAllowed(entry, url, address)))
  if (first && isOurs) return first
  const port = portOf(url)
  const isOpenPort = WEB_PORTS.includes(port) || (port >= USER_PORTS && !CLOSED_PORTS.includes(port))
  if (!first || !isOpenPort || !found.every(({ address }) => isPublicAddress(address))) throw refused()
  return first
}
