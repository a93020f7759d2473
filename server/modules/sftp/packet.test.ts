import { describe, expect, test } from 'vitest'
import { BadPacket, fieldsOf, PACKET_BYTES, packetOf, packetsOf, text, u32, u64 } from './packet.ts'

async function* comes(...pieces: Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces
}
const cut = (...pieces: Buffer[]) => Array.fromAsync(packetsOf(comes(...pieces)))

describe('packets of SFTP', () => {
  test.each([
    ['of no length', u32(0)],
    ['longer than any', u32(PACKET_BYTES + 1)],
  ])('one %s is refused', async (_what, bytes) => {
    await expect(cut(bytes)).rejects.toThrow(BadPacket)
  })

  test('a field that is longer than its packet is refused, and a name that is not UTF-8', () => {
    expect(() => fieldsOf(u32(9)).bytes()).toThrow(BadPacket)
    expect(() => fieldsOf(Buffer.alloc(3)).u32()).toThrow(BadPacket)
    expect(() => fieldsOf(text(Buffer.of(0xff))).text()).toThrow(BadPacket)
  })

  test('come whole, whatever the pieces', async () => {
    const all = Buffer.concat([packetOf(1, u32(3)), packetOf(9, u32(7), text('湖'))])
    const expected = [Buffer.concat([Buffer.of(1), u32(3)]), Buffer.concat([Buffer.of(9), u32(7), text('湖')])]
    expect(await cut(all)).toEqual(expected)
    expect(await cut(...[...all].map((byte) => Buffer.of(byte)))).toEqual(expected)
  })

  test('fields are read as they were written', () => {
    const fields = fieldsOf(Buffer.concat([u32(7), u64(2 ** 40), text('湖')]))
    expect([fields.u32(), fields.u64(), fields.text()]).toEqual([7, 2 ** 40, '湖'])
  })
})
