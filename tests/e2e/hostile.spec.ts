import { isFull, oneOfEach } from '../support/full.ts'
import { hostile } from '../support/hostile.ts'
import { enterFolder, expect, test } from './journey.ts'

/** Those that a page or a frame of ours takes apart itself. */
const TAKEN_APART = /\.(svg|png|bmp|ico|tiff?|jpg|webp|parquet|h5|nc|docx|pptx|xlsx|ipynb|pdf|csv|zip|tar|gz|html|md)$/

/** Those that are never shown, whatever else of their kind is. */
const REFUSED = ['bomb.docx', 'lost.xlsx', 'deep.pdf', 'vast.tif', 'odd.parquet']
/** Endings of one viewer; the others have each their own. */
const TOGETHER = [/\.(png|bmp|ico|jpg|webp)$/, /\.(zip|tar|gz)$/, /\.(h5|nc)$/]
const viewerOf = (name: string) =>
  TOGETHER.find((endings) => endings.test(name))?.source ?? name.split('.').at(-1) ?? ''
const files = oneOfEach(
  hostile.filter(({ name }) => TAKEN_APART.test(name) && !name.includes('%')),
  ({ name }) => (REFUSED.includes(name) ? name : viewerOf(name)),
)

// So high that the whole folder is in sight.
test.use({ viewport: { width: 1440, height: isFull ? 4000 : 1800 } })

test('files that were made to harm are shown or refused: nothing of them runs, and the page lives on', async ({
  page,
  server,
}) => {
  const ran: string[] = []
  page.on('dialog', (dialog) => {
    ran.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(server.origin)) ran.push(request.url())
  })
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
  await enterFolder(page, 'okafor@demo.test', 'Manuscript drafts', 'made to harm')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '上传' }).first().click()
  const given = files.map(({ name, make }) => ({ name, buffer: make(), mimeType: 'application/octet-stream' }))
  await (await chooser).setFiles(given)
  await expect(page.locator('.uploads')).toContainText(`已上传 ${files.length} 个`, { timeout: 0 })
  const title = await page.title()
  const modal = page.locator('.preview-modal')
  const refused: string[] = []
  for (const { what, name } of files) {
    await test.step(what, async () => {
      await page.getByRole('row', { name: `${name} ${name} ` }).dblclick()
      await expect(modal, what).toBeVisible()
      const outcome = modal.locator('.preview-stage > :not(.stage-note, button)').first()
      await expect(outcome, what).toBeVisible()
      await expect(modal.locator('.stage-note'), what).toHaveCount(0)
      if (await modal.locator('.preview-stage > .empty-place').count()) refused.push(name)
      await page.getByRole('dialog').getByRole('button', { name: '关闭', exact: true }).click()
      await expect(modal, what).toHaveCount(0)
    })
  }
  expect(await page.title()).toBe(title)
  expect(ran).toEqual([])
  for (const name of REFUSED) expect(refused).toContain(name)
  expect(refused).not.toContain('page.html')
})
