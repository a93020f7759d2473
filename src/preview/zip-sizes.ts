const [CENTRAL, END] = [0x02014b50, 0x06054b50]
const END_BYTES = 22

/**
 * Copies the sizes from a zip's directory into its local headers: streamed zips store them only in the directory and
 * behind the data, but the workbook parser reads the local headers.
 */
export function fillSizes(bytes: ArrayBuffer): void {
  const view = new DataView(bytes)
  let end = bytes.byteLength - END_BYTES
  while (end >= 0 && view.getUint32(end, true) !== END) end -= 1
  if (end < 0) return
  let at = view.getUint32(end + 16, true)
  while (at + 46 <= end && view.getUint32(at, true) === CENTRAL) {
    const local = view.getUint32(at + 42, true)
    if (local + 30 <= bytes.byteLength) {
      view.setUint32(local + 18, view.getUint32(at + 20, true), true)
      view.setUint32(local + 22, view.getUint32(at + 24, true), true)
    }
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
}
