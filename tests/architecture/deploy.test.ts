import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { configHelp } from '#server/config.ts'
import { hasNginx, proveNginx } from '../services/nginx.ts'
import { hasProgram, runProgram } from '../services/program.ts'

const deploy = fileURLToPath(new URL('../../deploy', import.meta.url))
const shipped = (path: string) => readFileSync(join(deploy, path), 'utf8')
const all = readdirSync(deploy, { recursive: true, encoding: 'utf8' }).filter((path) => /\.\w+$/.test(path))

/** Keys that the files of deploy/ set or ask for, by file. */
function keysIn(path: string): string[] {
  const text = shipped(path).replace(/^\s*#.*$/gm, '')
  if (path.endsWith('.env.example')) return [...text.matchAll(/^([A-Z_0-9]+)=/gm)].map(([, key]) => key ?? '')
  if (path.endsWith('dataspace.yaml') || path.endsWith('secret.example.yaml'))
    return [...text.matchAll(/^ {2}([A-Z][A-Z_0-9]+): /gm)].map(([, key]) => key ?? '')
  if (path.endsWith('compose.yaml')) {
    const [, node = ''] = /environment: &environment\n((?: {4}.*\n)+)/.exec(text) ?? []
    return [...node.matchAll(/^ {4}([A-Z_0-9]+): /gm)].map(([, key]) => key ?? '')
  }
  return []
}
/** What compose itself asks for, and hands on under other names. */
const OF_COMPOSE = ['TLS_FOLDER', 'POSTGRES_PASSWORD']

describe('what deploy/ ships', () => {
  test('sets no key that the server does not know', () => {
    const known = [...configHelp().matchAll(/^ {2}([A-Z_0-9]+) /gm)].map(([, key]) => key)
    const used = all.flatMap((path) => keysIn(path).map((key) => `${path} ${key}`))
    expect(used.length).toBeGreaterThan(40)
    expect(used.filter((one) => ![...known, ...OF_COMPOSE].includes(one.split(' ')[1]))).toEqual([])
  })

  test('has one nginx configuration: that of compose differs in its nodes alone', () => {
    const below = (path: string) => shipped(path).replace(/^#.*\n/, '')
    const inside = below('nginx/dataspace.conf').replace(/127\.0\.0\.1:808(\d)/g, 'app$1:8080')
    expect(below('compose/nginx.conf')).toBe(inside)
  })

  test.skipIf(!hasNginx).each(['nginx/dataspace.conf', 'compose/nginx.conf'])(
    'has in %s what nginx can use',
    (path) => {
      expect(() => proveNginx(path)).not.toThrow()
    },
  )

  test.skipIf(!hasProgram('/usr/lib/python3/dist-packages/yaml')).each(all.filter((path) => /\.ya?ml$/.test(path)))(
    'has in %s YAML that can be read',
    (path) => {
      const read = 'import sys, yaml; assert all(list(yaml.safe_load_all(open(sys.argv[1]))))'
      expect(() => runProgram('/usr/bin/python3', ['-c', read, join(deploy, path)])).not.toThrow()
    },
  )

  test.skipIf(!hasProgram('/usr/bin/systemd-analyze'))('has units that systemd can use', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ds-units-'))
    const units = readdirSync(join(deploy, 'systemd')).filter((name) => /\.(service|timer)$/.test(name))
    // Its program is installed elsewhere on the machine of a test.
    for (const name of units)
      writeFileSync(
        join(folder, name),
        shipped(`systemd/${name}`).replaceAll('/opt/dataspace/node_modules/.bin/node', process.execPath),
      )
    const verify = ['verify', '--man=no', ...units.map((name) => join(folder, name))]
    expect(() => runProgram('/usr/bin/systemd-analyze', verify)).not.toThrow()
    rmSync(folder, { recursive: true })
  })

  test.skipIf(!hasProgram('/usr/bin/promtool'))('has alert rules that Prometheus can use', () => {
    expect(() =>
      runProgram('/usr/bin/promtool', ['check', 'rules', join(deploy, 'monitoring/alerts.yml')]),
    ).not.toThrow()
  })
})
