import { Failure } from '#server/failure.ts'

type Digests = { md5?: string; sha1?: string; sha256?: string }
const LENGTHS = { md5: 32, sha1: 40, sha256: 64 } as const

/**
 * Parses an `OC-Checksum` header (`SHA1:…`, several separated by spaces), hex in lower case. Unknown kinds are ignored,
 * as ownCloud does. Throws davInvalid for a malformed digest.
 */
export function digestsOf(header: string | undefined): Digests {
  const digests: Digests = {}
  for (const word of header?.trim().split(/\s+/) ?? []) {
    const [, kind = '', hex = ''] = /^([\w-]+):([0-9a-f]+)$/i.exec(word) ?? []
    const known = kind.toLowerCase().replace('-', '')
    if (known !== 'md5' && known !== 'sha1' && known !== 'sha256') continue
    if (hex.length !== LENGTHS[known]) throw new Failure('davInvalid')
    digests[known] = hex.toLowerCase()
  }
  return digests
}
