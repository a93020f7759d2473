import { Tooltip } from 'antd'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tone } from '../../src/grid/types.ts'
import type { Present } from './use-presence.ts'

/** Faces that are shown; the others are counted (our choice). */
const FACES_MAX = 4
const TONES = 6

/** The colour of a person: the same for everybody who sees them. */
export const toneOfPerson = (personId: string): Tone => (Number.parseInt(personId.slice(-4), 16) % TONES) as Tone

/** Who else looks at the table now, each person once. */
export function PeopleHere({ present }: { present: readonly Present[] }) {
  const { t } = useTranslation()
  const people = [...new Map(present.map((one) => [one.personId, one.personName]))]
  if (people.length === 0) return null
  const names = people.map(([, name]) => name)
  return (
    <Tooltip title={names.join(', ')}>
      <span className="people-here" role="img" aria-label={t('tables.here', { names: names.join(', ') })}>
        {people.slice(0, FACES_MAX).map(([id, name]) => (
          <span key={id} style={{ '--tone': `var(--tone-${toneOfPerson(id)})` } as CSSProperties}>
            {[...name][0]}
          </span>
        ))}
        {people.length > FACES_MAX && <small>+{people.length - FACES_MAX}</small>}
      </span>
    </Tooltip>
  )
}
