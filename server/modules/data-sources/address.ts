import { type DataSourceDraft, defaultPorts } from '#contract/data-sources.ts'
import { admittedDatabase, type OutsidePolicy } from '#server/http/outside-address.ts'
import type { Seal } from '#server/storage/seal.ts'
import type { SourceAddress } from './drivers/session.ts'
import type { SourceRow } from './store.ts'

/** A password can be read only for the row that it belongs to. */
const purposeOf = (id: string) => `data source ${id}`

/** The encrypted passwords of databases; '' if there is none. */
export const passwordsOf = (seal: Seal) => ({
  close: (id: string, password: string): Buffer | null => (password ? seal.close(password, purposeOf(id)) : null),
  open: ({ id, password }: Pick<SourceRow, 'id' | 'password'>): string =>
    password ? seal.open<string>(password, purposeOf(id)) : '',
})
export type Passwords = ReturnType<typeof passwordsOf>

/** The address of a database. Throws outsideRefused, dataSourceHostUnknown. */
export async function addressOf(
  draft: Omit<SourceAddress, 'admitted' | 'password'>,
  password: string,
  policy: OutsidePolicy,
): Promise<SourceAddress> {
  const { kind, host, port, database, account, tls, ca } = draft
  const admitted = await admittedDatabase({ host, port, usual: defaultPorts[kind] }, policy)
  return { kind, host, port, database, account, tls, ca, password, admitted }
}

/** What decides where a password is sent, and how. */
export type Sent = Pick<DataSourceDraft, 'kind' | 'host' | 'port' | 'account' | 'tls' | 'ca'>
const SENT = ['kind', 'host', 'port', 'account', 'tls', 'ca'] as const
/** Whether the password would be sent elsewhere or with less protection; if so, the change requires the password. */
export const isSentElsewhere = (before: Sent, after: Sent): boolean => SENT.some((key) => before[key] !== after[key])
