import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { readPage } from '../support/page.ts'
import { upload } from '../support/upload.ts'
import { buildWorld } from '../support/world.ts'

const { audit, settings } = contract

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

  test('the numbers of the home page count what anybody can find', async () => {
    const world = await buildWorld()
    for (const type of ['public', 'private'] as const) {
      const { id: spaceId } = await world.space({ type })
      await upload(await world.as('owner'), { spaceId, name: 'a.csv' }, new Uint8Array(10))
    }
    world.clock.advance(600_000)
    const stranger = await world.as('stranger')
    expect(await stranger.data(settings.numbers, {})).toEqual({ spaces: 1, datasets: 0, files: 1, bytes: 10 })
  })
})

const none = { zh: '', en: '' }
const site = {
  dataSpaceName: { zh: '湖泊数据', en: 'Lake data' },
  indexTitle: none,
  indexDescription: none,
  notice: none,
  copyright: { zh: '', en: '© <a href="https://lake.example">Lake</a>' },
  clause: none,
  poweredBy: '',
  logo: '',
  banner: '',
  updateNotice: { zh: '今晚升级', en: 'Upgrade tonight' },
}
const DOT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('PUT /setting/website', () => {
  test('who is no administrator is refused', async () => {
    const world = await buildWorld()
    const answer = await (await world.as('owner')).call(settings.setWebsite, site)
    expect(answer).toMatchObject({ code: 403 })
  })

  test.each([
    ['a name with a line break', { dataSpaceName: { zh: 'a\nb', en: '' } }],
    ['a logo from elsewhere', { logo: 'https://elsewhere.example/logo.png' }],
    ['a copyright beyond the limit', { copyright: { zh: 'x'.repeat(5001), en: '' } }],
    ['terms with a NUL', { clause: { zh: '\0', en: '' } }],
  ])('%s is refused', async (_what, wrong) => {
    const admin = await (await buildWorld()).as('admin')
    expect(await admin.call(settings.setWebsite, { ...site, ...wrong })).toMatchObject({ code: 1 })
  })

  test('a picture that is none is refused, and nothing is changed', async () => {
    const admin = await (await buildWorld()).as('admin')
    const logo = `data:image/png;base64,${Buffer.from('no picture').toString('base64')}`
    expect(await admin.call(settings.setWebsite, { ...site, logo })).toMatchObject({ code: -1 })
    expect((await admin.data(settings.website, {})).dataSpaceName).toEqual(none)
  })

  test('the site speaks its own words, and ours where it has none', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const stranger = await world.as('stranger')
    await stranger.data(settings.basic, {})
    await admin.data(settings.setWebsite, site)
    const basic = await stranger.data(settings.basic, {})
    expect(basic).toMatchObject({ dataSpaceName: 'Lake data', copyright: site.copyright.en, logo: '/logo.svg' })
    expect(basic.indexTitle).not.toBe('')
    expect(await admin.data(settings.version, {})).toEqual({ content: 'Upgrade tonight' })
  })

  test('a logo is drawn again, kept by its hash, and told by an address that never changes', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const { logo } = await admin.data(settings.setWebsite, { ...site, logo: DOT })
    expect(logo).toMatch(/^\/api\/pictures\/[0-9a-f]{64}$/)
    const response = await (await world.as('stranger')).fetch(logo)
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('cache-control')).toContain('immutable')
    // Sent back as it was told, it stays.
    expect((await admin.data(settings.setWebsite, { ...site, logo })).logo).toBe(logo)
    expect((await (await world.as('stranger')).data(settings.basic, {})).logo).toBe(logo)
  })

  test('an address that no picture has is refused', async () => {
    const admin = await (await buildWorld()).as('admin')
    const logo = `/api/pictures/${'0'.repeat(64)}`
    expect(await admin.call(settings.setWebsite, { ...site, logo })).toMatchObject({ error: 'imageInvalid' })
    expect(await admin.call(settings.setWebsite, { ...site, banner: logo })).toMatchObject({ error: 'imageInvalid' })
    expect(await admin.data(settings.setWebsite, { ...site, logo: '/logo.svg' })).toMatchObject({ logo: '/logo.svg' })
  })

  test('a picture is drawn before anything is locked', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    await admin.data(settings.setWebsite, site)
    const tx = await world.db.startTransaction().execute()
    await tx.selectFrom('setting').select('key').where('key', '=', 'website').forUpdate().execute()
    const none = `data:image/png;base64,${Buffer.from('no picture').toString('base64')}`
    expect(await admin.call(settings.setWebsite, { ...site, logo: none })).toMatchObject({ error: 'imageInvalid' })
    const saving = admin.data(settings.setWebsite, { ...site, logo: DOT })
    await tx.rollback().execute()
    expect((await saving).logo).toMatch(/^\/api\/pictures\//)
  })

  test('is written into the audit log with what was before', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    await admin.data(settings.setWebsite, site)
    const { list } = await admin.data(contract.audit.list, { action: 'websiteChanged' })
    expect(list[0]).toMatchObject({ before: { dataSpaceName: none }, after: { dataSpaceName: site.dataSpaceName } })
  })
})

