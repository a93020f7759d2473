import type { Page } from '@playwright/test'
import ssh2 from 'ssh2'
import { inFull } from '../support/full.ts'
import { enterFolder, enterSpace, expect, expectAccessible, signIn, test } from './journey.ts'

const SPACE = '高原湖泊生态观测'
const drawer = (page: Page) => page.getByRole('dialog', { name: /客户端访问“.+”/ })

async function openByMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: /客户端访问/ }).click()
  await expect(drawer(page).getByLabel('地址', { exact: true })).toBeVisible()
}

test('a member finds the address, makes a password for this space and protocol, and takes a recipe along', async ({
  page,
  baseURL,
}) => {
  await enterSpace(page, 'lin@demo.test', SPACE)
  await openByMenu(page)
  const shown = drawer(page)
  const address = await shown.getByLabel('地址', { exact: true }).inputValue()
  expect(address).toMatch(new RegExp(`^${baseURL}/dav/\\w+/$`))
  await expect(shown.getByLabel('用户名')).toHaveValue('lin@demo.test')
  // The system of whoever looks comes first.
  await expect(shown.getByRole('tab', { selected: true })).toHaveText('Linux')
  await shown.getByRole('tab', { name: 'rclone' }).click()
  await expect(shown.getByLabel(/连接、上传文件夹/)).toHaveValue(/pass='?应用密码'?/)

  await shown.getByRole('button', { name: '生成应用密码' }).click()
  const secret = await shown.getByLabel('新的应用密码').inputValue()
  expect(secret.length).toBeGreaterThan(15)
  await expect(shown.getByLabel(/连接、上传文件夹/)).toHaveValue(new RegExp(`user=lin@demo\\.test pass=${secret}`))
  const { data } = (await (await page.request.get('/api/account/app-passwords')).json()) as {
    data: { name: string; protocols: string[]; space: { name: string } | null }[]
  }
  expect(data).toMatchObject([{ name: `${SPACE} WebDAV`, protocols: ['webdav'], space: { name: SPACE } }])

  // Another protocol takes another password; one that the site has switched off says so.
  await shown.getByText('FTP', { exact: true }).click()
  await expect(shown).toContainText('本站未开放 FTP')
  await shown.getByText('命令行', { exact: true }).click()
  await expect(shown.getByLabel(/从本站取得/)).toHaveValue(new RegExp(`${baseURL}/dataspace.mjs`))
  expect((await page.request.get('/dataspace.mjs')).status()).toBe(200)
  await expectAccessible(page)

  await page.keyboard.press('Escape')
  await expect(shown).toBeHidden()
  await openByMenu(page)
  await expect(drawer(page).getByLabel('新的应用密码')).toHaveCount(0)
})

test('the page of a space and the list of app passwords lead there, on a phone too', inFull, async ({ page }) => {
  await enterSpace(page, 'lin@demo.test', SPACE)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.locator('.space-tabs a[href$="/spaceInfo"]').click()
  await page.getByRole('link', { name: '地址与用法' }).click()
  const shown = drawer(page)
  await expect(shown.getByLabel('地址', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  expect(await shown.evaluate((body) => body.scrollWidth <= innerWidth)).toBe(true)
  await expectAccessible(page)
  // The address is that of the folder again: a reload opens nothing by itself.
  expect(page.url()).not.toContain('connect')

  await shown.getByRole('button', { name: '生成应用密码' }).click()
  await expect(shown.getByLabel('新的应用密码')).toBeVisible()
  await page.goto('/personalCenter?tab=keys')
  await page
    .getByRole('link', { name: new RegExp(SPACE) })
    .first()
    .click()
  await expect(drawer(page).getByLabel('地址', { exact: true })).toBeVisible()
})

test('whoever may not come in is told why', inFull, async ({ page }) => {
  await signIn(page, 'sorensen@demo.test')
  const answer = await page.request.get('/api/spaces', { params: { scope: 'others', type: 'public' } })
  const { data } = (await answer.json()) as { data: { list: { id: string }[] } }
  await page.goto(`/space/${data.list[0]?.id}/details/filesManage?connect`)
  await expect(page.getByRole('dialog')).toContainText('只有空间成员可以')
})

const LOCK =
  '<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockinfo>'

test(
  'what a program has locked shows it, and the menu ends the lock for the owner',
  inFull,
  async ({ page, browser }) => {
    await enterFolder(page, 'lin@demo.test', SPACE, '锁定')
    const token = (await page.context().cookies()).find(({ name }) => name === 'DS_TOKEN')?.value ?? ''
    const made = await page.request.post('/api/account/app-passwords', {
      data: { name: 'laptop', protocols: ['webdav'], validityDays: 1 },
      headers: { ds_token: token },
    })
    const { data } = (await made.json()) as { data: { password: string } }
    const headers = { authorization: `Basic ${Buffer.from(`lin@demo.test:${data.password}`).toString('base64')}` }
    const file = `/dav/alpinelake/${encodeURIComponent('锁定')}/held.csv`
    expect((await page.request.put(file, { headers, data: 'a,b' })).status()).toBe(201)
    expect((await page.request.fetch(file, { method: 'LOCK', headers, data: LOCK })).status()).toBe(200)
    await page.reload()
    const held = page.getByRole('row').filter({ hasText: 'held.csv' })
    const sign = held.getByLabel(/客户端锁定/)
    await expect(sign).toBeVisible()

    const other = await (await browser.newContext()).newPage()
    await signIn(other, 'zhang@demo.test', page.url())
    await other.getByRole('row').filter({ hasText: 'held.csv' }).click({ button: 'right' })
    await other.getByRole('menuitem', { name: '解除锁定' }).click()
    await expect(other.getByText('只有空间拥有者可以')).toBeVisible()
    await other.context().close()

    await held.click({ button: 'right' })
    await page.getByRole('menuitem', { name: '解除锁定' }).click()
    await expect(page.getByText('已解除“held.csv”的锁定')).toBeVisible()
    await expect(sign).toHaveCount(0)
    await held.click({ button: 'right' })
    await expect(page.getByRole('menuitem', { name: '收藏' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: '解除锁定' })).toHaveCount(0)
  },
)

test('an SSH key is added once, named after its computer, and a private one is sent back', inFull, async ({ page }) => {
  const { public: line, private: secret } = ssh2.utils.generateKeyPairSync('ed25519', { comment: 'lab@field-7' })
  await signIn(page, 'zhang@demo.test', '/personalCenter?tab=keys')
  await page.getByRole('button', { name: '添加公钥' }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('textbox', { name: '公钥' })
  const add = dialog.getByRole('button', { name: '添加', exact: true })
  await field.fill(secret)
  await dialog.getByRole('textbox', { name: '名称' }).fill('采集机')
  await add.click()
  await expect(dialog.getByText('这是私钥')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '添加公钥' }).click()
  await field.fill(line)
  await expect(dialog.getByRole('textbox', { name: '名称' })).toHaveValue('lab@field-7')
  await add.click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('listitem').filter({ hasText: 'lab@field-7' })
  await expect(row).toContainText(/SHA256:/)
  await row.getByRole('button').click()
  await page.getByRole('dialog').getByRole('button', { name: /删除/ }).click()
  await expect(row).toBeHidden()
})
