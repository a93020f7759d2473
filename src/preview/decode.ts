/** Text of bytes: UTF-8, UTF-16 that says so, or what Chinese office programs write (GB 18030). */
export function decode(bytes: ArrayBuffer, isWhole: boolean): string {
  const [first, second] = new Uint8Array(bytes.slice(0, 2))
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole })
  } catch {
    // Not UTF-8: the other encoding that research tables come in.
    return new TextDecoder('gb18030').decode(bytes)
  }
}
