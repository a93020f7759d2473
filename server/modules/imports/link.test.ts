import { Readable } from 'node:stream'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { asksHere, linkVisitor } from './link.ts'

test('what is asked of ourselves is closed when nobody reads on', async () => {
  const app = fastify()
  onTestFinished(() => app.close())
  const content = new Readable({ read: () => void content.push(Buffer.alloc(65_536)) })
  app.get('/endless', (_request, reply) => reply.send(content))
  const answer = await asksHere(app, '127.0.0.1')('/endless', { method: 'GET', headers: {} })
  for await (const piece of answer.body) if (piece.length) break
  await expect.poll(() => content.destroyed).toBe(true)
})

const at = '2026-11-21T10:00:00.000Z'
const item = { hash: '019aa000-0000-7000-8000-000000000000', name: 'a', suffix: '', size: 1, mime: 'text/plain' }
test.each([
  ['of empty pages', []],
  ['of ever more', [{ ...item, updateTime: at }]],
])('a list %s without an end is refused', async (_what, list) => {
  let pages = 0
  async function* body() {
    pages += 1
    yield Buffer.from(
      JSON.stringify({ code: 0, message: '', data: { list, above: [], ...(pages < 30_000 && { next: 'on' }) } }),
    )
  }
  const ask = async () => ({ status: 200, headers: {}, body: body() })
  const all = async () => {
    for await (const one of linkVisitor(ask, 'a'.repeat(22)).all()) void one
  }
  await expect(all()).rejects.toMatchObject({ refusal: 'outsideUnreachable' })
  expect(pages).toBeLessThanOrEqual(20_000)
})
