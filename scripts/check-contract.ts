/**
 * Compares the API for programs with that of the last release (`docs/released-api.jsonl`, one operation a line) and tells changes
 * that break callers, unless the changelog names them. `--release` makes the API of now the one of the release.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { breaksBetween, namedBreaks, type Surface, surfacesOf } from './contract-diff.ts'

const RELEASED = 'docs/released-api.jsonl'
type Module = { openApiDocument: (language: 'en', version: string) => { paths: object } }
const { openApiDocument } = (await import(pathToFileURL(resolve('server/http/openapi.ts')).href)) as Module
const now = surfacesOf(openApiDocument('en', ''))

if (process.argv.includes('--release')) {
  const open = now.filter(({ isOpen }) => isOpen)
  const lines = open.toSorted((a, b) => (a.call < b.call ? -1 : 1)).map((surface) => JSON.stringify(surface))
  writeFileSync(RELEASED, `${lines.join('\n')}\n`)
} else {
  const lines = readFileSync(RELEASED, 'utf8').split('\n').filter(Boolean)
  const named = namedBreaks(readFileSync('CHANGELOG.md', 'utf8'))
  const released = lines.map((line) => JSON.parse(line) as Surface)
  const broken = breaksBetween(released, now).filter(({ name }) => !named.has(name))
  for (const { name, what } of broken)
    process.stdout.write(
      `${name}: ${what}; callers break: keep it, or write "- Breaking: \`${name}\` …" in CHANGELOG.md\n`,
    )
  process.exitCode = broken.length ? 1 : 0
}
