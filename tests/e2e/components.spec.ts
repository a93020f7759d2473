import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { inFull } from '../support/full.ts'
import type { Server } from '../support/server.ts'
import { upload } from '../support/upload.ts'
import { enterSpace, expect, expectAccessible, ownServer, PASSWORD, signIn, speakEnglish, test } from './journey.ts'

const SPACE = '高原湖泊生态观测'
/** A tetrahedron. */
const CORNERS = [
  [0, 0, 0],
  [10, 0, 0],
  [0, 10, 0],
  [0, 0, 10],
] as const
const FACES = [
  [0, 2, 1],
  [0, 1, 3],
  [0, 3, 2],
  [1, 2, 3],
] as const
const MESH = `solid lake\n${FACES.map((face) => `facet normal 0 0 0\nouter loop\n${face.map((corner) => `vertex ${CORNERS[corner].join(' ')}`).join('\n')}\nendloop\nendfacet`).join('\n')}\nendsolid lake\n`

async function seedFiles(server: Server, files: Record<string, string | Buffer>): Promise<void> {
  const owner = await new Client(server.origin).login('lin@demo.test', PASSWORD)
  const { list } = await owner.data(contract.spaces.list, { q: SPACE })
  for (const [name, content] of Object.entries(files))
    await upload(owner, { spaceId: list[0]?.id ?? '', name }, Buffer.from(content))
}
const admin = (server: Server) => new Client(server.origin).login('admin@lab.test', PASSWORD)
async function installed(server: Server, id: string): Promise<void> {
  const client = await admin(server)
  const { list } = await client.data(contract.components.market, { q: id })
  const [offer] = list
  if (!offer) throw new Error(id)
  const { parameters, rights, sha256 } = offer
  await client.data(contract.components.install, { componentId: id, parameters, rights, sha256 })
}

test('a file without a component leads members to the market; an administrator installs it, members see the file, and it is turned off again', async ({
  page,
}) => {
  await ownServer(async (server) => {
    await seedFiles(server, { 'weir.stl': MESH })
    const member = await page.context().browser()?.newContext({ baseURL: server.origin })
    const reader = await member?.newPage()
    if (!reader) throw new Error('no browser')
    await enterSpace(reader, 'sorensen@demo.test', SPACE)
    const row = reader.getByRole('row', { name: /weir\.stl/ })
    await row.dblclick()
    const preview = reader.locator('.preview-modal')
    await expect(preview).toContainText('预览组件未安装')
    const market = reader.waitForEvent('popup')
    await preview.getByRole('link', { name: '安装组件' }).click()
    const other = await market
    await expect(other.getByRole('heading', { name: '组件市场' })).toBeVisible()
    await expect(other.locator('.component-card')).toHaveCount(1)
    await expect(other.locator('.component-card')).toContainText('请联系管理员安装')
    await expect(preview).toContainText('正在安装组件')
    await expectAccessible(other)
    await other.close()

    await signIn(page, 'admin@lab.test', `${server.origin}/systemConfig?tab=14`)
    await expect(page.locator('.component-card')).toHaveCount(3)
    await expectAccessible(page)
    await page.locator('.component-card', { hasText: '三维网格' }).getByRole('link', { name: '安装' }).click()
    const form = page.getByRole('dialog')
    await expect(form).toContainText('三维网格')
    await expect(form).toContainText('读取所预览文件的内容')
    await expectAccessible(page)
    await form.getByRole('button', { name: /^提\s?交$/ }).click()
    await expect(page.locator('.ant-message')).toContainText('[三维网格] 安装成功')
    await expect(form).toHaveCount(0)

    // The file that was looked at is in the address.
    await reader.reload()
    const frame = preview.locator('iframe')
    await expect(frame).toHaveAttribute('src', '/package/stl/index.html')
    await expect(frame.contentFrame().getByText('4 个三角形')).toBeVisible()
    await expect(reader.locator('.frame-note')).toHaveCount(0)

    await page.getByRole('link', { name: '已安装' }).click()
    await page.getByRole('switch').click()
    await expect(page.getByRole('switch')).not.toBeChecked()
    await reader.reload()
    await expect(preview).toContainText('没有可用的预览组件')
    await member?.close()
  })
})

