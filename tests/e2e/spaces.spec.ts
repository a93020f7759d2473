import type { Page } from '@playwright/test'
import { inFull } from '../support/full.ts'
import { expect, expectAccessible, follow, sendSignIn, signIn, test } from './journey.ts'
import { ownSpace } from './own-space.ts'

/** A picture of this size, as a file that somebody chooses. */
async function pictureOf(page: Page, width: number, height: number, type: string): Promise<Buffer> {
  const address = await page.evaluate(
    ([w, h, kind]) => {
      const canvas = document.createElement('canvas')
      canvas.width = Number(w)
      canvas.height = Number(h)
      const pen = canvas.getContext('2d')
      if (!pen) throw new Error('the browser has no canvas')
      pen.fillStyle = 'rgb(15, 118, 110)'
      pen.fillRect(0, 0, canvas.width, canvas.height)
      return canvas.toDataURL(String(kind))
    },
    [width, height, type] as const,
  )
  return Buffer.from(address.split(',')[1] ?? '', 'base64')
}

/** A bitmap of one colour, 24 bits a pixel: browsers read it and do not write it. */
function bitmapOf(width: number, height: number): Buffer {
  const line = Math.ceil((width * 3) / 4) * 4
  const bytes = Buffer.alloc(54 + line * height, 0x80)
  bytes.fill(0, 0, 54)
  bytes.write('BM')
  bytes.writeUInt32LE(bytes.length, 2)
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(width, 18)
  bytes.writeInt32LE(height, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(24, 28)
  return bytes
}

const drawerOf = (page: Page) => page.getByRole('dialog', { name: '新建空间' })
async function openForm(page: Page) {
  await page.getByRole('button', { name: '新建空间' }).first().click()
  const drawer = drawerOf(page)
  await expect(page.locator('#name')).toBeVisible()
  return drawer
}

test('an ordinary user sees why there is no new space', inFull, async ({ page }) => {
  await signIn(page, 'zhang@demo.test')
  const create = page.getByRole('button', { name: '新建空间' }).first()
  await expect(create).toBeDisabled()
  await create.hover({ force: true })
  await expect(page.getByText('普通用户不能创建空间').first()).toBeVisible()
})

test('an advanced user makes a space with a cover; what is wrong is told beside its field', async ({ page }, {
  workerIndex,
}) => {
  await signIn(page, 'lin@demo.test')
  const drawer = await openForm(page)
  await expect(drawer.getByText('100 GB')).toBeVisible()
  await page.locator('#name').fill('秋季航次 2026')
  await page.locator('#identifier').fill('alpinelake')
  await page.locator('#introduction').click()
  await expect(drawer.getByText('该唯一标识已被使用')).toBeVisible()
  await page.locator('#identifier').fill(`autumn${workerIndex}${Date.now() % 100_000}`)
  await page.locator('#introduction').fill('秋季航次的观测数据')

  const tags = drawer.getByRole('combobox', { name: '标签' })
  await tags.fill('一二三四五六七八九十一二三四五六七八九十多')
  await expect(drawer.getByText('每个标签最多 20 个字符，现在是 21 个')).toBeVisible()
  await tags.fill('航次')
  await tags.press('Enter')
  await expect(drawer.getByText('1 / 10 个')).toBeVisible()

  const file = drawer.locator('input[type=file]')
  await file.setInputFiles({ name: 'cover.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  await expect(drawer.getByText('图片格式不正确，请选择 jpg、png 或 bmp 图片')).toBeVisible()
  await file.setInputFiles({ name: 'cover.bmp', mimeType: 'image/bmp', buffer: bitmapOf(500, 400) })
  const cropper = page.getByRole('dialog', { name: '裁剪封面' })
  await cropper.getByRole('button', { name: '使用这张图片' }).click()
  await expect(drawer.locator('.picture-field .shown img')).toHaveJSProperty('naturalWidth', 370)
  await expect(drawer.locator('.picture-field .shown img')).toHaveJSProperty('naturalHeight', 230)
  await expectAccessible(page)

  await drawer.getByRole('button', { name: '新建空间' }).dblclick()
  await expect(page.getByText('这里还没有文件')).toBeVisible()
  await expect(page.locator('.space-thumb img')).toHaveJSProperty('naturalWidth', 370)
  await expectAccessible(page)
  await follow(page, '/space?sort=created')
  await expect(page.locator('.space-cards > li').filter({ hasText: '秋季航次 2026' })).toHaveCount(1)
})

test('what was typed is not lost by Escape, nor by a refusal', inFull, async ({ page }) => {
  await signIn(page, 'lin@demo.test')
  const drawer = await openForm(page)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()

  await openForm(page)
  await page.locator('#name').fill('尚未保存')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: '放弃未保存的修改？' })
  await question.getByRole('button', { name: '继续编辑' }).click()
  await expect(question).toBeHidden()
  await expect(page.locator('#name')).toHaveValue('尚未保存')

  await page.locator('#identifier').fill(`kept${Date.now() % 1_000_000}`)
  await page.route('**/api/spaces', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await drawer.getByRole('button', { name: '新建空间' }).click()
  await expect(drawer.getByRole('alert')).toContainText('网络超时')
  await expect(page.locator('#name')).toHaveValue('尚未保存')

  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: '放弃修改' }).click()
  await expect(drawer).toBeHidden()
})

