import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { dataViews } from '#contract/data-views.ts'
import type { Lineage } from '#contract/queries/answer.ts'
import type { Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { NotLoaded } from '../../../src/widgets/NotLoaded.tsx'
import { PageSkeleton } from '../../../src/widgets/Skeleton.tsx'
import { tablePath } from '../address.ts'
import { sourcePath } from '../data-sources/address.ts'
import { viewPath } from './address.ts'
import { layoutOf, type Placed } from './lineage-layout.ts'

/** What the views of a space are made of, as a picture. */
export function LineageDrawer({ space, onClose }: { space: Space; onClose: () => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['dataViews', space.id, 'lineage'],
    queryFn: () => call(dataViews.lineage, { spaceId: space.id }, { quiet: true }),
  })
  return (
    <Drawer open title={t('dataViews.lineage.title')} size={880} onClose={onClose}>
      {data ? (
        <Picture space={space} lineage={data} />
      ) : error ? (
        <NotLoaded error={error} onRetry={refetch} />
      ) : (
        <PageSkeleton />
      )}
    </Drawer>
  )
}

/** Size of a box and the room between boxes, in px. */
const [WIDTH, HEIGHT, GAP_X, GAP_Y] = [200, 48, 72, 16]
const left = ({ column }: Placed) => column * (WIDTH + GAP_X)
const top = ({ row }: Placed) => row * (HEIGHT + GAP_Y)

/** Where a box leads; a file is found by its folder, and has no page of its own. */
const paths: Partial<Record<Placed['kind'], (spaceId: string, id: string) => string>> = {
  table: tablePath,
  view: viewPath,
  dataSource: sourcePath,
}

function Picture({ space, lineage }: { space: Space; lineage: Lineage }) {
  const { t } = useTranslation()
  const placed = layoutOf(lineage)
  const byId = new Map(placed.map((node) => [node.id, node]))
  const width = Math.max(0, ...placed.map((node) => left(node) + WIDTH))
  const height = Math.max(0, ...placed.map((node) => top(node) + HEIGHT))
  const pathOf = ({ kind, id }: Placed) => paths[kind]?.(space.id, id) ?? null
  return (
    <div className="lineage">
      <div style={{ width, height }}>
        <svg width={width} height={height} aria-hidden>
          {lineage.edges.map(({ from, to }) => {
            const [one, other] = [byId.get(from), byId.get(to)]
            if (!one || !other) return null
            const [x1, y1, x2, y2] = [left(one) + WIDTH, top(one) + HEIGHT / 2, left(other), top(other) + HEIGHT / 2]
            const bend = (x2 - x1) / 2
            return <path key={`${from}${to}`} d={`M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`} />
          })}
        </svg>
        <ul>
          {placed.map((node) => {
            const path = pathOf(node)
            const sources = lineage.edges.filter(({ to }) => to === node.id)
            const names = sources.map(({ from }) => byId.get(from)?.name).filter(Boolean)
            return (
              <li
                key={node.id}
                data-kind={node.kind}
                style={{ left: left(node), top: top(node), width: WIDTH, height: HEIGHT }}
              >
                <small>{t(`dataViews.kinds.${node.kind}`)}</small>
                {node.isHidden ? (
                  <i>{t('dataViews.lineage.hidden')}</i>
                ) : path ? (
                  <Link to={path} title={node.name}>
                    {node.name}
                  </Link>
                ) : (
                  <span title={node.name}>{node.name}</span>
                )}
                {names.length > 0 && (
                  <span className="sr-only">
                    {t('dataViews.lineage.from', { names: names.join(t('tables.comma')) })}
                  </span>
                )}
              </li>
            )
          })}
        </ul>
      </div>
    </div>
  )
}
