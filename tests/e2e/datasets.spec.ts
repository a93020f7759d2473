import type { Page } from '@playwright/test'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { inFull } from '../support/full.ts'
import { COMPLETE } from '../support/publication.ts'
import { ADMIN } from '../support/server.ts'
import { expect, expectAccessible, PASSWORD, signIn, speakEnglish, test } from './journey.ts'

const { dataViews, publications, files, reports, spaces, tables } = contract

/** A dataset of a folder and a table of the lake, published; gives the path of its page. */
async function publish(origin: string, fields: Parameters<typeof submitWith>[1] = {}) {
  const { id } = await submitWith(origin, fields)
  const admin = await new Client(origin).login(ADMIN.email, ADMIN.password)
  const { datasetId, number } = await admin.data(publications.approve, { id })
  return { id, admin, path: `/dataset/${datasetId}/${number}` }
}

type Fields = Omit<Partial<typeof COMPLETE>, 'access'> & { related?: object[]; access?: object }

/** A draft of a folder and a table of the lake with a dashboard over them. */
async function draftWith(origin: string, fields: Fields, isOverView = false) {
  const lin = await new Client(origin).login('lin@demo.test', PASSWORD)
  const { list } = await lin.data(spaces.list, { q: '高原湖泊生态观测' })
  const spaceId = list[0]?.id ?? ''
  const { list: nodes } = await lin.data(files.list, { spaceId })
  const folder = nodes.find(({ name }) => name === 'CTD 剖面')?.hash ?? ''
  const { id: tableId, columnList } = await lin.data(tables.create, {
    spaceId,
    name: `站位 ${Date.now()}`,
    description: '采样站位与水深',
    columns: [
      { name: 'Station', type: 'text', description: 'Code of the station' },
      { name: 'Depth', type: 'number', unit: 'm', description: 'Depth below the surface' },
    ],
  })
  const columns = columnList.map((column) => column.id)
  const change = {
    kind: 'addRows' as const,
    columns,
    rows: [
      ['S1', '0'],
      ['S2', '2.5'],
    ],
  }
  await lin.data(tables.change, { spaceId, id: tableId, change })
  const field = (key: string, at: number) => ({
    key,
    name: key,
    from: { kind: 'column' as const, source: 0, column: String(columns[at]) },
  })
  const ofTable = { base: { kind: 'table' as const, id: tableId }, fields: [field('f1', 0), field('f2', 1)] }
  const definition = {
    type: 'bar' as const,
    query: isOverView ? await viewOver(lin, spaceId, ofTable) : ofTable,
    channels: { x: [{ field: 'f1' }], y: [{ field: 'f2', aggregate: 'sum' as const }] },
  }
  const card = { key: 'c1', title: '水深', x: 0, y: 0, w: 12, h: 8, content: { kind: 'chart' as const, definition } }
  const board = await lin.data(reports.create, {
    spaceId,
    name: `深度一览 ${tableId.slice(-6)}`,
    content: { kind: 'board', board: { tabs: [{ key: 't1', name: '', cards: [card] }] } },
  })
  await lin.data(reports.publish, { spaceId, id: board.id, version: board.version })
  const all = { ...COMPLETE, files: [folder], tables: [tableId], boards: [board.id], ...fields } as typeof COMPLETE
  return { lin, ...(await lin.data(publications.create, { spaceId, fields: all })) }
}

/** The same rows through a view of the space. */
async function viewOver<Q extends { fields: { key: string; name: string }[] }>(lin: Client, spaceId: string, query: Q) {
  const view = await lin.data(dataViews.create, {
    spaceId,
    name: `站位视图 ${Date.now()}`,
    definition: { query } as unknown as Parameters<typeof lin.data<typeof dataViews.create>>[1]['definition'],
  })
  const fields = query.fields.map(({ key, name }) => ({
    key,
    name,
    from: { kind: 'column' as const, source: 0, column: key },
  }))
  return { base: { kind: 'view' as const, id: view.id }, fields }
}

async function submitWith(origin: string, fields: Fields) {
  const { lin, id } = await draftWith(origin, fields)
  await expect
    .poll(async () => (await lin.data(publications.check, { id })).problems.filter(({ level }) => level === 'error'))
    .toEqual([])
  await lin.data(publications.submit, { id })
  await expect.poll(async () => (await lin.data(publications.show, { id })).transfer).toBe('success')
  return { id }
}

const named = (page: Page, name: string | RegExp) => page.getByRole('link', { name })

