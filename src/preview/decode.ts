/** Text of bytes: UTF-8, or what Chinese office programs write (GB 18030). */
export function decode(bytes: ArrayBuffer, isWhole: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole })
  } catch {
    // Not UTF-8: the other encoding that research tables come in.
    return new TextDecoder('gb18030').decode(bytes)
  }
}
