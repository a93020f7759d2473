import type { Page } from '@playwright/test'
import { contract } from '#contract/index.ts'
import { freePort } from '../services/program.ts'
import { Client } from '../support/client.ts'
import { ADMIN } from '../support/server.ts'
import { expect, expectAccessible, leave, ownServer, PASSWORD, signIn, speakEnglish, test } from './journey.ts'

const { institutions, publications, settings, spaces, files } = contract
const SPACE = '高原湖泊生态观测'
const NAME = '高原湖泊溶解氧'

test.beforeEach(({ page }) => speakEnglish(page))

/** A draft for the institution that is registered here, filled in. */
async function preparedDraft(origin: string) {
  const author = await new Client(origin).login('lin@demo.test', PASSWORD)
  const { list } = await author.data(spaces.list, {})
  const spaceId = list.find(({ name }) => name === SPACE)?.id ?? ''
  const { list: items } = await author.data(files.list, { spaceId })
  const [institution] = await author.data(institutions.offered, {})
  const id = institution?.id ?? ''
  const template = (await author.data(institutions.templates, { id })).find(
    ({ definition }) => definition.name.zh === '通用数据集',
  )
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
  }
  const draft = await author.data(publications.create, { spaceId, fields: fields as never })
  return `${origin}/space/${spaceId}/newPublic?draft=${draft.id}`
}

const drawerOf = (page: Page) => page.locator('.ant-drawer').getByRole('dialog')

test('a dataset goes to another installation: refused, failed with its cause, given to an administrator, sent, reviewed there', async ({
  page,
}) => {
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
          await drawer.getByLabel('System account').fill('lake-1')
          await drawer.getByText('HTTPS', { exact: true }).click()
          const register = drawer.getByRole('button', { name: 'Add institution' })
          await register.click()
          await expect(drawer.getByText('The institution doesn’t accept this authorization code')).toBeVisible()
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
            await expect(drawer.getByText(`Failed ${times}`)).toBeVisible({ timeout: 30_000 })
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
          await expectAccessible(page)
          await page.getByRole('link', { name: NAME }).click()
          await drawer.getByRole('button', { name: 'Send again' }).click()
          await expect(drawer.getByText('Waiting for the institution’s review')).toBeVisible({ timeout: 30_000 })
          await leave(page)

          // There it waits in the queue of the reviewers, marked with its origin.
          await signIn(page, ADMIN.email, `${there.origin}/dataPublish?tab=queue`)
          await expect(page.getByText('From Lake Institute')).toBeVisible()
          await page.getByRole('link', { name: NAME }).click()
          await expect(drawer.getByText('Source platform')).toBeVisible()
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
})
