import type { Browser, Page } from '@playwright/test'
import { inFull, sampled } from '../support/full.ts'
import { ADMIN } from '../support/server.ts'
import { expect, expectAccessible, ownServer, sendSignIn, signIn, speakEnglish, test } from './journey.ts'

/** A red dot: what a logo is cut from. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

const pair = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
async function expectSaved(page: Page): Promise<void> {
  await expect(page.getByText(/^Saved/).first()).toBeVisible()
  await expect(save(page)).toBeDisabled()
}
/** Another browser, signed in nowhere. */
async function stranger(browser: Browser, lang: 'zh' | 'en'): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  if (lang === 'en') await speakEnglish(page)
  return page
}

test.beforeEach(({ page }) => speakEnglish(page))

test('an administrator gives the site its name, logo and texts, and strangers read them in both languages', async ({
  page,
  browser,
}) => {
  await ownServer(async ({ origin }) => {
    await signIn(page, ADMIN.email, `${origin}/systemConfig/website`)
    await expect(pair(page, 'Site name')).toBeVisible()
    await pair(page, 'Site name').getByLabel('Chinese').fill('湖泊数据')
    await pair(page, 'Site name').getByLabel('English').fill('Lake data')
    await pair(page, 'Home page title').getByLabel('English').fill('Every lake, every year')
    await expect(pair(page, 'Copyright').getByRole('button', { name: 'HTML source' })).toHaveCount(2)
    for (const source of await pair(page, 'Copyright').getByRole('button', { name: 'HTML source' }).all())
      await source.click()
    const english = pair(page, 'Copyright').getByLabel('English')
    await english.fill('<a href="https://lake.example" onclick="x()">Lake</a><script>document.title = "taken"</script>')
    await expect(page.getByText('Won’t be shown: onclick, <script>')).toBeVisible()
    await pair(page, 'Copyright').getByLabel('Chinese').fill('<b>湖泊所</b><img src=x onerror="document.title = 1">')
    await pair(page, 'Notice text').getByLabel('English').fill('Upgrade tonight')
    await expect(page.getByText('Only English is filled in')).toBeVisible()

    await page.getByLabel('Logo', { exact: true }).setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: DOT })
    await expect(page.getByText('Choose a PNG, JPG, WebP or BMP picture.')).toBeVisible()
    await page.getByLabel('Logo', { exact: true }).setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: DOT })
    const use = page.getByRole('dialog').getByRole('button', { name: 'Use this picture' })
    await use.click()
    await expect(use).toBeHidden()

    // A picture that is refused keeps everything that was typed.
    const refusal = { code: -1, message: 'The image format is incorrect', data: null, error: 'imageInvalid' }
    await page.route('**/api/setting/website', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 400, json: refusal }) : route.continue(),
    )
    await save(page).click()
    await expect(page.locator('.ant-form-item-explain-error')).toHaveText('The image format is incorrect')
    await expect(pair(page, 'Site name').getByLabel('English')).toHaveValue('Lake data')
    await page.unroute('**/api/setting/website')

    await save(page).click()
    await expectSaved(page)
    // The frame shows it without being loaded anew.
    await expect(page.locator('.menu .brand')).toHaveText('Lake data')
    await expect(page).toHaveTitle('Website · Lake data')
    await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', /^\/api\/pictures\/[0-9a-f]{64}$/)
    await expect(page.locator('.menu .brand img')).toHaveAttribute('src', /^\/api\/pictures\//)
    await expect(page.locator('.menu footer').getByRole('link', { name: 'Lake' })).toBeVisible()
    await expect(page.locator('.update-banner')).toContainText('Upgrade tonight')
    await expectAccessible(page)

    // Back asks as a link does; the page and its address stay while it asks.
    await page.getByRole('link', { name: 'Approval settings' }).click()
    await expect(page).toHaveURL(/\/approvals$/)
    await page.getByRole('link', { name: 'Website' }).click()
    await pair(page, 'Site name').getByLabel('English').fill('Typed')
    await expect(save(page)).toBeEnabled()
    const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' })
    await page.evaluate(() => history.back())
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toBeHidden()
    await expect(page).toHaveURL(/\/website$/)
    await expect(pair(page, 'Site name').getByLabel('English')).toHaveValue('Typed')
    await page.evaluate(() => history.back())
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(page).toHaveURL(/\/approvals$/)
    await page.evaluate(() => history.forward())
    await expect(pair(page, 'Site name').getByLabel('English')).toHaveValue('Lake data')

    const reader = await stranger(browser, 'en')
    await reader.goto(origin)
    await expect(reader).toHaveTitle('Lake data')
    await expect(reader.getByRole('heading', { name: 'Every lake, every year' })).toBeVisible()
    const link = reader.locator('footer').getByRole('link', { name: 'Lake' })
    await expect(link).toHaveAttribute('href', 'https://lake.example')
    expect(await link.getAttribute('onclick')).toBeNull()
    await expect(reader.locator('.public-header .brand img')).toHaveAttribute('src', /^\/api\/pictures\//)
    await expectAccessible(reader)

    const other = await stranger(browser, 'zh')
    await other.goto(origin)
    await expect(other).toHaveTitle('湖泊数据')
    await expect(other.getByRole('heading', { name: '让研究数据有一个可信的家' })).toBeVisible()
    await expect(other.locator('footer b')).toHaveText('湖泊所')
    await expect(other.locator('footer img')).toHaveCount(0)
    await expect(other).toHaveTitle('湖泊数据')
  })
})

