import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { buildWorld } from '../support/world.ts'

const { protocols } = contract

test('whoever may not know of a space does not learn its addresses', async () => {
  const world = await buildWorld()
  const { id: spaceId } = await world.space()
  expect(await (await world.as('stranger')).call(protocols.addresses, { spaceId })).toMatchObject({
    error: 'notSignedIn',
  })
  expect(await (await world.as('ordinary')).call(protocols.addresses, { spaceId })).toMatchObject({
    error: 'spaceNotFound',
  })
})

test('without an address of the site, what is told is where the caller reached it: nobody else may be', async () => {
  const world = await buildWorld({ HOST: '0.0.0.0' })
  const { id: spaceId, identifier } = await world.space()
  const normal = await world.as('normal')
  expect(await normal.data(protocols.addresses, { spaceId })).toMatchObject({
    webdav: `${world.origin}/dav/${identifier}/`,
  })
})

test('the address is that of the site and the identifier; protocols that are off have none', async () => {
  const world = await buildWorld({ PUBLIC_URL: 'https://data.example.org/' })
  const { id: spaceId, identifier } = await world.space()
  expect(await (await world.as('normal')).data(protocols.addresses, { spaceId })).toEqual({
    webdav: `https://data.example.org/dav/${identifier}/`,
    ftp: null,
    sftp: null,
  })
})
