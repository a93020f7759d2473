/** Proves that both languages say the same things and that every key that is used has its words. */
import { globSync, readFileSync } from 'node:fs'
import { errors } from '../contract/errors.ts'
import { flattened, problemsOf } from './locales.ts'

const root = new URL('../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

const textsOf = (language: string) =>
  new Map(
    globSync(`locales/${language}/*.json`, { cwd: root.pathname }).flatMap((path) => {
      const capability = path.replace(/^.*\/|\.json$/g, '')
      return flattened(JSON.parse(read(path)), capability)
    }),
  )

const sources = globSync('{src,providers,resources,server}/**/*.{ts,tsx}', { cwd: root.pathname })
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, text: read(path) }))
const problems = problemsOf({
  zh: textsOf('zh'),
  en: textsOf('en'),
  sources,
  required: Object.values(errors).map((row) => row.text),
})
for (const problem of problems) process.stdout.write(`${problem}\n`)
process.exitCode = problems.length ? 1 : 0
