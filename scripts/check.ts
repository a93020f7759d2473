/** `npm run check`: every gate, one line each, and the whole word of those that fail. */
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

let isClean = true
for (const group of gates) {
  const results = await Promise.all(Object.entries(group).map(([name, command]) => run(name, command)))
  isClean &&= results.every(Boolean)
}
process.exitCode = isClean ? 0 : 1
