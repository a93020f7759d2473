import { Id } from '#contract/core/shapes.ts'
import { textOf } from '#server/http/texts.ts'
import type { Db } from '#server/storage/database.ts'
import { element, type XmlElement } from '#server/write-xml.ts'
import { changedVersions, firstPublished, type HarvestedVersion, publishingSpaces, versionById } from '../oai-store.ts'
import type { DatasetService } from '../service.ts'
import { type Arguments, OaiError, spanOf, type Verb } from './arguments.ts'
import { headerOf, idIn, PREFIXES, recordOf, setNamed, setOfSpace, stampOf, TYPE_SETS } from './records.ts'
import { readToken, type Token, writeToken } from './token.ts'

/** Records in one answer. */
export const RECORDS_A_PAGE = 100
/** Sets of spaces in one answer. */
export const SETS_A_PAGE = 100

export type OaiNeeds = {
  db: Db
  origin: () => string
  now: () => Date
  service: Pick<DatasetService, 'describe'>
  about: () => Promise<{ name: string; email: string }>
}
type Question = Omit<Token, 'after' | 'cursor'> & { after: Token['after'] | null; cursor: number }

const demandPrefix = (prefix: string) => {
  if (!Object.hasOwn(PREFIXES, prefix))
    throw new OaiError('cannotDisseminateFormat', 'The metadataPrefix is not known here.')
}

const FOREIGN_TOKEN = 'The resumptionToken belongs to another request.'
function tokenOf(verb: Verb, text: string): Token {
  const read = readToken(text)
  if (read.verb !== verb) throw new OaiError('badResumptionToken', FOREIGN_TOKEN)
  return read
}

/** The resumption token of a list; empty at the end of a list in several parts, absent for a complete one. */
const tokenElement = (cursor: number, next: string | undefined): XmlElement[] =>
  next === undefined && cursor === 0
    ? []
    : [element('resumptionToken', { cursor: String(cursor) }, ...(next === undefined ? [] : [next]))]

/** The responses of the verbs, as elements. They throw OaiError. */
export function oaiVerbs({ db, origin, now, service, about }: OaiNeeds) {
  async function versionOf(identifier: string): Promise<HarvestedVersion> {
    const id = Id.safeParse(idIn(new URL(origin()).hostname, identifier))
    const found = id.success ? await versionById(db, id.data) : null
    if (!found) throw new OaiError('idDoesNotExist', 'There is no record of this identifier.')
    return found
  }

  async function identify(): Promise<XmlElement[]> {
    const [{ name, email }, first] = await Promise.all([about(), firstPublished(db)])
    return [
      element('repositoryName', {}, name),
      element('baseURL', {}, `${origin()}/oai`),
      element('protocolVersion', {}, '2.0'),
      element('adminEmail', {}, email),
      element('earliestDatestamp', {}, stampOf((first ?? now()).toISOString())),
      element('deletedRecord', {}, 'persistent'),
      element('granularity', {}, 'YYYY-MM-DDThh:mm:ssZ'),
    ]
  }

  async function listFormats(identifier: string | undefined): Promise<XmlElement[]> {
    if (identifier !== undefined) await versionOf(identifier)
    return Object.entries(PREFIXES).map(([prefix, { schema, namespace }]) =>
      element(
        'metadataFormat',
        {},
        element('metadataPrefix', {}, prefix),
        element('schema', {}, schema),
        element('metadataNamespace', {}, namespace),
      ),
    )
  }

  async function listSets(token: string | undefined): Promise<XmlElement[]> {
    const { after, cursor } = token === undefined ? { after: null, cursor: 0 } : tokenOf('ListSets', token)
    const spaces = await publishingSpaces(db, { after, size: SETS_A_PAGE + 1 })
    const page = spaces.slice(0, SETS_A_PAGE)
    const types = TYPE_SETS.map(({ type, spec }) => ({ spec, name: textOf('en', `datasets.types.${type}`) }))
    const sets = [...(after ? [] : types), ...page.map(({ id, name }) => ({ spec: setOfSpace(id), name }))]
    const last = spaces.length > SETS_A_PAGE ? page.at(-1) : undefined
    const told = { verb: 'ListSets', prefix: '', set: null, from: null, before: null } as const
    const next = last && writeToken({ ...told, after: [last.key, last.id], cursor: cursor + sets.length })
    return [
      ...sets.map(({ spec, name }) => element('set', {}, element('setSpec', {}, spec), element('setName', {}, name))),
      ...tokenElement(cursor, next),
    ]
  }

  async function getRecord(identifier: string, prefix: string): Promise<XmlElement[]> {
    const found = await versionOf(identifier)
    demandPrefix(prefix)
    return (await service.describe([found])).map((dataset) => recordOf(dataset, found.openSpaceId, prefix))
  }

  function questionOf(verb: Verb, given: Arguments['given']): Question {
    const token = given.get('resumptionToken')
    if (token === undefined) {
      const prefix = given.get('metadataPrefix') ?? ''
      const span = spanOf(given.get('from'), given.get('until'))
      demandPrefix(prefix)
      return { verb, prefix, set: given.get('set') ?? null, ...span, after: null, cursor: 0 }
    }
    const read = tokenOf(verb, token)
    if (!Object.hasOwn(PREFIXES, read.prefix)) throw new OaiError('badResumptionToken', FOREIGN_TOKEN)
    return read
  }

  async function list(
    verb: 'ListIdentifiers' | 'ListRecords',
    given: Arguments['given'],
  ): Promise<Iterable<XmlElement>> {
    const question = questionOf(verb, given)
    const { prefix, set, from, before, after, cursor } = question
    const selected = set === null ? { type: null, spaceId: null } : setNamed(set)
    const rows = selected
      ? await changedVersions(db, { from, before, ...selected, after, size: RECORDS_A_PAGE + 1 })
      : []
    if (!rows.length && !after) throw new OaiError('noRecordsMatch', 'No record matches.')
    const page = rows.slice(0, RECORDS_A_PAGE)
    const datasets = await service.describe(page)
    const last = rows.length > RECORDS_A_PAGE ? page.at(-1) : undefined
    const next = last && writeToken({ ...question, after: [last.key, last.version.id], cursor: cursor + page.length })
    function* records() {
      for (const [at, dataset] of datasets.entries()) {
        const openSpaceId = page[at]?.openSpaceId ?? null
        yield verb === 'ListRecords' ? recordOf(dataset, openSpaceId, prefix) : headerOf(dataset, openSpaceId)
      }
      yield* tokenElement(cursor, next)
    }
    return records()
  }

  return async ({ verb, given }: Arguments): Promise<Iterable<XmlElement>> => {
    switch (verb) {
      case 'Identify':
        return identify()
      case 'ListMetadataFormats':
        return listFormats(given.get('identifier'))
      case 'ListSets':
        return listSets(given.get('resumptionToken'))
      case 'GetRecord':
        return getRecord(given.get('identifier') ?? '', given.get('metadataPrefix') ?? '')
      case 'ListIdentifiers':
      case 'ListRecords':
        return list(verb, given)
    }
  }
}
