import ipaddr from 'ipaddr.js'

/** An address without its end, so that it tells a network and no single customer: /24 of IPv4, /48 of IPv6; '' for no address. */
export function shortAddress(address: string): string {
  if (!ipaddr.isValid(address)) return ''
  const known = ipaddr.process(address)
  const kept = known.kind() === 'ipv4' ? 3 : 6
  const bytes = known.toByteArray().map((byte, at) => (at < kept ? byte : 0))
  return ipaddr.fromByteArray(bytes).toString()
}
