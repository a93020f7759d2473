import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { spacePath } from '#contract/pages/paths.ts'
import { type DraftFields, valuesOf } from '#contract/publications/draft.ts'
import type { PublicationDetails } from '#contract/publications.ts'
import { Empty } from '../../src/widgets/Empty.tsx'
import { NotSaved } from '../../src/widgets/NotSaved.tsx'
import { usePlaceName } from './place-name.ts'
import { useKeptValues } from './use-draft.ts'

/** Values that say nothing to people: ids of what was chosen. */
const CHOSEN = ['institution', 'template', 'templateVersion', 'files', 'tables', 'boards', 'restricted']

/** The texts in a value, one behind the other. */
function textIn(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map(textIn).filter(Boolean).join('\n')
  if (typeof value !== 'object' || value === null) return ''
  return Object.values(value).map(textIn).filter(Boolean).join(' · ')
}

/** A draft that is opened to be edited when it can't be any more: it was submitted or published by then. */
export function ClosedDraft({ spaceId, publication }: { spaceId: string; publication: PublicationDetails }) {
  const { t } = useTranslation()
  const nameOf = usePlaceName(publication.definition)
  const keptOf = useKeptValues(publication.id)
  const [kept, setKept] = useState(keptOf)
  const textOf = (fields: DraftFields) =>
    [...valuesOf(fields)]
      .map(([place, value]) => (CHOSEN.includes(place) ? nameOf(place) : `${nameOf(place)}: ${textIn(value)}`))
      .join('\n')
  return (
    <div className="wizard page">
      {kept && (
        <NotSaved
          title={t('publications.closedDraft.notSaved')}
          reason={t('publications.closedDraft.reason')}
          text={textOf(kept.work.fields)}
          onDiscard={() => {
            kept.drop()
            setKept(null)
          }}
        />
      )}
      <Empty title={t('publications.closedDraft.title')} hint={t('publications.closedDraft.hint')}>
        <Link to={`${spacePath(spaceId, 'published')}?open=${publication.id}`}>
          <Button tabIndex={-1}>{t('publications.closedDraft.show')}</Button>
        </Link>
      </Empty>
    </div>
  )
}
