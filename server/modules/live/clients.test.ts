import { describe, expect, test } from 'vitest'
import { SOCKETS_PER_PERSON } from '#contract/core/limits.ts'
import { type Client, connectedClients, REALTIME_BUFFER_BYTES, REALTIME_TEXTS_MAX } from './clients.ts'

/** A fake page that either reads, or lets sent data pile up. */
function page(personId: string, language: 'zh' | 'en' = 'zh') {
  const state = { isCut: false, pings: 0, written: [] as string[] }
  const wire = {
    writableLength: 0,
    write: (frame: Buffer) => state.written.push(frame.toString()),
  }
  const socket = {
    OPEN: 1,
    readyState: 1,
    terminate: () => void (state.isCut = true),
    ping: () => void (state.pings += 1),
  }
  const client = { socket, wire, personId, sessionId: '', language, isAlive: true, said: 0 } as unknown as Client
  return { client, wire, state }
}

describe('pages that are connected', () => {
  test('are as many a person as one may have, and one more when another goes', () => {
    const clients = connectedClients()
    const pages = Array.from({ length: SOCKETS_PER_PERSON + 1 }, () => page('ann').client)
    expect(pages.map(clients.add).filter(Boolean)).toHaveLength(SOCKETS_PER_PERSON)
    expect(clients.add(page('bob').client)).toBe(true)
    if (pages[0]) clients.remove(pages[0])
    expect(clients.add(page('ann').client)).toBe(true)
  })
  test('get what concerns them in their language, made once for each language', () => {
    const clients = connectedClients()
    const pages = [page('ann'), page('ann', 'en'), page('bob', 'en'), page('cy')]
    for (const { client } of pages) clients.add(client)
    const made: string[] = []
    clients.send(['ann', 'bob', 'nobody'], (language) => {
      made.push(language)
      return Buffer.from(language)
    })
    expect(pages.map(({ state }) => state.written.join())).toEqual(['zh', 'en', 'en', ''])
    expect(made).toEqual(['zh', 'en'])
  })
  test('are cut when they do not read, and hear no more', () => {
    const clients = connectedClients()
    const [slow, quick] = [page('ann'), page('ann')]
    for (const { client } of [slow, quick]) clients.add(client)
    slow.wire.writableLength = REALTIME_BUFFER_BYTES + 1
    for (const text of ['a', 'b']) clients.send(['ann'], () => Buffer.from(text))
    expect(slow.state).toMatchObject({ isCut: true, written: [] })
    expect(quick.state).toMatchObject({ isCut: false, written: ['a', 'b'] })
    expect(clients.of('ann')).toHaveLength(1)
  })
  test('are cut when they are silent for two looks, or talk without end', () => {
    const clients = connectedClients()
    const [silent, loud, good] = [page('ann'), page('bob'), page('cy')]
    for (const { client } of [silent, loud, good]) clients.add(client)
    clients.beat()
    expect(good.state.pings).toBe(1)
    for (const { client } of [loud, good]) client.isAlive = true
    loud.client.said = REALTIME_TEXTS_MAX + 1
    clients.beat()
    expect([silent, loud, good].map(({ state }) => state.isCut)).toEqual([true, true, false])
  })
})
