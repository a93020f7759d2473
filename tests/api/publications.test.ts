import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/core/time.ts'
import { contract } from '#contract/index.ts'
import { draftPreviewPath } from '#contract/pages/paths.ts'
import { RETRANSMIT_MAX } from '#contract/publications/states.ts'
import { OPEN_PUBLICATIONS_MAX } from '#server/modules/publications/drafts.ts'
import { REVIEWERS_MAX } from '#server/modules/publications/reviewers.ts'
import { CHECKS_A_MINUTE } from '../../server/modules/publications/links.ts'
import { serveSite } from '../services/site.ts'
import { addressesIn, readPage } from '../support/page.ts'
import { png } from '../support/picture.ts'
import { AUTHOR, buildPublication, COMPLETE } from '../support/publication.ts'
import { upload } from '../support/upload.ts'

const { publications, publicationTemplates, files, journal, rights, tables, spaces, messages, audit } = contract
const REASON = 'The units are missing.'

describe('metadata of another place', () => {
  test('that nobody can read are refused, and nobody without an account reads any', async () => {
    const { world, owner } = await buildPublication()
    for (const text of ['What is this?', '{"a": 1', '{}', '<a/>', '<!DOCTYPE a><resource/>', '@article{}'])
      expect([text, await owner.call(publications.readMetadata, { text })]).toEqual([
        text,
        expect.objectContaining({ error: 'publicationMetadataUnreadable' }),
      ])
    const stranger = await world.as('stranger')
    expect(await stranger.call(publications.readMetadata, { text: 'cff-version: 1.2.0' })).toMatchObject({
      error: 'notSignedIn',
    })
  })

  test('are read and fill a draft, which is saved by its author alone', async () => {
    const { owner, create } = await buildPublication()
    const text = '@misc{a, title={Lake ice}, author={Owner, Olive}, doi={10.1234/ice}, year={2026}}'
    const { form, fields, omitted } = await owner.data(publications.readMetadata, { text })
    expect([form, omitted]).toEqual(['bibtex', ['year']])
    expect(fields).toMatchObject({
      title: { en: 'Lake ice' },
      authors: [{ family: 'Owner', given: 'Olive' }],
      related: [{ scheme: 'DOI', identifier: '10.1234/ice', relation: 'IsVersionOf' }],
    })
    const { id } = await create()
    expect((await owner.data(publications.show, { id })).fields.title).toBeUndefined()
    await owner.data(publications.save, { id, fields, bases: {} })
    expect((await owner.data(publications.show, { id })).fields).toMatchObject(fields)
  })
})

test('an image is an open picture among the chosen files, of the size that its field asks for', async () => {
  const { world, spaceId, owner, admin, folder, put, complete } = await buildPublication()
  const { definition } = (await admin.data(publicationTemplates.list, {})).find(({ id }) => id === 'dataset') ?? {}
  const words = { zh: '封面', en: 'Cover' }
  const cover = { key: 'cover', type: 'image' as const, title: words, check: 'png#400-*:300-*#*-512' }
  const groups = [...(definition?.groups ?? []), { title: words, fields: [cover] }]
  await admin.data(publicationTemplates.set, {
    id: 'covered',
    version: 0,
    isOn: true,
    definition: { resourceType: 'dataset', groups, name: words },
  })
  const wide = await upload(owner, { spaceId, hash: folder, name: 'wide.png' }, png(800, 600))
  await upload(owner, { spaceId, hash: folder, name: 'small.png' }, png(40, 30))
  await put('map.csv', 'a')
  const covers = ['casts/small.png', 'casts/gone.png', 'casts/cast-1.csv']
  const { id } = await complete({ template: 'covered', extra: { cover: covers.slice(0, 1) } })
  const found = async () =>
    (await owner.data(publications.check, { id })).problems
      .filter(({ place, level }) => place === 'extra.cover' && level === 'error')
      .map(({ code }) => code)
  expect(await owner.data(publications.images, { id })).toEqual(['casts/small.png', 'casts/wide.png'])
  expect(await owner.data(publications.images, { id, q: 'WIDE' })).toEqual(['casts/wide.png'])
  await upload(owner, { spaceId, hash: folder, name: 'empty.png' }, Buffer.alloc(0))
  const codes: string[][] = [await found()]
  for (const path of [...covers.slice(1), 'casts/empty.png', 'casts/wide.png']) {
    await owner.data(publications.save, {
      id,
      fields: { extra: { cover: [path] } },
      bases: { 'extra.cover': codes.length - 1 },
    })
    codes.push(await found())
  }
  expect(codes).toEqual([['imageUnfit'], ['imageMissing'], ['imageMissing'], ['imageUnfit'], []])
  const terms = { kind: 'open' as const, until: null, terms: { zh: '按约定', en: '' } }
  await owner.data(publications.save, { id, fields: { restricted: [wide.hash], access: terms }, bases: {} })
  expect(await found()).toEqual(['imageMissing'])
  await owner.data(publications.save, { id, fields: { restricted: [] }, bases: { restricted: 1 } })
  await owner.data(publications.submit, { id })
  const record = await admin.data(publications.approve, { id })
  const page = `${world.origin}/dataset/${record.datasetId}/1`
  expect(await (await fetch(page)).text()).toContain('/files/casts/wide.png?preview"')
  const { image } = (await (await fetch(`${page}/export/schema-org`)).json()) as { image: string[] }
  expect(image).toEqual([`${page}/files/casts/wide.png`])
})

