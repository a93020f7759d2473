import type { Page } from '@playwright/test'
import { inFull } from '../support/full.ts'
import { ADMIN } from '../support/server.ts'
import { enterSpace, expect, expectAccessible, leave, ownServer, signIn, speakEnglish, test } from './journey.ts'

const SPACE = '高原湖泊生态观测'
const openTab = (page: Page) => page.getByRole('link', { name: 'Instruments', exact: true }).click()

test.beforeEach(({ page }) => speakEnglish(page))

test(
  'an owner keeps the instruments of a space, an administrator sees those of all, and turns them off',
  inFull,
  async ({ page }) => {
    await ownServer(async ({ origin }) => {
      await enterSpace(page, 'lin@demo.test', SPACE, origin)
      await openTab(page)
      const table = page.getByRole('table', { name: 'Instruments' })
      await expect(table.getByRole('row')).toHaveCount(5)
      await expect(table.getByText('Calibration due')).toHaveCount(1)

      await page.getByRole('button', { name: 'Add instrument' }).click()
      const drawer = page.locator('.ant-drawer').getByRole('dialog')
      await drawer.getByLabel('Name').fill('pH meter')
      await drawer.getByLabel('Persistent identifier').fill('10.5072/alpinelake-ctd')
      await drawer.getByLabel('Next calibration').fill('2020-01-01')
      await drawer.getByLabel('Next calibration').press('Enter')
      // While the errors appear, their colours are half there.
      await expect(page.locator('[class*="show-help-item-appear"]')).toHaveCount(0)
      await expectAccessible(page)
      const add = drawer.getByRole('button', { name: 'Add instrument' })
      await add.click()
      await expect(drawer.getByText('Another instrument in this space has this identifier')).toBeVisible()
      await drawer.getByLabel('Persistent identifier').fill('hdl:20.1000/ph')
      await add.click()
      await expect(drawer).toBeHidden()
      await expect(table.getByText('Calibration due')).toHaveCount(2)

      await table.getByRole('link', { name: 'pH meter' }).press('Enter')
      await expect(drawer.getByRole('link', { name: '20.1000/ph' })).toHaveAttribute(
        'href',
        'https://hdl.handle.net/20.1000/ph',
      )
      await expectAccessible(page)
      await drawer.getByRole('button', { name: 'Edit' }).click()
      await drawer.getByRole('combobox', { name: 'Status' }).click()
      await page.getByTitle('Retired').click()
      await drawer.getByRole('button', { name: 'Save' }).click()
      await expect(drawer.getByText('Retired').first()).toBeVisible()
      await expect(drawer.getByText('Calibration due')).toBeHidden()
      await drawer.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog', { name: 'Delete “pH meter”?' }).getByRole('button', { name: 'Delete' }).click()
      await expect(drawer).toBeHidden()
      await expect(table.getByRole('link', { name: 'pH meter' })).toBeHidden()
      const tab = page.url()

      await leave(page)
      await signIn(page, ADMIN.email, `${origin}/systemConfig/instruments`)
      await expect(table.getByRole('row')).toHaveCount(5)
      await page.getByRole('checkbox', { name: 'Calibration due' }).click()
      await expect(table.getByRole('row')).toHaveCount(2)
      await table.getByRole('link', { name: SPACE }).click()
      await expect(page).toHaveURL(tab)
      await expect(table.getByRole('row')).toHaveCount(5)
      await expect(page.getByRole('button', { name: 'Add instrument' })).toBeHidden()

      await page.goto(`${origin}/systemConfig/features`)
      await page.getByRole('switch', { name: 'Instruments in spaces' }).click()
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('navigation').getByRole('link', { name: 'Instruments' })).toBeHidden()
      await page.goto(tab)
      await expect(page.getByText('Page not found')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Instruments', exact: true })).toBeHidden()
    })
  },
)
