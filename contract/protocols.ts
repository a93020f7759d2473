import * as z from 'zod/mini'
import { operation } from './core/operation.ts'
import { Count, Id } from './core/shapes.ts'

/** A protocol that listens on a port of its own; below its root each space is a folder named by its identifier. */
const Listening = { host: z.string(), port: Count }

/** Where programs reach a space; null: the site has switched the protocol off. */
export const ProtocolAddresses = z.object({
  /** Address of the space's folder, with a slash at its end. */
  webdav: z.string(),
  /** Without a certificate only this very machine comes in. */
  ftp: z.nullable(z.object({ ...Listening, isEncrypted: z.boolean() })),
  /** `hostKey`: how the key of the host is recognised, as `ssh` shows it (`SHA256:…`). */
  sftp: z.nullable(z.object({ ...Listening, hostKey: z.nullable(z.string()) })),
})
export type ProtocolAddresses = z.infer<typeof ProtocolAddresses>

export const protocols = {
  addresses: operation({
    method: 'GET',
    path: '/protocols',
    summary: 'Where programs reach a space by WebDAV, FTP and SFTP; who may come in is asked at sign-in.',
    gate: 'signedIn',
    input: z.object({ spaceId: Id }),
    data: ProtocolAddresses,
    errors: ['spaceNotFound'],
  }),
}
