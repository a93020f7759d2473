import type { Browser, Page } from '@playwright/test'
import { inFull } from '../support/full.ts'
import { ADMIN } from '../support/server.ts'
import { expect, expectAccessible, ownServer, sendSignIn, signIn, speakEnglish, test } from './journey.ts'
import { OWNER, ownSpace } from './own-space.ts'

const lin = 'lin@demo.test'
const zhang = 'zhang@demo.test'

/** A page of its own, in English, of somebody who signed in. */
async function pageOf(browser: Browser, origin: string, email?: string, path = '/space'): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin })
  const page = await context.newPage()
  await speakEnglish(page)
  if (email) await signIn(page, email, path)
  return page
}

const cell = (page: Page, role: 'Senior member' | 'Member', right: string) =>
  page.getByRole('checkbox', { name: `${role}: ${right}`, exact: true })

test('an owner gives a right: the open page of the member follows, and "why" says it', async ({ browser, server }) => {
  const { origin } = server
  const space = await ownSpace(server, '冰川监测')
  const owner = await pageOf(browser, origin, space.owner, `/space/${space.identifier}/details/spaceSetting`)
  const member = await pageOf(browser, origin, space.member, `/space/${space.identifier}/details/filesManage?why=me`)
  const drawer = member.getByRole('dialog')
  const line = drawer.getByRole('listitem').filter({ hasText: 'Delete: Not allowed' }).last()
  await expect(line).toContainText('the role doesn’t have the permission “delete others’ files”')
  await expect(line).toContainText(OWNER)

  const bar = owner.locator('.rights-bar')
  await expect(cell(owner, 'Member', 'delete others’ files')).not.toBeChecked()
  await expect(bar).not.toBeInViewport()
  await cell(owner, 'Member', 'delete others’ files').focus()
  await owner.keyboard.press('ArrowLeft')
  await expect(cell(owner, 'Senior member', 'delete others’ files')).toBeFocused()
  await owner.keyboard.press('ArrowRight')
  await owner.keyboard.press('Space')
  await expect(owner.getByText('1 unsaved change')).toBeVisible()
  await expect(bar).toBeInViewport()
  await cell(owner, 'Senior member', 'set member permissions').check()
  await expect(owner.getByText(/can give their own role any other permission/)).toBeVisible()
  await expectAccessible(owner)
  await cell(owner, 'Senior member', 'set member permissions').uncheck()
  await bar.getByRole('button', { name: 'Save' }).click()
  await expect(owner.getByText('Permissions saved')).toBeVisible()

  await expect(drawer.getByText('the role has the permission “delete others’ files”')).toBeVisible()
  await expectAccessible(member)
  await bar.getByRole('button', { name: 'Restore defaults' }).click()
  await expect(cell(owner, 'Member', 'delete others’ files')).not.toBeChecked()
})

test('an owner asks why of a member found by name, and of one file', inFull, async ({ page }) => {
  await speakEnglish(page)
  await signIn(page, lin, '/space/glacier/details/spaceSetting')
  await page.getByRole('combobox', { name: 'See what a member can do, and why' }).fill('张')
  await page.locator('.ant-select-item-option', { hasText: '张启明' }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText('Permissions of 张启明')).toBeVisible()
  await expect(drawer.getByText(/allowed, \d+ not allowed/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()

  await page.goto('/space/glacier/details/filesManage')
  await page.getByRole('row').nth(1).click()
  await page.getByRole('link', { name: 'Why?' }).click()
  await expect(drawer.getByText(/For “/)).toBeVisible()
})

test(
  'an owner looks at the space as somebody else, changes nothing, and comes back by Escape',
  inFull,
  async ({ browser, server }) => {
    const { origin } = server
    const page = await pageOf(browser, origin, lin)
    const look = async (as: string) => {
      await page.getByRole('button', { name: 'View as' }).click()
      await page.getByRole('menuitem', { name: as }).click()
    }
    await page.goto('/space/glacier/details/filesManage')
    await look('As a member')
    await expect(page.getByText('You’re viewing this space as a member')).toBeVisible()
    await expect(page.getByRole('button', { name: 'View as' })).toBeHidden()
    await page.reload()
    await expect(page.getByText('You’re viewing this space as a member')).toBeVisible()
    await expectAccessible(page)
    // The right is there, so the page offers it; the server says what stands in the way.
    await page
      .getByRole('button', { name: /New folder/ })
      .first()
      .click()
    await page.getByLabel('Folder name').fill('not now')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/can’t make changes/).first()).toBeVisible()
    await page.reload()
    await page.goto('/space')
    // The list is there once the page is alive.
    await expect(page.locator('a[href*="/space/"]').first()).toBeVisible()
    await page.goto('/space/glacier/details/filesManage')
    await expect(page.getByRole('button', { name: 'View as' })).toBeVisible()

    await look('As a non-member')
    await expect(
      page.getByText(/Non-members can’t (see|enter) this space|You’re viewing this space as a non-member/).first(),
    ).toBeVisible()
    await page.locator('.view-as').click()
    await page.keyboard.press('Escape')
    await expect(page.locator('.view-as')).toBeHidden()
    await expect(page.getByRole('button', { name: 'View as' })).toBeVisible()
  },
)

