import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The menus that open from a button with words, but without the arrow. */
const unlike = (text: string): string[] =>
  [...text.matchAll(/<Dropdown\b[\s\S]*?<\/Dropdown>/g)]
    .map(([menu]) => menu)
    .filter((menu) => menu.includes('</Button>') || (menu.includes('<NamedButton') && !/\sopens\b/.test(menu)))

test('a button with words that opens a menu has the arrow of MenuButton', () => {
  const paths = globSync(['src/**/*.tsx', 'resources/**/*.tsx'], { cwd: root })
  expect(paths.filter((path) => unlike(readFileSync(`${root}${path}`, 'utf8')).length)).toEqual([])
})

test.each([
  ['<Dropdown menu={menu}><Button type="text">Export</Button></Dropdown>', 1],
  ['<Dropdown menu={menu}><NamedButton icon={icon} hint={hint}>View</NamedButton></Dropdown>', 1],
  ['<Dropdown menu={menu}><NamedButton icon={icon} hint={hint} opens>View</NamedButton></Dropdown>', 0],
  ['<Dropdown menu={menu}><MenuButton>Export</MenuButton></Dropdown> <Button>Create</Button>', 0],
  ['<Dropdown menu={menu}><Button icon={<MoreOutlined />} aria-label={label} /></Dropdown>', 0],
])('%s has %i faults', (text, count) => {
  expect(unlike(text)).toHaveLength(count)
})
