type Tree = { [key: string]: string | Tree }
type Texts = Map<string, string>
type Source = { path: string; text: string }

/** Dotted keys and their texts. */
export function flattened(tree: Tree, prefix: string): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${prefix}.${key}`, value] as [string, string]]
      : flattened(value, `${prefix}.${key}`),
  )
}

const base = (key: string) => key.replace(/_(one|other)$/, '')
const holes = (text: string) =>
  [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]))].sort().join(' ')
const HAN = /\p{Script=Han}/u
/** A word in the language's own script is its name (中), and two files speak before texts can be loaded. */
const MAY_SPEAK = /^(src\/shell\/(StartError|LanguageToggle)\.tsx|server\/demo\/)/
/** Field texts: forms and the server compose them from the name of the field. */
const BY_FIELD = /^\w+\.\w+\.(label|invalid)$/
/** Words of the journal: `journalKey` composes them, and a test of the contract compares them with the actions. */
const BY_ACTION = /^\w+\.journal\.(actions|sentences)\.\w+$/

type Input = { zh: Texts; en: Texts; sources: Source[]; required: string[] }

/** What is wrong with the texts, a line each. `required` are keys that must be there and are in use. */
export function problemsOf({ zh, en, sources, required }: Input): string[] {
  const known = new Set([...zh.keys()].map(base))
  const code = sources.map(({ path, text }) => ({ path, text: text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '') }))
  return [
    ...differences(zh, en),
    ...required.filter((key) => !zh.has(key)).map((key) => `nothing says ${key}`),
    ...code.flatMap((source) => [...wordless(source, known), ...spoken(source)]),
    ...unused(known, code, required).map((key) => `nobody says ${key}`),
  ]
}

function differences(zh: Texts, en: Texts): string[] {
  const english = new Set([...en.keys()].map(base))
  const chinese = new Map([...zh].map(([key, text]) => [base(key), text]))
  const missing = [...chinese.keys()].filter((key) => !english.has(key)).map((key) => `en lacks ${key}`)
  const differing = [...en].flatMap(([key, text]) => {
    const said = chinese.get(base(key))
    if (said === undefined) return [`zh lacks ${key}`]
    return holes(said) === holes(text) ? [] : [`${key} has other {{values}} in zh and en`]
  })
  return [...missing, ...differing]
}

function wordless({ path, text }: Source, known: Set<string>): string[] {
  const used = [...text.matchAll(/\bt\('([\w.]+)'/g)].map((match) => match[1] ?? '')
  return used.filter((key) => !known.has(key)).map((key) => `${path} uses ${key}, which has no words`)
}

function spoken({ path, text }: Source): string[] {
  return HAN.test(text) && !MAY_SPEAK.test(path) ? [`${path} holds Chinese words: they belong into locales`] : []
}

/** Keys that stand nowhere in the code, neither whole nor as a template with a part filled in. */
function unused(known: Set<string>, code: Source[], required: string[]): string[] {
  const all = code.map(({ text }) => text).join('\n')
  const whole = new Set([...all.matchAll(/['"`]([\w-]+(?:\.[\w-]+)+)['"`]/g)].map((match) => match[1] ?? ''))
  const templates = [...all.matchAll(/`(\w+\.(?:[\w.-]|\$\{[^`}]*\})*)`/g)].map(([, text = '']) => {
    const parts = text.split(/\$\{[^}]*\}/).map((part) => part.replace(/[.-]/g, '\\$&'))
    return new RegExp(`^${parts.join('[\\w-]+')}$`)
  })
  const isComposed = (key: string) => BY_FIELD.test(key) || BY_ACTION.test(key)
  const isUsed = (key: string) =>
    whole.has(key) || required.includes(key) || isComposed(key) || templates.some((template) => template.test(key))
  return [...known].filter((key) => !isUsed(key))
}
