import { describe, expect, test } from 'vitest'
import { FTP_LINE_BYTES, lineReader } from './line.ts'

const heard = (...pieces: (string | Buffer)[]) => {
  const reader = lineReader()
  return pieces.flatMap((piece) => reader.take(Buffer.from(piece)))
}

describe('a line of FTP', () => {
  test.each([
    ['PWD\r\n', { verb: 'PWD', argument: '' }],
    ['cwd a b \n', { verb: 'CWD', argument: 'a b ' }],
    ['STOR 湖.csv\r\n', { verb: 'STOR', argument: '湖.csv' }],
    ['USER \r\n', { verb: 'USER', argument: '' }],
    ['GET / HTTP/1.1\r\n', { verb: 'GET', argument: '/ HTTP/1.1' }],
    ['\r\n', 'noCommand'],
    ['A\r\n', 'noCommand'],
    ['PWD\0\r\n', 'noCommand'],
    [Buffer.from([0x43, 0x57, 0x44, 0x20, 0xff, 0x0a]), 'notUtf8'],
    [Buffer.from([0xff, 0xf4, 0xf2, 0x41, 0x42, 0x4f, 0x52, 0x0d, 0x0a]), { verb: 'ABOR', argument: '' }],
  ])('%j is heard', (line, expected) => {
    expect(heard(line)).toEqual([expected])
  })

  test('comes in whatever pieces, also through the middle of a character', () => {
    const bytes = Buffer.from('MKD 湖\r\nPWD\r\nNO')
    expect(heard(...[...bytes].map((byte) => Buffer.from([byte])))).toEqual([
      { verb: 'MKD', argument: '湖' },
      { verb: 'PWD', argument: '' },
    ])
  })

  test('without an end is told once it is too long, and not kept', () => {
    const reader = lineReader()
    expect(reader.take(Buffer.alloc(FTP_LINE_BYTES, 'a'))).toEqual([])
    expect(reader.isBegun()).toBe(true)
    expect(reader.take(Buffer.from('a'))).toEqual(['tooLong'])
    expect(reader.isBegun()).toBe(false)
  })
})
