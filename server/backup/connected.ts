import pg from 'pg'
import { type Address, clientConfig } from '#server/storage/database.ts'

/** Runs work on its own database connection: for COPY, and for locks that are released with the connection. */
export async function connected<T>(address: Address, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(clientConfig(address))
  // The next statement on a lost connection fails with the error.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {
      // The connection was already lost.
    })
  }
}