test(
  'the texts of the site are written as they show: headings, sizes, lists and links',
  inFull,
  async ({ page, browser }) => {
    await ownServer(async ({ origin }) => {
      await signIn(page, ADMIN.email, `${origin}/systemConfig/website`)
      const terms = pair(page, 'Terms')
      const english = terms.getByRole('textbox', { name: 'Terms (English)' })
      const tools = terms.getByRole('toolbar', { name: 'Text formats' }).nth(1)
      const choose = async (list: string, name: string) => {
        await tools.getByRole('combobox', { name: list }).click()
        await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)').getByTitle(name).click()
      }
      await english.click()
      await page.keyboard.type('Terms of the lake')
      await choose('Heading level', 'Heading 2')
      await page.keyboard.press('Enter')
      await choose('Text size', 'Huge')
      await page.keyboard.type('Read them')
      await choose('Text size', 'Normal')
      await page.keyboard.press('Enter')
      await tools.getByRole('button', { name: 'Numbered list' }).click()
      await tools.getByRole('button', { name: 'Link' }).click()
      await page.getByLabel('Link address').fill('javascript:alert(1)')
      await page.getByLabel('Link address').press('Enter')
      await expect(page.getByText('Enter an address starting with https://')).toBeVisible()
      await page.getByLabel('Link address').fill('https://lake.example/terms')
      await page.getByLabel('Link address').press('Enter')
      await expect(english.getByRole('link')).toHaveText('https://lake.example/terms')
      await expectAccessible(page)
      // Tab leaves the editor as it leaves every field.
      await english.focus()
      await page.keyboard.press('Tab')
      await expect(english).not.toBeFocused()

      await save(page).click()
      await expectSaved(page)
      await page.reload()
      await expect(english.getByRole('heading', { name: 'Terms of the lake', level: 2 })).toBeVisible()
      await expect(page.getByText('Unsaved changes')).toBeHidden()
      await english.fill('Nothing')
      await page.getByRole('button', { name: 'Discard changes' }).click()
      await expect(english).toContainText('Read them')

      const reader = await stranger(browser, 'en')
      await reader.goto(origin)
      await reader.locator('footer summary').first().click()
      await expect(reader.locator('footer .level-2')).toHaveText('Terms of the lake')
      await expect(reader.locator('footer .size-huge')).toHaveText('Read them')
      await expect(reader.locator('footer ol a')).toHaveAttribute('href', 'https://lake.example/terms')
    })
  },
)

