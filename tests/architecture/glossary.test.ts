import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')

const ROW = /^\| [^|]+ \| [^|]+ \| [^|]+ \| [^|]+ \|([^|]*)\|([^|]*)\|$/gm
const termsOf = (cell: string) => cell.trim().split(', ').filter(Boolean)
/** The last two columns of the glossary, without its heading. */
const rows = [...read('docs/words.md').matchAll(ROW)].slice(1)
const refused = {
  zh: [...new Set(rows.flatMap(([, zh = '']) => termsOf(zh)))],
  en: [...new Set(rows.flatMap(([, , en = '']) => termsOf(en)))],
}

/** Texts that say a refused term and mean something else. */
const ALLOWED = new Set([
  // A person passes a link on to another.
  'mailSteps.kept.recoverLead 转交',
  'mails.folderQueue 转交',
  'mails.serverKindHints.file 转交',
  // The sentence of the specification.
  'settings.site.notice 本平台',
])

type Texts = { [key: string]: string | Texts }
function sentencesOf(texts: Texts, prefix: string): [key: string, sentence: string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${prefix}${key}`, value] as [string, string]]
      : sentencesOf(value, `${prefix}${key}.`),
  )
}

/** Refused terms that mean something else to developers and administrators, of whom the documents speak as well. */
const TECHNICAL = new Set([
  ...['KiB', 'MiB', 'GiB', 'block', 'channel', 'installations', 'marked', 'no more than', 'Open API', 'quota'],
  ...['rights', 'snapshot', 'viewer', 'viewers'],
])

/** Refused terms that a sentence says: whole words in English, anywhere in Chinese. Names of values are no words. */
function refusedIn(language: 'zh' | 'en', sentence: string): string[] {
  const words = sentence.replace(/\{\{[^}]*\}\}/g, ' ')
  return refused[language].filter((term) =>
    language === 'zh' ? words.includes(term) : new RegExp(`(?<![\\w-])${term}(?![\\w-])`, 'i').test(words),
  )
}

test.each(['zh', 'en'] as const)('texts in %s use the terms of the glossary', (language) => {
  const found = globSync(`locales/${language}/*.json`, { cwd: root }).flatMap((path) => {
    const name = path.replace(/^.*\/|\.json$/g, '')
    return sentencesOf(JSON.parse(read(path)) as Texts, `${name}.`).flatMap(([key, sentence]) =>
      refusedIn(language, sentence)
        .filter((term) => !ALLOWED.has(`${key} ${term}`))
        .map((term) => `${key} says “${term}”: ${sentence}`),
    )
  })
  expect(found).toEqual([])
})

test('the documents use the terms of the glossary', () => {
  const found = globSync(['README.md', 'docs/*.md'], { cwd: root })
    .filter((path) => path !== 'docs/words.md')
    .flatMap((path) => {
      // Code and addresses are no words.
      const words = read(path).replace(/```[\s\S]*?```|`[^`\n]*`|\]\([^)]*\)/g, ' ')
      return refusedIn('en', words)
        .filter((term) => !TECHNICAL.has(term))
        .map((term) => `${path} says “${term}”`)
    })
  expect(found).toEqual([])
})

test('English contractions are written with a typographic apostrophe', () => {
  const straight = globSync('locales/en/*.json', { cwd: root }).flatMap((path) =>
    sentencesOf(JSON.parse(read(path)) as Texts, '').filter(([, sentence]) => /\w'\w/.test(sentence)),
  )
  expect(straight).toEqual([])
})

/** Headings of numbered steps, a button, and texts that end with what is to be copied. */
const OPEN_ENDED =
  /^(metadata\.sheets\.(out|back)|signIn\.bind\.toComplete|\w+\.(destination\.)?notCopied|mails\.words\..*|refusals\.fields\.orcId)$/
const SEVERAL = { zh: /[。？！](?![”）]?$)[^”）]/, en: /[.?!][”)]? [A-Z“{]/ }
const STOP = /[.?!…:。？！：]$|[.?!。？！][”）)]$/

test.each(['zh', 'en'] as const)('texts in %s that have several sentences end the last one, too', (language) => {
  const open = globSync(`locales/${language}/*.json`, { cwd: root }).flatMap((path) =>
    sentencesOf(JSON.parse(read(path)) as Texts, `${path.replace(/^.*\/|\.json$/g, '')}.`).filter(
      ([key, text]) =>
        SEVERAL[language].test(text.replaceAll('e.g. ', '')) && !STOP.test(text.trim()) && !OPEN_ENDED.test(key),
    ),
  )
  expect(open).toEqual([])
})

test('a refused term is found wherever a sentence says it, and not within another word', () => {
  expect(refusedIn('en', 'Ask for more room')).toEqual(['room', 'more room'])
  expect(refusedIn('en', 'Deleted for good.')).toEqual(['for good'])
  expect(refusedIn('en', 'The mushroom at {{room}}')).toEqual([])
  expect(refusedIn('zh', '永久删除 3 项？')).toEqual(['永久删除'])
  const written = read('docs/words.md')
    .split('\n')
    .filter((line) => line.startsWith('| '))
  expect(rows.length).toBe(written.length - 1)
})
