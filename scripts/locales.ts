type Tree = { [key: string]: string | Tree }
type Texts = Map<string, string>

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

type Facts = { zh: Texts; en: Texts; sources: { path: string; text: string }[]; required: string[] }

/** What is wrong with the texts, a line each. */
export function problemsOf({ zh, en, sources, required }: Facts): string[] {
  const problems: string[] = []
  const english = new Set([...en.keys()].map(base))
  for (const key of zh.keys()) if (!english.has(base(key))) problems.push(`en lacks ${key}`)
  for (const [key, text] of en) {
    const chinese = zh.get(base(key))
    if (chinese === undefined) problems.push(`zh lacks ${key}`)
    else if (holes(chinese) !== holes(text)) problems.push(`${key} has other {{values}} in zh and en`)
  }
  for (const key of required) if (!zh.has(key)) problems.push(`nothing says ${key}`)
  for (const { path, text } of sources) problems.push(...problemsIn(path, text, zh))
  return problems
}

function problemsIn(path: string, text: string, zh: Texts): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')
  const used = [...code.matchAll(/\bt\('([\w.]+)'/g)].map((match) => match[1] ?? '')
  const missing = used.filter((key) => !zh.has(key)).map((key) => `${path} uses ${key}, which has no words`)
  const spoken =
    HAN.test(code) && !MAY_SPEAK.test(path) ? [`${path} holds Chinese words: they belong into locales`] : []
  return [...missing, ...spoken]
}
