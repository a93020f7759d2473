import * as z from 'zod/mini'
import { operation } from './core/operation.ts'
import { Count, Id } from './core/shapes.ts'

/** A protocol with a separate port; its root lists each space as a folder named by the space's identifier. */
const Listening = { host: z.string(), port: Count }

/** Addresses of a space for programs; null: the protocol is switched off on this site. */
export const ProtocolAddresses = z.object({
  /** URL of the space's folder, with a final slash. */
  webdav: z.string(),
  /** Without a TLS certificate the server accepts connections from its own machine only. */
  ftp: z.nullable(z.object({ ...Listening, isEncrypted: z.boolean() })),
  /** `hostKey`: fingerprint of the host key as `ssh` shows it (`SHA256:…`). */
  sftp: z.nullable(z.object({ ...Listening, hostKey: z.nullable(z.string()) })),
})
export type ProtocolAddresses = z.infer<typeof ProtocolAddresses>

export const protocols = {
  addresses: operation({
    method: 'GET',
    path: '/protocols',
    gate: 'signedIn',
    input: z.object({ spaceId: Id }),
    data: ProtocolAddresses,
    errors: ['spaceNotFound'],
  }),
}
