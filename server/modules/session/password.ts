import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** OWASP's smallest recommended size: 19 MiB, two passes, one lane; about 40 ms of one core. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** Hashes a password with argon2id into a PHC string (`$argon2id$v=19$m=…,t=…,p=…$salt$tag`). */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { ...COST, message: password, nonce })
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}

/** Verifies a password against a PHC string; a string of another format never matches. */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, expected] = PHC.exec(phc) ?? []
  if (!salt || !expected) return false
  const tag = Buffer.from(expected, 'base64')
  const cost = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: tag.length,
  }
  const actual = await derive('argon2id', { ...cost, message: password, nonce: Buffer.from(salt, 'base64') })
  return timingSafeEqual(actual, tag)
}
