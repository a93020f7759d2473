import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { layOut, parseNewick } from './newick.ts'

const sample = readFileSync(new URL('../../tests/samples/files/diatoms.nwk', import.meta.url), 'utf8')
const namesOf = (text: string) =>
  layOut(parseNewick(text), false)
    .nodes.filter(({ node }) => !node.children.length)
    .map(({ node }) => node.name)

describe('a Newick tree', () => {
  test.each([
    ['a bracket that is never closed', '((a,b);'],
    ['a bracket too many', '(a,b));'],
    ['a comma outside', 'a,b;'],
    ['a comment without an end', '(a[b,c);'],
    ['nothing in it', ' \n;'],
  ])('with %s is refused', (_what, text) => {
    expect(() => parseNewick(text)).toThrow()
  })

  test.each([
    ['names and lengths', '((a:1,b:2)c:3,d);', ['a', 'b', 'd']],
    ['quoted names', "('it''s (one)',b_c);", ["it's (one)", 'b c']],
    ['comments', '(a[&&NHX:S=x],b)[100];', ['a', 'b']],
    ['names left out', '(,);', ['', '']],
    ['one leaf', 'a;', ['a']],
    ['line breaks', '(a,\n b\n)\n;', ['a', 'b']],
  ])('with %s has its leaves in their order', (_what, text, names) => {
    expect(namesOf(text)).toEqual(names)
  })

  test('is refused when the bytes are no text', () => {
    expect(() => parseNewick('\0\u0001x;')).toThrow('no text')
  })

  test('stands by its lengths, or by its depth when asked', () => {
    const tree = parseNewick('((a:1,b:3)c:1,d:2);')
    const at = (isByLength: boolean) =>
      Object.fromEntries(layOut(tree, isByLength).nodes.map(({ node, x, y }) => [node.name, [x, y]]))
    expect(at(true)).toMatchObject({ a: [0.5, 0], b: [1, 1], c: [0.25, 0.5], d: [0.5, 2] })
    expect(at(false)).toMatchObject({ a: [1, 0], d: [0.5, 2] })
  })

  test('of seven genera has seven leaves and lengths', () => {
    expect(layOut(parseNewick(sample), true)).toMatchObject({ leaves: 7, hasLengths: true })
  })

  test('a hundred thousand brackets deep is read', () => {
    const deep = 100_000
    expect(layOut(parseNewick(`${'('.repeat(deep)}a${')'.repeat(deep)};`), false)).toMatchObject({
      leaves: 1,
      farthest: deep,
    })
  })
})
