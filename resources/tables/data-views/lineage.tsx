import { useQuery } from '@tanstack/react-query'
import { Drawer, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { dataViews } from '#contract/data-views.ts'
import { boardPath, spacePath } from '#contract/pages/paths.ts'
import { type Lineage, LineageNode } from '#contract/queries/answer.ts'
import type { Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { Empty } from '../../../src/widgets/Empty.tsx'
import { NotLoaded } from '../../../src/widgets/NotLoaded.tsx'
import { PageSkeleton } from '../../../src/widgets/Skeleton.tsx'
import { tablePath } from '../address.ts'
import { sourcePath } from '../data-sources/address.ts'
import { viewPath } from './address.ts'
import { around, layoutOf, type Placed } from './lineage-layout.ts'
import './lineage.css'

type Props = {
  space: Space
  isOpen: boolean
  /** The item in focus at first; absent: everything in the space. */
  id?: string
  onClose: () => void
}

/** The data lineage of a space, as a picture. */
export default function LineageDrawer({ space, isOpen, id, onClose }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['dataViews', space.id, 'lineage'],
    queryFn: () => call(dataViews.lineage, { spaceId: space.id }, { quiet: true }),
    enabled: isOpen,
  })
  return (
    <Drawer open={isOpen} title={t('dataViews.lineage.title')} size={1120} onClose={onClose} destroyOnHidden>
      {data ? (
        <Chosen space={space} lineage={data} first={id ?? null} onLeave={onClose} />
      ) : error ? (
        <NotLoaded error={error} onRetry={refetch} />
      ) : (
        <PageSkeleton />
      )}
    </Drawer>
  )
}

type ChosenProps = { space: Space; lineage: Lineage; first: string | null; onLeave: () => void }

/** The picture, of everything or around what is chosen. */
function Chosen({ space, lineage, first, onLeave }: ChosenProps) {
  const { t } = useTranslation()
  const [chosen, choose] = useState(first)
  const isThere = lineage.nodes.some(({ id }) => id === chosen)
  if (!lineage.nodes.length || (chosen !== null && !isThere))
    return <Empty title={t('dataViews.lineage.none')} hint={t('dataViews.lineage.noneHint')} />
  const options = LineageNode.shape.kind.options.flatMap((kind) => {
    const named = lineage.nodes.filter((node) => node.kind === kind && !node.isHidden)
    return named.length
      ? [{ label: t(`dataViews.kinds.${kind}`), options: named.map(({ id, name }) => ({ value: id, label: name })) }]
      : []
  })
  return (
    <>
      <Select
        className="lineage-choice"
        aria-label={t('dataViews.lineage.choose')}
        placeholder={t('dataViews.lineage.all')}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        value={chosen ?? undefined}
        options={options}
        onChange={(id?: string) => choose(id ?? null)}
      />
      <Picture
        space={space}
        lineage={chosen === null ? lineage : around(lineage, chosen)}
        chosen={chosen}
        onLeave={onLeave}
      />
    </>
  )
}

/** Size of a box and the room between boxes, in px. */
const [WIDTH, HEIGHT, GAP_X, GAP_Y] = [200, 48, 56, 12]
const left = ({ column }: Placed) => column * (WIDTH + GAP_X)
const top = ({ row }: Placed) => row * (HEIGHT + GAP_Y)

/** Where a box leads; a file is found by its folder, and has no page of its own. */
const paths: Partial<Record<Placed['kind'], (spaceId: string, id: string) => string>> = {
  table: tablePath,
  view: viewPath,
  dataSource: sourcePath,
  folder: (spaceId, id) => `${spacePath(spaceId, 'filesManage')}?folder=${id}`,
  chart: (_spaceId, id) => boardPath(id),
  board: (_spaceId, id) => boardPath(id),
}

type PictureProps = Omit<ChosenProps, 'first'> & { chosen: string | null }

function Picture({ space, lineage, chosen, onLeave }: PictureProps) {
  const { t } = useTranslation()
  const placed = layoutOf(lineage)
  const byId = new Map(placed.map((node) => [node.id, node]))
  const width = Math.max(0, ...placed.map((node) => left(node) + WIDTH))
  const height = Math.max(0, ...placed.map((node) => top(node) + HEIGHT))
  return (
    <section className="lineage" aria-label={t('dataViews.lineage.title')} tabIndex={0}>
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
            const names = lineage.edges.flatMap(({ from, to }) => (to === node.id && byId.get(from)?.name) || [])
            return (
              <li
                key={node.id}
                data-kind={node.kind}
                data-chosen={node.id === chosen || undefined}
                style={{ left: left(node), top: top(node), width: WIDTH, height: HEIGHT }}
              >
                <small>{t(`dataViews.kinds.${node.kind}`)}</small>
                <NodeName node={node} space={space} onLeave={onLeave} />
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
    </section>
  )
}

function NodeName({ node, space, onLeave }: { node: Placed; space: Space; onLeave: () => void }) {
  const { t } = useTranslation()
  const { id, kind, name } = node
  if (node.isHidden) return <i>{t('dataViews.lineage.hidden')}</i>
  // A dataset has a page of the server.
  if (kind === 'dataset')
    return (
      <a href={`/dataset/${id}`} title={name}>
        {name}
      </a>
    )
  const path = paths[kind]?.(space.id, id)
  if (!path) return <span title={name}>{name}</span>
  return (
    <Link to={path} title={name} onClick={onLeave}>
      {name}
    </Link>
  )
}
