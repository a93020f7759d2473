import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Reads a line without echo, or from a pipe. */
export async function askSecret(question: string): Promise<string> {
  const { stdin, stderr } = process
  if (stdin.isTTY) stderr.write(question)
  const nowhere = new Writable({ write: (_piece, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: nowhere, terminal: Boolean(stdin.isTTY) })
  try {
    for await (const line of lines) return line.trim()
    return ''
  } finally {
    lines.close()
    if (stdin.isTTY) stderr.write('\n')
  }
}
