import { useTranslation } from 'react-i18next'
import { SPACES_AT_ONCE_MAX } from '#contract/core/limits.ts'
import { trash } from '#contract/files.ts'
import { call } from '#providers/call.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { useKept } from '#providers/site.ts'
import { PlaceFrame } from '../places/PlaceFrame.tsx'
import { TrashList } from '../places/TrashList.tsx'
import { useTrash } from '../places/use-trash.ts'
import { TrashedTables, useTrashedEverywhere } from './TrashedTables.tsx'

/** The deleted items of all spaces that the user belongs to. */
export default function TrashPage() {
  const { t } = useTranslation()
  const { trashDays } = useKept()
  const actor = actorOf(useUser())
  const shown = useTrash({
    id: 'mine',
    actor,
    load: (after) => call(trash.mine, after ? { after } : {}, { quiet: true }),
    contextOf: (space) => space,
  })
  const deleted = useTrashedEverywhere()
  const isPartial = shown.query.data?.pages.some((page) => page.isPartial)
  return (
    <PlaceFrame title={t('trash.title')} hint={t('trash.mineHint', { count: trashDays })}>
      {isPartial && <p className="trash-partial">{t('trash.partial', { count: SPACES_AT_ONCE_MAX })}</p>}
      <TrashedTables {...deleted} />
      <TrashList trash={shown} namesSpaces isBelowTables={deleted.list.length > 0} />
    </PlaceFrame>
  )
}
