import { describe, expect, test } from 'vitest'
import { bytesOf, openText } from './opened-text.ts'

const bytes = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer

describe('a text that is opened for editing', () => {
  test.each([
    ['bytes that no encoding of ours can be', new Uint8Array([0xff, 0xff, 0xff]).buffer],
    ['what holds U+0000', bytes('a\0b')],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x61, 0x00]).buffer],
  ])('%s is none', (_what, given) => {
    expect(openText(given)).toBeNull()
  })

  test('GB 18030 is read, and said', () => {
    expect(openText(new Uint8Array([0xba, 0xfe, 0x0d, 0x0a]).buffer)).toEqual({
      text: '湖\r\n',
      encoding: 'GB 18030',
      hasBom: false,
      lineBreak: '\r\n',
    })
  })

  test('so is what Western European programs write', () => {
    const given = Uint8Array.from(Buffer.from('Sjön', 'latin1')).buffer
    expect(openText(given)).toMatchObject({ text: 'Sjön', encoding: 'Windows-1252' })
  })

  test.each(['a\nb\n', 'a\r\nb\r\n', '\uFEFFa\r\nb', 'a\r\nb\nc', 'a\rb', '', '湖泊'])(
    '%j is stored again as it was',
    async (text) => {
      const opened = openText(bytes(text))
      expect(opened).not.toBeNull()
      if (opened) expect(await bytesOf(opened.text, opened).arrayBuffer()).toEqual(bytes(text))
    },
  )

  test('lines end as all of them do; mixed ends stay in the lines', () => {
    expect(openText(bytes('a\r\nb\r\n'))?.lineBreak).toBe('\r\n')
    expect(openText(bytes('a\r\nb\nc'))?.lineBreak).toBe('\n')
  })
})
