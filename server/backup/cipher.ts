import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Transform } from 'node:stream'
import { sha256 } from '#server/storage/seal.ts'
import { BackupError } from './manifest.ts'

/** The encryption of backups, with the key from BACKUP_KEY. */
export type Cipher = { key: Buffer }
export const cipherOf = (secret: string): Cipher => ({ key: sha256(secret) })

const SALT_BYTES = 32
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Plain bytes of a frame; each is encrypted separately, so that a file of any size is decrypted as a stream. */
const FRAME_BYTES = 1_048_576
const SEALED_BYTES = FRAME_BYTES + TAG_BYTES

/** Length of an encrypted file with this many plain bytes; there is always a last frame, possibly empty. */
export const sealedLength = (bytes: number): number =>
  SALT_BYTES + bytes + TAG_BYTES * (Math.max(0, Math.ceil(bytes / FRAME_BYTES) - 1) + 1)

/** Each file has its own derived key, so that the nonces can be a counter of its frames. */
const keyOf = ({ key }: Cipher, salt: Uint8Array) =>
  Buffer.from(hkdfSync('sha256', key, salt, 'dataspace backup', KEY_BYTES))

/** The nonce has the frame number and whether it is the last: frames can't be moved, and a file can't be cut. */
function nonceOf(frame: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeBigUInt64BE(BigInt(frame))
  nonce[NONCE_BYTES - 1] = isLast ? 1 : 0
  return nonce
}

type Frames = {
  bytes: number
  /** Transforms a frame; its number counts from 0, the last one may be shorter. */
  give(piece: Buffer, frame: number, isLast: boolean): Buffer
  /** The bytes before the frames. */
  head?: { bytes: number; take(head: Buffer): void }
}

/** Splits a stream into frames; the last one is known when the stream ends. */
function inFrames({ bytes, give, head }: Frames): Transform {
  let held: Buffer[] = []
  let length = 0
  let frame = 0
  let isBegun = !head
  const cut = (at: number) => {
    const whole = Buffer.concat(held)
    held = [whole.subarray(at)]
    length = Math.max(0, whole.length - at)
    return whole.subarray(0, at)
  }
  const take = (isLast: boolean) => give(cut(bytes), frame++, isLast)
  function* whole(): Generator<Buffer> {
    if (head && !isBegun && length >= head.bytes) {
      head.take(cut(head.bytes))
      isBegun = true
    }
    while (isBegun && length > bytes) yield take(false)
  }
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      held.push(piece)
      length += piece.length
      attempt(done, () => {
        for (const one of whole()) this.push(one)
      })
    },
    flush(done) {
      attempt(done, () => this.push(take(true)))
    },
  })
}

function attempt(done: (error?: Error) => void, work: () => void): void {
  try {
    work()
  } catch (error) {
    done(error as Error)
    return
  }
  done()
}

/** Encrypts a stream with AES-256-GCM in frames: a salt, then each frame with its tag. */
export function sealingOf(cipher: Cipher): Transform {
  const salt = randomBytes(SALT_BYTES)
  const key = keyOf(cipher, salt)
  const seal = (piece: Buffer, frame: number, isLast: boolean) => {
    const box = createCipheriv('aes-256-gcm', key, nonceOf(frame, isLast))
    return Buffer.concat([box.update(piece), box.final(), box.getAuthTag()])
  }
  const stream = inFrames({ bytes: FRAME_BYTES, give: seal })
  stream.push(salt)
  return stream
}

function unseal(key: Buffer, piece: Buffer, frame: number, isLast: boolean): Buffer {
  try {
    const box = createDecipheriv('aes-256-gcm', key, nonceOf(frame, isLast), { authTagLength: TAG_BYTES })
    box.setAuthTag(piece.subarray(-TAG_BYTES))
    return Buffer.concat([box.update(piece.subarray(0, -TAG_BYTES)), box.final()])
  } catch (cause) {
    throw new BackupError('what is sealed does not open: it was changed, or BACKUP_KEY is another one', { cause })
  }
}

/** Decrypts the output of `sealingOf`. Fails with BackupError when it was changed or cut, or has another key. */
export function openingOf(cipher: Cipher): Transform {
  let key = cipher.key
  return inFrames({
    bytes: SEALED_BYTES,
    give: (piece, frame, isLast) => unseal(key, piece, frame, isLast),
    head: {
      bytes: SALT_BYTES,
      take(salt) {
        key = keyOf(cipher, salt)
      },
    },
  })
}
