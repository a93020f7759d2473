import type { TFunction } from 'i18next'
import type { SpaceRole } from '#contract/core/policy.ts'
import type { JournalWords } from '../../src/widgets/space-part.tsx'

const isRole = (value: string): value is SpaceRole => ['owner', 'senior', 'normal'].includes(value)
const roleOf = (t: TFunction, value: string) => (isRole(value) ? t(`joining.roleInWords.${value}`) : value)

/** Translates the roles in journal entries. */
export const journalWords: JournalWords = { joinPassed: roleOf, invited: roleOf, joined: roleOf, roleChanged: roleOf }
