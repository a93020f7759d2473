import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { hasProgram, runProgram } from './program.ts'

export const hasOpenssl = hasProgram('/usr/bin/openssl')

type Made = { key: string; certificate: string; keyPath: string; certificatePath: string }

/** A self-signed certificate for a name, and its key. A negative number of days makes an expired certificate. */
export function makeCertificate(folder: string, name: string, days = 365): Made {
  const keyPath = join(folder, `${name}.key`)
  const certificatePath = join(folder, `${name}.pem`)
  const dates = days > 0 ? ['-days', String(days)] : ['-not_before', '20200101000000Z', '-not_after', '20200201000000Z']
  runProgram('/usr/bin/openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', keyPath, '-out', certificatePath],
    ...['-subj', `/CN=${name}`, '-addext', `subjectAltName=${isIP(name) ? 'IP' : 'DNS'}:${name}`, ...dates],
  ])
  return {
    key: readFileSync(keyPath, 'utf8'),
    certificate: readFileSync(certificatePath, 'utf8'),
    keyPath,
    certificatePath,
  }
}
