import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { trash } from '#contract/files.ts'
import { tableTrashPath } from '#contract/pages/paths.ts'
import { call } from '#providers/call.ts'
import { useKept } from '#providers/site.ts'
import { EmptyTrash } from './EmptyTrash.tsx'
import { PlaceFrame } from './PlaceFrame.tsx'
import type { PlaceProps } from './place.ts'
import { TrashList } from './TrashList.tsx'
import { useTrash } from './use-trash.ts'

/** The deleted items of the space, which can be restored or permanently deleted. */
export default function TrashView({ context, onClose }: PlaceProps) {
  const { t } = useTranslation()
  const { trashDays } = useKept()
  const [isEmptying, setEmptying] = useState(false)
  const { space, actor, policyContext, reload } = context
  const shown = useTrash({
    id: space.id,
    actor,
    load: async (after) => ({
      ...(await call(trash.list, { spaceId: space.id, ...(after && { after }) }, { quiet: true })),
      spaces: [space],
    }),
    contextOf: () => policyContext,
    onChange: reload,
  })
  const empty = (
    <Button danger onClick={() => setEmptying(true)}>
      {t('trash.empty')}
    </Button>
  )
  return (
    <PlaceFrame
      title={t('trash.title')}
      hint={t('trash.keeps', { count: trashDays })}
      onClose={onClose}
      tools={
        <span className="trash-tools">
          <Link to={tableTrashPath(space.id)}>{t('trash.ofTables')}</Link>
          {shown.items.length > 0 && empty}
        </span>
      }
    >
      <TrashList trash={shown} />
      {isEmptying && <EmptyTrash context={context} onDone={shown.changed} onClose={() => setEmptying(false)} />}
    </PlaceFrame>
  )
}
