import * as z from 'zod/mini'
import { operation } from './operation.ts'
import { Count, Id } from './shapes.ts'

/** A door that listens on a port of its own; below its root each space is a folder named by its identifier. */
const Listening = { host: z.string(), port: Count }

/** Where programs reach a space; null: the site has shut the door. */
export const DoorAddresses = z.object({
  /** Address of the space's folder, with a slash at its end. */
  webdav: z.string(),
  /** Without a certificate only this very machine comes in. */
  ftp: z.nullable(z.object({ ...Listening, isEncrypted: z.boolean() })),
  /** `hostKey`: how the key of the host is recognised, as `ssh` shows it (`SHA256:…`). */
  sftp: z.nullable(z.object({ ...Listening, hostKey: z.nullable(z.string()) })),
})
export type DoorAddresses = z.infer<typeof DoorAddresses>

export const doors = {
  addresses: operation({
    method: 'GET',
    path: '/doors',
    summary: 'Where programs reach a space by WebDAV, FTP and SFTP; who may come in is asked at the door.',
    gate: 'signedIn',
    input: z.object({ spaceId: Id }),
    data: DoorAddresses,
    errors: ['spaceNotFound'],
  }),
}
