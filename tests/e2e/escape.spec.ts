import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { upload } from '../support/upload.ts'
import { expect, openSpace, PASSWORD, signIn, test } from './journey.ts'

const SPACE = '高原湖泊生态观测'
async function spaceNamed(client: Client, name: string): Promise<string> {
  const { list } = await client.data(contract.spaces.list, { q: name })
  return list[0]?.id ?? ''
}

const PAGE = `<!doctype html><h1 id="title">Lake report</h1><script>document.title = 'ran'; parent.postMessage('ran', '*')</script>
<img src="/api/get.u" onerror="parent.postMessage('ran', '*')"><style>h1 { color: rgb(1, 2, 3) }</style>
<iframe src="javascript:parent.parent.postMessage('ran', '*')"></iframe><meta http-equiv="refresh" content="0;url=/">`

test('a page among the files shows as it looks, and nothing in it runs', async ({ page, server }) => {
  const owner = await new Client(server.origin).login('lin@demo.test', PASSWORD)
  await upload(owner, { spaceId: await spaceNamed(owner, SPACE), name: 'report.html' }, Buffer.from(PAGE))
  await signIn(page, 'lin@demo.test')
  await openSpace(page, SPACE)
  const row = page.getByRole('row', { name: /report\.html/ })
  await expect(row).toBeVisible()
  await page.evaluate(() => {
    const said: unknown[] = []
    Object.assign(window, { said })
    addEventListener('message', ({ data }) => said.push(data))
  })
  await row.dblclick()
  const frame = page.locator('.preview-modal iframe')
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts')
  const inner = frame.contentFrame().locator('iframe.page')
  await expect(inner.contentFrame().getByRole('heading', { name: 'Lake report' })).toHaveCSS('color', 'rgb(1, 2, 3)')
  await expect(page.locator('.frame-note')).toHaveCount(0)
  expect(await page.evaluate(() => (window as unknown as { said: unknown[] }).said)).not.toContain('ran')
})
