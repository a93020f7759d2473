import { describe, expect, test } from 'vitest'
import { arkOfVersion, readArk } from './ark.ts'
import { checkCharacterOf, mintName } from './noid.ts'

test('the check character is that of the example of NOID', () => {
  expect(checkCharacterOf('13030/xf93gt2')).toBe('q')
})

const name = mintName('99999', (below) => 7 % below)
const ark = `ark:99999/${name}`

describe('an ARK', () => {
  test.each([
    ['ark:99999/', 'no name'],
    ['ark:9999/d1abc', 'a short authority number'],
    ['doi:99999/d1', 'another scheme'],
    [`ark:99998/${name}`, 'the check character of another authority'],
    [`${ark}/../x`, 'a path behind it'],
  ])('is not %s: %s', (text) => expect(readArk(text)).toBeNull())

  test('with one wrong character is none', () => {
    for (let at = 0; at < name.length; at += 1) {
      const wrong = name.slice(0, at) + (name[at] === 'b' ? 'c' : 'b') + name.slice(at + 1)
      expect(readArk(`ark:99999/${wrong}`)).toBeNull()
    }
  })

  test('with two neighbours swapped is none', () => {
    for (let at = 0; at + 1 < name.length; at += 1) {
      const [left = '', right = ''] = [name[at], name[at + 1]]
      if (left === right) continue
      expect(readArk(`ark:99999/${name.slice(0, at)}${right}${left}${name.slice(at + 2)}`)).toBeNull()
    }
  })

  test.each([
    [ark],
    [`ark:/99999/${name}`],
    [`ARK:/99999/${name.toUpperCase()}`],
    [`ark:99999/${name.slice(0, 4)}-${name.slice(4)}`],
  ])('is read as %s too', (text) => expect(readArk(text)).toEqual({ ark, version: null }))

  test('of a version names the version', () => {
    expect(readArk(arkOfVersion(ark, 12))).toEqual({ ark, version: 12 })
  })
})
