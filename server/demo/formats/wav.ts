/** Samples from -1 to 1 as 16-bit mono WAV. */
export function wav(samples: Float32Array, rate: number): Buffer {
  const whole = Int16Array.from(samples, (value) => Math.round(Math.max(-1, Math.min(1, value)) * 32767))
  const body = Buffer.from(whole.buffer)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(36 + body.length, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(body.length, 40)
  return Buffer.concat([head, body])
}
