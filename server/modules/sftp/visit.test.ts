import { EventEmitter } from 'node:events'
import { pino } from 'pino'
import type ssh2 from 'ssh2'
import { describe, expect, test } from 'vitest'
import type { ClientSession } from '#server/modules/protocols/index.ts'
import { welcome } from './visit.ts'

const log = pino({ level: 'silent' })
const info = { ip: '127.0.0.1', header: { versions: { software: 'test' } } } as ssh2.ClientInfo
const never = () => Promise.reject(new Error('not asked'))

/** A fake connection, and a person who is admitted when `letIn` is called. */
function scene() {
  const connection = Object.assign(new EventEmitter(), { end: () => {} })
  const { promise: admitted, resolve } = Promise.withResolvers<ClientSession>()
  let taken = 0
  const takePlace = () => {
    taken += 1
    return () => {
      taken -= 1
    }
  }
  const protocols = {
    admit: () => admitted,
    admitByKey: never,
    knowsKey: never,
    hold: never,
    spaces: never,
    tree: never,
    count: () => {},
  }
  const hold = () => () => {}
  const needs = { protocols, provesKey: () => false, takePlace, hold, folder: '', now: () => new Date(0), log }
  welcome(connection as unknown as ssh2.Connection, info, needs)
  return { connection, letIn: () => resolve({ actor: { id: 'somebody' } } as ClientSession), taken: () => taken }
}

describe('a visit by SFTP', () => {
  test('gives back the place of somebody who left while the password was looked at', async () => {
    const { connection, letIn, taken } = scene()
    const accepted = new Promise<void>((accept) =>
      connection.emit('authentication', { method: 'password', accept, reject: accept }),
    )
    connection.emit('close')
    letIn()
    await accepted
    expect(taken()).toBe(0)
  })

  test('has four sessions at most, whether they ask for anything or not; one that ends makes room', () => {
    const { connection } = scene()
    const open: EventEmitter[] = []
    let refused = 0
    const ask = () => {
      const session = new EventEmitter()
      connection.emit(
        'session',
        () => {
          open.push(session)
          return session
        },
        () => {
          refused += 1
        },
      )
    }
    for (let at = 0; at < 6; at += 1) ask()
    expect([open.length, refused]).toEqual([4, 2])
    open[0]?.emit('close')
    ask()
    expect([open.length, refused]).toEqual([5, 2])
  })
})
