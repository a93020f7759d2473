import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { manifest } from '../locales/manifest.ts'

const WORDS = 'virtual:words'
const languages = ['zh', 'en']
const bundles = ['console', 'later', 'system']

const capabilitiesOf = (bundle: string) =>
  Object.entries(manifest).flatMap(([capability, row]) => (row.bundle === bundle ? [capability] : []))
const fileOf = (language: string, capability: string) =>
  JSON.stringify(fileURLToPath(new URL(`../locales/${language}/${capability}.json`, import.meta.url)))
const record = (rows: readonly string[]) => `{ ${rows.join(', ')} }`

/** Source code of the loaders: public capabilities one by one, the others by bundle. */
function loaders(): string {
  const load = (module: string) => `() => import(${module}).then((loaded) => loaded.default)`
  const rows = languages.map((language) => {
    const alone = capabilitiesOf('public').map((name) => `${name}: ${load(fileOf(language, name))}`)
    const together = bundles.map((bundle) => `${bundle}: ${load(`'${WORDS}/${language}/${bundle}'`)}`)
    return `${language}: ${record([`public: ${record(alone)}`, ...together])}`
  })
  return `export default ${record(rows)}\nexport const publicCapabilities = ${JSON.stringify(capabilitiesOf('public'))}`
}

/** Source code of the texts of one bundle in one language, by capability. */
function bundled(language: string, bundle: string): string {
  const names = capabilitiesOf(bundle)
  const imports = names.map((name) => `import ${name} from ${fileOf(language, name)}`)
  return [...imports, `export default ${record(names)}`].join('\n')
}

/** Vite plugin that generates from `locales/manifest.ts` the modules that load the console's texts. */
export function words(): Plugin {
  return {
    name: 'words',
    resolveId: (id) => (id.startsWith(WORDS) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${WORDS}`)) return null
      const [, language, bundle] = id.split('/')
      return language && bundle ? bundled(language, bundle) : loaders()
    },
  }
}
