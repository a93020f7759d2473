import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { spacePath } from '#contract/pages/paths.ts'
import { browserLaunch } from '../../tests/e2e/browser.ts'
import type { Server } from '../../tests/support/server.ts'
import type { Meter } from './cost.ts'
import { type Line, median, ms, seconds, times } from './job.ts'
import { signedInPage } from './page.ts'

const [FILES, FILES_A_FOLDER, FILE_BYTES] = [50_000, 500, 4096]
const LONGEST_MS = 600_000
type Needs = { spaceId: string; dir: string; server: Server; meter: Meter }

function writeFolder(root: string): void {
  for (let at = 0; at < FILES; at += 1) {
    const folder = join(root, `cast ${Math.floor(at / FILES_A_FOLDER)}`)
    if (at % FILES_A_FOLDER === 0) mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${at}.bin`), randomBytes(FILE_BYTES))
  }
}

/** Begins to note the milliseconds between frames; runs in the page. */
function watchFrames(): void {
  const between: number[] = []
  let last = performance.now()
  const step = (now: number) => {
    between.push(now - last)
    last = now
    requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
  Object.assign(window, { between })
}
const framesOf = (page: Page) => page.evaluate(() => (window as unknown as { between: number[] }).between)

/** Uploads a folder of many small files in the page of a space, until the page reports that it is complete. */
export async function folderUpload({ spaceId, dir, server, meter }: Needs): Promise<Line[]> {
  const root = join(dir, 'season')
  writeFolder(root)
  const { launchOptions } = await browserLaunch()
  const browser = await chromium.launch(launchOptions)
  const { page } = await signedInPage(browser, server, { width: 1440, height: 900 })
  // Folder handles can't be driven from outside: the chooser that every browser has.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showDirectoryPicker'))
  await page.goto(`${server.origin}${spacePath(spaceId, 'filesManage')}`, { waitUntil: 'networkidle' })
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '上传文件夹' }).click()
  const chosen = await chooser
  await page.evaluate(watchFrames)
  const taken = await meter(FILES, async () => {
    await chosen.setFiles(root, { timeout: LONGEST_MS })
    await page.locator('.uploads', { hasText: /已上传 50,?000 个/ }).waitFor({ timeout: LONGEST_MS })
  })
  const between = (await framesOf(page)).toSorted((a, b) => a - b)
  await browser.close()
  rmSync(root, { recursive: true })
  const rate = 1000 / median(between)
  return [
    {
      job: `a folder of ${FILES.toLocaleString('en')} files of 4 KiB in the page`,
      ours: seconds(taken.ms),
      limit: '',
      ratio: '',
      target: '45 s',
      cost: taken.cost,
    },
    {
      job: '… frames of the page meanwhile',
      ours: `${rate.toFixed(0)} frames/s, worst 5 % ${ms(between[Math.floor(between.length * 0.95)] ?? 0)}`,
      limit: '60 frames/s',
      ratio: times(rate, 60),
      target: '60 frames/s',
    },
  ]
}
