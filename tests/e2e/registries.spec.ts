import { inFull } from '../support/full.ts'
import { ADMIN } from '../support/server.ts'
import { enterSpace, expect, expectAccessible, leave, signIn, speakEnglish, test } from './journey.ts'

const SPACE = '高原湖泊生态观测'
const PERSON = 'Registra Lakewright'

test.beforeEach(({ page }) => speakEnglish(page))

test(
  'an administrator keeps the registries in order, and an author fills in what they know',
  inFull,
  async ({ page }) => {
    await signIn(page, ADMIN.email, '/systemConfig/registries')
    await page.getByRole('button', { name: 'Add person' }).click()
    const drawer = page.locator('.ant-drawer').getByRole('dialog')
    const add = drawer.getByRole('button', { name: 'Add person' })
    await drawer.getByLabel('Name', { exact: true }).fill(PERSON)
    await drawer.getByLabel('ORCID iD').fill('0000-0001-5109-3701')
    await add.click()
    await expect(drawer.getByText('Check the identifier')).toBeVisible()
    await expectAccessible(page)
    await drawer.getByLabel('ORCID iD').fill('https://orcid.org/0000-0001-5109-3700')
    await drawer.getByLabel('Organisation', { exact: true }).fill('Lake Registry Institute')
    await add.click()
    const table = page.getByRole('table', { name: 'Registries' })
    await expect(table.getByText('0000-0001-5109-3700')).toBeVisible()
    await page.getByRole('button', { name: 'Add person' }).click()
    await drawer.getByLabel('Name', { exact: true }).fill('R. Lakewright')
    await add.click()
    await expectAccessible(page)

    await table.getByRole('button', { name: PERSON }).click()
    await drawer.getByRole('button', { name: 'Merge…' }).click()
    const merging = page.getByRole('dialog', { name: /^Merge into/ })
    await merging.getByRole('combobox', { name: 'Entry to merge' }).fill('R. Lake')
    await page.locator('.ant-select-item-option', { hasText: 'R. Lakewright' }).click()
    await merging.getByRole('button', { name: 'Merge', exact: true }).click()
    await expect(table.getByText('also R. Lakewright')).toBeVisible()

    await leave(page)
    await enterSpace(page, 'lin@demo.test', SPACE)
    await page.locator('a[href$="/details/published"]').click()
    await page.getByRole('link', { name: 'Publish data' }).click()
    await page.getByRole('radio', { name: /General dataset/ }).click()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: /Metadata(?! template)/ }).click()
    await page.getByRole('button', { name: 'Add author' }).click()
    const author = page.getByRole('group', { name: 'Author 1' })
    await author.getByRole('combobox', { name: 'Name as cited' }).fill('R. Lakew')
    await page.locator('.registry-match', { hasText: PERSON }).click()
    await expect(author.getByLabel('ORCID')).toHaveValue('0000-0001-5109-3700')
    await expect(author.getByRole('combobox', { name: 'Name as cited' })).toHaveValue(PERSON)
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await expectAccessible(page)
  },
)