describe('links', () => {
  test('that lead nowhere are told, also those into our own network, and nothing is fetched where that is off', async () => {
    const { world, owner, senior, complete } = await buildPublication({ OUTSIDE: 'on' })
    const site = await serveSite(world, ({ method, url }, response) => {
      const isThere = url === '/there' || (url === '/pages-only' && method === 'GET')
      response.writeHead(isThere ? 200 : url === '/pages-only' ? 405 : url === '/private' ? 403 : 404).end()
    })
    const work = (address: string) => ({
      scheme: 'URL' as const,
      identifier: address,
      relation: 'References' as const,
      title: '',
    })
    const there = ['/there', '/pages-only', '/private'].map((path) => work(site.origin + path))
    const inner = 'http://169.254.169.254/latest/meta-data'
    const related = [...there, work(`${site.origin}/gone`), work(inner)]
    const { id } = await complete({ related })
    const told = await owner.data(publications.links, { id })
    expect(told).toEqual([
      expect.objectContaining({ level: 'advice', code: 'brokenLinks', place: 'related', count: 2 }),
    ])
    expect(told[0]?.names.toSorted()).toEqual([inner, `${site.origin}/gone`].toSorted())
    expect(await (await world.as('ordinary')).call(publications.links, { id })).toMatchObject({
      error: 'publicationGone',
    })
    const answers = await Promise.all(
      Array.from({ length: CHECKS_A_MINUTE }, () => owner.call(publications.links, { id })),
    )
    expect(answers.filter((answer) => 'error' in answer)).toEqual([
      expect.objectContaining({ error: 'tooManyRequests' }),
    ])
    const asked = site.asked.length
    world.config.outside.isOn = false
    expect([await senior.data(publications.links, { id }), site.asked.length]).toEqual([[], asked])
  })
})

test('lists say the title in the language of the reader where it is given, and find it in either', async () => {
  const { owner, create } = await buildPublication()
  const { id } = await create({ title: { zh: '高山湖泊水温', en: 'Temperature of an alpine lake' } })
  const { id: chinese } = await create({ title: { zh: '湖冰', en: '' } })
  const titles = async (q: string, language: string) => {
    const response = await owner.fetch(`/api/publications/mine?q=${encodeURIComponent(q)}`, {
      headers: { 'accept-language': language },
    })
    const { data } = (await response.json()) as { data: { list: { id: string; title: string }[] } }
    return data.list.map((one) => `${one.id === id ? 1 : one.id === chinese ? 2 : 0} ${one.title}`).toSorted()
  }
  expect(await titles('', 'en')).toEqual(['1 Temperature of an alpine lake', '2 湖冰'])
  expect(await titles('', 'zh')).toEqual(['1 高山湖泊水温', '2 湖冰'])
  expect([await titles('ALPINE', 'zh'), await titles('高山', 'en')]).toEqual([
    ['1 高山湖泊水温'],
    ['1 Temperature of an alpine lake'],
  ])
})

