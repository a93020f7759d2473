/** `npm run check`: runs every gate; prints one line each, and the whole output of those that fail. */
import { spawn } from 'node:child_process'
import { gates } from './gates.ts'

function run(name: string, [command = '', ...argv]: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const startMs = performance.now()
    const child = spawn(command, argv, { env: { ...process.env, FORCE_COLOR: '0' } })
    let said = ''
    const hear = (piece: Buffer) => {
      said += piece.toString()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('error', (error) => hear(Buffer.from(`${error.message}: use npm run check\n`)))
    child.on('close', (code) => {
      const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
      process.stdout.write(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)\n${code === 0 ? '' : `${said}\n`}`)
      resolve(code === 0)
    })
  })
}

/** Gates that run concurrently: enough for two cores. */
const AT_ONCE = 3
const left = Object.entries(gates)
let isClean = true
async function work(): Promise<void> {
  for (let next = left.shift(); next; next = left.shift()) isClean = (await run(...next)) && isClean
}
await Promise.all(Array.from({ length: AT_ONCE }, work))
process.exitCode = isClean ? 0 : 1
