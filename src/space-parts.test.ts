import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { spaceParts } from './space-parts.ts'
import { type SpacePart, sectionsOf, tabsOf } from './widgets/space-part.tsx'

const tabs = tabsOf(spaceParts).map(({ key }) => key)
const sections = sectionsOf(spaceParts).map(({ key }) => key)
const inOrder = (sheetsOf: (part: SpacePart) => { key: string; order: number }[]) =>
  spaceParts
    .flatMap(sheetsOf)
    .toSorted((one, other) => one.order - other.order)
    .map(({ key }) => key)
const sources = globSync('{contract,providers,resources,server,src}/**/*.{ts,tsx}').filter(
  (path) => !/\.test\.tsx?$/.test(path),
)

describe('parts of a space', () => {
  test('tabs and sections stand in the order that they ask for', () => {
    expect(tabs).toEqual(inOrder(({ tabs }) => tabs))
    expect([tabs.at(0), tabs.at(-1)]).toEqual(['spaceInfo', 'spaceSetting'])
    expect(sections).toEqual(inOrder(({ sections }) => sections))
    expect([sections.at(0), sections.at(-1)]).toEqual(['basics', 'delete'])
  })

  test('no two of them have one address', () => {
    expect(new Set(tabs).size).toBe(tabs.length)
    expect(new Set(sections).size).toBe(sections.length)
  })

  test('every address of a tab in the code leads to one', () => {
    const named = sources.flatMap((path) =>
      [
        ...readFileSync(path, 'utf8').matchAll(
          /\/details\/(\w+)(?![\w.-])|spacePath\([^()]*(?:\([^()]*\))?[^()]*'(\w+)'\)/g,
        ),
      ].map(([, key, literal]) => `${path}: ${key ?? literal}`),
    )
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((one) => !tabs.includes(one.split(': ')[1] ?? ''))).toEqual([])
  })
})
