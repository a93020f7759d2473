import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { gates } from '../../scripts/gates.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** What the gates read besides sources. */
const settings = [
  '.dependency-cruiser.cjs',
  '.gitignore',
  '.oxlintrc.json',
  'biome.json',
  'knip.json',
  'tsconfig.json',
  'scripts/check-locales.ts',
  'scripts/locales.ts',
]
type Tree = Record<string, string>
/** The smallest tree of this layout that passes every gate. */
const sound: Tree = {
  'package.json': `${JSON.stringify({ type: 'module', imports: { '#server/*': './server/*' }, dependencies: { zod: '*' } }, null, 2)}\n`,
  'contract/errors.ts': "export const errors: Record<string, { text: string }> = { gone: { text: 'errors.gone' } }\n",
  'contract/name.ts': "import * as z from 'zod/mini'\n\nexport const Name = z.string()\n",
  'server/main.ts': `import { errors } from '../contract/errors.ts'
import { Name } from '../contract/name.ts'
import { lakes } from './modules/lakes/index.ts'

lakes(Name.parse(errors))
`,
  'server/modules/lakes/index.ts':
    "import { deep } from './service.ts'\n\nexport const lakes = (name: string) => deep(name)\n",
  'server/modules/lakes/service.ts': 'export const deep = (name: string) => name\n',
  'src/pages/render.tsx': "import '../../providers/call.ts'\n",
  'providers/call.ts': 'export {}\n',
  'client/main.ts': 'export {}\n',
  'resources/.keep': '',
  'locales/zh/errors.json': '{ "gone": "已不存在" }\n',
  'locales/en/errors.json': '{ "gone": "It is gone" }\n',
}
const trees: string[] = []
afterAll(() => {
  for (const tree of trees) rmSync(tree, { recursive: true, force: true })
})

function plant(files: Tree): string {
  const tree = mkdtempSync(join(tmpdir(), 'ds-gate-'))
  trees.push(tree)
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  for (const path of settings) cpSync(join(root, path), join(tree, path))
  for (const [path, text] of Object.entries({ ...sound, ...files })) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), text)
  }
  return tree
}

