import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { inFull } from '../support/full.ts'
import { COMPLETE } from '../support/publication.ts'
import { ADMIN } from '../support/server.ts'
import { expect, expectAccessible, PASSWORD, speakEnglish, test } from './journey.ts'

const { publications, files, spaces } = contract
const WORDS = { software: '滇金丝猴叫声识别程序', dataset: '滇金丝猴叫声录音' } as const

const published = new Map<string, Promise<string[]>>()
/** Two datasets of monkeys' calls, of different types, published once in a world. */
function publish(origin: string): Promise<string[]> {
  const paths = published.get(origin) ?? publishBoth(origin)
  published.set(origin, paths)
  return paths
}

async function publishBoth(origin: string) {
  const lin = await new Client(origin).login('lin@demo.test', PASSWORD)
  const admin = await new Client(origin).login(ADMIN.email, ADMIN.password)
  const { list } = await lin.data(spaces.list, { q: '高原湖泊生态观测' })
  const spaceId = list[0]?.id ?? ''
  const { list: nodes } = await lin.data(files.list, { spaceId })
  const folder = nodes.find(({ name }) => name === 'CTD 剖面')?.hash ?? ''
  const paths: string[] = []
  for (const resourceType of ['dataset', 'software'] as const) {
    const title = { zh: WORDS[resourceType], en: `Calls of snub-nosed monkeys: ${resourceType}` }
    const { id } = await lin.data(publications.create, {
      spaceId,
      fields: { ...COMPLETE, title, resourceType, files: [folder] },
    })
    await expect
      .poll(async () => (await lin.data(publications.check, { id })).problems.filter(({ level }) => level === 'error'))
      .toEqual([])
    await lin.data(publications.submit, { id })
    const { datasetId, number } = await admin.data(publications.approve, { id })
    paths.push(`/dataset/${datasetId}/${number}`)
  }
  return paths
}

test.describe('without any script', () => {
  test.use({ javaScriptEnabled: false })

  test('a reader searches, narrows, drops a filter and opens a dataset', async ({ page, server }) => {
    const [recordings] = await publish(server.origin)
    await page.goto('/')
    await page.getByRole('link', { name: '数据集', exact: true }).first().click()
    await page.getByRole('searchbox', { name: '搜索数据集' }).fill('金丝猴')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: '2 个结果' })).toBeVisible()
    await page
      .getByRole('navigation', { name: '类型' })
      .getByRole('link', { name: /^数据集/ })
      .click()
    await expect(page.getByRole('heading', { name: '1 个结果' })).toBeVisible()
    await page.getByRole('link', { name: '移除条件：“金丝猴”' }).click()
    await expect(page).toHaveURL(/\/datasets\?type=dataset$/)
    await page.getByRole('link', { name: WORDS.dataset }).click()
    await expect(page).toHaveURL(new RegExp(`${recordings}$`))
    await page.goto(`/datasets?q=${encodeURIComponent('绝无此词')}`)
    await expect(page.getByText('没有符合条件的数据集')).toBeVisible()
    await page.getByRole('link', { name: '全部清除' }).click()
    await expect(page).toHaveURL(/\/datasets$/)
  })
})

test(
  'the catalogue is legible in both languages and themes, on a phone and to assistive technology',
  inFull,
  async ({ page, server }) => {
    await publish(server.origin)
    await page.goto('/datasets')
    await expectAccessible(page)
    await page.goto('/')
    await expectAccessible(page)
    await speakEnglish(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto('/datasets?q=monkeys&type=software')
    await expect(page.getByRole('heading', { name: '1 result', exact: true })).toBeVisible()
    await expectAccessible(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  },
)