test('a text of a dataset opens over its page, Markdown as a document', async ({ page, server }) => {
  const lin = await new Client(server.origin).login('lin@demo.test', PASSWORD)
  const { list } = await lin.data(spaces.list, { q: '高原湖泊生态观测' })
  const { list: nodes } = await lin.data(files.list, { spaceId: list[0]?.id ?? '' })
  const readme = nodes.find(({ name }) => name === 'README.md')?.hash ?? ''
  const { path } = await publish(server.origin, { files: [readme] } as Fields)
  await page.goto(path)
  await named(page, '预览 README.md').click()
  const preview = page.getByRole('dialog', { name: 'README.md' })
  await expect(preview.locator('.markdown').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(preview.getByRole('link', { name: '下载' })).toHaveAttribute('href', `${path}/files/README.md`)
  await page.goBack()
  await expect(preview).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`${path}$`))
})

test.describe('without any script', () => {
  test.use({ javaScriptEnabled: false })

  test('a dataset is read, walked, selected from and downloaded', async ({ page, server }) => {
    const { path } = await publish(server.origin)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: '高山湖泊水温' })).toBeVisible()
    await expect(page.getByText('开放获取').first()).toBeVisible()
    await expect(page.getByText(/Owner O\.|OWNER O/).first()).toBeVisible()
    await expect(page.getByRole('cell', { name: 'Depth below the surface' })).toBeVisible()
    await expect(page.getByRole('cell', { name: '2.5' })).toBeVisible()
    await expect(named(page, /^深度一览/)).toHaveAttribute('href', /\/boards\//)
    await named(page, 'CTD 剖面').click()
    await expect(page.getByRole('navigation', { name: '当前位置' })).toContainText('CTD 剖面')
    await page.getByRole('checkbox', { name: '选择 S01_profile.csv' }).check()
    const began = page.waitForEvent('download')
    await page.getByRole('button', { name: '下载所选' }).click()
    expect((await began).suggestedFilename()).toBe('dataset-v1.zip')
    const thing = await page.locator('script[type="application/ld+json"]').textContent()
    expect(JSON.parse(thing ?? '')).toMatchObject({ '@type': 'Dataset', name: '高山湖泊水温' })
  })

  test('a dataset is printed with what it says and without what is for pressing', inFull, async ({ page, server }) => {
    const { path } = await publish(server.origin)
    await page.goto(path)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { level: 1, name: '高山湖泊水温' })).toBeVisible()
    for (const part of ['摘要', '文件', '数据表'])
      await expect(page.getByRole('heading', { name: part, exact: true })).toBeVisible()
    await expect(page.getByRole('cell', { name: '2.5' })).toBeVisible()
    await expect(page.getByText('CC-BY-4.0').first()).toBeVisible()
    for (const pressed of await page.getByRole('button').all()) await expect(pressed).toBeHidden()
    await expect(page.getByRole('checkbox').first()).toBeHidden()
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(wide).toBeLessThanOrEqual(0)
  })

  test('a withdrawn dataset leaves a tombstone', inFull, async ({ page, server }) => {
    const { id, admin, path } = await publish(server.origin)
    await admin.data(publications.withdraw, { id, reason: '校准有误' })
    const response = await page.goto(path)
    expect(response?.status()).toBe(410)
    await expect(page.getByRole('status')).toContainText('校准有误')
    await expect(page.getByRole('heading', { level: 1, name: '高山湖泊水温' })).toBeVisible()
    await expect(page.getByRole('heading', { name: '文件' })).toHaveCount(0)
  })
})

test(
  'a board of a dataset is opened from its page and read as a table, without signing in',
  inFull,
  async ({ page, server }) => {
    const { path } = await publish(server.origin)
    await page.goto(path)
    await named(page, /^深度一览/).click()
    await expect(page.getByRole('heading', { level: 1, name: /^深度一览/ })).toBeVisible()
    await page.getByRole('button', { name: '以表格查看水深' }).click()
    await expect(page.getByRole('cell', { name: '2.5' })).toBeVisible()
    await expectAccessible(page)
    await named(page, '高山湖泊水温').click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  },
)

