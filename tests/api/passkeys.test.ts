import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { softKey } from '../services/passkey.ts'
import type { Client } from '../support/client.ts'
import { buildWorld, type Who } from '../support/world.ts'

const { account } = contract

async function add(client: Client, key = softKey(), transports?: unknown) {
  const { challenge } = (await client.data(account.beginPasskey, {})) as { challenge: string }
  const response = key.register({ challenge, origin: client.origin }, transports)
  return client.call(account.addPasskey, { name: 'key', response: response as never })
}

describe('adding a passkey', () => {
  test.each(['owner', 'ordinary'] as Who[])('that is known already is refused to %s', async (who) => {
    const world = await buildWorld()
    const key = softKey()
    expect(await add(await world.as('owner'), key)).toMatchObject({ code: 0 })
    expect(await add(await world.as(who), key)).toMatchObject({ error: 'passkeyRefused' })
  })

  test.each<[what: string, transports: unknown, kept: string[]]>([
    ['known words', ['usb', 'nfc'], ['nfc', 'usb']],
    ['a word', 'usb', []],
    ['a number', 12, []],
    ['an object', { a: 1 }, []],
    ['all sorts of things', [null, {}, ['usb'], 'x'.repeat(9000), 'usb'], ['usb']],
  ])('that says %s of its transports keeps the known words', async (_what, transports, kept) => {
    const world = await buildWorld()
    expect(await add(await world.as('owner'), softKey(), transports)).toMatchObject({ code: 0 })
    const row = await world.db.selectFrom('passkey').select('transports').executeTakeFirstOrThrow()
    expect(row.transports).toEqual(kept)
  })
})
