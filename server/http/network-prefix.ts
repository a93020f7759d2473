import ipaddr from 'ipaddr.js'

/** Bytes of an IPv6 address that a provider gives out; the other eight are its customer's to choose. */
const NETWORK_BYTES = 8

/**
 * Who an address is where addresses have rate limits: of IPv6 the network, or whoever has one would begin anew 2^64 times.
 * Any other key, such as a person's id, is itself.
 */
export function networkPrefixOf(key: string): string {
  if (!key.includes(':') || !ipaddr.isValid(key)) return key
  const known = ipaddr.process(key)
  if (known.kind() === 'ipv4') return known.toString()
  const bytes = known.toByteArray().map((byte, at) => (at < NETWORK_BYTES ? byte : 0))
  return `${ipaddr.fromByteArray(bytes)}/64`
}
