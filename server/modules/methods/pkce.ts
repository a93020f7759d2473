import { createHash, randomBytes } from 'node:crypto'

/** A PKCE verifier and its challenge. Source: RFC 7636, S256. */
export function newVerifier(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}
