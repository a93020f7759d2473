import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { upload } from '../support/upload.ts'
import { buildWorld } from '../support/world.ts'

const { settings } = contract

describe('settings', () => {
  test('a language that is not spoken is refused', async () => {
    const stranger = await (await buildWorld()).as('stranger')
    const response = await stranger.fetch('/api/common/language?lang=xx')
    expect(response.status).toBe(400)
  })

  test.each([
    ['zh_CN', '登录'],
    ['en_US', 'Sign in'],
  ] as const)('all texts of %s come by capability', async (lang, title) => {
    const stranger = await (await buildWorld()).as('stranger')
    expect(await stranger.data(settings.language, { lang })).toMatchObject({ session: { title } })
  })

  test('the site says that it is set up, and its brand in the language of the caller', async () => {
    const stranger = await (await buildWorld()).as('stranger')
    expect((await stranger.data(settings.guard, {})).id).not.toBe('')
    expect((await stranger.data(settings.basic, {})).notice).toContain('state secrets')
    stranger.language = 'zh'
    expect((await stranger.data(settings.basic, {})).notice).toContain('涉密')
  })

  test('the numbers of the home page count what is there', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    await upload(await world.as('owner'), { spaceId, name: 'a.csv' }, new Uint8Array(10))
    world.clock.advance(600_000)
    const stranger = await world.as('stranger')
    expect(await stranger.data(settings.numbers, {})).toEqual({ spaces: 1, datasets: 0, files: 1, bytes: 10 })
  })
})
