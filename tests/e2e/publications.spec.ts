import { ADMIN } from '../support/server.ts'
import { expect, expectAccessible, leave, ownServer, signIn, speakEnglish, test } from './journey.ts'

const SPACE = '高原湖泊生态观测'
const NAME = '高原湖泊水温'
const TITLE = 'Water temperature of a highland lake'

test.beforeEach(({ page }) => speakEnglish(page))

test('an author fills in a draft and submits it, a reviewer rejects and approves it, a member sees it published', async ({
  page,
}) => {
  await ownServer(async ({ origin }) => {
    await signIn(page, 'lin@demo.test', `${origin}/space`)
    await page.getByRole('link', { name: SPACE }).first().click()
    await page.locator('a[href$="/details/published"]').click()
    await page.getByRole('link', { name: 'Publish data' }).click()
    await expect(page.getByRole('heading', { name: 'Publish data' })).toBeVisible()
    await expectAccessible(page)
    const next = page.getByRole('button', { name: 'Next' })
    await page.getByRole('radio', { name: /General dataset/ }).click()
    await next.click()

    await page.locator('.content-tree .ant-tree-checkbox').first().click()
    await expect(page.getByRole('region', { name: 'Selected' }).getByRole('button', { name: /^Remove/ })).toHaveCount(1)
    await next.click()

    await page.getByLabel('Title (Chinese)').fill(NAME)
    await page.getByLabel('Title (English)').fill(TITLE)
    await page.getByLabel('Description (Chinese)').fill('二〇二六年夏季在高原湖泊测得的水温剖面。')
    await page.getByLabel('Keywords (Chinese)').fill('湖泊;')
    await page.getByRole('button', { name: 'Add me' }).click()
    await page.getByRole('combobox', { name: 'Disciplines' }).fill('170')
    await page.getByTitle('170 Earth science').click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: /Metadata/ }).click()
    await expect(page.getByLabel('Title (English)')).toHaveValue(TITLE)
    await next.click()
    await next.click()
    await expect(page.getByRole('region', { name: 'To fix' }).getByText('Select a licence')).toBeVisible()
    await page.getByRole('button', { name: 'Go to “Licence”' }).click()
    await page.getByRole('combobox', { name: 'Licence' }).click()
    await page.getByTitle('CC-BY-4.0').click()
    await expectAccessible(page)
    await next.click()
    await expect(page.getByText('All set. You can submit it.')).toBeVisible()
    await page.getByRole('button', { name: 'Submit for review' }).click()
    const drawer = page.locator('.ant-drawer').getByRole('dialog')
    await expect(drawer.getByText('Pending')).toBeVisible()

    await leave(page)
    await signIn(page, ADMIN.email, `${origin}/dataPublish`)
    await page.getByRole('link', { name: NAME }).click()
    await expectAccessible(page)
    await drawer.getByRole('button', { name: 'Reject', exact: true }).click()
    await drawer.getByRole('button', { name: 'Reject submission' }).click()
    await expect(drawer.getByText('Enter a reason')).toBeVisible()
    await drawer.getByRole('textbox').fill('Which device was used?')
    await drawer.getByRole('button', { name: 'Reject submission' }).click()
    await expect(drawer.getByText('Rejected', { exact: true })).toBeVisible()

    await leave(page)
    await signIn(page, 'lin@demo.test', `${origin}/dataPublish?tab=rejected`)
    await page.getByRole('link', { name: NAME }).click()
    await expect(drawer.getByText('Which device was used?').first()).toBeVisible()
    await drawer.getByRole('link', { name: 'Edit' }).click()
    await page.getByRole('button', { name: /Check/ }).click()
    await expect(page.getByText('All set. You can submit it.')).toBeVisible()
    await page.getByRole('button', { name: 'Submit for review' }).click()
    await expect(drawer.getByText('Pending')).toBeVisible()

    await leave(page)
    await signIn(page, ADMIN.email, `${origin}/dataPublish`)
    await page.getByRole('link', { name: NAME }).click()
    await drawer.getByRole('button', { name: 'Approve', exact: true }).click()
    await drawer.getByRole('button', { name: 'Approve and publish' }).click()
    await expect(drawer.getByText('Published', { exact: true })).toBeVisible()
    await drawer.getByRole('link', { name: 'Open dataset page' }).click()
    await expect(page.getByRole('heading', { name: TITLE, level: 1 })).toBeVisible()
  })
})
