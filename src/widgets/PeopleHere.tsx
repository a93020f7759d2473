import { Tooltip } from 'antd'
import type { CSSProperties } from 'react'
import './people-here.css'

/** Faces that are shown; the others are counted (our choice). */
const FACES_MAX = 4
const TONES = 6
type Person = { personId: string; personName: string }

/** The colour of a person: the same for everybody who sees them. */
export const toneOfPerson = (personId: string) =>
  (Number.parseInt(personId.slice(-4), 16) % TONES) as 0 | 1 | 2 | 3 | 4 | 5

/** The people who are viewing this now, each once; `label` makes a sentence of their names. */
export function PeopleHere({ present, label }: { present: readonly Person[]; label: (names: string) => string }) {
  const people = [...new Map(present.map((one) => [one.personId, one.personName]))]
  if (people.length === 0) return null
  const names = people.map(([, name]) => name).join(', ')
  return (
    <Tooltip title={names}>
      <span className="people-here" role="img" aria-label={label(names)}>
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
