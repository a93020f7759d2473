import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, Response } from '@playwright/test'
import { ADMIN } from '../support/server.ts'
import { enterFolder, enterSpace, expect, signIn, test } from './journey.ts'

const MIB = 1_048_576
/** Chunks that arrive between the cut network and the reload, of 60. */
const BEFORE_RELOAD = 12

/** A folder of mixed files, one of them large. */
function sample(largeBytes: number) {
  const dir = mkdtempSync(join(tmpdir(), 'ds-upload-'))
  const root = join(dir, 'voyage')
  mkdirSync(join(root, 'raw'), { recursive: true })
  const large = randomBytes(largeBytes)
  writeFileSync(join(root, 'raw', 'sonar.bin'), large)
  writeFileSync(join(root, '说明.md'), '# 航次\n')
  writeFileSync(join(root, 'empty.txt'), '')
  writeFileSync(join(root, '.DS_Store'), 'x')
  return { dir, root, sha256: createHash('sha256').update(large).digest('hex') }
}

async function chooseFolder(page: Page, root: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '上传文件夹' }).click()
  await (await chooser).setFiles(root)
}

async function sha256Of(page: Page, name: string): Promise<string> {
  return page.evaluate(async (wanted) => {
    const spaceId = sessionStorage.getItem('spaceId')
    const found = (await (await fetch(`/api/search?spaceId=${spaceId}&q=${wanted}`)).json()) as {
      data: { list: { file: { hash: string; name: string } }[] }
    }
    const hash = found.data.list.find(({ file }) => file.name === wanted)?.file.hash
    const bytes = await (await fetch(`/api/files/${hash}/content?spaceId=${spaceId}`)).arrayBuffer()
    const digest = await crypto.subtle.digest('SHA-256', bytes)
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  }, name)
}

/** The chooser that every browser has; folder handles can't be driven from outside. */
const withoutHandles = (page: Page) => page.addInitScript(() => Reflect.deleteProperty(window, 'showDirectoryPicker'))
const isChunk = (response: Response) => response.url().endsWith('/api/file/upload') && response.ok()

/** Counts the chunks that arrive from now on. */
function chunksOf(page: Page) {
  let arrived = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  page.on('response', (response) => {
    if (!isChunk(response)) return
    arrived += 1
    if (arrived === BEFORE_RELOAD) resolve()
  })
  return { arrived: () => arrived, areEnough: promise }
}

test('a file that does not fit is refused with what is free, and the rest arrives', async ({ page }) => {
  const dir = mkdtempSync(join(tmpdir(), 'ds-upload-'))
  const root = join(dir, 'voyage')
  mkdirSync(root)
  writeFileSync(join(root, 'small.csv'), 'a,b\n1,2\n')
  writeFileSync(join(root, 'huge.bin'), '')
  truncateSync(join(root, 'huge.bin'), 1100 * MIB)
  await withoutHandles(page)
  await signIn(page, ADMIN.email)
  await page.getByRole('button', { name: '新建空间' }).first().click()
  await page.locator('#name').fill('Small lake')
  await page.locator('#identifier').fill(`small${Date.now() % 1_000_000}`)
  await page.locator('#size').fill('1')
  await page.getByRole('button', { name: '新建空间' }).last().click()
  await expect(page.getByText('这里还没有文件')).toBeVisible()
  await chooseFolder(page, root)
  await expect(page.locator('.uploads')).toContainText('空间容量不足', { timeout: 0 })
  await page.keyboard.press('Escape')
  await page.getByRole('row', { name: /voyage/ }).dblclick()
  await expect(page.getByRole('row', { name: /small\.csv/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /huge\.bin/ })).toHaveCount(0)
  rmSync(dir, { recursive: true })
})

test('a folder of many small files comes in a few packs', async ({ page }) => {
  const dir = mkdtempSync(join(tmpdir(), 'ds-upload-'))
  const root = join(dir, 'season')
  for (const month of ['June', 'July', 'August']) mkdirSync(join(root, month), { recursive: true })
  for (let at = 0; at < 900; at += 1)
    writeFileSync(
      join(root, ['June', 'July', 'August'][at % 3] ?? '', `cast ${at}.csv`),
      `depth,temperature\n1,${at}\n`,
    )
  await withoutHandles(page)
  await enterFolder(page, 'okafor@demo.test', 'Manuscript drafts', 'packs')
  let [packs, singles] = [0, 0]
  page.on('request', (request) => {
    if (request.url().endsWith('/api/file/upload/pack')) packs += 1
    if (request.url().endsWith('/api/file/upload/check')) singles += 1
  })
  await chooseFolder(page, root)
  await expect(page.locator('.uploads')).toContainText('已上传 900 个', { timeout: 0 })
  expect(packs).toBeGreaterThan(5)
  expect(packs + singles).toBeLessThan(100)
  await expect(page.getByRole('row', { name: /season/ })).toContainText('20.99 KB')
  rmSync(dir, { recursive: true })
})

test('a folder with a 120 MB file survives a cut network and a reload, and comes back byte for byte', async ({
  page,
  context,
}) => {
  const { dir, root, sha256 } = sample(120 * MIB)
  await withoutHandles(page)
  const warnings: string[] = []
  page.on('dialog', (dialog) => {
    warnings.push(dialog.type())
    void dialog.accept()
  })
  await enterSpace(page, 'okafor@demo.test', 'Manuscript drafts')
  let isStated = false
  page.on('request', (request) => {
    isStated ||= request.url().endsWith('/api/file/upload/check') && !!request.postData()?.includes(sha256)
  })
  // However slow the machine of the test is, most of the file is still to come when the network is cut.
  const cut = Promise.withResolvers<void>()
  let begun = 0
  await page.route('**/api/file/upload', async (route) => {
    begun += 1
    if (begun > 3) await cut.promise
    await route.continue().catch(() => {})
  })
  const first = page.waitForResponse(isChunk)
  await chooseFolder(page, root)
  await first
  await context.setOffline(true)
  cut.resolve()
  await expect(page.locator('.uploads')).toContainText('网络')
  const { areEnough } = chunksOf(page)
  await context.setOffline(false)
  await areEnough
  await page.reload()
  expect(warnings).toEqual(['beforeunload'])
  const { arrived } = chunksOf(page)
  await expect(page.locator('.uploads-interrupted')).toContainText('voyage')
  const chooser = page.waitForEvent('filechooser')
  await page.locator('.uploads-interrupted').getByRole('button', { name: '选择文件夹' }).click()
  await (await chooser).setFiles(root)
  await expect(page.locator('.uploads')).toContainText('已上传 1 个', { timeout: 0 })
  expect(isStated).toBe(true)
  expect(arrived()).toBeGreaterThan(0)
  expect(arrived()).toBeLessThan(60 - BEFORE_RELOAD)
  await expect(page.getByRole('row', { name: /voyage/ })).toBeVisible()
  await expect.poll(() => sha256Of(page, 'sonar.bin')).toBe(sha256)
  rmSync(dir, { recursive: true })
})
