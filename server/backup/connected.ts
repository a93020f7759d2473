import pg from 'pg'
import { type Address, clientConfig } from '#server/storage/database.ts'

/** Runs some work on a connection of its own: COPY, and locks that end with it. */
export async function connected<T>(address: Address, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(clientConfig(address))
  // A lost connection is told by the next statement on it.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {
      // It was lost before.
    })
  }
}
