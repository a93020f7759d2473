import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { inFull } from '../support/full.ts'
import { ADMIN } from '../support/server.ts'
import { expect, expectAccessible, signIn, speakEnglish, test } from './journey.ts'
import { ownSpace } from './own-space.ts'

test.beforeEach(({ page }) => speakEnglish(page))

test(
  'an administrator places a legal hold on an account, is refused without a reason, and ends it',
  inFull,
  async ({ page }) => {
    await signIn(page, ADMIN.email, '/systemConfig/legalHolds')
    await page.getByRole('button', { name: 'Place a hold' }).click()
    const drawer = page.locator('.ant-drawer').getByRole('dialog')
    await drawer.getByRole('radio', { name: 'Account' }).check()
    const target = drawer.getByRole('combobox', { name: 'Target' })
    await target.fill('lin@demo.test')
    await page.locator('.ant-select-item-option', { hasText: 'lin@demo.test' }).click()
    await drawer.getByRole('button', { name: 'Place hold' }).click()
    await expect(drawer.getByText('Give a reason')).toBeVisible()
    await expect(page.locator('[class*="show-help-item-appear"]')).toHaveCount(0)
    await expectAccessible(page)
    const reason = `Inquiry ${crypto.randomUUID()}`
    await drawer.getByLabel('Reason').fill(reason)
    await drawer.getByRole('button', { name: 'Place hold' }).click()
    const row = page.getByRole('table', { name: 'Legal holds' }).getByRole('row', { name: reason })
    await expect(row.getByText('In effect')).toBeVisible()
    await expectAccessible(page)
    await row.getByRole('button', { name: /^End hold/ }).click()
    await drawer.getByLabel('Reason').fill('Case closed')
    await drawer.getByRole('button', { name: 'End hold' }).click()
    await expect(row.getByText('Ended: Case closed')).toBeVisible()
    await expect(row.getByRole('button', { name: /^End hold/ })).toBeHidden()
  },
)

test('the dialog that deletes a space on hold says so, and can’t be confirmed', inFull, async ({ page, server }) => {
  const space = await ownSpace(server, 'Held survey')
  const admin = await new Client(server.origin).login(ADMIN.email, ADMIN.password)
  await admin.data(contract.legalHolds.place, { kind: 'space', targetId: space.id, reason: 'Inquiry' })
  await signIn(page, ADMIN.email, `/systemConfig/spaces?space=${space.id}`)
  await page.locator('.managed-actions').getByRole('button', { name: 'Delete space', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Delete/ })
  await expect(dialog.getByRole('alert')).toHaveText(/^This space is on legal hold/)
  await expect(dialog.getByRole('button', { name: 'Delete space' })).toBeDisabled()
  await expect(dialog.getByLabel('Identifier')).toBeHidden()
  await expectAccessible(page)
})
