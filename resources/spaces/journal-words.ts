import type { SpaceStatus, SpaceType } from '#contract/core/policy.ts'
import type { JournalWords } from '../../src/widgets/space-part.tsx'

const isType = (value: string): value is SpaceType => ['private', 'restricted', 'public'].includes(value)
const isStatus = (value: string): value is SpaceStatus => ['failed', 'pending', 'normal', 'offline'].includes(value)

/** Translates types and statuses in journal entries. */
export const journalWords: JournalWords = {
  typeChanged: (t, value) => (isType(value) ? t(`home.types.${value}`) : value),
  statusChanged: (t, value) => (isStatus(value) ? t(`spaces.statuses.${value}`) : value),
}
