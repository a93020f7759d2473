type Tree = { [key: string]: string | Tree }
type Texts = Map<string, string>
type Source = { path: string; text: string }

/** Dotted keys with their texts. */
export function flattened(tree: Tree, prefix: string): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${prefix}.${key}`, value] as [string, string]]
      : flattened(value, `${prefix}.${key}`),
  )
}

const base = (key: string) => key.replace(/_(one|other)$/, '')
const holes = (text: string) =>
  [...new Set([...text.matchAll(/\{\{(\w+)(?:, number)?\}\}/g)].map((match) => match[1] ?? ''))].sort()
const HAN = /\p{Script=Han}/u
/**
 * A language's own name (中) is allowed, two files show text before locales can be loaded, cells of tables are read in
 * whatever language they are written, a Chinese standard names its disciplines, and Chinese family names of two
 * characters are known by themselves.
 */
const MAY_SPEAK =
  /^(src\/shell\/(StartError|LanguageToggle)\.tsx|server\/demo\/|contract\/(cells(\/date)?|publications\/lower-subjects)\.ts$|resources\/publications\/name-parts\.ts$)/
/** Names with digits, and 0 and 1, which are not limits. */
const NAMES =
  /OAuth 2\.0|SAML 2\.0|(?<=\}\})\.0|SHA-?256|sha256(sum)?|\bS3\b|RS256|GB\s?18030|UTF-8|HDF5|\b3D\b|davfs2|Node 20|\b[01]\b(?![.:,-]?\d)/g
/** Texts with numbers in examples, limits of others (Windows), size classes of filters, the second step, and values that calls answer. */
const EXAMPLES =
  /^(mails\.samples\.\w+|\w+\.(fields\.)?orcId(\.\w+)?|metadata\.problems\.(date|doi|orcid)|publications\.problems\.(orcid|ror|funder|day)Invalid|settings\.institution\.telephone\.invalid|settings\.website\.banner\.hint|protocols\.recipes\.fileSizeLimit|configuration\.keys\.\w+|search\.filters\.sizes\.\w+|metadata\.sheets\.back|api\.operations\.(spaces\.access|uploads\.check|\w+\.thumb|preview\.components))$/
/** Texts of fields, also of those of a part: forms and the server compose their keys from the field's name. */
const BY_FIELD = /^\w+(\.column)?\.\w+\.(label|invalid|missing)$/
/** Texts of optional capabilities: the page of features composes their keys from the feature's name. */
const BY_FEATURE = /^\w+\.feature\.(label|hint)$/
/**
 * Texts of the journal: `journalKey` composes their keys, and a test of the contract compares them with the actions.
 */
const BY_ACTION = /^\w+\.journal\.(actions|sentences)\.\w+$/
/** Descriptions of configuration keys: the server composes their text keys from the names. */
const BY_CONFIG_KEY = /^configuration\.keys\.\w+$/
/** Descriptions of operations and names of their groups: the API reference composes their text keys from the names. */
const BY_OPERATION = /^api\.(operations\.\w+|groups|gates)\.\w+$/

type Input = { zh: Texts; en: Texts; sources: Source[]; required: string[]; limits: readonly string[] }

/** Files that the manifest does not list, and listed names without a file. */
export function strays(language: string, files: readonly string[], named: readonly string[]): string[] {
  return [
    ...files.filter((file) => !named.includes(file)).map((file) => `locales/manifest.ts lacks ${file}`),
    ...named.filter((name) => !files.includes(name)).map((name) => `${language} has no ${name}.json`),
  ]
}

/**
 * Problems of the texts, one per line. `required` are keys that must exist and count as used; `limits` are names that
 * texts may use as placeholders without arguments.
 */
export function problemsOf({ zh, en, sources, required, limits }: Input): string[] {
  const known = new Set([...zh.keys()].map(base))
  const code = sources.map(({ path, text }) => ({ path, text: text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '') }))
  return [
    ...differences(zh, en),
    ...numbers([...zh, ...en], limits),
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
    return holes(said).join() === holes(text).join() ? [] : [`${key} has other {{values}} in zh and en`]
  })
  return [...missing, ...differing]
}

/** A limit has one definition: texts use its placeholder and contain no number. */
function numbers(all: [string, string][], limits: readonly string[]): string[] {
  const named = new Set(all.flatMap(([, text]) => holes(text)))
  const told = all.flatMap(([key, text]) => [
    ...(EXAMPLES.test(key) || !/\d/.test(text.replace(/\{\{.*?(?=\}\})/g, '').replace(NAMES, ''))
      ? []
      : [`${key} says a number: name it in contract/core/text-values.ts and write {{ITS_NAME, number}}`]),
    ...holes(text)
      .filter((hole) => (/^[A-Z]/.test(hole) || /^\w+\.\w+\.invalid$/.test(key)) && !limits.includes(hole))
      .map((hole) => `${key} names {{${hole}}}, which contract/core/text-values.ts does not give`),
  ])
  return [...told, ...limits.filter((name) => !named.has(name)).map((name) => `no text names ${name}`)]
}

function wordless({ path, text }: Source, known: Set<string>): string[] {
  const used = [...text.matchAll(/\bt\('([\w.]+)'/g)].map((match) => match[1] ?? '')
  return used.filter((key) => !known.has(key)).map((key) => `${path} uses ${key}, which has no words`)
}

function spoken({ path, text }: Source): string[] {
  return HAN.test(text) && !MAY_SPEAK.test(path) ? [`${path} holds Chinese words: they belong into locales`] : []
}

/** Keys that the code does not contain, neither whole nor as a template with a variable part. */
function unused(known: Set<string>, code: Source[], required: string[]): string[] {
  const all = code.map(({ text }) => text).join('\n')
  const whole = new Set([...all.matchAll(/['"`]([\w-]+(?:\.[\w-]+)+)['"`]/g)].map((match) => match[1] ?? ''))
  const templates = [...all.matchAll(/`(\w+\.(?:[\w.-]|\$\{[^`}]*\})*)`/g)].map(([, text = '']) => {
    const parts = text.split(/\$\{[^}]*\}/).map((part) => part.replace(/[.-]/g, '\\$&'))
    return new RegExp(`^${parts.join('[\\w-]+')}$`)
  })
  const isComposed = (key: string) =>
    [BY_FIELD, BY_FEATURE, BY_ACTION, BY_OPERATION, BY_CONFIG_KEY].some((composed) => composed.test(key))
  const isUsed = (key: string) =>
    whole.has(key) || required.includes(key) || isComposed(key) || templates.some((template) => template.test(key))
  return [...known].filter((key) => !isUsed(key))
}