describe('refusals', () => {
  test('a draft is there for those who may publish from its space alone', async () => {
    const { world, spaceId, complete } = await buildPublication()
    const { id } = await complete()
    for (const who of ['normal', 'ordinary', 'admin'] as const) {
      const client = await world.as(who)
      for (const answer of [
        client.call(publications.show, { id }),
        client.call(publications.save, { id, fields: {}, bases: {} }),
        client.call(publications.submit, { id }),
        client.call(publications.files, { id }),
        client.call(publications.remove, { id }),
      ])
        expect(await answer).toMatchObject({ error: 'publicationGone' })
    }
    const normal = await world.as('normal')
    expect((await normal.data(publications.list, { spaceId })).list).toEqual([])
    expect(await normal.call(publications.create, { spaceId })).toMatchObject({ error: 'spaceRightMissing' })
    const ordinary = await world.as('ordinary')
    expect(await ordinary.call(publications.list, { spaceId })).toMatchObject({ error: 'spaceNotFound' })
  })

  test('who only reads what is public learns nothing of how it came about', async () => {
    const { world, spaceId, admin, published } = await buildPublication()
    const silent = { ...AUTHOR, name: 'Sam Silent', orcid: '', email: 'silent@lab.test', isContact: false }
    const { id } = await published({ authors: [AUTHOR, silent] })
    const ordinary = await world.as('ordinary')
    const shown = await ordinary.data(publications.show, { id })
    expect(shown).toMatchObject({ space: null, reviewer: null, fields: {}, revisions: {}, history: [], verbs: [] })
    expect(shown.metadata?.authors.map(({ email }) => email)).toEqual(['owner@lab.test', ''])
    const normal = await world.as('normal')
    expect(await normal.data(publications.show, { id })).toMatchObject({ space: { id: spaceId }, fields: {} })
    const reviewed = await admin.data(publications.show, { id })
    expect(reviewed.metadata?.authors[1]?.email).toBe('silent@lab.test')
    expect(reviewed.history).not.toEqual([])
  })

  test('a complete draft has a preview of its page, for those who may edit it alone, until it is submitted', async () => {
    const { world, owner, complete, create, table } = await buildPublication()
    const silent = { ...AUTHOR, name: 'Sam Silent', orcid: '', email: 'silent@lab.test', isContact: false }
    const tableId = await table()
    const draft = await complete({ authors: [AUTHOR, silent], tables: [tableId], readme: '# Casts' })
    const path = draftPreviewPath(draft)
    const { response, body, html, data } = await readPage(world, path, { as: owner })
    expect([response.status, response.headers.get('cache-control'), response.headers.get('link')]).toEqual([
      200,
      'no-store',
      null,
    ])
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect(html).not.toContain('silent@lab.test')
    expect(
      ['Temperature of an alpine lake', '预览', 'casts', 'README.md'].filter((one) => !body.includes(one)),
    ).toEqual([])
    expect(data.dataset).toMatchObject({ isPreview: true, tables: [{ name: 'Casts' }], formats: [] })
    expect(addressesIn(body).filter((address) => address.startsWith('/dataset/'))).toEqual([])
    const unfinished = draftPreviewPath(await create())
    const asked = await Promise.all([
      readPage(world, path),
      readPage(world, path, { as: await world.as('normal') }),
      readPage(world, path, { as: await world.as('ordinary') }),
      readPage(world, unfinished, { as: owner }),
    ])
    expect(asked.map((one) => one.response.status)).toEqual([404, 404, 404, 404])
    await owner.data(publications.submit, { id: draft.id })
    expect((await readPage(world, path, { as: owner })).response.status).toBe(404)
  })

  test('an incomplete draft is not submitted, and each finding is told', async () => {
    const { owner, create, problems } = await buildPublication()
    const { id } = await create()
    expect(await owner.call(publications.submit, { id })).toMatchObject({ error: 'publicationIncomplete' })
    expect(await problems(id)).toEqual(
      expect.arrayContaining([
        'error title.zh eitherMissing',
        'error authors required',
        'error licence licenceMissing',
        'error files nothingSelected',
      ]),
    )
  })

  test('a submission freezes what was checked, whatever a colleague saves at the same moment', async () => {
    const { owner, senior, complete } = await buildPublication()
    for (let round = 0; round < 5; round += 1) {
      const { id } = await complete()
      await Promise.all([
        owner.call(publications.submit, { id }),
        senior.call(publications.save, { id, fields: { title: { zh: '', en: '' }, files: [] }, bases: {} }),
      ])
      const { metadata, state, fields, fileCount } = await owner.data(publications.show, { id })
      if (state === 'pending') {
        expect(metadata?.title.zh).toBe(COMPLETE.title.zh)
        expect(fileCount).toBe(2)
      } else expect(fields.title?.zh).toBe('')
    }
  })

  test('files that their person may not give, that are gone, or a table that is', async () => {
    const { spaceId, owner, senior, folder, complete, table, cast } = await buildPublication()
    await owner.data(rights.setOfSpace, { id: spaceId, senior: ['P_ADD', 'F_MAKE', 'F_DOWN_AM'], normal: [] })
    const { id } = await complete({ files: [folder] }, senior)
    expect(await senior.call(publications.submit, { id })).toMatchObject({ error: 'publicationIncomplete' })
    const other = await complete({ files: [cast.hash], tables: [await table()] })
    await owner.data(files.remove, { spaceId, hashList: [cast.hash] })
    const { problems } = await owner.data(publications.check, { id: other.id })
    expect(problems).toContainEqual(expect.objectContaining({ code: 'selectionGone', count: 1 }))
    await owner.data(tables.remove, { spaceId, id: other.fields.tables?.[0] ?? '' })
    const after = await owner.data(publications.check, { id: other.id })
    expect(after.problems).toContainEqual(expect.objectContaining({ code: 'tableGone', count: 1 }))
  })

  test('nobody reviews what they made, changed or submitted, administrators neither', async () => {
    const { world, owner, admin, spaceId, complete } = await buildPublication()
    await world.join(spaceId, 'admin', 'senior')
    const { id } = await complete()
    await admin.data(publications.save, { id, fields: { language: 'zh' }, bases: {} })
    await owner.data(publications.submit, { id })
    for (const answer of [
      admin.call(publications.claim, { id }),
      admin.call(publications.approve, { id }),
      admin.call(publications.reject, { id, reason: REASON }),
    ])
      expect(await answer).toMatchObject({ error: 'publicationOwnReview' })
    expect((await admin.data(publications.queue, {})).list).toEqual([])
  })

  test('who is no reviewer reviews nothing', async () => {
    const { owner, senior, submitted } = await buildPublication()
    const { id } = await submitted()
    expect(await senior.call(publications.approve, { id })).toMatchObject({ error: 'reviewerOnly' })
    expect(await owner.call(publications.queue, {})).toMatchObject({ error: 'reviewerOnly' })
    expect(await owner.data(publications.counts, {})).toMatchObject({ mine: { pending: 1 }, queue: null })
  })

  test('what a reviewer has claimed is neither revoked nor decided by another', async () => {
    const { world, owner, admin, submitted } = await buildPublication()
    await admin.data(publications.addReviewer, { personId: world.idOf('ordinary') })
    const { id } = await submitted()
    const reviewer = await world.as('ordinary')
    await reviewer.data(publications.claim, { id })
    for (const answer of [
      owner.call(publications.revoke, { id }),
      admin.call(publications.claim, { id }),
      admin.call(publications.approve, { id }),
    ])
      expect(await answer).toMatchObject({ error: 'publicationClaimed' })
    await admin.data(publications.release, { id })
    expect(await owner.data(publications.revoke, { id })).toMatchObject({ state: 'draft', fileCount: 0 })
    expect(await reviewer.call(publications.show, { id })).toMatchObject({ error: 'publicationGone' })
  })

  test('a reviewer who is one no longer holds up nobody', async () => {
    const { world, owner, admin, submitted } = await buildPublication()
    const personId = world.idOf('ordinary')
    await admin.data(publications.addReviewer, { personId })
    const { id } = await submitted()
    await (await world.as('ordinary')).data(publications.claim, { id })
    await admin.data(publications.removeReviewer, { personId })
    expect(await owner.data(publications.show, { id })).toMatchObject({ reviewer: null })
    expect(await owner.data(publications.revoke, { id })).toMatchObject({ state: 'draft' })
  })

  test('a rejection needs a reason, and a state is left once', async () => {
    const { owner, admin, submitted } = await buildPublication()
    const { id } = await submitted()
    expect(await admin.call(publications.reject, { id, reason: ' ' })).toMatchObject({ error: 'invalid' })
    await admin.data(publications.approve, { id })
    for (const answer of [
      admin.call(publications.approve, { id }),
      admin.call(publications.reject, { id, reason: REASON }),
      owner.call(publications.revoke, { id }),
      owner.call(publications.submit, { id }),
      owner.call(publications.save, { id, fields: { language: 'en' }, bases: {} }),
      owner.call(publications.remove, { id }),
      owner.call(publications.retransmit, { id }),
    ])
      expect(await answer).toMatchObject({ error: 'publicationStateChanged' })
  })

  test('a dataset has one version in preparation at a time', async () => {
    const { owner, published } = await buildPublication()
    const { id } = await published()
    await owner.data(publications.newVersion, { id })
    expect(await owner.call(publications.newVersion, { id })).toMatchObject({ error: 'publicationVersionOpen' })
  })

  test('a published version is withdrawn by the owner of its space or an administrator, with a reason', async () => {
    const { owner, senior, published } = await buildPublication()
    const { id } = await published()
    expect(await senior.call(publications.withdraw, { id, reason: REASON })).toMatchObject({
      error: 'spaceRightMissing',
    })
    expect(await owner.call(publications.withdraw, { id, reason: '' })).toMatchObject({ error: 'invalid' })
  })

  test('drafts and reviewers have a limit', async () => {
    const { world, owner, admin, spaceId, create } = await buildPublication()
    const { id } = await create()
    await sql`insert into dataset select gen_random_uuid(), ${spaceId}::uuid, now() from generate_series(2, ${OPEN_PUBLICATIONS_MAX})`.execute(
      world.db,
    )
    await sql`insert into publication (id, dataset_id, number, state, fields, revisions, title, resource_type, made_by,
      editors, created_at, changed_at) select gen_random_uuid(), d.id, 1, 'draft', '{}', '{}', '', 'dataset', p.made_by,
      p.editors, now(), now() from dataset d, publication p
      where p.id = ${id}::uuid and d.id <> p.dataset_id`.execute(world.db)
    expect(await owner.call(publications.create, { spaceId })).toMatchObject({ error: 'publicationsTooMany' })
    await sql`insert into person (id, email, name, role) select gen_random_uuid(), n || '@many.test', 'P', 'role_general'
      from generate_series(1, ${REVIEWERS_MAX}) n`.execute(world.db)
    await sql`insert into publication_reviewer select id, now() from person where email like '%@many.test'`.execute(
      world.db,
    )
    expect(await admin.call(publications.addReviewer, { personId: world.idOf('ordinary') })).toMatchObject({
      error: 'reviewersTooMany',
    })
    expect(await admin.call(publications.addReviewer, { personId: spaceId })).toMatchObject({ error: 'personGone' })
  })

  test('a template that somebody else changed meanwhile is not overwritten', async () => {
    const { admin } = await buildPublication()
    const [template] = await admin.data(publicationTemplates.offered, {})
    if (!template) throw new Error('there is no template')
    const { id, definition } = template
    const wish = { id, version: template.version, isOn: true, definition }
    await admin.data(publicationTemplates.set, wish)
    expect(await admin.call(publicationTemplates.set, wish)).toMatchObject({ error: 'publicationTemplateChanged' })
  })
})

