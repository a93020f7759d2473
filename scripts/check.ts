/** `npm run check`: every gate, one line each, and the whole word of those that fail. */
import { spawn } from 'node:child_process'

/** Gates by name; the ones of one group run together. */
const groups: Record<string, string[]>[] = [
  {
    'format and lint': ['biome', 'check', '.', '--error-on-warnings'],
    types: ['tsc', '-p', '.'],
    locales: ['node', 'scripts/check-locales.ts'],
  },
  {
    promises: ['oxlint', '--type-aware', '--quiet'],
    walls: ['depcruise', 'contract', 'server', 'src', 'providers', 'resources', '--output-type', 'err'],
    'dead code': ['knip'],
  },
]

function run(name: string, [command = '', ...argv]: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const startMs = performance.now()
    const child = spawn(command, argv, { env: { ...process.env, FORCE_COLOR: '0' } })
    let said = ''
    const hear = (piece: Buffer) => {
      said += piece.toString()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('close', (code) => {
      const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
      process.stdout.write(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)\n${code === 0 ? '' : `${said}\n`}`)
      resolve(code === 0)
    })
  })
}

let isClean = true
for (const group of groups) {
  const results = await Promise.all(Object.entries(group).map(([name, argv]) => run(name, argv)))
  isClean &&= results.every(Boolean)
}
process.exitCode = isClean ? 0 : 1
