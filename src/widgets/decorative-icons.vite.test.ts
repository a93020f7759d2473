import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { asDecoration } from './decorative-icons.vite.ts'

const sourceOf = (name: string) =>
  readFileSync(
    fileURLToPath(new URL(`../../node_modules/@ant-design/icons/es/components/${name}.js`, import.meta.url)),
    'utf8',
  )

test.each(['AntdIcon', 'AntdIconLight'])('%s says nothing to a screen reader unless it is labelled', (name) => {
  const made = asDecoration(sourceOf(name))
  expect(made).not.toContain('icon.name\n')
  expect(made).toContain('"aria-hidden": true')
})

test('a library that changed is told, not passed over', () => {
  expect(() => asDecoration('export default Icon')).toThrow(/in another way/)
})
