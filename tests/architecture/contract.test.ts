import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { backupCauses } from '#contract/backups.ts'
import { errors } from '#contract/core/errors.ts'
import { flagDefaults } from '#contract/core/policy.ts'
import { contract, operations } from '#contract/index.ts'
import { taskCauses } from '#contract/tasks.ts'
import { summaryOf } from '#server/http/openapi.ts'
import { texts } from '#server/http/texts.ts'

const root = new URL('../../', import.meta.url)
const at = (path: string) => new URL(path, root)
const capabilities = Object.keys(contract)
/** Capabilities that live in the module of another: the trash is a part of files, visitors come by links. */
const servedBy: Record<string, string> = {
  trash: 'files',
  shareAccess: 'shares',
  reviews: 'publications',
  datasetBoards: 'datasets',
  tableComments: 'tables',
  tableFiles: 'tables',
  sourceImports: 'data-sources',
}
/** Folders are kebab-case, names in code are not. */
const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
/** What other modules stand on, without calls of its own; the live channel is an event stream, not calls. */
const foundations = [
  'datasets',
  'frozen-boards',
  'ftp',
  'identifiers',
  'live',
  'people',
  'renditions',
  'second-step',
  'sftp',
  'webdav',
]
/** They end a session: none of the sentences of section 8 of the specification says that. */
const endings = ['account.endDevice', 'account.endOthers']
const sources = (pattern: string) =>
  globSync(pattern, { cwd: fileURLToPath(root) })
    .filter((path) => !path.includes('.test.'))
    .map((path) => readFileSync(at(path), 'utf8'))
    .join('\n')

describe('operations', () => {
  test('method and path are told once', () => {
    const places = operations.map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ':')}`)
    expect(places).toEqual([...new Set(places)])
  })

  test.each(operations)('%s says in sentences what it does, in both languages', (name) => {
    expect(summaryOf('en', name)).toMatch(/^[A-Z].*\.$/)
    expect(summaryOf('zh', name)).toMatch(/\p{Script=Han}.*。$/u)
  })

  test.each(['zh', 'en'] as const)(
    'the reference in %s describes the operations and groups that there are',
    (language) => {
      const { operations: said, groups } = texts[language].api as { operations: Record<string, object>; groups: object }
      expect(Object.keys(groups).sort()).toEqual([...capabilities].sort())
      const described = Object.entries(said).flatMap(([group, calls]) =>
        Object.keys(calls).map((call) => `${group}.${call}`),
      )
      expect(described.sort()).toEqual(operations.map(([name]) => name).sort())
    },
  )

  test.each(operations)('%s takes every parameter of its path as input', (_name, { path, input }) => {
    const { shape } = input as unknown as { shape: object }
    for (const [, parameter = ''] of path.matchAll(/:(\w+)/g)) expect(Object.keys(shape)).toContain(parameter)
  })

  test.each(operations)('%s names each refusal once', (_name, operation) => {
    expect(operation.errors).toEqual([...new Set(operation.errors)])
  })

  test('a call that deletes says first what failed', () => {
    const silent = operations.filter(([, { method, act }]) => method === 'DELETE' && !act).map(([name]) => name)
    expect(silent).toEqual(endings)
  })

  test.each(operations.filter(([, { paging }]) => paging))('%s is asked by after and size', (_name, { input }) => {
    const { shape } = input as unknown as { shape: object }
    expect(Object.keys(shape)).toEqual(expect.arrayContaining(['after', 'size']))
  })

  test.each(operations)('%s is mounted by its module', (name) => {
    const [capability = '', call = ''] = name.split('.')
    const module = sources(`server/modules/${servedBy[capability] ?? kebab(capability)}/**/*.ts`)
    expect(module).toMatch(new RegExp(`mount\\w*\\(\\s*app,\\s*${capability}\\.${call},`))
  })
})

describe('refusals', () => {
  const declared = new Set<string>([
    ...operations.flatMap(([, operation]) => operation.errors),
    ...taskCauses,
    ...backupCauses,
  ])
  const raised = sources('server/**/*.ts')

  test.each(Object.keys(errors))(
    '%s is named by an operation, ends a task, or the HTTP layer or a protocol raises it',
    (name) => {
      const raisedOutside = sources('server/{http,modules/protocols,modules/webdav}/*.ts')
      expect(declared.has(name) || raisedOutside.includes(`'${name}'`)).toBe(true)
    },
  )

  test.each(Object.keys(errors))('%s is raised somewhere', (name) => {
    expect(raised).toContain(`'${name}'`)
  })

  const tested = globSync(
    ['tests/{api,conformance,fault}/**/*.test.ts', '{contract,providers,resources,server,src}/**/*.test.ts'],
    {
      cwd: fileURLToPath(root),
    },
  )
    .map((path) => readFileSync(at(path), 'utf8'))
    .join('\n')

  test('each is named by a test', () => {
    expect(Object.keys(errors).filter((name) => !tested.includes(`'${name}'`))).toEqual([])
  })

  test.each(Object.entries(errors))('%s has a code that no success has, and a status of a failure', (_name, row) => {
    expect(row.code).not.toBe(0)
    expect(row.status).toBeGreaterThanOrEqual(400)
  })
})

describe('capabilities', () => {
  test.each(capabilities)('%s has a module, and texts in both languages where it speaks', (capability) => {
    const host = servedBy[capability] ?? kebab(capability)
    expect(existsSync(at(`server/modules/${host}/index.ts`))).toBe(true)
    expect(existsSync(at(`locales/zh/${capability}.json`))).toBe(true)
    expect(existsSync(at(`locales/en/${capability}.json`))).toBe(true)
  })

  test.each(globSync('server/modules/*/', { cwd: fileURLToPath(root) }).map((path) => path.split('/').at(-1) ?? ''))(
    'the module %s is in the contract, or others stand on it',
    (module) => {
      expect([...capabilities.map(kebab), ...foundations]).toContain(module)
    },
  )

  test.each(globSync('resources/*/', { cwd: fileURLToPath(root) }).map((path) => path.split('/').at(-1) ?? ''))(
    'the resource %s is in the contract',
    (resource) => {
      expect(capabilities.map(kebab)).toContain(resource)
    },
  )

  test('there are the 25 flags of the specification', () => {
    expect(Object.keys(flagDefaults)).toHaveLength(25)
  })
})
