import type { Page } from '@playwright/test'
import { contract } from '#contract/index.ts'
import { startInvenio, TOKEN } from '../services/invenio.ts'
import { freePort } from '../services/program.ts'
import { Client } from '../support/client.ts'
import { inFull } from '../support/full.ts'
import { ADMIN } from '../support/server.ts'
import { RECORD, speaker } from '../support/speaker.ts'
import { oddWorkbook } from '../support/workbook.ts'
import { expect, expectAccessible, leave, ownServer, PASSWORD, signIn, speakEnglish, test } from './journey.ts'

const { institutions, publications, publicationTemplates, senders, settings, spaces, files } = contract
const SPACE = '高原湖泊生态观测'
const NAME = '高原湖泊溶解氧'
/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

test.beforeEach(({ page }) => speakEnglish(page))

/** A draft for the institution that is registered here, filled in by its template for datasets. */
async function preparedDraft(origin: string, more: object = {}) {
  const author = await new Client(origin).login('lin@demo.test', PASSWORD)
  const { list } = await author.data(spaces.list, {})
  const spaceId = list.find(({ name }) => name === SPACE)?.id ?? ''
  const { list: items } = await author.data(files.list, { spaceId })
  const [institution] = await author.data(institutions.offered, {})
  const id = institution?.id ?? ''
  const offered = await author.data(institutions.templates, { id })
  const template = offered.find(({ definition }) => definition.name.zh === '通用数据集') ?? offered[0]
  const fields = {
    institution: id,
    template: template?.id ?? '',
    resourceType: 'dataset' as const,
    title: { zh: NAME, en: '' },
    description: { zh: '二〇二六年夏季在高原湖泊测得的溶解氧剖面。', en: '' },
    keywords: { zh: ['湖泊'], en: [] },
    subjects: ['170' as const],
    authors: [{ kind: 'person' as const, name: '林岚', family: '', given: '', orcid: '', email: '', affiliations: [] }],
    licence: 'CC-BY-4.0',
    access: { kind: 'open' as const, until: null, terms: { zh: '', en: '' } },
    files: items
      .filter(({ mime }) => mime !== 'directory')
      .map(({ hash }) => hash)
      .slice(0, 2),
    ...more,
  }
  const draft = await author.data(publications.create, { spaceId, fields: fields as never })
  return `${origin}/space/${spaceId}/newPublic?draft=${draft.id}`
}

const drawerOf = (page: Page) => page.locator('.ant-drawer').getByRole('dialog')

