import { useTranslation } from 'react-i18next'
import { dataViews, type ViewDetails } from '#contract/data-views.ts'
import type { Look } from '#contract/queries/query.ts'
import type { Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { ExportButton } from '../export.tsx'

type Props = { space: Space; view: ViewDetails; look: Look }

/** Exports the rows of a data view as a file. */
export function ViewExport({ space, view: { spaceId, id, name, definition, columns }, look }: Props) {
  const { t } = useTranslation()
  return (
    <ExportButton
      space={space}
      name={name}
      words={{ all: t('dataViews.export.all'), seen: t('dataViews.export.seen') }}
      // Numbers that SQL returns are not known to be computed.
      hasComputed={'query' in definition && columns.some(({ type }) => type === 'number')}
      addressOf={({ format, what }) => {
        const asked = new URLSearchParams({ spaceId, format })
        if (what === 'seen') asked.set('look', JSON.stringify(look))
        return `/api${dataViews.export.path.replace(':id', id)}?${asked}`
      }}
      intoFolder={({ what, ...wish }) =>
        call(dataViews.exportInto, { spaceId, id, ...wish, ...(what === 'seen' && { look }) }, { quiet: true })
      }
    />
  )
}
