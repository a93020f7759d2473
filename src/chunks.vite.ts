import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

type Graph = Rolldown.ChunkingContext
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const MAIN = at('main.tsx')
const CONSOLE = at('App.tsx')
const PUBLIC_PAGES = at('pages/PublicPages.tsx')

/** Small modules that go together: a script each would cost more than what it saves. */
const pageParts = [
  // What imports nothing of ours stands apart, or two scripts would need each other.
  { name: 'contract', test: /contract\/(core\/(link|limits|spaced)|pages\/(callback|paths)|view-as)\./ },
  {
    name: 'frame',
    test: /src\/(pages\/(Frame|addresses|part|arrive|first-interaction|use-hydrated)|shell\/(ThemeToggle|LanguageToggle|FullScreenLoader|NoticeLines|theme|return-path)|widgets\/(draw-markup|use-title))\.|providers\/(storage|failures|session|site|sends-mail|unsent|view-as)\./,
  },
  {
    name: 'form',
    test: /src\/pages\/(use-form|use-alive|use-answer|calls|FormCard|Field|PasswordField|CardPage|early-submit|second-ways)\./,
  },
  { name: 'person', test: /src\/pages\/(PersonFields|ClauseField)\./ },
  // Left to itself it falls into pieces as soon as one lazy part does without it.
  { name: 'query', test: /node_modules\/@tanstack\/(react-query|query-core)\// },
  { name: 'account', test: /src\/pages\/(use-captcha|CaptchaField|NewPasswordFields|use-countdown|use-first-touch)\./ },
]

/** Modules that pages without the console import: these stay with their pages. */
function publicModules(graph: Graph): Set<string> {
  const found = new Set<string>([CONSOLE])
  const waiting = [MAIN, ...(graph.getModuleInfo(PUBLIC_PAGES)?.dynamicallyImportedIds ?? [])]
  for (let id = waiting.pop(); id; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

const ICONS = /node_modules\/@ant-design\/icons/
const WIDGETS = /node_modules\/(antd|@ant-design|@rc-component)\//
const OWN = /\/(src|resources|providers|contract)\//
let onPublicPages: Set<string> | undefined
/** Modules of the console that at least `minShareCount` of the parts that are loaded by themselves need. */
const group = (name: string, test: RegExp, minShareCount: number) => ({
  name: (id: string, graph: Graph) => {
    onPublicPages ??= publicModules(graph)
    return onPublicPages.has(id) ? null : name
  },
  debugName: name,
  test,
  minShareCount,
})

/**
 * Which modules go into one script. Left to itself the bundler makes one for each set of parts that share something: the
 * list of spaces fetched 141 scripts and a folder 214, each with its request and its place in every cache. With more in a
 * group there are fewer scripts and more bytes that a page does not need.
 */
export const chunkGroups = [
  ...pageParts,
  group('icons', ICONS, 8),
  group('widgets', WIDGETS, 60),
  group('common', OWN, 40),
  group('more-widgets', WIDGETS, 24),
  group('more-common', OWN, 16),
]
