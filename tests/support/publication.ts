import type { InputOf } from '#contract/core/operation.ts'
import { contract } from '#contract/index.ts'
import type { Client } from './client.ts'
import { upload } from './upload.ts'
import { buildWorld } from './world.ts'

const { publications, files, tables } = contract
export type Fields = InputOf<typeof publications.create>['fields']

export const AUTHOR = {
  kind: 'person' as const,
  name: 'Olive Owner',
  family: 'Owner',
  given: 'Olive',
  orcid: '0000-0002-1825-0097',
  email: 'owner@lab.test',
  affiliations: [{ name: 'Institute of Limnology', ror: '' }],
  isContact: true,
}
/** What the general template wants, besides files. */
export const COMPLETE = {
  template: 'dataset',
  resourceType: 'dataset' as const,
  title: { zh: '高山湖泊水温', en: 'Temperature of an alpine lake' },
  description: { zh: '二〇二六年夏季在高山湖泊六个站位测得的水温剖面。'.repeat(3), en: '' },
  keywords: { zh: ['湖泊', '水温'], en: [] },
  subjects: ['170' as const],
  authors: [AUTHOR],
  licence: 'CC-BY-4.0',
  access: { kind: 'open' as const, until: null, terms: { zh: '', en: '' } },
}

/** A private space with a folder of two files, and what is needed to publish them. */
export async function buildPublication(env: Record<string, string> = {}) {
  const world = await buildWorld(env)
  const { id: spaceId, root } = await world.space({ type: 'private' })
  const [owner, senior, admin] = await Promise.all([world.as('owner'), world.as('senior'), world.as('admin')])
  const folder = await owner.data(files.create, { spaceId, hash: root, path: 'casts' })
  const put = (name: string, text: string, hash = folder, who: Client = owner) =>
    upload(who, { spaceId, hash, name }, Buffer.from(text))
  const cast = await put('cast-1.csv', 'depth,temperature\n0,8.5\n')
  const readme = await put('README.md', '# Casts\n')
  const create = (fields: Fields = {}, who = owner) => who.data(publications.create, { spaceId, fields })
  const complete = (more: Fields = {}, who = owner) => create({ ...COMPLETE, files: [folder], ...more }, who)
  const submitted = async (more: Fields = {}) => {
    const { id } = await complete(more)
    return owner.data(publications.submit, { id })
  }
  const published = async (more: Fields = {}) => {
    const { id } = await submitted(more)
    return admin.data(publications.approve, { id })
  }
  const table = async (name = 'Casts') => {
    const { id, columnList } = await owner.data(tables.create, {
      spaceId,
      name,
      columns: [
        { name: 'Station', type: 'text', description: 'Code of the station' },
        { name: 'Depth', type: 'number', unit: 'm' },
      ],
    })
    const columns = columnList.map((column) => column.id)
    const rows = [
      ['S1', '0'],
      ['S2', '2.5'],
    ]
    await owner.data(tables.change, { spaceId, id, change: { kind: 'addRows', columns, rows } })
    return id
  }
  const paths = async (id: string, who = owner) =>
    (await who.data(publications.files, { id })).list.map(({ path }) => path)
  const textOf = async (id: string, path: string, who = owner) =>
    (await who.send(publications.content, { id, path })).text()
  const problems = async (id: string) =>
    (await owner.data(publications.check, { id })).problems.map(({ level, code, place }) => `${level} ${place} ${code}`)
  return {
    world,
    spaceId,
    root,
    owner,
    senior,
    admin,
    folder,
    put,
    cast,
    readme,
    create,
    complete,
    submitted,
    published,
    table,
    paths,
    textOf,
    problems,
  }
}
