import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** SHA-256: how secrets are kept that only need comparing. */
export const sha256 = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest()

/** What the installation's key does; a copy of the database alone neither reads secrets nor forges the audit chain. */
export type Seal = {
  /** Seals a value as AES-256-GCM (nonce, tag, ciphertext); it opens only for the same purpose. */
  close(value: unknown, purpose: string): Buffer
  /** Opens what `close` made. Throws when it was changed, or sealed with another key or for another purpose. */
  open<T>(sealed: Buffer, purpose: string): T
  /** HMAC-SHA-256 for the audit chain. */
  sign(bytes: Buffer): Buffer
  /** Tells one key from another without telling the key. */
  fingerprint: string
}

/** The seal of a key of at least 32 bytes. */
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

/** The key that `SECRET_KEY` gives, else the one in `DATA_DIR/secret.key`, made on the first start (readable by us alone). */
export function openSeal({ dataDir, secretKey }: { dataDir: string; secretKey: string | null }): Seal {
  if (secretKey) return sealOf(sha256(secretKey))
  const path = join(dataDir, 'secret.key')
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(path, randomBytes(KEY_BYTES).toString('base64'), { mode: 0o600, flag: 'wx' })
  }
  return sealOf(Buffer.from(readFileSync(path, 'utf8').trim(), 'base64'))
}
