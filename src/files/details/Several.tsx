import { useQueries } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { isFolder } from '#contract/core/directory.ts'
import { formatBytes } from '../../widgets/format.ts'
import { PropertiesSkeleton } from '../../widgets/Skeleton.tsx'
import type { ActionContext } from '../action-context.ts'
import { metadataQuery } from '../metadata/use-metadata.ts'
import { commonOf } from './common.ts'

/** Metadata is compared for at most this many items, because each one is asked for by a call. */
const COMPARED_MAX = 20

/** Several selected items: their number and size, their tags, and the metadata that they have in common. */
export default function Several({ context }: { context: ActionContext }) {
  const { t } = useTranslation()
  const { selected, folder, isAll, count } = context
  const isWhole = isAll && count === folder?.items
  const size = isWhole ? folder.size : selected.reduce((sum, one) => sum + one.size, 0)
  const folders = selected.filter(isFolder).length
  return (
    <>
      <h2>{t('files.selectedCount', { count })}</h2>
      <p className="soft num">
        {selected.length === count &&
          `${t('files.folders', { count: folders })} · ${t('files.files', { count: count - folders })} · `}
        {formatBytes(size)}
      </p>
      {count <= COMPARED_MAX && selected.length === count ? (
        <CommonMetadata context={context} />
      ) : (
        <p className="soft">{t('files.details.comparedMax', { count: COMPARED_MAX })}</p>
      )}
    </>
  )
}

function CommonMetadata({ context: { space, selected, ask } }: { context: ActionContext }) {
  const { t } = useTranslation()
  const { items, isPending } = useQueries({
    queries: selected.map(({ hash }) => metadataQuery(space.id, hash)),
    combine: (all) => ({ items: all.flatMap(({ data }) => data ?? []), isPending: all.some((one) => one.isPending) }),
  })
  if (isPending) return <PropertiesSkeleton rows={4} />
  // What could not be read is not compared, and nothing is said of it.
  if (items.length < selected.length) return <p className="soft">{t('files.details.notCompared')}</p>
  const { tags, pairs } = commonOf(items)
  return (
    <>
      <h3>{t('metadata.tags')}</h3>
      <p className="common-tags">
        {tags.map(({ tag, count }) => (
          <span key={tag} className="tag">
            {count === selected.length ? tag : `${tag} · ${count}/${selected.length}`}
          </span>
        ))}
        <Button size="small" onClick={() => ask('tags')}>
          {t('files.actions.tag')}
        </Button>
      </p>
      <h3>{t('files.details.common')}</h3>
      {pairs.length === 0 && <p className="soft">{t('files.details.noneCommon')}</p>}
      <dl>
        {pairs.map(({ key, value }) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