describe('drafts', () => {
  test('changes of two people merge by field, and what both changed is told, not lost', async () => {
    const { owner, senior, create } = await buildPublication()
    const { id } = await create()
    const title = { zh: '水温', en: '' }
    await owner.data(publications.save, { id, fields: { title }, bases: {} })
    const theirs = { zh: '温度', en: '' }
    const late = await senior.data(publications.save, {
      id,
      fields: { title: theirs, licence: 'CC0-1.0', extra: { depth: ['0–25 m'] } },
      bases: {},
    })
    expect(late.conflicts).toEqual([{ place: 'title', value: title, revision: 1 }])
    const { fields, revisions } = await owner.data(publications.show, { id })
    expect(fields).toMatchObject({ title, licence: 'CC0-1.0', extra: { depth: ['0–25 m'] } })
    expect(revisions).toEqual({ title: 1, licence: 1, 'extra.depth': 1 })
    const again = await senior.data(publications.save, { id, fields: { title: theirs }, bases: { title: 1 } })
    expect(again).toMatchObject({ conflicts: [], revisions: { title: 2 } })
  })

  test('of many changes at once none is lost: each is written or told', async () => {
    const { owner, senior, create } = await buildPublication()
    const { id } = await create()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        (n % 2 ? owner : senior).data(publications.save, {
          id,
          fields: { changes: String(n), extra: { [`key${n}`]: [String(n)] } },
          bases: {},
        }),
      ),
    )
    const { fields } = await owner.data(publications.show, { id })
    expect(Object.keys(fields.extra ?? {})).toHaveLength(12)
    expect(answers.filter(({ conflicts }) => conflicts.length === 0)).toHaveLength(1)
  })

  test('a draft has a size, however many saves it grows by', async () => {
    const { owner, create } = await buildPublication()
    const { id } = await create()
    const page = (name: string) =>
      Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${name}${at}`, ['x'.repeat(20_000)]]))
    await owner.data(publications.save, { id, fields: { extra: page('first') }, bases: {} })
    expect(await owner.call(publications.save, { id, fields: { extra: page('second') }, bases: {} })).toMatchObject({
      error: 'tooLarge',
    })
    const { fields } = await owner.data(publications.show, { id })
    expect(Object.keys(fields.extra ?? {})).toHaveLength(30)
  })

  test('half a value is kept as it is, and told by the check', async () => {
    const { owner, complete, problems } = await buildPublication()
    const { id } = await complete({ authors: [{ ...AUTHOR, orcid: '0000-0002' }] })
    expect((await owner.data(publications.show, { id })).fields.authors?.[0]?.orcid).toBe('0000-0002')
    expect(await problems(id)).toContain('error authors orcidInvalid')
  })

  test('one that was never published is deleted without a trace in the lists', async () => {
    const { world, owner, spaceId, create } = await buildPublication()
    const { id } = await create({ title: { zh: '水温', en: '' } })
    await owner.data(publications.remove, { id })
    expect((await owner.data(publications.list, { spaceId })).list).toEqual([])
    expect((await sql`select 1 from dataset`.execute(world.db)).rows).toEqual([])
  })

  test('the check advises on empty, equal and closed files, and a missing README', async () => {
    const { owner, folder, readme, put, spaceId, complete, problems } = await buildPublication()
    await put('copy.csv', 'depth,temperature\n0,8.5\n')
    await put('empty.txt', '')
    await put('old.xls', 'x')
    await owner.data(files.remove, { spaceId, hashList: [readme.hash] })
    const { id } = await complete({ files: [folder] })
    expect(await problems(id)).toEqual(
      expect.arrayContaining([
        'advice files noReadme',
        'advice files emptyFiles',
        'advice files duplicateFiles',
        'advice files closedFormats',
      ]),
    )
    expect(await owner.data(publications.submit, { id })).toMatchObject({ state: 'pending', fileCount: 4 })
  })

  test('a README is drafted from the record and the columns of the tables, edited, and frozen beside the files', async () => {
    const { owner, senior, admin, complete, cast, table, textOf, paths, problems, world } = await buildPublication()
    const { id } = await complete({ files: [cast.hash], tables: [await table()], language: 'en' })
    expect(await problems(id)).toEqual(
      expect.arrayContaining(['advice files noReadme', 'advice tables undescribedColumns']),
    )
    const { text } = await senior.data(publications.readme, { id })
    expect(text).toContain('# Temperature of an alpine lake')
    expect(text).toContain('| Depth | number | m | [to be filled in] | 0 | 2.5 | 0 |')
    expect(text).toContain('| Station | text |  | Code of the station |  |  | 0 |')
    expect(await admin.call(publications.readme, { id })).toMatchObject({ error: 'publicationGone' })
    await owner.data(publications.save, { id, fields: { readme: `${text}Edited.` }, bases: {} })
    expect(await problems(id)).not.toContain('advice files noReadme')
    await owner.data(publications.submit, { id })
    await world.services.tasks.drain()
    expect(await paths(id)).toContain('README.md')
    expect(await textOf(id, 'README.md')).toBe(`${text}Edited.`)
  })

  test('a README that was chosen is not written over by the draft of one', async () => {
    const { owner, complete, readme, cast, textOf } = await buildPublication()
    const { id } = await complete({ files: [readme.hash, cast.hash], readme: 'Ours' })
    await owner.data(publications.submit, { id })
    expect(await textOf(id, 'README.md')).toBe('# Casts\n')
  })

  test('damaged contents keep a draft back; names that may tell of people are told', async () => {
    const { world, owner, complete, put, problems, spaceId } = await buildPublication()
    await put('patient_lin@lab.test.csv', 'depth\n1\n')
    const { id } = await complete()
    const { problems: found } = await owner.data(publications.check, { id })
    expect(found).toContainEqual(
      expect.objectContaining({ code: 'personalFiles', names: ['casts/patient_lin@lab.test.csv'], count: 1 }),
    )
    const people = await owner.data(tables.create, {
      spaceId,
      name: 'People',
      columns: [{ name: 'user_email', type: 'text', description: 'Address' }],
    })
    await owner.data(publications.save, { id, fields: { tables: [people.id] }, bases: {} })
    expect(await problems(id)).toContain('advice tables personalColumns')
    await sql`insert into damaged_content (sha256, problem, found_at)
      select blob_sha256, 'damaged', now() from node where name = 'cast-1.csv'`.execute(world.db)
    expect(await problems(id)).toContain('error files damagedFiles')
    expect(await owner.call(publications.submit, { id })).toMatchObject({ error: 'publicationIncomplete' })
  })

  test('a licence that does not fit that of the dataset it builds on is told', async () => {
    const { world, complete, published, problems } = await buildPublication()
    const { datasetId } = await published({ licence: 'CC-BY-NC-SA-4.0' })
    const { value } = await world.db
      .selectFrom('identifier')
      .select('value')
      .where('dataset_id', '=', datasetId)
      .executeTakeFirstOrThrow()
    const source = { scheme: 'ARK' as const, identifier: `${value}.v1`, relation: 'IsDerivedFrom' as const, title: '' }
    const { id } = await complete({ related: [source] })
    expect(await problems(id)).toContain('advice licence licenceUnfit')
    const fitting = await complete({ related: [source], licence: 'CC-BY-NC-SA-4.0' })
    expect(await problems(fitting.id)).not.toContain('advice licence licenceUnfit')
  })

  test('the FAIR score of a draft is told with what would earn the rest', async () => {
    const { owner, complete } = await buildPublication()
    const { id } = await complete({ keywords: { zh: [], en: [] } })
    const { fair } = await owner.data(publications.check, { id })
    const lost = fair.parts.filter(({ points, of }) => points < of).map(({ metric, place }) => `${metric} ${place}`)
    expect([fair.of, lost]).toEqual([26, ['F2-01M keywords', 'I3-01M related']])
  })

  test('the selection tells what it holds, where it lies and what is gone', async () => {
    const { owner, folder, cast, complete, table, spaceId } = await buildPublication()
    const tableId = await table()
    const { id } = await complete({ files: [folder, cast.hash], tables: [tableId] })
    expect(await owner.data(publications.selection, { id })).toMatchObject([
      { kind: 'folder', name: 'casts', files: 2, isGone: false, isForbidden: false },
      { kind: 'file', name: 'cast-1.csv', path: '/casts' },
      { kind: 'table', name: 'Casts', rows: 2, columns: 2, sizeBytes: 0 },
    ])
    const { files: count, sizeBytes, tables } = await owner.data(publications.check, { id })
    expect({ count, sizeBytes, tables }).toEqual({ count: 2, sizeBytes: 32, tables: 1 })
    await owner.data(files.remove, { spaceId, hashList: [cast.hash] })
    expect((await owner.data(publications.selection, { id }))[1]).toMatchObject({ isGone: true })
  })
})

describe('submission and review', () => {
  test('what was submitted stays as it was, whatever happens in the space', async () => {
    const { world, owner, admin, spaceId, folder, cast, put, submitted, paths, textOf } = await buildPublication()
    const { id } = await submitted()
    expect(await paths(id)).toEqual(['casts/README.md', 'casts/cast-1.csv'])
    await put('cast-1.csv', 'changed', folder).catch(() => null)
    await owner.data(files.remove, { spaceId, hashList: [cast.hash] })
    await owner.data(contract.trash.purge, { spaceId })
    world.clock.advance(2 * HOUR_MS)
    await world.services.uploads.blobs()
    expect(await textOf(id, 'casts/cast-1.csv', admin)).toBe('depth,temperature\n0,8.5\n')
    await admin.data(publications.approve, { id })
  })

  test('a published dataset outlives its space; its drafts do not', async () => {
    const { world, owner, admin, spaceId, published, complete, textOf } = await buildPublication()
    const { id } = await published()
    const { id: draft } = await complete()
    const { identifier } = await owner.data(spaces.show, { id: spaceId })
    await owner.data(spaces.remove, { id: spaceId, identifier })
    world.clock.advance(2 * HOUR_MS)
    await world.services.uploads.blobs()
    expect(await admin.data(publications.show, { id })).toMatchObject({ state: 'published', space: null })
    expect(await textOf(id, 'casts/README.md', admin)).toBe('# Casts\n')
    expect(await admin.call(publications.show, { id: draft })).toMatchObject({ error: 'publicationGone' })
    expect(await owner.data(publications.counts, {})).toMatchObject({ mine: { draft: 0, published: 1 } })
  })

  test('an approval publishes the frozen record, tells everybody and is written down', async () => {
    const { world, owner, admin, spaceId, submitted } = await buildPublication()
    const { id } = await submitted()
    expect(await admin.data(publications.counts, {})).toMatchObject({ queue: 1 })
    expect(await admin.data(publications.approve, { id })).toMatchObject({
      state: 'published',
      isCurrent: true,
      number: 1,
      metadata: { title: COMPLETE.title, authors: [AUTHOR], licence: 'CC-BY-4.0' },
      history: [{ kind: 'made' }, { kind: 'submitted' }, { kind: 'published' }],
    })
    const kinds = async (who: typeof owner) => (await who.data(messages.list, {})).list.map(({ kind }) => kind)
    expect(await kinds(admin)).toContain('datasetSubmitted')
    expect(await kinds(owner)).toContain('datasetPublished')
    expect((await world.inbox('owner@lab.test')).map(({ subject }) => subject).join()).toContain('Dataset published')
    const actions = (await owner.data(journal.list, { id: spaceId })).list.map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['publicationSubmitted', 'publicationPublished']))
    const { list } = await admin.data(audit.list, {})
    expect(list.map(({ action }) => action)).toContain('datasetPublished')
  })

  test('who left the space hears no more of what is not public', async () => {
    const { world, owner, senior, admin, spaceId, complete } = await buildPublication()
    const { id } = await complete()
    await senior.data(publications.save, { id, fields: { language: 'zh' }, bases: {} })
    await owner.data(publications.submit, { id })
    await owner.data(spaces.removeMember, { id: spaceId, personId: world.idOf('senior') })
    await admin.data(publications.reject, { id, reason: REASON })
    const told = async (who: typeof owner) =>
      (await who.data(messages.list, {})).list.filter(({ kind }) => kind === 'datasetRejected').length
    expect([await told(owner), await told(senior)]).toEqual([1, 0])
  })

  test('the files of what is published are no longer for other reviewers', async () => {
    const { world, admin, submitted, textOf } = await buildPublication()
    const other = await world.as('ordinary')
    await admin.data(publications.addReviewer, { personId: world.idOf('ordinary') })
    const access = { kind: 'closed' as const, until: null, terms: { zh: '涉密', en: '' } }
    const { id } = await submitted({ access })
    expect(await textOf(id, 'casts/README.md', other)).toBe('# Casts\n')
    await admin.data(publications.approve, { id })
    expect(await other.call(publications.files, { id })).toMatchObject({ error: 'publicationGone' })
    expect(await textOf(id, 'casts/README.md', admin)).toBe('# Casts\n')
  })

  test('a rejected version shows the reason, is edited and submitted again', async () => {
    const { world, owner, admin, submitted } = await buildPublication()
    const { id } = await submitted()
    await admin.data(publications.claim, { id })
    await admin.data(publications.reject, { id, reason: REASON })
    const rejected = await owner.data(publications.show, { id })
    expect(rejected).toMatchObject({ state: 'rejected', reason: REASON, metadata: null, fileCount: 0 })
    expect(rejected.verbs).toEqual(['edit', 'remove', 'submit', 'copy'])
    world.clock.advance(60_000)
    await owner.data(publications.save, {
      id,
      fields: { licence: 'CC0-1.0', resourceType: 'software', title: { zh: '改过的标题', en: 'A changed title' } },
      bases: rejected.revisions,
    })
    // Who rejected it sees what was submitted, and not how its authors go on.
    const { metadata, fields, revisions, title, resourceType, changedAt } = await admin.data(publications.show, { id })
    expect([metadata?.licence, fields, revisions]).toEqual(['CC-BY-4.0', {}, {}])
    expect({ title, resourceType, changedAt }).toEqual({
      title: rejected.title,
      resourceType: rejected.resourceType,
      changedAt: rejected.changedAt,
    })
    await owner.data(publications.submit, { id })
    expect(await admin.data(publications.approve, { id })).toMatchObject({
      metadata: { licence: 'CC0-1.0' },
      reason: '',
    })
  })

  test('tables are frozen as files with their columns, once the transfer is through', async () => {
    const { world, owner, admin, spaceId, submitted, table, paths, textOf } = await buildPublication()
    const tableId = await table()
    const { id, transfer } = await submitted({ tables: [tableId], files: [] })
    expect(transfer).toBe('transmitting')
    expect((await admin.data(publications.queue, {})).list).toEqual([])
    expect(await admin.call(publications.approve, { id })).toMatchObject({ error: 'publicationStateChanged' })
    await world.services.tasks.drain()
    await owner.data(tables.remove, { spaceId, id: tableId })
    expect(await paths(id)).toEqual(['tables/Casts.csv'])
    expect(await textOf(id, 'tables/Casts.csv', admin)).toContain('S2,2.5')
    expect(await admin.data(publications.show, { id })).toMatchObject({
      transfer: 'success',
      fileCount: 1,
      tables: [{ name: 'Casts', rows: 2, columns: [{ name: 'Station' }, { name: 'Depth', unit: 'm' }] }],
    })
    expect((await admin.data(publications.queue, {})).list).toHaveLength(1)
  })

  test('the folder of tables takes another name where a file has it', async () => {
    const { world, put, submitted, table, paths } = await buildPublication()
    const { hash } = await put('tables', 'a file')
    const { id } = await submitted({ tables: [await table()], files: [hash] })
    await world.services.tasks.drain()
    expect(await paths(id)).toEqual(['tables', 'tables (2)/Casts.csv'])
  })

  test('a transfer that fails says why and is repeated; after too many times an administrator has to look', async () => {
    const { world, owner, spaceId, submitted, table } = await buildPublication()
    const tableId = await table()
    const { id } = await submitted({ tables: [tableId] })
    await owner.data(tables.remove, { spaceId, id: tableId })
    await world.services.tasks.drain()
    for (let times = 1; times <= RETRANSMIT_MAX; times += 1) {
      const failed = await owner.data(publications.show, { id })
      expect(failed).toMatchObject({ transfer: 'failed', transferFailures: times })
      expect(failed.transferMessage).not.toBe('')
      await owner.data(publications.retransmit, { id })
      await world.services.tasks.drain()
    }
    expect(await owner.call(publications.retransmit, { id })).toMatchObject({ error: 'publicationRetransmitLimit' })
    expect(await owner.data(publications.revoke, { id })).toMatchObject({ state: 'draft' })
  })

  test('a new version follows the published one and becomes the current one', async () => {
    const { owner, admin, published, cast } = await buildPublication()
    const first = await published()
    const next = await owner.data(publications.newVersion, { id: first.id })
    expect(next).toMatchObject({
      number: 2,
      datasetId: first.datasetId,
      state: 'draft',
      fields: { title: COMPLETE.title },
    })
    expect(await owner.call(publications.submit, { id: next.id })).toMatchObject({ error: 'publicationIncomplete' })
    const fields = { changes: 'One cast only', files: [cast.hash] }
    await owner.data(publications.save, { id: next.id, fields, bases: {} })
    await owner.data(publications.submit, { id: next.id })
    await admin.data(publications.approve, { id: next.id })
    expect(await owner.data(publications.show, { id: next.id })).toMatchObject({
      isCurrent: true,
      changes: 'One cast only',
    })
    expect(await owner.data(publications.show, { id: first.id })).toMatchObject({ isCurrent: false, fileCount: 2 })
  })

  test('a withdrawn version keeps its reason, and the one before it is current again', async () => {
    const { owner, admin, published } = await buildPublication()
    const first = await published()
    const next = await owner.data(publications.newVersion, { id: first.id })
    await owner.data(publications.save, { id: next.id, fields: { changes: 'More' }, bases: {} })
    await owner.data(publications.submit, { id: next.id })
    await admin.data(publications.approve, { id: next.id })
    expect(await admin.data(publications.withdraw, { id: next.id, reason: REASON })).toMatchObject({
      state: 'withdrawn',
      reason: REASON,
      isCurrent: false,
    })
    expect(await owner.data(publications.show, { id: first.id })).toMatchObject({ isCurrent: true })
    expect(await owner.data(publications.counts, {})).toMatchObject({ mine: { published: 1, withdrawn: 1 } })
  })
})

test('a space counts the datasets of which it has a published version, however many versions there are', async () => {
  const { owner, admin, spaceId, submitted, published } = await buildPublication()
  const count = async () => (await owner.data(spaces.show, { id: spaceId })).datasets
  const first = await published()
  const pending = await submitted()
  expect(await count()).toBe(1)
  const next = await owner.data(publications.newVersion, { id: first.id })
  await owner.data(publications.save, { id: next.id, fields: { changes: 'More' }, bases: {} })
  await owner.data(publications.submit, { id: next.id })
  await admin.data(publications.approve, { id: next.id })
  expect(await count()).toBe(1)
  await admin.data(publications.approve, { id: pending.id })
  expect(await count()).toBe(2)
  await owner.data(publications.withdraw, { id: next.id, reason: REASON })
  expect(await count()).toBe(2)
  await owner.data(publications.withdraw, { id: first.id, reason: REASON })
  expect(await count()).toBe(1)
})

describe('templates', () => {
  test('a changed template says at once what a draft lacks', async () => {
    const { admin, complete, problems } = await buildPublication()
    const { id } = await complete()
    const template = (await admin.data(publicationTemplates.offered, {})).find((one) => one.id === 'dataset')
    if (!template) throw new Error('there is no template')
    const field = {
      key: 'cruise',
      type: 'text' as const,
      title: { zh: '航次', en: 'Cruise' },
      multiply: '1：1',
      check: '/^[A-Z]{2}\\d+$/',
    }
    const definition = {
      ...template.definition,
      groups: [...template.definition.groups, { title: { zh: '航次', en: 'Cruise' }, fields: [field] }],
    }
    await admin.data(publicationTemplates.set, { id: 'dataset', version: 1, isOn: true, definition })
    expect(await problems(id)).toContain('error extra.cruise required')
  })

  test.each(['dataset', 'observation', 'sequencing', 'software', 'collection'])('%s is built in', async (id) => {
    const { admin } = await buildPublication()
    expect(await admin.data(publicationTemplates.offered, {})).toContainEqual(
      expect.objectContaining({ id, isBuiltIn: true, isOn: true, version: 1 }),
    )
  })
})
