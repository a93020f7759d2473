import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The one sentence of a lost network, and the button that asks again, with the files that may show them. */
const ALLOWED: Record<string, readonly string[]> = {
  'errors.network': ['providers/failures.ts'],
  'errors.offline': ['providers/failures.ts'],
  'errors.retry': [
    'src/widgets/NotLoaded.tsx',
    'src/widgets/MoreButton.tsx',
    // Not a failed read: a page that broke, a row of a tree, a selection, what a viewer could not draw.
    'src/shell/CrashGuard.tsx',
    'src/folders/FolderTree.tsx',
    'src/files/dialogs/use-chosen.tsx',
    'src/preview/PreviewModal.tsx',
    'src/preview/viewers/csv.tsx',
    // What could not be saved.
    'resources/publications/wizard.tsx',
    // What the reader has stopped.
    'resources/tables/rows-progress.tsx',
    // Public pages load no component library.
    'src/pages/CaptchaField.tsx',
    'src/pages/recover/ResetPage.tsx',
    'src/pages/register/LinkOutcome.tsx',
  ],
}

/** What a source says itself of a failure instead of leaving it to `NotLoaded`, `MoreButton` or `sentenceOf`. */
const ownWordsIn = (path: string, text: string): string[] =>
  Object.entries(ALLOWED)
    .filter(([key, paths]) => text.includes(`'${key}'`) && !paths.includes(path))
    .map(([key]) => `${path}: ${key}`)

test('no component says itself why something did not come, or draws its own button to ask again', () => {
  const paths = globSync('{src,resources,providers}/**/*.{ts,tsx}', { cwd: root })
  expect(paths.length).toBeGreaterThan(500)
  expect(paths.flatMap((path) => ownWordsIn(path, readFileSync(root + path, 'utf8')))).toEqual([])
})

test('a component that does is found', () => {
  const planted = "<p>{t('errors.network')}<Button onClick={again}>{t('errors.retry')}</Button></p>"
  expect(ownWordsIn('resources/lakes/list.tsx', planted)).toEqual([
    'resources/lakes/list.tsx: errors.network',
    'resources/lakes/list.tsx: errors.retry',
  ])
})
