/**
 * Checks that both languages have the same keys, that every used key has a text and every text is used, and that no
 * text repeats a limit. Checks the working folder.
 */
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { flattened, problemsOf, strays } from './locales.ts'

type Errors = { errors: Record<string, { text: string }> }
type Manifest = { manifest: Record<string, unknown> }
const { errors } = (await import(pathToFileURL(resolve('contract/core/errors.ts')).href)) as Errors
const { manifest } = (await import(pathToFileURL(resolve('locales/manifest.ts')).href)) as Manifest

const languages = ['zh', 'en']
const nameOf = (path: string) => path.replace(/^.*[\\/]|\.json$/g, '')
const filesOf = (language: string) => globSync(`locales/${language}/*.json`).sort()

type Values = { textValues: Record<string, number> }
const { textValues } = (await import(pathToFileURL(resolve('contract/core/text-values.ts')).href)) as Values

const textsOf = (language: string) =>
  new Map(filesOf(language).flatMap((path) => flattened(JSON.parse(readFileSync(path, 'utf8')), nameOf(path))))

const wrong = problemsOf({
  zh: textsOf('zh'),
  en: textsOf('en'),
  sources: globSync('{src,providers,resources,server,contract}/**/*.{ts,tsx}')
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') })),
  required: Object.values(errors).map((row) => row.text),
  limits: Object.keys(textValues),
})
const problems = [
  ...languages.flatMap((language) => strays(language, filesOf(language).map(nameOf), Object.keys(manifest))),
  ...wrong,
]
for (const problem of problems) process.stdout.write(`${problem}\n`)
process.exitCode = problems.length ? 1 : 0