test('a space is made public with the consequence named, and a stranger reads it', async ({
  page,
  browser,
  server,
}) => {
  const { origin } = server
  const space = await ownSpace(server, '岩芯编录')
  const stranger = await (await browser.newContext({ locale: 'zh-CN' })).newPage()
  await stranger.goto(`${origin}/space/${space.identifier}/details/filesManage`)
  await expect(stranger).toHaveURL(/\/access/)

  await signIn(page, space.owner, `${origin}/space/${space.identifier}/details/spaceSetting#type`)
  const change = page.getByRole('button', { name: '更改类型' })
  await expect(change).toBeDisabled()
  await page.getByRole('radio', { name: /^公开/ }).check()
  await change.click()
  const question = page.getByRole('dialog', { name: '将“岩芯编录”改为公开？' })
  await expect(question.getByText('任何人无需登录即可查看和下载其中的全部文件')).toBeVisible()
  await expect(question.getByText('现有的 2 位成员不受影响。')).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: '改为公开' }).click()
  await expect(page.getByText('空间类型已改为“公开”')).toBeVisible()

  await stranger.goto(`${origin}/space/${space.identifier}/details/filesManage`)
  await expect(stranger.getByRole('grid')).toBeVisible()

  // Back again: the way is closed, and the dialog says so before.
  await page.getByRole('radio', { name: /^私有/ }).check()
  await change.click()
  const back = page.getByRole('dialog', { name: '将“岩芯编录”改为私有？' })
  await expect(back.getByText('非成员不能再查看和下载其中的文件。')).toBeVisible()
  await back.getByRole('button', { name: '改为私有' }).click()
  await expect(page.getByText('空间类型已改为“私有”')).toBeVisible()
  await stranger.reload()
  await expect(stranger).toHaveURL(/\/access/)
  await stranger.context().close()
})

test(
  'the basics of a space change with its cover, and the list finds it by type and tag',
  inFull,
  async ({ page, server }) => {
    const { origin } = server
    const space = await ownSpace(server, '冰芯观测')
    await signIn(page, space.owner, `${origin}/space/${space.identifier}/details/spaceSetting`)
    const basics = page.locator('#basics')
    await basics.locator('#name').fill('冰芯观测 二期')
    await basics.getByRole('combobox', { name: '标签' }).fill('新标签')
    await basics.getByRole('combobox', { name: '标签' }).press('Enter')
    const buffer = await pictureOf(page, 800, 600, 'image/jpeg')
    await basics.locator('input[type=file]').setInputFiles({ name: 'cover.jpg', mimeType: 'image/jpeg', buffer })
    await page.getByRole('dialog', { name: '裁剪封面' }).getByRole('button', { name: '使用这张图片' }).click()
    await basics.getByRole('button', { name: '保存' }).dblclick()
    await expect(page.getByText('已保存')).toBeVisible()
    await expect(page.getByRole('heading', { name: '冰芯观测 二期', level: 1 })).toBeVisible()

    // A long page is findable: its parts are named, and each is one step away.
    await page.getByRole('navigation', { name: '设置' }).getByRole('link', { name: '删除空间' }).click()
    await expect(page.getByRole('button', { name: '删除空间' })).toBeInViewport()

    await page.getByRole('link', { name: '概览' }).click()
    await expect(page.getByText('已用', { exact: false }).first()).toBeVisible()
    await expectAccessible(page)

    await page.goto(`${origin}/space?type=private`)
    const cards = page.locator('.space-cards > li')
    await expect(cards).toHaveCount(1)
    await expect(cards.locator('img.space-cover')).toHaveJSProperty('naturalWidth', 370)
    await page.goto(`${origin}/space`)
    await page.getByRole('combobox', { name: '标签' }).click()
    await page.locator('.ant-select-item-option').filter({ hasText: '新标签' }).click()
    await expect(cards).toHaveCount(1)
    await page.getByRole('combobox', { name: '类型' }).click()
    await page.locator('.ant-select-item-option').filter({ hasText: '公开' }).click()
    await expect(page.getByText('没有匹配的空间')).toBeVisible()
    await page.getByRole('button', { name: '清除筛选' }).click()
    await expect(cards).not.toHaveCount(0)

    // What is looked for is kept in the address; one's own spaces are no discovery.
    await page.getByRole('searchbox').fill('冰芯')
    await expect(page).toHaveURL(/q=/)
    await expect(cards).toHaveCount(1)
    await page.reload()
    await expect(page.getByRole('searchbox')).toHaveValue('冰芯')
    await expect(cards).toHaveCount(1)
    await page.getByText('发现空间').click()
    await expect(page.getByText('没有匹配的空间')).toBeVisible()
  },
)

test(
  'an unknown address or tab says so and is no place that sign-in leads back to; the foot of the menu stands in one line',
  inFull,
  async ({ page }) => {
    await page.goto('/no-such-page')
    await expect(page.getByText('页面不存在')).toBeVisible()
    await page.goto('/login')
    await sendSignIn(page, 'lin@demo.test')
    await expect(page).toHaveURL(/\/space$/)
    const buttons = page.locator('.menu-foot .toggles button')
    await expect(buttons).toHaveCount(4)
    const middles = await buttons.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect()).map(({ top, height }) => Math.round(top + height / 2)),
    )
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(1)
    await page.goto('/space/alpinelake/details/no-such-tab')
    await expect(page.getByText('页面不存在')).toBeVisible()
    await expect(page.getByRole('navigation', { name: '高原湖泊生态观测' })).toBeVisible()
  },
)
