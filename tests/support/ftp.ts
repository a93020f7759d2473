import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { makeCertificate } from '../services/certificates.ts'
import { makeKey } from './app-password.ts'
import { type FtpClient, ftpClient } from './ftp-client.ts'
import { buildWorld, type World } from './world.ts'

/** A temporary folder that is removed after the test. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dataspace-ftp-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A world that serves FTP, a space in it, and an app password of its owner. With `tls`, TLS is required. */
export async function ftpWorld({ tls = false }: { tls?: boolean } = {}) {
  const made = tls ? makeCertificate(freshFolder(), 'localhost') : null
  const files = made && { FTP_CERT: made.certificatePath, FTP_KEY: made.keyPath }
  const world = await buildWorld({ FTP_PORT: '0', FTP_PASSIVE_PORTS: '0', ...files })
  const port = (await world.services.openFtp()) ?? 0
  const space = await world.space()
  const key = await makeKey(world, { protocols: ['ftp'] })
  /** An FTP client that has logged in as this person. */
  const logIn = async (who: 'owner' | 'senior' | 'normal' = 'owner'): Promise<FtpClient> => {
    const client = await ftpClient(port)
    onTestFinished(() => void client.die())
    const { user, password } = who === 'owner' ? key : await makeKey(world, { who, protocols: ['ftp'] })
    if (tls) await client.secure()
    const answer = await client.login(user, password)
    if (!answer.startsWith('230')) throw new Error(answer)
    if (tls) {
      await client.say('PBSZ 0')
      await client.say('PROT P')
    }
    return client
  }
  return { world, port, space, key, logIn, at: (path: string) => `/${space.identifier}/${path}` }
}
export type FtpWorld = Awaited<ReturnType<typeof ftpWorld>>

/** Size of the largest upload in the staging folder. */
export function arrivingBytes({ dataDir }: World): number {
  const folder = join(dataDir, 'files', 'staging')
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0)
  return Math.max(0, ...sizes)
}
