import ipaddr from 'ipaddr.js'

/**
 * A truncated address that identifies a network rather than one customer: /24 of IPv4, /48 of IPv6; '' if there is
 * none.
 */
export function shortAddress(address: string): string {
  if (!ipaddr.isValid(address)) return ''
  const known = ipaddr.process(address)
  const kept = known.kind() === 'ipv4' ? 3 : 6
  const bytes = known.toByteArray().map((byte, at) => (at < kept ? byte : 0))
  return ipaddr.fromByteArray(bytes).toString()
}