describe('settings of institution, spaces and approvals', () => {
  test('the institution is read by everybody and set by administrators', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const stranger = await world.as('stranger')
    const before = await stranger.data(settings.institution, {})
    const next = { ...before, name: { zh: '湖泊研究所', en: 'Lake institute' }, homepage: 'https://lake.example' }
    expect(await admin.call(settings.setInstitution, { ...next, homepage: 'lake' })).toMatchObject({ code: 1 })
    await admin.data(settings.setInstitution, next)
    expect(await stranger.data(settings.institution, {})).toEqual(next)
    expect(await stranger.data(settings.guard, {})).toMatchObject({ org: '湖泊研究所' })
  })

  test('an institution is reached by an address and a number, or by none', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const before = await admin.data(settings.institution, {})
    for (const [field, wrong] of [
      ['email', 'nomail'],
      ['email', 'a@b'],
      ['telephone', 'call me <b>'],
      ['telephone', 'ask for it'],
    ] as const)
      expect(await admin.call(settings.setInstitution, { ...before, [field]: wrong })).toMatchObject({
        code: 1,
        fields: [{ field }],
      })
    const reached = { ...before, email: 'data@lake.example', telephone: '+86 (10) 6234-5678 ext. 12' }
    expect(await admin.data(settings.setInstitution, { ...reached, email: ' data@lake.example ' })).toEqual(reached)
    expect(await admin.data(settings.setInstitution, before)).toEqual(before)
  })

  test('the copyright of nobody else is that of the site by its name, in each language', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const website = await admin.data(settings.website, {})
    await admin.data(settings.setWebsite, { ...website, dataSpaceName: { zh: '湖泊 <b> 空间', en: '' } })
    const stranger = await world.as('stranger')
    expect((await stranger.data(settings.basic, {})).copyright).toContain('DataSpace')
    stranger.language = 'zh'
    expect((await stranger.data(settings.basic, {})).copyright).toContain('湖泊 &lt;b> 空间')
  })

  test('only addresses of sites can be trusted, and pages are told which', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const rules = await admin.data(settings.accountRules, {})
    expect(rules.trustedSites).toBe('')
    const wrong = await admin.call(settings.setAccountRules, { ...rules, trustedSites: 'https://portal.lab.test/mine' })
    expect(wrong).toMatchObject({ code: 1, fields: [{ field: 'trustedSites' }] })
    await admin.data(settings.setAccountRules, { ...rules, trustedSites: 'https://portal.lab.test' })
    expect((await readPage(world, '/login')).data.trustedSites).toEqual(['https://portal.lab.test'])
  })

  test('what the site deletes by itself is kept for the days that are set, and pages say so', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const first = { auditMonths: 0, trashDays: 30, messageDays: 365, trafficDays: 1098 }
    expect(await admin.data(settings.retention, {})).toEqual(first)
    expect(await admin.call(settings.setRetention, { ...first, auditMonths: 3 })).toMatchObject({ error: 'invalid' })
    expect(await admin.call(settings.setRetention, { ...first, trashDays: 0 })).toMatchObject({ error: 'invalid' })
    const next = { auditMonths: 24, trashDays: 90, messageDays: 60, trafficDays: 400 }
    expect(await admin.data(settings.setRetention, next)).toEqual(next)
    expect((await readPage(world, '/help')).data.site).toMatchObject({ trashDays: 90, messageDays: 60 })
    const { list } = await admin.data(audit.list, { action: 'retentionChanged' })
    expect(list).toMatchObject([{ before: first, after: next }])
  })

  test('defaults of spaces and switches of approvals are whole from the first start, and kept', async () => {
    const admin = await (await buildWorld()).as('admin')
    expect(await admin.data(settings.spaceDefaults, {})).toEqual({
      size: 100,
      sizeMax: 100,
      type: 'private',
      journalMonths: 12,
    })
    expect(await admin.data(settings.approvalSwitches, {})).toEqual({ space: false })
    await admin.data(settings.setSpaceDefaults, { size: 50, type: 'restricted', journalMonths: 24 })
    await admin.data(settings.setApprovalSwitches, { space: true })
    expect(await admin.data(settings.spaceDefaults, {})).toEqual({
      size: 50,
      sizeMax: 100,
      type: 'restricted',
      journalMonths: 24,
    })
    expect(await admin.data(settings.approvalSwitches, {})).toEqual({ space: true })
    expect(await admin.call(settings.setSpaceDefaults, { size: 0 })).toMatchObject({ code: 1 })
  })
})
