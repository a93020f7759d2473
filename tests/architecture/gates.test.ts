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
  'scripts/check-contract.ts',
  'scripts/check-locales.ts',
  'scripts/contract-diff.ts',
  'scripts/locales.ts',
]
type Tree = Record<string, string>
/** The smallest tree of this layout that passes every gate. */
const soundFiles: Tree = {
  'package.json': `${JSON.stringify({ type: 'module', imports: { '#server/*': './server/*' }, dependencies: { zod: '*' } }, null, 2)}\n`,
  'contract/core/errors.ts':
    "export const errors: Record<string, { text: string }> = { gone: { text: 'errors.gone' } }\n",
  'contract/core/text-values.ts': 'export const textValues: Record<string, number> = { DEPTH_MAX: 9 }\n',
  'contract/name.ts': "import * as z from 'zod/mini'\n\nexport const Name = z.string()\n",
  'CHANGELOG.md': '',
  'docs/released-api.jsonl': '',
  'server/http/openapi.ts': 'export const openApiDocument = () => ({ paths: {} })\n',
  'server/main.ts': `import { errors } from '../contract/core/errors.ts'
import { textValues } from '../contract/core/text-values.ts'
import { Name } from '../contract/name.ts'
import { openApiDocument } from './http/openapi.ts'
import { lakes } from './modules/lakes/index.ts'

lakes(Name.parse({ errors, textValues, openApiDocument }))
`,
  'server/modules/lakes/index.ts':
    "import { deep } from './service.ts'\n\nexport const lakes = (name: string) => deep(name)\n",
  'server/modules/lakes/service.ts': 'export const deep = (name: string) => name\n',
  'src/pages/render.tsx': "import '../../providers/call.ts'\n",
  'providers/call.ts': 'export {}\n',
  'client/main.ts': 'export {}\n',
  'resources/.keep': '',
  'locales/zh/errors.json': '{ "gone": "已沉到 {{DEPTH_MAX, number}} 米" }\n',
  'locales/en/errors.json': '{ "gone": "It sank to {{DEPTH_MAX, number}} m" }\n',
  'locales/manifest.ts': "export const manifest = { errors: 'public' }\n",
}
const trees: string[] = []
afterAll(() => {
  for (const tree of trees) rmSync(tree, { recursive: true, force: true })
})

function plant(files: Tree, tree = mkdtempSync(join(tmpdir(), 'ds-gate-'))): string {
  if (!trees.includes(tree)) {
    trees.push(tree)
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
    for (const path of settings) cpSync(join(root, path), join(tree, path))
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), text)
  }
  return tree
}