test(
  'a dataset goes to another installation: refused, failed with its cause, given to an administrator, sent, reviewed there',
  inFull,
  async ({ page }) => {
    const [port, otherPort] = [await freePort(), await freePort()]
    const envOf = (own: number, other: number) => ({ PORT: String(own), OUTSIDE_ALLOW: `127.0.0.1:${other}` })
    await ownServer(
      async (there) => {
        await ownServer(
          async (here) => {
            const receiver = await new Client(there.origin).login(ADMIN.email, PASSWORD)
            const drawer = drawerOf(page)

            // The other side issues a code.
            await signIn(page, ADMIN.email, `${there.origin}/systemConfig/senders`)
            await expect(page.getByText('No platforms registered yet')).toBeVisible()
            await page.getByRole('button', { name: 'Register platform' }).click()
            const add = drawer.getByRole('button', { name: 'Register platform' })
            await add.click()
            await expect(drawer.getByText('Enter an address starting with http:// or https://')).toBeVisible()
            await drawer.getByLabel('Name').fill('Lake Institute')
            await drawer.getByLabel('Address').fill(here.origin)
            await drawer.getByLabel('System account').fill('lake-1')
            await drawer.getByLabel('File transfer by FTP').click()
            await page.getByTitle('Allowed with encryption (TLS)').click()
            await add.click()
            await expect(drawer.getByText('FTP isn’t enabled on this site', { exact: false })).toBeVisible()
            await drawer.getByLabel('File transfer by FTP').click()
            await page.getByTitle('Not allowed').click()
            await add.click()
            const code = await drawer.getByRole('textbox', { name: 'Authorization code' }).inputValue()
            await expectAccessible(page)
            await drawer.getByRole('button', { name: 'I’ve copied it' }).click()
            await expect(page.getByText('Not used yet')).toBeVisible()
            await leave(page)

            // This side registers it as an institution.
            await signIn(page, ADMIN.email, `${here.origin}/systemConfig/institutions`)
            await page.getByRole('button', { name: 'Add institution' }).click()
            await drawer.getByLabel('Name').fill('Great Archive')
            await drawer.getByLabel('Address').fill(there.origin)
            await drawer.getByLabel('Authorization code').fill('not the code')
            await drawer.getByText('HTTPS', { exact: true }).click()
            const register = drawer.getByRole('button', { name: 'Add institution' })
            await register.click()
            await expect(drawer.getByText(/^Enter the number or account/)).toBeVisible()
            await drawer.getByLabel('System account').fill('lake-1')
            await register.click()
            await expect(
              drawer.getByText('The institution doesn’t accept this authorization code or token'),
            ).toBeVisible()
            await expectAccessible(page)
            await drawer.getByLabel('Authorization code').fill(code)
            await register.click()
            await expect(drawer).toBeHidden()
            await leave(page)

            // The transfer fails as long as the other side takes nothing.
            const wizard = await preparedDraft(here.origin)
            await receiver.data(settings.setFeatures, { senders: false })
            await signIn(page, 'lin@demo.test', wizard)
            await page.getByRole('button', { name: /Check/ }).click()
            await page.getByRole('button', { name: 'Submit for review' }).click()
            for (const times of ['1 time', '2 times', '3 times', '4 times']) {
              await expect(drawer.getByText(`Failed ${times}`)).toBeVisible()
              await expect(drawer.getByText(/taken this service offline/)).toBeVisible()
              if (times !== '4 times') await drawer.getByRole('button', { name: 'Send again' }).click()
            }
            await expect(drawer.getByText('The transfer failed several times. Contact an administrator.')).toBeVisible()
            await expect(drawer.getByRole('button', { name: 'Send again' })).toBeHidden()
            await expectAccessible(page)
            await leave(page)

            // The administrator finds it in the queue and sends it again.
            await receiver.data(settings.setFeatures, { senders: true })
            await signIn(page, ADMIN.email, `${here.origin}/dataPublish?tab=transfers`)
            await expect(
              page.getByRole('row', { name: /Great Archive/ }).getByText(/taken this service offline/),
            ).toBeVisible()
            await expectAccessible(page)
            await page.getByRole('link', { name: NAME }).click()
            await drawer.getByRole('button', { name: 'Send again' }).click()
            await expect(drawer.getByText('Waiting for the institution’s review')).toBeVisible()
            await leave(page)

            // There it waits in the queue of the reviewers, marked with its origin.
            await signIn(page, ADMIN.email, `${there.origin}/dataPublish?tab=queue`)
            await expect(page.getByText('From Lake Institute')).toBeVisible()
            await page.getByRole('link', { name: NAME }).click()
            await expect(drawer.getByText('Submitting platform')).toBeVisible()
            await expectAccessible(page)
            await drawer.getByRole('button', { name: 'Approve', exact: true }).click()
            await drawer.getByRole('button', { name: 'Approve and publish' }).click()
            await expect(drawer.getByText('Published', { exact: true })).toBeVisible()
            await page.setViewportSize({ width: 390, height: 844 })
            await page.goto(`${there.origin}/systemConfig/senders`)
            await expect(page.getByText('Approved')).toBeVisible()
            await expectAccessible(page)
            expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
          },
          envOf(port, otherPort),
        )
      },
      envOf(otherPort, port),
    )
  },
)

test('a dataset goes to a repository: its token refused, a file broken off and sent on, published; and comes back by its link', async ({
  page,
}) => {
  const ends: (() => void)[] = []
  const outside = { isOn: true, allow: [] as string[] }
  const there = await startInvenio({ config: { outside } } as never, (end) => void ends.push(end))
  try {
    await ownServer(
      async ({ origin }) => {
        const drawer = drawerOf(page)
        await signIn(page, ADMIN.email, `${origin}/systemConfig/institutions`)
        await page.getByRole('button', { name: 'Add institution' }).click()
        await drawer.getByLabel('Name').fill('Lake Repository')
        await drawer.getByLabel('Type').click()
        await page.getByTitle('InvenioRDM / Zenodo').click()
        await drawer.getByLabel('Address').fill(there.origin)
        await drawer.getByLabel('API token').fill('not the token')
        const register = drawer.getByRole('button', { name: 'Add institution' })
        await register.click()
        await expect(drawer.getByText('The institution doesn’t accept this authorization code or token')).toBeVisible()
        await expectAccessible(page)
        await drawer.getByLabel('API token').fill(TOKEN)
        await register.click()
        await expect(drawer).toBeHidden()
        await leave(page)

        // The second of two files breaks off; what arrived stays.
        const wizard = await preparedDraft(origin, {
          title: { zh: NAME, en: 'Dissolved oxygen' },
          description: { zh: '', en: 'Profiles of dissolved oxygen, measured in a highland lake in summer.' },
        })
        let contents = 0
        there.state.instead = (request, response) => {
          if (request.method !== 'PUT' || (contents += 1) !== 2) return false
          request.resume().once('end', () => response.writeHead(503).end())
          return true
        }
        await signIn(page, 'lin@demo.test', wizard)
        await page.getByRole('button', { name: /Check/ }).click()
        await page.getByRole('button', { name: 'Submit for review' }).click()
        await expect(drawer.getByText('Failed 1 time')).toBeVisible()
        await expect(drawer.getByText(/1 of 2 files/)).toBeVisible()
        await expect(drawer.getByRole('progressbar', { name: 'Transfer to Lake Repository' })).toBeVisible()
        await expectAccessible(page)
        await drawer.getByRole('button', { name: 'Send again' }).click()
        await expect(drawer.getByText('10.5281/zenodo.1')).toBeVisible()
        await expect(drawer.getByText('Published', { exact: true })).toBeVisible()
        expect(there.state.calls.filter((call) => call.startsWith('PUT'))).toHaveLength(3)

        // What the repository published is brought into a space by its link.
        const link = await drawer.getByRole('link', { name: 'View at the institution' }).getAttribute('href')
        await page.goto(wizard.replace(/\/newPublic.*/, '/details/filesManage'))
        await page.getByRole('button', { name: 'More', exact: true }).click()
        await page.getByRole('menuitem', { name: 'Import…' }).click()
        await drawer.getByRole('tab', { name: 'Published dataset' }).click()
        const address = drawer.getByLabel('Address or DOI of a published dataset')
        await address.fill(`${there.origin}/records/9`)
        await address.press('Enter')
        await expect(drawer.getByText('No published dataset was found at this address')).toBeVisible()
        await expect(drawer.getByRole('button', { name: 'Start import' })).toBeDisabled()
        await address.fill(link ?? '')
        await address.press('Enter')
        await expect(drawer.getByText(/InvenioRDM or Zenodo · 2 files/)).toBeVisible()
        await expectAccessible(page)
        await drawer.getByRole('button', { name: 'Start import' }).click()
        await page.getByRole('row', { name: /Dissolved oxygen/ }).dblclick()
        await expect(page.getByRole('row', { name: /datacite\.json/ })).toBeVisible()
        await expect(page.locator('.task-strip')).toContainText('Completed')
      },
      { OUTSIDE_ALLOW: outside.allow.join(',') },
    )
  } finally {
    for (const end of ends) end()
  }
})

