/** Maximum length of an FTP command in bytes; it holds a path of many long names (our choice). */
export const FTP_LINE_BYTES = 16_384

/** A received line: a command, or the reason why it is not one. */
export type Heard = { verb: string; argument: string } | 'tooLong' | 'notUtf8' | 'noCommand'

const LF = 0x0a
const CR = 0x0d
/**
 * Lower bound of Telnet control bytes, which clients send before ABOR (RFC 959, 4.1.3); no supported command begins
 * with them.
 */
const TELNET_FROM = 0xf0
const COMMAND = /^([A-Za-z]{3,4})(?: (.*))?$/

function heardIn(line: Buffer): Heard {
  const from = line.findIndex((byte) => byte < TELNET_FROM)
  const end = line.at(-1) === CR ? line.length - 1 : line.length
  const bytes = from < 0 ? Buffer.alloc(0) : line.subarray(from, end)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    // Decoding another encoding as UTF-8 would change the names.
    return 'notUtf8'
  }
  const [, verb, argument = ''] = COMMAND.exec(text) ?? []
  return verb ? { verb: verb.toUpperCase(), argument } : 'noCommand'
}

/** Splits received bytes into lines (RFC 959, RFC 2640); buffers at most FTP_LINE_BYTES of an unfinished line. */
export function lineReader() {
  let rest: Buffer = Buffer.alloc(0)
  return {
    /** The lines completed by this chunk, in order; after `tooLong` nothing more needs to be read. */
    take(piece: Buffer): Heard[] {
      const heard: Heard[] = []
      rest = rest.length ? Buffer.concat([rest, piece]) : piece
      for (let at = rest.indexOf(LF); at >= 0; at = rest.indexOf(LF)) {
        heard.push(at > FTP_LINE_BYTES ? 'tooLong' : heardIn(rest.subarray(0, at)))
        rest = rest.subarray(at + 1)
      }
      if (rest.length > FTP_LINE_BYTES) {
        rest = Buffer.alloc(0)
        heard.push('tooLong')
      }
      return heard
    },
    /** Whether part of another line was received. */
    isBegun: () => rest.length > 0,
  }
}