test(
  'the form of a component has every kind of item, is judged by their rules, and empties by Reset',
  inFull,
  async ({ page }) => {
    await ownServer(async (server) => {
      await seedFiles(server, { 'core.dat': Buffer.from(Array.from({ length: 4096 }, (_, i) => i % 256)) })
      await installed(server, 'hex')
      await speakEnglish(page)
      await signIn(page, 'admin@lab.test', `${server.origin}/systemConfig/components`)
      await page.getByRole('link', { name: 'Edit parameters' }).click()
      const form = page.getByRole('dialog')
      await expect(form.getByRole('radio', { name: '16' })).toBeChecked()
      await expect(form.getByRole('checkbox', { name: 'Offset' })).toBeChecked()
      const offset = form.getByLabel('First offset (hexadecimal)')
      await expect(offset).toHaveValue('0')
      await form.getByRole('button', { name: 'Reset' }).click()
      await expect(offset).toHaveValue('')
      await expect(form.getByRole('radio', { name: '16' })).not.toBeChecked()
      await expect(form.getByRole('checkbox', { name: 'Offset' })).not.toBeChecked()
      await form.getByRole('button', { name: 'Submit' }).click()
      await expect(form.locator('.ant-form-item-explain-error')).toHaveCount(3)
      await form.getByRole('radio', { name: '8' }).check()
      await offset.fill('xyz')
      await form.getByRole('combobox', { name: 'Encoding of the text' }).click()
      await page.getByTitle('ASCII').click()
      await form.getByLabel('Note').fill('Core of lake 7')
      await form.getByRole('button', { name: 'Submit' }).click()
      await expect(form.getByText('Hexadecimal digits, such as')).toBeVisible()
      await offset.fill('10')
      await form.getByRole('button', { name: 'Submit' }).click()
      await expect(page.locator('.ant-message')).toContainText('[Hexadecimal] edited')

      const other = await page.context().browser()?.newContext({ baseURL: server.origin })
      const reader = await other?.newPage()
      if (!reader) throw new Error('no browser')
      await enterSpace(reader, 'lin@demo.test', SPACE)
      await reader.getByRole('row', { name: /core\.dat/ }).dblclick()
      const shown = reader.locator('.preview-modal iframe').contentFrame()
      await expect(shown.getByText('Core of lake 7')).toBeVisible()
      await expect(shown.locator('.row').first()).toHaveText(/^10 11 12 13 14 15 16 17 $/)
      await other?.close()
    })
  },
)

const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test(
  'the pictures of a folder stand below the one that is shown, and lead to one another',
  inFull,
  async ({ page, server }) => {
    const pictures = ['buoy 2.png', 'buoy 10.png', 'buoy 1.jpg']
    await seedFiles(server, Object.fromEntries(pictures.map((name) => [name, Buffer.from(DOT, 'base64')])))
    await enterSpace(page, 'lin@demo.test', SPACE)
    await page.getByRole('row', { name: /buoy 2\.png/ }).dblclick()
    const strip = page.getByRole('navigation', { name: '文件夹中的图片' })
    await expect(strip.getByRole('button', { name: 'buoy 2.png' })).toHaveAttribute('aria-current', 'true')
    const names = await strip.getByRole('button').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
    expect(names.filter((name) => name?.startsWith('buoy'))).toEqual(['buoy 1.jpg', 'buoy 2.png', 'buoy 10.png'])
    await strip.getByRole('button', { name: 'buoy 10.png' }).click()
    await expect(page.locator('.preview-bar b')).toHaveText('buoy 10.png')
    await expect(strip.getByRole('button', { name: 'buoy 10.png' })).toHaveAttribute('aria-current', 'true')
  },
)

test(
  'a member shares from the bar the file that it shows, and nothing that the flags keep from them',
  inFull,
  async ({ page, server }) => {
    const member = await new Client(server.origin).login('sorensen@demo.test', PASSWORD)
    const { list } = await member.data(contract.spaces.list, { q: 'Manuscript drafts' })
    await upload(member, { spaceId: list[0]?.id ?? '', name: 'mine.txt' }, Buffer.from('mine'))
    await enterSpace(page, 'sorensen@demo.test', 'Manuscript drafts')
    const bar = page.locator('.preview-bar')
    await page.getByRole('row', { name: /README\.md/ }).dblclick()
    for (const control of ['删除', '分享']) await expect(bar.getByRole('button', { name: control })).toBeDisabled()
    await expect(bar.locator('a[href*="download=1"]')).toHaveCount(0)
    await bar.getByRole('button', { name: '关闭' }).click()
    await page.getByRole('row', { name: /mine\.txt/ }).dblclick()
    await bar.getByRole('button', { name: '分享' }).click()
    await expect(page.getByRole('dialog').filter({ hasText: '有效期' })).toContainText('mine.txt')
  },
)
