import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { jobFailed } from '#server/http/metrics.ts'
import { buildWorld } from '../support/world.ts'

const shipped = (name: string) => readFileSync(new URL(`../../deploy/monitoring/${name}`, import.meta.url), 'utf8')

/** Names of figures in an expression of Prometheus: what stands before braces, brackets, operators or the end. */
const figuresIn = (expression: string): string[] =>
  [...expression.replace(/"[^"]*"/g, '').matchAll(/\b(?:dataspace|http|nodejs|process)_\w+/g)].map(([name]) => name)

const expressionsOf = {
  'alerts.yml': () =>
    [...shipped('alerts.yml').matchAll(/expr: >-\n\s+(.+)/g)].map(([, expression]) => expression ?? ''),
  'dashboard.json': () =>
    (JSON.parse(shipped('dashboard.json')) as { panels: { targets: { expr: string }[] }[] }).panels.flatMap(
      ({ targets }) => targets.map(({ expr }) => expr),
    ),
}

test.each(['alerts.yml', 'dashboard.json'] as const)(
  'every figure that %s names is told by a running server',
  async (name) => {
    const world = await buildWorld()
    jobFailed('sweep-trash')
    await fetch(`${world.origin}/healthz`)
    const metrics = await (await fetch(`${world.origin}/metrics`)).text()
    const expressions = expressionsOf[name]()
    const figures = [...new Set(expressions.flatMap(figuresIn))]
    expect(expressions.length).toBeGreaterThan(10)
    expect(figures.length).toBeGreaterThan(10)
    expect(figures.filter((figure) => !new RegExp(`^${figure}(\\{| )`, 'm').test(metrics))).toEqual([])
  },
)
