import { readFile } from 'node:fs/promises'
import { inFull } from '../support/full.ts'
import { ADMIN } from '../support/server.ts'
import { expect, expectAccessible, leave, ownServer, signIn, speakEnglish, test } from './journey.ts'

const SPACE = '高原湖泊生态观测'

test.beforeEach(({ page }) => speakEnglish(page))

test(
  'an administrator makes a template, an author fills it in, and is told what lacks after a change',
  inFull,
  async ({ page }) => {
    await ownServer(async ({ origin }) => {
      const templates = `${origin}/systemConfig/publicationTemplates`
      await signIn(page, ADMIN.email, templates)
      const table = page.getByRole('table', { name: 'Metadata templates' })
      await expect(table.getByRole('row')).toHaveCount(6)
      await expectAccessible(page)

      await page.getByRole('button', { name: 'New template' }).click()
      const drawer = page.locator('.ant-drawer').getByRole('dialog')
      await drawer.getByRole('button', { name: 'Save' }).click()
      await expect(drawer.getByText('Enter a name')).toBeVisible()
      await drawer.getByLabel('Identifier').fill('cruise')
      await drawer.getByLabel('Name (English)').fill('Cruise data')
      const add = drawer.getByRole('combobox', { name: 'Add field' })
      await add.fill('Single-line')
      await page.getByTitle('Single-line text').click()
      await drawer.getByRole('button', { name: 'Edit “field1”' }).click()
      await drawer.getByRole('textbox', { name: 'Title (English)', exact: true }).fill('Cruise number')
      await drawer.getByLabel('Validation rule').fill('/(?=a)b/')
      await drawer.getByRole('button', { name: 'Save' }).click()
      await expect(drawer.getByText('without lookaround')).toBeVisible()
      await expectAccessible(page)
      await drawer.getByLabel('Validation rule').fill('/^[A-Z]{2}\\d+$/')

      await add.fill('Disc')
      await page.getByTitle('Disciplines').click()
      await drawer.getByRole('button', { name: 'Edit “Disciplines”' }).click()
      const classification = (text: string) =>
        drawer
          .getByLabel('Load from file')
          .first()
          .setInputFiles({ name: 'subjects.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
      await expect(drawer.getByText('The three levels of GB/T 13745-2009 are available')).toBeVisible()
      const saved = page.waitForEvent('download')
      await drawer.getByRole('button', { name: 'Download' }).click()
      expect(await readFile(await (await saved).path(), 'utf8')).toMatch(
        /\n170,地球科学,"Earth science"\n(.*\n)+17055,水文学,Hydrology\n/,
      )
      await classification('code,zh,en\n170,地球科学,Earth science\n170,水文学,Hydrology\n')
      await expect(drawer.getByText('Line 3: duplicate code')).toBeVisible()
      await classification('code,zh,en\n170,地球科学,Earth science\n17045,水文学,Hydrology\n')
      await expect(drawer.getByText('2 disciplines of this template are available.')).toBeVisible()
      await expectAccessible(page)
      await drawer.getByRole('button', { name: 'Save' }).click()
      await expect(drawer).toBeHidden()
      await expect(table.getByText('Cruise data')).toBeVisible()

      await leave(page)
      await signIn(page, 'lin@demo.test', `${origin}/space`)
      await page.getByRole('link', { name: SPACE }).first().click()
      await page.locator('a[href$="/details/published"]').click()
      await page.getByRole('link', { name: 'Publish data' }).click()
      await page.getByRole('radio', { name: /Cruise data/ }).click()
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByRole('button', { name: /Metadata(?! template)/ }).click()
      await page.getByLabel('Cruise number').fill('lake')
      await expect(page.locator('.ant-form-item-explain-error')).toBeVisible()
      await page.getByLabel('Cruise number').fill('')
      await page.getByRole('combobox', { name: 'Disciplines' }).fill('hydro')
      await page.getByTitle('17045 Hydrology').click()
      await page.keyboard.press('Escape')
      await expectAccessible(page)
      await expect(page.getByText('Saved', { exact: true })).toBeVisible()
      const draft = page.url()

      await leave(page)
      await signIn(page, ADMIN.email, templates)
      await page.getByRole('button', { name: 'Edit Cruise data' }).click()
      await expect(drawer.getByText('1 draft uses this template')).toBeVisible()
      await drawer.getByRole('button', { name: 'Edit “Cruise number”' }).click()
      await drawer.getByLabel('Minimum count').fill('1')
      await drawer.getByRole('button', { name: 'Save' }).click()
      await expect(drawer).toBeHidden()
      await page.getByRole('button', { name: 'Versions Cruise data' }).click()
      await expect(page.getByRole('button', { name: 'Edit version 1' })).toBeVisible()

      await leave(page)
      await signIn(page, 'lin@demo.test', draft)
      await expect(page.getByText('The metadata template has changed')).toBeVisible()
      await expect(page.getByText(/^Fill in or correct: .*Cruise number/)).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Got it' }).click()
      await expect(page.getByText('The metadata template has changed')).toBeHidden()
    })
  },
)