test(
  'a reviewer comments on cells of a table and opens the board of a submission; who has a link reads the rows',
  inFull,
  async ({ page, browser, server }) => {
    const { id } = await submitWith(server.origin, { title: { zh: '评审中的剖面', en: '' } })
    await signIn(page, ADMIN.email, `/dataPublish?open=${id}`)
    const drawer = page.locator('.ant-drawer').getByRole('dialog')
    await drawer.getByRole('button', { name: /^查看数据：站位/ }).click()
    const table = page.getByRole('dialog', { name: /^站位/ })
    await expect(table.locator('.data-grid [aria-rowindex="3"] [aria-colindex="2"]')).toHaveText('2.5')
    const comment = table.getByRole('button', { name: '评论所选单元格' })
    await expect(comment).toBeDisabled()
    const box = await table.locator('.data-grid').boundingBox()
    await page.mouse.click((box?.x ?? 0) + 120, (box?.y ?? 0) + 50)
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowRight')
    await expectAccessible(page)
    await comment.click()
    await drawer.getByLabel('意见', { exact: true }).fill('这两行的基准面是什么？')
    await drawer.getByRole('button', { name: '发表意见', exact: true }).click()
    await expect(drawer.getByText('第 1–2 行，Station 至 Depth 列').first()).toBeVisible()
    await expect(drawer.getByText('这两行的基准面是什么？')).toBeVisible()

    const opened = page.waitForEvent('popup')
    await drawer.getByRole('link', { name: /^深度一览/ }).click()
    const board = await opened
    await board.getByRole('button', { name: '以表格查看水深' }).click()
    await expect(board.getByRole('cell', { name: '2.5' })).toBeVisible()
    await expectAccessible(board)
    await board.close()

    await drawer.getByText('外部评审链接').click()
    await drawer.getByRole('button', { name: '生成链接' }).click()
    const link = await drawer.getByRole('textbox', { name: '外部评审链接' }).inputValue()
    const outside = await browser.newContext({ javaScriptEnabled: false, locale: 'zh-CN' })
    const shown = await outside.newPage()
    await shown.goto(link)
    await named(shown, /^查看数据行：站位/).click()
    await expect(shown.getByRole('cell', { name: '2.5' })).toBeVisible()
    await expect(shown.getByText('第 1 至 2 行，共 2 行')).toBeVisible()
    await outside.close()

    await signIn(page, 'lin@demo.test', `/dataPublish?open=${id}`)
    await drawer.getByRole('button', { name: /^回\s?复$/ }).click()
    await drawer.getByRole('textbox', { name: '回复' }).fill('1985 国家高程基准。')
    await drawer.getByRole('button', { name: /^发\s?送$/ }).click()
    await expect(drawer.getByText('1985 国家高程基准。')).toBeVisible()
  },
)

