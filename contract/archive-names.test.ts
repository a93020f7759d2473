import { describe, expect, test } from 'vitest'
import { ARCHIVE_NAME_BYTES, bareArchiveName, entryName, isArchiveName } from './archive-names.ts'
import { FILE_NAME_MAX_BYTES, FOLDER_DEPTH_MAX } from './core/limits.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const GBK_LAKE = Uint8Array.of(0xba, 0xfe, 0xb2, 0xb4, 0x2e, 0x74, 0x78, 0x74)

describe('an entry of an archive', () => {
  test.each([
    ['a climb', '../etc/passwd', 'climbing'],
    ['a climb in the middle', 'a/../../b', 'climbing'],
    ['a climb at the end', 'a/..', 'climbing'],
    ['a root', '/etc/passwd', 'absolute'],
    ['a root of Windows', '\\windows\\a.dll', 'absolute'],
    ['another computer', '//host/share', 'absolute'],
    ['a drive', 'C:/a.txt', 'absolute'],
    ['a drive without a root', 'c:a.txt', 'absolute'],
    ['a backslash', 'a\\..\\b', 'name'],
    ['a zero', 'a\u0000.txt', 'name'],
    ['a line break', 'a\n.txt', 'name'],
    ['nothing', '', 'name'],
    ['a leading dot', 'a/.ssh/keys', 'name'],
    ['three dots', 'a/.../b', 'name'],
    ['a stream of Windows', 'a.txt:hidden', 'name'],
    ['a name with a dot behind', 'a./b', 'name'],
    ['a name of 256 bytes', 'a'.repeat(FILE_NAME_MAX_BYTES + 1), 'name'],
    ['a name of 255 characters and more bytes', '湖'.repeat(255), 'name'],
    ['a path that is too long', `${'a/'.repeat(ARCHIVE_NAME_BYTES / 2)}b`, 'tooLong'],
    ['a path that is too deep', `${'a/'.repeat(FOLDER_DEPTH_MAX)}b`, 'tooDeep'],
  ])('with %s is refused', (_what, name, refusal) => {
    expect(entryName(bytes(name), true)).toEqual({ refusal })
  })

  test('that says UTF-8 and is none is refused', () => {
    expect(entryName(GBK_LAKE, true)).toEqual({ refusal: 'encoding' })
  })

  test('that is no text of either kind is refused', () => {
    expect(entryName(Uint8Array.of(0x61, 0xff), false)).toEqual({ refusal: 'encoding' })
  })

  test.each([
    ['a file', 'a.csv', ['a.csv'], false],
    ['a file in folders', '采样/2026/a.csv', ['采样', '2026', 'a.csv'], false],
    ['a folder', 'a/b/', ['a', 'b'], true],
    ['what tar writes first', './', [], true],
    ['a lone dot', '.', [], true],
    ['what tar writes then', './a/b.txt', ['a', 'b.txt'], false],
    ['a doubled slash', 'a//b.txt', ['a', 'b.txt'], false],
    ['a name of 255 bytes', 'a'.repeat(FILE_NAME_MAX_BYTES), ['a'.repeat(FILE_NAME_MAX_BYTES)], false],
  ])('that is %s has its place', (_what, name, path, isFolder) => {
    expect(entryName(bytes(name), true)).toEqual({ path, isFolder })
  })

  test('in decomposed letters is kept composed', () => {
    expect(entryName(bytes('e\u0301.txt'), true)).toEqual({ path: ['é.txt'], isFolder: false })
  })

  test('of a Chinese Windows is read as GBK, but UTF-8 without the flag as UTF-8', () => {
    expect(entryName(GBK_LAKE, false)).toEqual({ path: ['湖泊.txt'], isFolder: false })
    expect(entryName(bytes('湖泊.txt'), false)).toEqual({ path: ['湖泊.txt'], isFolder: false })
  })
})

test.each([
  ['a.zip', 'a'],
  ['a.tar', 'a'],
  ['a.tar.GZ', 'a'],
  ['a.tgz', 'a'],
  ['a.csv.gz', 'a.csv'],
  ['a.csv.gzip', 'a.csv'],
  ['a.tar.gzip', 'a'],
])('%s is called as an archive, and %s without', (name, bare) => {
  expect([isArchiveName(name), bareArchiveName(name)]).toEqual([true, bare])
})
test.each(['.gz', 'a.csv', 'zip', 'a.7z'])('%s is not', (name) => {
  expect([isArchiveName(name), bareArchiveName(name)]).toEqual([false, name])
})