test(
  'a reviewer looks at what another platform sent: its picture is a file, its workbook a table whose rows are there',
  inFull,
  async ({ page }) => {
    const elsewhere = { origin: 'http://127.0.0.1:9' }
    await ownServer(async (there) => {
      const receiver = await new Client(there.origin).login(ADMIN.email, PASSWORD)
      await receiver.data(settings.setFeatures, { senders: true })
      const list = await receiver.data(publicationTemplates.list, {})
      const groups = list.find(({ id }) => id === 'dataset')?.definition.groups ?? []
      const cover = { zh: '封面', en: 'Cover' }
      const name = { zh: '带封面的数据集', en: 'Dataset with a cover' }
      const field = { key: 'cover', type: 'image' as const, title: cover, check: '*#*-*:*-*#*-512', multiply: '1:1' }
      const definition = {
        resourceType: 'dataset' as const,
        name,
        groups: [...groups, { title: cover, fields: [field] }],
      }
      await receiver.data(publicationTemplates.set, { id: 'covered', version: 0, isOn: true, definition })
      const draft = { name: '云湖研究所', account: 'lake-1', host: elsewhere.origin, datasetGb: 1 }
      const { code } = await receiver.data(senders.create, draft)
      const { announce, put, completed } = await speaker({ there, here: elsewhere, code })
      const picture = `data:image/png;base64,${PIXEL.toString('base64')}`
      const it = await announce({
        templateName: name.zh,
        metadata: { ...RECORD, name: [{ '@value': NAME, '@language': 'zh' }], cover: [picture] },
        dataType: { type: '1', fileList: ['剖面'] },
      })
      const rows = [
        ['1', '站位', '深度'],
        ['2', 'S1', '0'],
        ['3', 'S2', '2.5'],
      ] as [string, ...string[]][]
      await put(it, encodeURIComponent('剖面.xlsx'), oddWorkbook(rows))
      expect(await completed(it.resourceId)).toBe(true)

      await page.addInitScript(() => localStorage.setItem('lang', 'zh'))
      await signIn(page, ADMIN.email, `${there.origin}/systemConfig/senders`)
      await expect(page.getByText('云湖研究所').first()).toBeVisible()
      // Within a minute the workbook is read.
      await expect(async () => {
        await page.goto(`${there.origin}/dataPublish?tab=queue`)
        await expect(page.getByRole('link', { name: NAME })).toBeVisible({ timeout: 2000 })
      }).toPass({ intervals: [5000] })
      await page.getByRole('link', { name: NAME }).click()
      const drawer = drawerOf(page)
      await expect(drawer.getByText('剖面', { exact: true })).toBeVisible()
      await expect(drawer.getByRole('link', { name: 'pictures/cover-1.png' })).toBeVisible()
      await expectAccessible(page)
      await drawer.getByRole('button', { name: '查看数据：剖面' }).click()
      // What the grid draws it also says to screen readers.
      await expect(page.locator('canvas [role=gridcell]', { hasText: '2.5' })).toHaveCount(1)
      await expectAccessible(page)
    })
  },
)
