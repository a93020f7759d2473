import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { publications } from '#contract/publications.ts'
import { addressOf } from '#providers/address.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { formatBytes } from '../../src/widgets/format.ts'
import { MoreButton } from '../../src/widgets/MoreButton.tsx'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'

/** The frozen files of a version, for those who prepare or review it. */
export function FrozenFiles({ id, onComment }: { id: string; onComment?: (path: string) => void }) {
  const { t } = useTranslation()
  const query = useInfiniteQuery({
    queryKey: ['publications', 'files', id],
    ...byPages((after) => call(publications.files, { id, ...after }, { quiet: true, aside: true })),
  })
  const rows = query.data?.pages.flatMap((page) => page.list) ?? []
  return (
    <section>
      <h4>{t('publications.frozenFiles')}</h4>
      {query.error && <NotLoaded error={query.error} onRetry={query.refetch} isInline />}
      <ul className="publication-files num">
        {rows.map(({ path, size, sha256 }) => (
          <li key={path}>
            <a href={addressOf(publications.content, { id, path })} download title={`SHA-256 ${sha256}`}>
              {path}
            </a>
            <span>
              {formatBytes(size)}{' '}
              {onComment && (
                <Button size="small" aria-label={t('reviews.onFile', { name: path })} onClick={() => onComment(path)}>
                  {t('reviews.add')}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      <MoreButton query={query} />
    </section>
  )
}
