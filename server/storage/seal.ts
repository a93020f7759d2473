import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** SHA-256, for stored secrets that are only compared. */
export const sha256 = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest()

/**
 * Encryption and signing with the installation's key; a copy of the database alone can neither read secrets nor forge
 * the audit chain.
 */
export type Seal = {
  /** Encrypts a value with AES-256-GCM (nonce, tag, ciphertext); it can be decrypted only for the same purpose. */
  close(value: unknown, purpose: string): Buffer
  /** Decrypts the result of `close`. Throws when it was changed, or made with another key or for another purpose. */
  open<T>(sealed: Buffer, purpose: string): T
  /** HMAC-SHA-256 for the audit chain. */
  sign(bytes: Buffer): Buffer
  /** Identifies the key without revealing it. */
  fingerprint: string
}

/** The seal for a key of at least 32 bytes. */
export function sealOf(key: Buffer): Seal {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', key, '', purpose, KEY_BYTES))
  const sealing = derive('dataspace seal')
  const signing = derive('dataspace audit')
  return {
    close(value, purpose) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(purpose))
      const text = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), text])
    },
    open<T>(sealed: Buffer, purpose: string) {
      const nonce = sealed.subarray(0, NONCE_BYTES)
      const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', sealing, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(purpose))
        .setAuthTag(tag)
      const text = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
      return JSON.parse(text.toString()) as T
    },
    sign: (bytes) => createHmac('sha256', signing).update(bytes).digest(),
    fingerprint: sha256(derive('dataspace fingerprint')).toString('hex').slice(0, 16),
  }
}

/** The seal of `SECRET_KEY`, else of `DATA_DIR/secret.key`, created on the first start (readable only by us). */
export function openSeal({ dataDir, secretKey }: { dataDir: string; secretKey: string | null }): Seal {
  if (secretKey) return sealOf(sha256(secretKey))
  const path = join(dataDir, 'secret.key')
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(path, randomBytes(KEY_BYTES).toString('base64'), { mode: 0o600, flag: 'wx' })
  }
  return sealOf(Buffer.from(readFileSync(path, 'utf8').trim(), 'base64'))
}
