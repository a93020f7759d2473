import { Id } from '#contract/core/shapes.ts'
import { textOf } from '#server/http/texts.ts'
import type { Db } from '#server/storage/database.ts'
import { element, type XmlElement } from '#server/write-xml.ts'
import { changedVersions, firstPublished, type HarvestedVersion, versionById } from '../oai-store.ts'
import type { DatasetService } from '../service.ts'
import { type Arguments, OaiError, spanOf, type Verb } from './arguments.ts'
import { headerOf, idIn, PREFIXES, recordOf, SETS, stampOf } from './records.ts'
import { readToken, type Token, writeToken } from './token.ts'

/** Records in one answer. */
export const RECORDS_A_PAGE = 100

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

/** What each verb answers, as elements. They throw OaiError. */
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

  const listSets = (): XmlElement[] =>
    SETS.map(({ type, spec }) =>
      element('set', {}, element('setSpec', {}, spec), element('setName', {}, textOf('en', `datasets.types.${type}`))),
    )

  async function getRecord(identifier: string, prefix: string): Promise<XmlElement[]> {
    const found = await versionOf(identifier)
    demandPrefix(prefix)
    return (await service.describe([found])).map((dataset) => recordOf(dataset, prefix))
  }

  function questionOf(verb: Verb, given: Arguments['given']): Question {
    const token = given.get('resumptionToken')
    if (token === undefined) {
      const prefix = given.get('metadataPrefix') ?? ''
      const span = spanOf(given.get('from'), given.get('until'))
      demandPrefix(prefix)
      return { verb, prefix, set: given.get('set') ?? null, ...span, after: null, cursor: 0 }
    }
    const read = readToken(token)
    if (read.verb !== verb || !Object.hasOwn(PREFIXES, read.prefix))
      throw new OaiError('badResumptionToken', 'The resumptionToken belongs to another request.')
    return read
  }

  async function list(verb: 'ListIdentifiers' | 'ListRecords', given: Arguments['given']): Promise<XmlElement[]> {
    const question = questionOf(verb, given)
    const { prefix, set, from, before, after, cursor } = question
    const known = SETS.find(({ spec }) => spec === set)
    const isKnown = set === null || known !== undefined
    const rows = isKnown
      ? await changedVersions(db, { from, before, type: known?.type ?? null, after, size: RECORDS_A_PAGE + 1 })
      : []
    if (!rows.length && !after) throw new OaiError('noRecordsMatch', 'No record matches.')
    const page = rows.slice(0, RECORDS_A_PAGE)
    const records = (await service.describe(page)).map((dataset) =>
      verb === 'ListRecords' ? recordOf(dataset, prefix) : headerOf(dataset),
    )
    const last = page.at(-1)
    if (rows.length > RECORDS_A_PAGE && last) {
      const next = { ...question, after: [last.key, last.version.id], cursor: cursor + page.length } satisfies Token
      return [...records, element('resumptionToken', { cursor: String(cursor) }, writeToken(next))]
    }
    return after ? [...records, element('resumptionToken', { cursor: String(cursor) })] : records
  }

  return async ({ verb, given }: Arguments): Promise<XmlElement[]> => {
    switch (verb) {
      case 'Identify':
        return identify()
      case 'ListMetadataFormats':
        return listFormats(given.get('identifier'))
      case 'ListSets':
        if (given.has('resumptionToken')) throw new OaiError('badResumptionToken', 'The list of sets is told at once.')
        return listSets()
      case 'GetRecord':
        return getRecord(given.get('identifier') ?? '', given.get('metadataPrefix') ?? '')
      case 'ListIdentifiers':
      case 'ListRecords':
        return list(verb, given)
    }
  }
}
