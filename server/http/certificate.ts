import { readFileSync, statSync } from 'node:fs'
import { createSecureContext, type SecureContext } from 'node:tls'
import type { FastifyBaseLogger } from 'fastify'

/** Paths of PEM files. */
export type CertificateFiles = { cert: string; key: string }

/** TLS context of the files. Throws when they can't be read or don't belong together. */
export const secureContextOf = ({ cert, key }: CertificateFiles): SecureContext =>
  createSecureContext({ cert: readFileSync(cert), key: readFileSync(key), minVersion: 'TLSv1.2' })

const ageOf = ({ cert, key }: CertificateFiles) => `${statSync(cert).mtimeMs} ${statSync(key).mtimeMs}`

/** The certificate as it is on disk now: renewed files are used without a restart, half-written ones are skipped. */
export function certificateOf(files: CertificateFiles, log: FastifyBaseLogger): () => SecureContext {
  let context = secureContextOf(files)
  let age = ageOf(files)
  return function current() {
    try {
      const newAge = ageOf(files)
      if (newAge !== age) {
        context = secureContextOf(files)
        age = newAge
      }
    } catch (error) {
      log.warn({ err: error }, 'FTP certificate not read again: the one before stays')
    }
    return context
  }
}
