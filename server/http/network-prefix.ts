import ipaddr from 'ipaddr.js'

/** Bytes of an IPv6 address that a provider assigns; the customer chooses the other eight. */
const NETWORK_BYTES = 8

/**
 * Key of an address for rate limits: for IPv6 its network, since a customer could otherwise use 2^64 addresses. Any
 * other key, such as a person's id, is returned unchanged.
 */
export function networkPrefixOf(key: string): string {
  if (!key.includes(':') || !ipaddr.isValid(key)) return key
  const known = ipaddr.process(key)
  if (known.kind() === 'ipv4') return known.toString()
  const bytes = known.toByteArray().map((byte, at) => (at < NETWORK_BYTES ? byte : 0))
  return `${ipaddr.fromByteArray(bytes)}/64`
}
