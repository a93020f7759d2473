import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'

/** The subset of CBOR (RFC 8949) that an attestation needs. */
type Item = number | string | Buffer | Map<Item, Item>
const head = (major: number, n: number) =>
  n < 24
    ? Buffer.from([(major << 5) | n])
    : n < 256
      ? Buffer.from([(major << 5) | 24, n])
      : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
function cbor(item: Item): Buffer {
  if (typeof item === 'number') return item >= 0 ? head(0, item) : head(1, -1 - item)
  if (typeof item === 'string') return Buffer.concat([head(3, Buffer.byteLength(item)), Buffer.from(item)])
  if (Buffer.isBuffer(item)) return Buffer.concat([head(2, item.length), item])
  return Buffer.concat([head(5, item.size), ...[...item].flatMap(([key, value]) => [cbor(key), cbor(value)])])
}

/** An in-memory passkey that answers a registration as a browser does. */
export function softKey() {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  const cose = cbor(
    new Map<Item, Item>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
  const flags = Buffer.from([0x45])
  const data = Buffer.concat([
    createHash('sha256').update('localhost').digest(),
    flags,
    Buffer.alloc(4 + 16),
    Buffer.from([0, id.length]),
    id,
    cose,
  ])
  const attestation = cbor(
    new Map<Item, Item>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', data],
    ]),
  )
  return {
    register: ({ challenge, origin }: { challenge: string; origin: string }, transports: unknown = ['internal']) => {
      const client = JSON.stringify({ type: 'webauthn.create', challenge, origin })
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key' as const,
        clientExtensionResults: {},
        response: {
          clientDataJSON: Buffer.from(client).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports,
        },
      }
    },
  }
}
