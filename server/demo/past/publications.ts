import { DAY_MS } from '#contract/core/time.ts'
import type { DatasetMetadata } from '#contract/publications/metadata.ts'
import type { Tx } from '#server/storage/database.ts'
import type { SampleSpace } from '../sample.ts'

/** What the lake's team has published: its profiles, with the README of the space. */
const CHOSEN = ['CTD 剖面', 'README.md']
const TEMPLATE = 'observation'
const REVIEWER = 'okafor'
/** Days before now. */
const AGO = { made: 30, submitted: 28, published: 27 }

const textOf = (zh: string, en: string) => ({ zh, en })

function metadataOf(person: SampleSpace['person']): DatasetMetadata {
  const author = (key: 'lin' | 'zhang', family: string, given: string) => ({
    kind: 'person' as const,
    name: person(key).name,
    family,
    given,
    orcid: key === 'lin' ? '0000-0002-1825-0097' : '',
    email: key === 'lin' ? 'lin@demo.test' : '',
    affiliations: [{ name: '高原湖泊研究所', ror: '' }],
    isContact: key === 'lin',
  })
  return {
    resourceType: 'observation',
    title: textOf('高原湖泊温盐深剖面', 'CTD profiles of a highland lake'),
    description: textOf(
      '在高原湖泊固定站位测得的温度、电导率、溶解氧和叶绿素剖面。每个剖面一个文件，首行为列名和单位。',
      'Profiles of temperature, conductivity, dissolved oxygen and chlorophyll at fixed stations of a highland lake. One file a profile; the first line has the names of the columns and their units.',
    ),
    authors: [author('lin', 'Lin', 'Wei'), author('zhang', 'Zhang', 'Min')],
    keywords: { zh: ['湖泊', '水温', '溶解氧'], en: ['lake', 'water temperature', 'dissolved oxygen'] },
    subjects: ['170', '610'],
    dates: [{ kind: 'collected', from: '2026-06-03', to: '2026-09-20' }],
    places: [{ name: '高原湖泊', box: { west: 99.9, south: 25.6, east: 100.3, north: 26.0 } }],
    funding: [],
    related: [],
    licence: 'CC-BY-4.0',
    access: { kind: 'open', until: null, terms: textOf('', '') },
    language: 'zh',
    extra: [
      {
        key: 'variables',
        title: textOf('观测变量', 'Measured variables'),
        iri: 'https://schema.org/variableMeasured',
        values: ['sea_water_temperature', 'mole_concentration_of_dissolved_molecular_oxygen_in_sea_water'],
      },
      {
        key: 'method',
        title: textOf('观测方法', 'Method'),
        iri: 'https://schema.org/measurementTechnique',
        values: ['自湖面至湖底匀速下放，采样频率 4 Hz。'],
      },
    ],
  }
}

type Freeze = (id: string, tops: { id: string; name: string }[]) => Promise<void>

/** Publishes sample data, as if submitted and reviewed in the past. */
export async function publicationsOfPast(tx: Tx, space: SampleSpace, freeze: Freeze): Promise<void> {
  if (space.identifier !== 'alpinelake') return
  const { newId, now, person } = space
  const at = (days: number) => new Date(now().getTime() - days * DAY_MS)
  const [datasetId, id] = [newId(), newId()]
  const [maker, reviewer] = [person(space.owner).id, person(REVIEWER).id]
  const { extra, ...record } = metadataOf(person)
  const metadata = { ...record, extra }
  const files = CHOSEN.map((path) => space.itemId(path))
  const said = Object.fromEntries(extra.map(({ key, values }) => [key, values]))
  const fields = { ...record, template: TEMPLATE, files, extra: said }
  await tx
    .insertInto('dataset')
    .values({ id: datasetId, space_id: space.id, created_at: at(AGO.made) })
    .execute()
  await tx
    .insertInto('publication')
    .values({
      id,
      dataset_id: datasetId,
      number: 1,
      state: 'published',
      is_current: true,
      fields: JSON.stringify(fields) as unknown as typeof fields,
      revisions: JSON.stringify({}) as unknown as Record<string, number>,
      title: metadata.title.zh,
      resource_type: metadata.resourceType,
      metadata: JSON.stringify(metadata) as unknown as typeof metadata,
      publisher: JSON.stringify(textOf('高原湖泊研究所', 'Institute of Highland Lakes')) as unknown as {
        zh: string
        en: string
      },
      access_kind: 'open',
      transfer: 'success',
      made_by: maker,
      editors: [maker],
      submitted_by: maker,
      reviewer_id: reviewer,
      created_at: at(AGO.made),
      changed_at: at(AGO.published),
      submitted_at: at(AGO.submitted),
      published_at: at(AGO.published),
    })
    .execute()
  await freeze(
    id,
    files.map((file, place) => ({ id: file, name: CHOSEN[place] ?? file })),
  )
  const event = { publication_id: id, reason: '' }
  await tx
    .insertInto('publication_event')
    .values([
      { ...event, id: newId(), kind: 'made', person_id: maker, at: at(AGO.made) },
      { ...event, id: newId(), kind: 'submitted', person_id: maker, at: at(AGO.submitted) },
      { ...event, id: newId(), kind: 'published', person_id: reviewer, at: at(AGO.published) },
    ])
    .execute()
  await tx
    .insertInto('publication_reviewer')
    .values({ person_id: reviewer, added_at: at(AGO.made) })
    .execute()
}
