import type { TFunction } from 'i18next'
import { formatExact } from '../widgets/format.ts'
import type { JournalWords } from '../widgets/space-part.tsx'

/** A folder by its path; the root has no name of its own, so it gets a translated one. */
const placeOf = (t: TFunction, path: string) => (path === '/' ? t('journal.root') : path)
/** Another space by name; without a name if only its members may know it. */
const spaceOf = (t: TFunction, name: string) => (name ? t('journal.space', { name }) : t('journal.otherSpace'))

export const journalWords: JournalWords = {
  moved: placeOf,
  copied: placeOf,
  movedIn: spaceOf,
  movedOut: spaceOf,
  copiedIn: spaceOf,
  copiedOut: spaceOf,
  wentBack: (_t, at, lang) => formatExact(at, lang),
}
