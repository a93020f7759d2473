/** The beginning of a PNG that says its width and height; nothing of it is drawn. */
export function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(40)
  bytes.write('\x89PNG\r\n\x1a\n', 'latin1')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}
