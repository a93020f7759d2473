import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { onTestFinished, vi } from 'vitest'
import type { World } from './world.ts'

/** Statements that a request sent, and the times that it waited for their answers. */
export type Sent = { statements: number; trips: number }

/** News to other nodes are sent by a timer, for several changes at once. */
const isLater = (text: string) => text.includes('pg_notify(')
const textOf = (query: unknown) =>
  typeof query === 'string' ? query : String((query as { text?: string } | null)?.text ?? '')

/**
 * Counts what the requests of a world send to the database. Statements of one connection in one turn of the event loop
 * travel together (`server/storage/lines.ts`): one trip.
 */
export function statementCounter({ app }: Pick<World, 'app'>) {
  const request = new AsyncLocalStorage<Sent>()
  let last: Sent = { statements: 0, trips: 0 }
  const inTurn = new Set<unknown>()
  const query = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const sent = request.getStore()
    if (sent && !isLater(textOf(args[0]))) {
      sent.statements += 1
      if (!inTurn.has(this)) sent.trips += 1
      inTurn.add(this)
      process.nextTick(() => inTurn.delete(this))
    }
    return (query as (...rest: unknown[]) => never).apply(this, args)
  })
  const begin = () => {
    last = { statements: 0, trips: 0 }
    request.enterWith(last)
  }
  app.server.prependListener('request', begin)
  onTestFinished(() => {
    spy.mockRestore()
    app.server.off('request', begin)
  })
  /** What the last request to arrive has sent so far. */
  return (): Sent => ({ ...last })
}