/** What a gate of `npm run check` says to a tree. */
function ask(gate: string, tree: string): Promise<{ isClean: boolean; said: string }> {
  const [command = '', ...argv] = gates[gate] as string[]
  const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`, FORCE_COLOR: '0' }
  return new Promise((resolve) => {
    execFile(command, argv, { cwd: tree, env }, (error, stdout, stderr) =>
      resolve({ isClean: !error, said: stdout + stderr }),
    )
  })
}

const client = (path: string) => `import { lakes } from '${path}'\n\nexport const other = lakes\n`
type Fault = [gate: string, fault: string, files: Tree, sentence: RegExp]
const faults: Fault[] = [
  ['format and lint', 'a double quote', { 'server/main.ts': 'process.stdout.write("x")\n' }, /main\.ts format/],
  ['format and lint', 'any', { 'providers/call.ts': 'export const x: any = 1\n' }, /noExplicitAny/],
  [
    'format and lint',
    'a forgotten import',
    { 'providers/call.ts': "import 'zod'\nimport { a } from './a.ts'\n" },
    /noUnusedImports/,
  ],
  [
    'format and lint',
    'an import without its ending, which Node does not find',
    { 'server/main.ts': "import { errors } from '../contract/core/errors'\n\nprocess.stdout.write(String(errors))\n" },
    /useImportExtensions/,
  ],
  ['types', 'a number for a text', { 'src/x.ts': "export const x: number = 'x'\n" }, /TS2322/],
  ['types', 'an enum, which Node cannot strip', { 'server/kind.ts': 'export enum Kind {\n  A,\n}\n' }, /TS1294/],
  ['types', 'an index that may miss', { 'src/x.ts': 'export const f = (a: string[]): string => a[0]\n' }, /TS2322/],
  [
    'contract',
    'an operation that the last release had and callers miss',
    {
      'docs/released-api.jsonl':
        '{"call":"GET /api/lakes","name":"lakes.list","isOpen":true,"group":"","input":{},"answer":{}}\n',
    },
    /lakes\.list: GET \/api\/lakes was removed/,
  ],
  ['locales', 'a text in one language', { 'locales/en/errors.json': '{}\n' }, /en lacks errors\.gone/],
  [
    'locales',
    'a number in a text',
    { 'locales/zh/errors.json': '{ "gone": "已沉到 {{DEPTH_MAX, number}} 米，最多 30 米" }\n' },
    /errors\.gone says a number/,
  ],
  ['locales', 'a key without words', { 'src/x.ts': "t('errors.lost')\n" }, /uses errors\.lost, which has no words/],
  [
    'locales',
    'a file that the manifest does not name',
    { 'locales/zh/lakes.json': '{}\n', 'locales/en/lakes.json': '{}\n' },
    /locales\/manifest\.ts lacks lakes/,
  ],
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
    "a module that reaches behind another's index",
    { 'server/modules/rivers/index.ts': client('../lakes/service.ts').replaceAll('lakes }', 'deep as lakes }') },
    /modules-by-index/,
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
    /resources-know-no-other/,
  ],
  [
    'walls',
    'a widget that knows a capability',
    { 'src/widgets/x.ts': "import '../../providers/call.ts'\n" },
    /widgets-know-no-capability/,
  ],
  [
    'walls',
    'a widget that knows the shape of a capability',
    {
      'src/widgets/x.ts': "export type { Space } from '../../contract/spaces.ts'\n",
      'contract/spaces.ts': 'export type Space = string\n',
    },
    /widgets-know-no-shape/,
  ],
  [
    'walls',
    'a page that knows another',
    { 'src/pages/a/x.ts': "import '../b/x.ts'\n", 'src/pages/b/x.ts': 'export {}\n' },
    /pages-know-no-other/,
  ],
  [
    'walls',
    'a part of the personal centre that knows another',
    {
      'src/pages/personal-center/a/x.ts': "import '../b/x.ts'\n",
      'src/pages/personal-center/b/x.ts': 'export {}\n',
    },
    /personal-parts-know-no-other/,
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
    /client-imports-no-schema/,
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
    { 'contract/name.ts': `${soundFiles['contract/name.ts']}export const Nick = Name\n` },
    /Nick/,
  ],
  [
    'dead code',
    'a dependency that nobody needs',
    { 'package.json': (soundFiles['package.json'] ?? '').replace('"zod": "*"', '"zod": "*",\n    "kysely": "*"') },
    /kysely/,
  ],
]

/** Faults of one gate that touch no file in common and are told by other sentences: one tree has them all. */
function batchesOf(gate: string): Fault[][] {
  const batches: Fault[][] = []
  for (const fault of faults.filter(([of]) => of === gate)) {
    const [, , files, sentence] = fault
    const fits = batches.find((batch) =>
      batch.every(
        ([, , other, told]) => told.source !== sentence.source && !Object.keys(files).some((path) => path in other),
      ),
    )
    if (fits) fits.push(fault)
    else batches.push([fault])
  }
  return batches
}

describe.each(Object.keys(gates))('npm run check: %s', { timeout: 60_000 }, (gate) => {
  let sound = ''
  test('a sound tree passes', async () => {
    sound = plant(soundFiles)
    expect(await ask(gate, sound)).toMatchObject({ isClean: true })
  })

  test.each(batchesOf(gate).map((batch) => [batch.map(([, fault]) => fault).join(', '), batch] as const))(
    '%s: named in a tree that passed before, which passes again when it is mended',
    async (_faults, batch) => {
      const files: Tree = Object.assign({}, ...batch.map(([, , files]) => files))
      const { isClean, said } = await ask(gate, plant(files, sound))
      for (const [, , , sentence] of batch) expect(said).toMatch(sentence)
      expect(isClean).toBe(false)
      for (const path of Object.keys(files)) rmSync(join(sound, path))
      plant(soundFiles, sound)
      expect(await ask(gate, sound)).toMatchObject({ isClean: true })
    },
  )
})
