import { expect, test } from 'vitest'
import { parseXml } from './xml.ts'

const DEEP = 51

test.each([
  ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
  ['an end that is missing', '<a><b></a>'],
  ['elements too deep inside one another', '<a>'.repeat(DEEP) + '</a>'.repeat(DEEP)],
  ['very many elements', `<a>${'<b/>'.repeat(1_000_000)}</a>`],
  ['very many attributes', `<a ${Array.from({ length: 300_000 }, (_, at) => `b${at}=""`).join(' ')}/>`],
])('a text with %s is none', async (_what, text) => {
  expect(await parseXml(text)).toBeNull()
})

test('a text that is none is given up where it shows, not where its piece ends', { timeout: 1500 }, async () => {
  expect(await parseXml('<a>'.repeat(10_000))).toBeNull()
})

test('an element has no more attributes than anybody has a use for', async () => {
  const withMany = (many: number) => `<a ${Array.from({ length: many }, (_, at) => `b${at}=""`).join(' ')}/>`
  expect(await parseXml(withMany(1000))).not.toBeNull()
  expect(await parseXml(withMany(1001))).toBeNull()
})

test('names are known by their namespace, whatever the prefix', async () => {
  const root = await parseXml('<d:a xmlns:d="DAV:"><d:b c="1">湖</d:b></d:a>')
  expect(root).toMatchObject({
    space: 'DAV:',
    name: 'a',
    children: [{ name: 'b', attributes: { c: '1' }, text: '湖' }],
  })
})

test('a long text is read in pieces, and other work runs between them', async () => {
  const rows = Array.from({ length: 5000 }, (_, at) => `<row><name>湖泊 😀 ${at}</name></row>`)
  let ticks = 0
  const count = () => {
    ticks += 1
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)
  const root = await parseXml(`<all>${rows.join('')}</all>`)
  clearImmediate(counting)
  expect(root?.children.map(({ children }) => children[0]?.text)).toEqual(rows.map((_, at) => `湖泊 😀 ${at}`))
  expect(ticks).toBeGreaterThan(1)
})