/** What a gate of `npm run check` says to such a tree. */
function ask(gate: string, files: Tree): Promise<{ isClean: boolean; said: string }> {
  const [command = '', ...argv] = Object.assign({}, ...gates)[gate] as string[]
  const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`, FORCE_COLOR: '0' }
  return new Promise((resolve) => {
    execFile(command, argv, { cwd: plant(files), env }, (error, stdout, stderr) =>
      resolve({ isClean: !error, said: stdout + stderr }),
    )
  })
}

const client = (path: string) => `import { lakes } from '${path}'\n\nexport const other = lakes\n`
const faults: [gate: string, fault: string, files: Tree, sentence: RegExp][] = [
  ['format and lint', 'a double quote', { 'server/main.ts': 'process.stdout.write("x")\n' }, /main\.ts format/],
  ['format and lint', 'any', { 'providers/call.ts': 'export const x: any = 1\n' }, /noExplicitAny/],
  [
    'format and lint',
    'a forgotten import',
    { 'providers/call.ts': "import 'zod'\nimport { a } from './a.ts'\n" },
    /noUnusedImports/,
  ],
  ['types', 'a number for a text', { 'src/x.ts': "export const x: number = 'x'\n" }, /TS2322/],
  ['types', 'an enum, which Node cannot strip', { 'server/kind.ts': 'export enum Kind {\n  A,\n}\n' }, /TS1294/],
  ['types', 'an index that may miss', { 'src/x.ts': 'export const f = (a: string[]): string => a[0]\n' }, /TS2322/],
  ['locales', 'a text in one language', { 'locales/en/errors.json': '{}\n' }, /en lacks errors\.gone/],
  ['locales', 'a key without words', { 'src/x.ts': "t('errors.lost')\n" }, /uses errors\.lost, which has no words/],
  ['locales', 'Chinese in a page', { 'src/x.ts': "export const x = '湖'\n" }, /holds Chinese words/],
  ['promises', 'a promise let go', { 'src/x.ts': 'const f = async () => 1\nf()\n' }, /no-floating-promises/],
  ['promises', 'an await of nothing', { 'src/x.ts': 'await 1\nexport {}\n' }, /await-thenable/],
  [
    'promises',
    'a case left out',
    { 'src/x.ts': "export const f = (x: 'a' | 'b') => {\n  switch (x) {\n    case 'a':\n      return 1\n  }\n}\n" },
    /switch-exhaustiveness-check/,
  ],
  ['promises', 'a text that is thrown', { 'src/x.ts': "throw 'x'\n" }, /only-throw-error/],
  ['walls', 'a contract that needs Node', { 'contract/name.ts': "import 'node:fs'\n" }, /contract-needs-only-zod/],
  [
    'walls',
    "a module that reaches behind another's door",
    { 'server/modules/rivers/index.ts': client('../lakes/service.ts').replaceAll('lakes }', 'deep as lakes }') },
    /modules-by-front-door/,
  ],
  [
    'walls',
    'storage that knows a module',
    { 'server/storage/x.ts': client('#server/modules/lakes/index.ts') },
    /http-and-storage-know-no-module/,
  ],
  [
    'walls',
    'a page that knows the server',
    { 'src/pages/x.ts': client('#server/modules/lakes/index.ts') },
    /console-knows-no-server/,
  ],
  [
    'walls',
    'a provider that knows a page',
    { 'providers/call.ts': "export * from '../src/pages/render.tsx'\n" },
    /providers-are-below/,
  ],
  [
    'walls',
    'a resource that knows another',
    { 'resources/a/list.tsx': "import '../b/list.tsx'\n", 'resources/b/list.tsx': 'export {}\n' },
    /resources-know-widgets-only/,
  ],
  [
    'walls',
    'a widget that knows a capability',
    { 'src/widgets/x.ts': "import '../../providers/call.ts'\n" },
    /widgets-know-no-capability/,
  ],
  [
    'walls',
    'a page that knows another',
    { 'src/pages/a/x.ts': "import '../b/x.ts'\n", 'src/pages/b/x.ts': 'export {}\n' },
    /pages-know-no-other/,
  ],
  [
    'walls',
    'the uploader in a preview',
    { 'src/preview/x.ts': "import '../uploader/x.ts'\n", 'src/uploader/x.ts': 'export {}\n' },
    /preview-stands-alone/,
  ],
  [
    'walls',
    'a schema in the command-line client',
    { 'client/main.ts': "import { Name } from '../contract/name.ts'\n\nprocess.stdout.write(String(Name))\n" },
    /client-needs-nothing-but-facts/,
  ],
  [
    'walls',
    'a circle',
    {
      'server/modules/lakes/service.ts': "import { deeper } from './store.ts'\n\nexport const deep = deeper\n",
      'server/modules/lakes/store.ts':
        "import { deep } from './service.ts'\n\nexport const deeper = (): unknown => deep\n",
    },
    /no-cycles/,
  ],
  [
    'walls',
    'a circle of types',
    {
      'server/modules/lakes/service.ts': `import type { Water } from './store.ts'

export type Depth = number
export const deep = (name: Water) => name
`,
      'server/modules/lakes/store.ts':
        "import type { Depth } from './service.ts'\n\nexport type Water = string | Depth\n",
    },
    /no-cycles/,
  ],
  [
    'walls',
    'a circle through what is loaded later',
    {
      'server/modules/lakes/service.ts': "export type Depth = number\nexport const deep = () => import('./store.ts')\n",
      'server/modules/lakes/store.ts': "import type { Depth } from './service.ts'\n\nexport const water: Depth = 1\n",
    },
    /no-cycles/,
  ],
  ['dead code', 'a file that nobody needs', { 'server/left.ts': 'export {}\n' }, /left\.ts/],
  [
    'dead code',
    'an export that nobody needs',
    { 'contract/name.ts': `${sound['contract/name.ts']}export const Nick = Name\n` },
    /Nick/,
  ],
  [
    'dead code',
    'a dependency that nobody needs',
    { 'package.json': (sound['package.json'] ?? '').replace('"zod": "*"', '"zod": "*",\n    "kysely": "*"') },
    /kysely/,
  ],
]

describe('npm run check', () => {
  test.concurrent.each(faults)('%s: %s is named', { timeout: 60_000 }, async (gate, _fault, files, sentence) => {
    const { isClean, said } = await ask(gate, files)
    expect(said).toMatch(sentence)
    expect(isClean).toBe(false)
  })

  test.concurrent.each(gates.flatMap(Object.keys))('%s: a sound tree passes', { timeout: 60_000 }, async (gate) => {
    expect(await ask(gate, {})).toMatchObject({ isClean: true })
  })
})
