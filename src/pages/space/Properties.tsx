import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Space } from '#contract/spaces.ts'
import { formatBytes, formatCount, formatDay } from '../../widgets/format.ts'

/** Owner and numbers of a space. */
export function Properties({ space }: { space: Space }) {
  const { t, i18n } = useTranslation()
  const count = (value: number) => formatCount(value, i18n.language)
  const properties: [name: string, value: ReactNode][] = [
    [t('spacePage.owner'), space.owner.personName],
    [t('spacePage.members'), count(space.memberCount)],
    [t('home.files'), count(space.fileCount)],
    [t('spacePage.datasetCount'), count(space.datasets)],
    [t('home.bytes'), formatBytes(space.usedBytes)],
    [t('spacePage.downloads'), count(space.downloads)],
    [
      t('spacePage.created'),
      <time key="created" dateTime={space.createTime}>
        {formatDay(space.createTime, i18n.language)}
      </time>,
    ],
    [t('spacePage.identifier'), <code key="identifier">{space.identifier}</code>],
  ]
  return (
    <dl className="space-properties num" aria-label={t('spacePage.properties')}>
      {properties.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