test(
  'an administrator sets what new spaces begin with; a space that is there stays as it is',
  inFull,
  async ({ browser }) => {
    await ownServer(async ({ origin }) => {
      const admin = await pageOf(browser, origin, ADMIN.email, '/systemConfig/rights')
      await cell(admin, 'Member', 'invite members').check()
      await admin.getByRole('button', { name: 'Save' }).click()
      await expect(admin.getByText('Permissions saved')).toBeVisible()
      await expectAccessible(admin)
      const owner = await pageOf(browser, origin, lin, '/space/glacier/details/spaceSetting')
      await expect(cell(owner, 'Member', 'invite members')).not.toBeChecked()
      await expect(owner.getByText('on by default').first()).toBeVisible()
    })
  },
)

test.describe('who may not enter a space', () => {
  test('a stranger without a space is led home, with one to /access, and never learns which there are', async ({
    browser,
    server,
  }) => {
    const page = await pageOf(browser, server.origin)
    await page.goto('/space')
    await page.waitForURL(`${server.origin}/`)
    await page.goto(`/space/drafts/details/filesManage`)
    await page.waitForURL(`**/access?space=drafts`)
    await expect(page.getByText('The space doesn’t exist, or you aren’t a member.')).toBeVisible()
    await page.getByRole('link', { name: 'Sign in' }).first().click()
    await page.waitForURL('**/login**')
  })

  test('a private space and one that is not there read the same', inFull, async ({ browser, server }) => {
    const page = await pageOf(browser, server.origin, zhang)
    const words = async (code: string) => {
      await page.goto(`/space/${code}/details/filesManage`)
      await page.waitForURL(`**/access?space=${code}`)
      return page.locator('main').innerText()
    }
    expect(await words('nosuchspace')).toBe(await words('drafts'))
  })

  test(
    'a restricted space says that one can ask to join; whoever signs in there is brought back',
    inFull,
    async ({ browser, server }) => {
      const page = await pageOf(browser, server.origin)
      await page.goto('/space/glacier/details/filesManage')
      await page.waitForURL('**/access?space=glacier')
      await expect(page.getByRole('heading', { name: /冰川物质平衡.* is for members only/ })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Sign in' }).first().click()
      await sendSignIn(page, zhang)
      await page.waitForURL('**/space/glacier**')

      const other = await pageOf(browser, server.origin, 'okafor@demo.test', '/space/glacier/details/filesManage')
      await other.waitForURL('**/access?space=glacier')
      await expect(other.getByRole('link', { name: 'Request to join' })).toBeVisible()
    },
  )

  test('a public space opens for a stranger', inFull, async ({ browser, server }) => {
    const page = await pageOf(browser, server.origin)
    await page.goto('/space/alpinelake/details/filesManage')
    await expect(page.getByRole('grid')).toBeVisible()
  })
})