const FOUR = {
  zh: {
    reviewer: 'sorensen',
    named: 'Astrid Sørensen',
    reviewers: '评审人',
    person: '选择用户',
    add: /^添\s?加$/,
    removeOne: /^移除评审人/,
    identifiers: '标识符',
    reserved: '试用标识符，请勿引用：它在本站以外不指向任何内容。',
    edit: '继续编辑',
    contents: /内容/,
    boards: '仪表板',
    check: /检查/,
    submit: '提交评审',
    pending: '待评审',
    claim: '开始评审',
    approve: /^通\s?过$/,
    publish: '通过并发布',
    published: '已发布',
    save: /^保\s?存$/,
    noted: '在其他机构注册，由人工填写，本站未核实',
    asTable: '以表格查看水深',
  },
  en: {
    reviewer: 'okafor',
    named: 'Ngozi Okafor',
    reviewers: 'Reviewers',
    person: 'Select a user',
    add: 'Add',
    removeOne: /^Remove reviewer Ngozi/,
    identifiers: 'Identifiers',
    reserved: 'Trial identifier. Don’t cite it: it leads nowhere outside this site.',
    edit: 'Edit',
    contents: /Contents/,
    boards: 'Dashboards',
    check: /Check/,
    submit: 'Submit for review',
    pending: 'Pending',
    claim: 'Claim',
    approve: 'Approve',
    publish: 'Approve and publish',
    published: 'Published',
    save: 'Save',
    noted: 'Registered elsewhere and entered manually; not verified by this site',
    asTable: '水深 as a table',
  },
}
for (const language of ['zh', 'en'] as const)
  test(
    `an administrator names a reviewer, an author submits, the reviewer decides, and anybody reads the dataset and its board (${language})`,
    language === 'zh' ? {} : inFull,
    async ({ page, browser, server }) => {
      const words = FOUR[language]
      const title = { zh: '四人之旅的剖面', en: language === 'en' ? 'Profiles of four people' : '' }
      const { id, datasetId } = await draftWith(server.origin, { title }, true)
      const cstr = `31253.11.lake.2026.${language}`
      const drawer = page.locator('.ant-drawer').getByRole('dialog')
      if (language === 'en') await speakEnglish(page)
      await signIn(page, ADMIN.email, '/dataPublish')
      await page.getByRole('button', { name: words.reviewers }).click()
      await page.getByRole('combobox', { name: words.person }).fill(words.reviewer)
      await page.locator('.ant-select-item-option', { hasText: words.named }).click()
      await drawer.getByRole('button', { name: words.add, exact: true }).click()
      await expect(drawer.getByRole('button', { name: words.removeOne })).toBeVisible()
      await expectAccessible(page)

      await signIn(page, 'lin@demo.test', `/dataPublish?open=${id}`)
      await expect(drawer.getByRole('heading', { name: words.identifiers })).toBeVisible()
      await expect(drawer.getByText(words.reserved, { exact: true }).first()).toBeVisible()
      await drawer.getByRole('link', { name: words.edit, exact: true }).click()
      await page.getByRole('button', { name: words.contents }).click()
      const boards = page.getByRole('region', { name: words.boards })
      await expect(boards.getByRole('checkbox', { checked: true })).toHaveCount(1)
      await expectAccessible(page)
      await page.getByRole('button', { name: words.check }).click()
      await page.getByRole('button', { name: words.submit }).click()
      await expect(drawer.getByText(words.pending).first()).toBeVisible()

      await signIn(page, `${words.reviewer}@demo.test`, `/dataPublish?open=${id}`)
      await drawer.getByRole('button', { name: words.claim, exact: true }).click()
      await drawer.getByRole('button', { name: words.approve, exact: true }).click()
      await drawer.getByRole('button', { name: words.publish }).click()
      await expect(drawer.getByText(words.published, { exact: true }).first()).toBeVisible()

      await signIn(page, 'lin@demo.test', `/dataPublish?open=${id}`)
      await drawer.getByLabel('CSTR').fill(cstr)
      await drawer.getByRole('button', { name: words.save, exact: true }).click()
      await expect(drawer.getByText(words.noted)).toBeVisible()
      await expectAccessible(page)

      const reader = await (await browser.newContext({ locale: language === 'zh' ? 'zh-CN' : 'en-GB' })).newPage()
      if (language === 'en') await speakEnglish(reader)
      await reader.goto(`${server.origin}/dataset/${datasetId}/1`)
      await expect(reader.getByText(cstr).first()).toBeVisible()
      await named(reader, /^深度一览/).click()
      await reader.getByRole('button', { name: words.asTable }).click()
      await expect(reader.getByRole('cell', { name: '2.5' })).toBeVisible()
      await expectAccessible(reader)
      await reader.context().close()
    },
  )

test(
  'a dataset is legible in both languages and themes, on a phone and to assistive technology',
  inFull,
  async ({ page, server }) => {
    const { path } = await publish(server.origin)
    await page.goto(path)
    await expectAccessible(page)
    await page.getByRole('button', { name: '复制引用：APA' }).click()
    await expect(page.getByRole('button', { name: '复制引用：APA' })).toHaveText('已复制')
    await speakEnglish(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Temperature of an alpine lake' })).toBeVisible()
    await expectAccessible(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  },
)

test('a reader asks for restricted files, the publisher grants them, and the reader takes them', async ({
  page,
  server,
}) => {
  const access = { kind: 'restricted', until: null, terms: { zh: '仅限非商业研究', en: '' } }
  const { path, id } = await publish(server.origin, { title: { zh: '受限的剖面', en: '' }, access })
  await signIn(page, 'sorensen@demo.test', path)
  await expect(page.getByRole('heading', { name: '文件', exact: true })).toHaveCount(0)
  await page.getByLabel('数据用途').fill('博士论文')
  await page.getByRole('button', { name: '提交申请' }).click()
  await expect(page.getByText('请同意获取条件')).toBeVisible()
  await page.getByLabel('我同意上述获取条件').check()
  await page.getByRole('button', { name: '提交申请' }).click()
  await expect(page.getByText(/提交的申请正在等待处理/)).toBeVisible()
  await expectAccessible(page)
  await signIn(page, 'lin@demo.test', `/dataPublish?open=${id}`)
  const requests = page.getByRole('region', { name: '获取申请' })
  await expect(requests).toContainText('博士论文')
  await expectAccessible(page)
  await requests.getByRole('button', { name: /^通\s?过$/ }).click()
  await expect(requests).toContainText('没有申请')
  await signIn(page, 'sorensen@demo.test', path)
  await expect(page.getByText('您可以获取这些文件。')).toBeVisible()
  await page.getByRole('link', { name: 'CTD 剖面' }).click()
  const began = page.waitForEvent('download')
  await page.getByRole('link', { name: 'S01_profile.csv', exact: true }).click()
  expect((await began).suggestedFilename()).toBe('S01_profile.csv')
})
