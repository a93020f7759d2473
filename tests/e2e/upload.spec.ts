import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, openSpace, signIn, test } from './journey.ts'

const MIB = 1_048_576

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
      data: { list: { hash: string; name: string }[] }
    }
    const hash = found.data.list.find((file) => file.name === wanted)?.hash
    const bytes = await (await fetch(`/api/files/${hash}/content?spaceId=${spaceId}`)).arrayBuffer()
    const digest = await crypto.subtle.digest('SHA-256', bytes)
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  }, name)
}

test('a folder with a 300 MB file survives a cut network and comes back byte for byte', async ({ page, context }) => {
  test.setTimeout(300_000)
  const { dir, root, sha256 } = sample(300 * MIB)
  // The chooser that every browser has; handles can't be driven from outside.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showDirectoryPicker'))
  await signIn(page, 'okafor@demo.test')
  await openSpace(page, 'Manuscript drafts')
  await chooseFolder(page, root)
  await expect(page.locator('.uploads')).toBeVisible()
  await page.waitForResponse((response) => response.url().endsWith('/api/file/upload') && response.ok())
  await context.setOffline(true)
  await expect(page.locator('.uploads')).toContainText('网络', { timeout: 60_000 })
  await context.setOffline(false)
  await page.waitForResponse((response) => response.url().includes('/api/file/upload/merge') && response.ok(), {
    timeout: 240_000,
  })
  await expect(page.getByRole('row', { name: /voyage/ })).toBeVisible({ timeout: 30_000 })
  await expect.poll(() => sha256Of(page, 'sonar.bin'), { timeout: 60_000 }).toBe(sha256)
  rmSync(dir, { recursive: true })
})
