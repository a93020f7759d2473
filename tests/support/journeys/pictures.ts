import { crc32, deflateSync } from 'node:zlib'
import type { Layer } from './tables.ts'

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** An RGB picture as PNG; `colour` returns the three bytes of a pixel. */
export function png(
  width: number,
  height: number,
  colour: (x: number, y: number) => readonly [number, number, number],
): Buffer {
  const raw = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) raw.set(colour(x, y), y * (1 + width * 3) + 1 + x * 3)
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(raw)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const INK = [15, 118, 110] as const
const PAPER = [250, 251, 250] as const
const GRID = [225, 231, 229] as const

/** Draws temperature over depth from the numbers of the profile. */
export function profilePng(layers: Layer[]): Buffer {
  const [width, height, margin] = [640, 400, 30]
  const at = new Set(
    layers.map(
      ({ depth, temperature }) =>
        `${Math.round(margin + (temperature / 17) * (width - 2 * margin))},${Math.round(margin + (depth / 60) * (height - 2 * margin))}`,
    ),
  )
  const isOn = (x: number, y: number) => [-1, 0, 1].some((dx) => [-1, 0, 1].some((dy) => at.has(`${x + dx},${y + dy}`)))
  return png(width, height, (x, y) =>
    isOn(x, y) ? INK : (x - margin) % 58 === 0 || (y - margin) % 57 === 0 ? GRID : PAPER,
  )
}

/** A PDF of one page with lines of Latin text. */
export function pdf(title: string, lines: readonly string[]): Buffer {
  const safe = (text: string) => text.replace(/[\\()]/g, '\\$&')
  const text = [
    `BT /F1 18 Tf 72 770 Td (${safe(title)}) Tj ET`,
    ...lines.map((line, i) => `BT /F1 11 Tf 72 ${738 - i * 18} Td (${safe(line)}) Tj ET`),
  ].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, i) => {
    const offset = body.length
    body += `${i + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  return Buffer.from(
    `${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  )
}
