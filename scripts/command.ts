import { readFileSync } from 'node:fs'

export const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Version of the product, from package.json. */
export const PRODUCT = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version

/** Errors of a disk or a database that are printed without a stack trace. */
const PLAIN = new Set(['ENOSPC', 'EACCES', 'EROFS', 'EDQUOT', 'ECONNREFUSED', 'ENOENT'])

/** A command that a server began ends with it, as if somebody had stopped it. */
function endWithServer(): void {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel?.unref()
}

/** Runs a command; an expected error is printed in one line, with exit code 1. */
export async function endWith(expected: new (...rest: never[]) => Error, command: () => Promise<void>): Promise<void> {
  endWithServer()
  try {
    await command()
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    if (!(error instanceof expected) && !PLAIN.has(code ?? '')) throw error
    process.stderr.write(`${message}\n`)
    process.exitCode = 1
  }
}
