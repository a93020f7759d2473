import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { buildWorld } from '../support/world.ts'

const { doors } = contract

test('whoever may not know of a space does not learn where its doors are', async () => {
  const world = await buildWorld()
  const { id: spaceId } = await world.space()
  expect(await (await world.as('stranger')).call(doors.addresses, { spaceId })).toMatchObject({ error: 'notSignedIn' })
  expect(await (await world.as('ordinary')).call(doors.addresses, { spaceId })).toMatchObject({
    error: 'spaceNotFound',
  })
})

test('without an address of the site, what is told is where the caller reached it: nobody else may be', async () => {
  const world = await buildWorld({ HOST: '0.0.0.0' })
  const { id: spaceId, identifier } = await world.space()
  const normal = await world.as('normal')
  expect(await normal.data(doors.addresses, { spaceId })).toMatchObject({
    webdav: `${world.origin}/dav/${identifier}/`,
  })
})

test('the address is that of the site and the identifier; doors that are shut have none', async () => {
  const world = await buildWorld({ PUBLIC_URL: 'https://data.example.org/' })
  const { id: spaceId, identifier } = await world.space()
  expect(await (await world.as('normal')).data(doors.addresses, { spaceId })).toEqual({
    webdav: `https://data.example.org/dav/${identifier}/`,
    ftp: null,
    sftp: null,
  })
})
