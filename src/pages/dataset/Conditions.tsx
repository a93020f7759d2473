import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DatasetView } from '#contract/pages/data.ts'
import { formatDay } from '../../widgets/format.ts'
import { inReading } from './words.ts'

type Metadata = DatasetView['version']['metadata']

const spanOf = ({ from, to }: { from: string; to: string }) => (to && to !== from ? `${from} – ${to}` : from)

function boxOf({ name, box }: Metadata['places'][number]): string {
  if (!box) return name
  const side = (low: number, high: number, positive: string, negative: string) => {
    const one = (value: number) => `${Math.abs(value)}°${value < 0 ? negative : positive}`
    return low === high ? one(low) : `${one(low)} – ${one(high)}`
  }
  const place = `${side(box.south, box.north, 'N', 'S')}, ${side(box.west, box.east, 'E', 'W')}`
  return name ? `${name} (${place})` : place
}

/** Licence, access, identifiers, extent and funding of a version. */
export function Conditions({ view }: { view: DatasetView }) {
  const { t, i18n } = useTranslation()
  const { version, access, identifier, concept } = view
  const { metadata, publisher } = version
  const link = (address: string, text: string) => <a href={address}>{text}</a>
  const of = (names: readonly string[]) => names.filter(Boolean).join('; ')
  const rows: [name: string, value: ReactNode][] = [
    [
      t('datasets.licence'),
      metadata.licence
        ? link(`https://spdx.org/licenses/${metadata.licence}.html`, metadata.licence)
        : t('datasets.noLicence'),
    ],
    [t('datasets.accessTerms'), t(`datasets.access.${access}`)],
    [t('datasets.publisher'), inReading(publisher, i18n.language)],
    [t('datasets.published'), formatDay(version.publishedAt, i18n.language)],
    [t('datasets.thisVersion'), !view.isPreview && link(identifier.url, identifier.value)],
    [t('datasets.allVersions'), !view.isPreview && link(concept.url, concept.value)],
    ['CSTR', version.cstr && link(`https://cstr.cn/${version.cstr}`, version.cstr)],
    ...metadata.dates.map((date): [string, string] => [t(`datasets.dates.${date.kind}`), spanOf(date)]),
    [t('datasets.place'), of(metadata.places.map(boxOf))],
    [
      t('datasets.funding'),
      of(metadata.funding.map(({ funder, number, title }) => [funder, number, title].filter(Boolean).join(', '))),
    ],
    [t('datasets.dataLanguage'), metadata.language && t(`datasets.languages.${metadata.language}`)],
  ]
  return (
    <dl className="space-properties num">
      {rows
        .filter(([, value]) => Boolean(value))
        .map(([name, value], at) => (
          // There may be two dates of the same kind.
          <div key={at}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
