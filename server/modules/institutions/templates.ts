import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { OfferedTemplate } from '#contract/institutions.ts'
import type { ResourceType } from '#contract/publications/metadata.ts'
import { Failure } from '#server/failure.ts'
import type { Outside } from '#server/http/outside.ts'
import { isSameSite } from '#server/http/outside-address.ts'
import { type Db, transact } from '#server/storage/database.ts'
import { sha256 } from '#server/storage/seal.ts'
import { textOf } from './answers.ts'
import type { Target } from './delivery.ts'
import type { Institution, InstitutionClient } from './protocol.ts'
import { repositoryTemplate } from './repositories/template.ts'
import type { InstitutionService } from './service.ts'
import type { InstitutionRow } from './store.ts'
import type { RemoteTemplateStore, TemplateRow } from './template-store.ts'
import { readTemplate } from './template-xml.ts'

/** How long read templates count as those of the institution, in milliseconds (our choice). */
export const TEMPLATES_MS = 600_000
/** Most templates of one institution that are read (our choice). */
const TEMPLATES_MAX = 50

const Listed = z.array(z.object({ name: z.string(), url: z.string(), type: z.optional(z.coerce.string()) }))
type Line = z.infer<typeof Listed>[number]
type Needs = {
  db: Db
  store: RemoteTemplateStore
  client: InstitutionClient
  outside: Outside
  service: Pick<InstitutionService, 'rowOf' | 'codeOf'>
  now: () => Date
}

const idOf = (institutionId: string, name: string) =>
  `inst-${createHash('sha256').update(`${institutionId} ${name}`).digest('hex').slice(0, 32)}`
const kindOf = (type: string): ResourceType => (/software/i.test(type) ? 'software' : 'dataset')

/** The metadata templates of institutions, in our words. */
export function remoteTemplates({ db, store, client, outside, service, now }: Needs) {
  const targetOf = (row: InstitutionRow): Target => ({ ...row, code: service.codeOf(row) })

  /** The text of a template; the ticket is sent only to the institution itself. */
  async function xmlOf(institution: Institution, url: URL, signal?: AbortSignal): Promise<string> {
    const { token } = await client.ticketOf(institution, signal)
    const headers: Record<string, string> = isSameSite(new URL(institution.host), url) ? { token } : {}
    return textOf(await outside.ask(url, { headers, signal: client.within(signal) }))
  }

  async function read(institution: Institution, { name, url, type = '' }: Line, signal?: AbortSignal) {
    if (!URL.canParse(url, institution.host)) return null
    const xml = await xmlOf(institution, new URL(url, institution.host), signal)
    const template = await readTemplate(xml, kindOf(type))
    if (!template) return null
    const { definition, plan, omitted, unusable } = template
    const own = { id: idOf(institution.id, name), institution_id: institution.id, name, type }
    return { ...own, definition, plan, omitted, unusable, is_gone: false, sha256: sha256(xml) } satisfies TemplateRow
  }

  const listed = async (institution: Institution, signal?: AbortSignal): Promise<Line[]> =>
    (await client.call(institution, 'GET_TEMPLATES', Listed, signal ? { signal } : {})).slice(0, TEMPLATES_MAX)

  /** Reads all templates again. Throws what `institutionErrors` names. */
  async function refresh(row: InstitutionRow): Promise<void> {
    const institution = targetOf(row)
    const rows = new Map<string, TemplateRow>()
    const own = row.kind !== 'instdb' && repositoryTemplate(row.kind)
    if (own) {
      const known = { ...own, id: idOf(row.id, own.name), institution_id: row.id, is_gone: false }
      return transact(db, (tx) => store.write(tx, row.id, [known], now()))
    }
    for (const line of await listed(institution)) {
      const template = await read(institution, line)
      // Of equal names the first one, which is the newest.
      if (template && !rows.has(template.id)) rows.set(template.id, template)
    }
    await transact(db, (tx) => store.write(tx, row.id, [...rows.values()], now()))
  }

  /** The templates to choose from. Throws institutionGone, and the cause if the institution can't be reached. */
  async function offered({ id }: { id: string }): Promise<OfferedTemplate[]> {
    const row = await service.rowOf(id)
    if (!row.is_on) throw new Failure('institutionGone')
    const isFresh = row.templates_at && now().getTime() - row.templates_at.getTime() < TEMPLATES_MS
    if (!isFresh) await refresh(row)
    return (await store.of(id)).map(({ id: key, definition, omitted, unusable }) => ({
      id: key,
      definition,
      omitted,
      unusable,
    }))
  }

  /** Throws institutionTemplateChanged when the institution's template is another one than it was. */
  async function demandSame(row: InstitutionRow, wish: { name: string; sha256: Buffer }, signal: AbortSignal) {
    // The requirements of a repository are part of this program.
    if (row.kind !== 'instdb') return
    const institution = targetOf(row)
    const line = (await listed(institution, signal)).find(({ name }) => name === wish.name)
    const found = line && (await read(institution, line, signal))
    if (!found?.sha256.equals(wish.sha256)) throw new Failure('institutionTemplateChanged')
  }

  return { offered, demandSame, one: store.one, names: store.names, targetOf }
}