test('a notice that was put away stays so until it says something else', inFull, async ({ page, browser }) => {
  await ownServer(async ({ origin }) => {
    await signIn(page, ADMIN.email, `${origin}/systemConfig/website`)
    const notice = pair(page, 'Notice text').getByLabel('English')
    await notice.fill('Upgrade tonight')
    await save(page).click()
    await expectSaved(page)

    const reader = await stranger(browser, 'en')
    await signIn(reader, 'zhang@demo.test', `${origin}/space`)
    const banner = reader.locator('.update-banner')
    await banner.getByRole('button').click()
    await expect(banner).toBeHidden()
    await reader.reload()
    await expect(reader.getByRole('heading', { name: 'Spaces' }).first()).toBeVisible()
    await expect(banner).toBeHidden()

    await notice.fill('Upgrade tomorrow')
    await save(page).click()
    await expectSaved(page)
    await reader.reload()
    await expect(banner).toContainText('Upgrade tomorrow')
  })
})

test(
  'of two windows the later one wins where both changed the same, after being told; the rest is kept',
  inFull,
  async ({ page, context }) => {
    await ownServer(async ({ origin }) => {
      await signIn(page, ADMIN.email, `${origin}/systemConfig/institution`)
      const other = await context.newPage()
      await other.goto(`${origin}/systemConfig/institution`)
      for (const one of [page, other]) await expect(pair(one, 'Name')).toBeVisible()
      await pair(other, 'Name').getByLabel('English').fill('Institute of Lakes')
      await other.getByLabel('Phone').fill('010 1234')
      await save(other).click()
      await expectSaved(other)

      await page.getByLabel('Website').fill('lake')
      await save(page).click()
      await expect(page.getByText('Enter an address starting with http:// or https://')).toBeVisible()
      await page.getByLabel('Website').fill('https://lake.example')
      await save(page).click()
      await expect(page.getByText('Changes just made by someone else were kept as well: Name, Phone')).toBeVisible()
      await expect(page.getByLabel('Phone')).toHaveValue('010 1234')

      await pair(other, 'Name').getByLabel('English').fill('Lakes, later')
      await pair(page, 'Name').getByLabel('English').fill('Lakes, sooner')
      await save(page).click()
      await expectSaved(page)
      await save(other).click()
      const question = other.getByRole('dialog', { name: 'Someone else has just changed the same settings' })
      await question.getByRole('button', { name: 'Go back' }).click()
      await expect(question).toBeHidden()
      await expect(pair(other, 'Name').getByLabel('English')).toHaveValue('Lakes, later')
      await other.getByRole('button', { name: 'Discard changes' }).click()
      await expect(pair(other, 'Name').getByLabel('English')).toHaveValue('Lakes, sooner')
      await expect(other.getByLabel('Website')).toHaveValue('https://lake.example')

      await other.goto(origin)
      await expect(other.locator('footer').getByRole('link', { name: 'Lakes, sooner' })).toBeVisible()
    })
  },
)

test('whoever registers agrees to the terms first, when there are any', async ({ page, browser }) => {
  await ownServer(async ({ origin }) => {
    const reader = await stranger(browser, 'en')
    await reader.goto(`${origin}/register`)
    await expect(reader.locator('.consent')).toBeVisible()
    await expect(reader.getByRole('checkbox')).toHaveCount(0)

    await signIn(page, ADMIN.email, `${origin}/systemConfig/website`)
    await pair(page, 'Terms').getByLabel('English').fill('Be kind.\nCite your sources.')
    // What was typed when the session ends is there after signing in again.
    await page.context().clearCookies({ name: 'ds_session_id' })
    await save(page).click()
    await expect(page).toHaveURL(/\/login\?problem=sessionOver$/)
    await sendSignIn(page, ADMIN.email)
    await expect(page.getByText(/^What you typed before the session ended is back/)).toBeVisible()
    await save(page).click()
    await expectSaved(page)

    await reader.reload()
    await reader.locator('.card-form summary').click()
    await expect(reader.locator('.card-form').getByText('Cite your sources.')).toBeVisible()
    await reader.locator('.card-form button[type=submit]').click()
    await expect(reader.getByText('Read and agree to the terms of service first')).toBeVisible()
    await reader.getByRole('checkbox', { name: /terms of service of DataSpace/ }).check()
    await expect(reader.getByText('Read and agree to the terms of service first')).toBeHidden()
    await expectAccessible(reader)
  })
})

