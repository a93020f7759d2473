/**
 * Proves that both languages say the same things, that every key in use has its words and every word its use, and that
 * no text repeats a limit.
 * Looks at the working folder.
 */
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { flattened, problemsOf } from './locales.ts'

type Errors = { errors: Record<string, { text: string }> }
const { errors } = (await import(pathToFileURL(resolve('contract/core/errors.ts')).href)) as Errors

type Values = { textValues: Record<string, number> }
const { textValues } = (await import(pathToFileURL(resolve('contract/core/text-values.ts')).href)) as Values

const textsOf = (language: string) =>
  new Map(
    globSync(`locales/${language}/*.json`).flatMap((path) =>
      flattened(JSON.parse(readFileSync(path, 'utf8')), path.replace(/^.*\/|\.json$/g, '')),
    ),
  )

const problems = problemsOf({
  zh: textsOf('zh'),
  en: textsOf('en'),
  sources: globSync('{src,providers,resources,server,contract}/**/*.{ts,tsx}')
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') })),
  required: Object.values(errors).map((row) => row.text),
  limits: Object.keys(textValues),
})
for (const problem of problems) process.stdout.write(`${problem}\n`)
process.exitCode = problems.length ? 1 : 0
