import type { LookupAddress } from 'node:dns'
import { lookup as systemLookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Failure } from '#server/failure.ts'

type Lookup = (host: string) => Promise<LookupAddress[]>
/**
 * The operator's policy for outside addresses: whether they are allowed, and which internal ones are allowed too.
 * `lookup` says what a name means; absent: the system does.
 */
export type OutsidePolicy = { isOn: boolean; allow: readonly string[]; lookup?: Lookup }

/** Allowed ports below 1024 (HTTP), and ports above that are refused, because they belong to databases. */
const WEB_PORTS = [80, 443]
const CLOSED_PORTS = [1433, 1521, 2049, 2375, 3306, 3389, 5432, 5900, 6379, 9200, 11211, 27017]
const USER_PORTS = 1024

const bare = (host: string) => host.replace(/^\[|\]$/g, '').toLowerCase()
const portOf = ({ port, protocol }: URL) => Number(port) || (protocol === 'https:' ? 443 : 80)

/** True for an address of the public Internet: not for private networks, this machine or its services. */
export function isPublicAddress(address: string): boolean {
  const own = ipaddr.process(address)
  // Global unicast IPv6 begins with 001; the rest is for special use, including the embedded forms of IPv4.
  const isGiven = own instanceof ipaddr.IPv4 || (own.toByteArray()[0] ?? 0) >> 5 === 1
  return isGiven && own.range() === 'unicast'
}

/** Matches entries such as `10.1.0.0/16`, `nas.lab.edu` or `nas.lab.edu:5000`. */
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

/** Whether a secret for one URL may be sent to the other: the same site, including its redirect to HTTPS. */
export function isSameSite(from: URL, to: URL): boolean {
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:' && !from.port && !to.port
  return to.origin === from.origin || (isUpgrade && to.hostname === from.hostname)
}

/** Whether an entry of the allow list can be parsed. */
export const isAllowEntry = (entry: string): boolean =>
  entry.includes('/') ? ipaddr.isValidCIDR(entry) : /^(\[[\da-f:]+\]|[\w.-]+|[\da-f:]+)(:\d+)?$/i.test(entry)

const byTheSystem: Lookup = (host) => systemLookup(host, { all: true, verbatim: true })
const refused = (cause?: unknown) => new Failure('outsideRefused', { cause })

/** The address of a host and port, if the policy admits it. `fails` is thrown for a name that is not known. */
async function admitted(
  url: URL,
  { allow, lookup = byTheSystem }: OutsidePolicy,
  { isOpenPort, fails }: { isOpenPort: (port: number) => boolean; fails: (cause: unknown) => Failure },
): Promise<LookupAddress> {
  const host = bare(url.hostname)
  const family = isIP(host)
  const found = family
    ? [{ address: host, family }]
    : await lookup(host).catch((error: unknown) => {
        throw fails(error)
      })
  const [first] = found
  const isOurs = found.every(({ address }) => allow.some((entry) => isAllowed(entry, url, address)))
  if (first && isOurs) return first
  if (!first || !isOpenPort(portOf(url)) || !found.every(({ address }) => isPublicAddress(address))) throw refused()
  return first
}

/**
 * The address to connect to for a URL: resolved only here, so that the name can't resolve to another address a moment
 * later. Throws outsideRefused, also for unknown names, so that internal names can't be probed.
 */
export async function admittedAddress(url: URL, policy: OutsidePolicy): Promise<LookupAddress> {
  if (!policy.isOn || !/^https?:$/.test(url.protocol) || url.username || url.password) throw refused()
  const isOpenPort = (port: number) => WEB_PORTS.includes(port) || (port >= USER_PORTS && !CLOSED_PORTS.includes(port))
  return admitted(url, policy, { isOpenPort, fails: refused })
}

/** The same for an FTP server, or an SFTP server, whose usual port is 22. Throws outsideRefused. */
export async function admittedFtp(
  { host, port, usual = 21 }: { host: string; port: number; usual?: number },
  policy: OutsidePolicy,
): Promise<LookupAddress> {
  const text = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  if (!policy.isOn || !URL.canParse(text)) throw refused()
  const isOpenPort = (one: number) => one === usual || (one >= USER_PORTS && !CLOSED_PORTS.includes(one))
  return admitted(new URL(text), policy, { isOpenPort, fails: refused })
}

/**
 * The same for a database with the default port `usual`; an unknown host name is reported as such, because the user has
 * to find the mistake. Throws outsideRefused, dataSourceHostUnknown.
 */
export async function admittedDatabase(
  { host, port, usual }: { host: string; port: number; usual: number },
  policy: OutsidePolicy,
): Promise<LookupAddress> {
  const text = `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`
  if (!policy.isOn || !URL.canParse(text)) throw refused()
  const isOpenPort = (one: number) => one === usual || (one >= USER_PORTS && !CLOSED_PORTS.includes(one))
  const fails = (cause: unknown) => new Failure('dataSourceHostUnknown', { cause })
  return admitted(new URL(text), policy, { isOpenPort, fails })
}