test(
  'space defaults and approval: what is set is what the next space begins with',
  inFull,
  async ({ page, browser }) => {
    await ownServer(async ({ origin }) => {
      await signIn(page, ADMIN.email, `${origin}/systemConfig/spaceDefaults`)
      await page.getByLabel('Default storage').fill('20000')
      await save(page).click()
      await expect(page.getByText('Enter a whole number from 1 to 10,240')).toBeVisible()
      await page.getByLabel('Default storage').fill('20')
      await page.getByRole('radio', { name: 'Restricted' }).check()
      await page.getByLabel('Retention').fill('6')
      await expect(page.getByText('older than the new retention period will be permanently deleted')).toBeVisible()
      // Nothing is lost by a slip: leaving asks first.
      await page.getByRole('link', { name: 'Approval settings' }).click()
      const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' })
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await expect(question).toBeHidden()
      await expect(page).toHaveURL(/\/spaceDefaults$/)
      await save(page).click()
      await expectSaved(page)
      await page.getByLabel('Retention').fill('7')
      await page.getByRole('link', { name: 'Approval settings' }).click()
      await question.getByRole('button', { name: 'Discard' }).click()
      await expect(page).toHaveURL(/\/approvals$/)
      await page.getByRole('link', { name: 'Space defaults' }).click()
      await expect(page.getByLabel('Retention')).toHaveValue('6')

      await page.getByRole('link', { name: 'Approval settings' }).click()
      await page.getByRole('switch', { name: 'Require administrator approval for new spaces' }).click()
      await save(page).click()
      await expectSaved(page)

      const maker = await stranger(browser, 'en')
      await signIn(maker, 'lin@demo.test', `${origin}/space`)
      const csrf = (await maker.context().cookies()).find(({ name }) => name === 'DS_TOKEN')?.value ?? ''
      const answer = await maker.request.post(`${origin}/api/spaces`, {
        headers: { DS_TOKEN: decodeURIComponent(csrf) },
        data: { name: 'Lakes', identifier: 'lakes', type: 'restricted' },
      })
      expect((await answer.json()).data).toMatchObject({ size: 20, status: 'pending' })
      await page.reload()
      await expect(page.getByText('1 space is pending approval.')).toBeVisible()
      await page.getByRole('switch').click()
      await expect(page.getByText('1 space is pending approval and still has to be reviewed.')).toBeVisible()
    })
  },
)

test('nobody else opens these pages', async ({ page }) => {
  const sections = ['website', 'institution', 'spaceDefaults', 'approvals']
  for (const section of sampled(sections, (one) => one === 'website')) {
    await signIn(page, 'zhang@demo.test', `/systemConfig/${section}`)
    await page.waitForURL('**/access')
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the sections unfold, are left by Esc, and fold when one is chosen', inFull, async ({ page }) => {
    await signIn(page, ADMIN.email, '/systemConfig/website')
    const unfold = page.getByRole('button', { name: /System/ })
    const link = page.getByRole('link', { name: 'Institution', exact: true })
    await expect(link).toBeHidden()
    await unfold.click()
    await expect(link).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(link).toBeHidden()
    await unfold.press('Enter')
    await link.click()
    await expect(page.getByRole('heading', { name: 'Institution', level: 1 })).toBeVisible()
    await expect(link).toBeHidden()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})
