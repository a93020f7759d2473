import { sql } from 'kysely'
import { PEOPLE_SEARCH } from '#contract/core/limits.ts'
import type { Db } from '#server/storage/database.ts'
import { literal } from '#server/storage/like.ts'

export type FoundPerson = {
  id: string
  name: string
  email: string
  avatar: string
  unit: string
  is_member: boolean
  is_invited: boolean
}
type Search = { spaceId: string; q: string; at: Date }

/** The bigram index is over the same expression. */
const names = sql`(p.name || ' ' || p.english_name)`
const HAN = /^\p{Script=Han}+$/u
/** Separators that may precede a word. */
const BEFORE_WORD = ['', '% ', '%-', '%.', '%·'] as const

/** Patterns for names: Chinese has no spaces, so a given name is searched at any position. */
const patternsOf = (q: string) => (HAN.test(q) ? ['%'] : BEFORE_WORD).map((before) => `${before}${literal(q)}%`)

/**
 * Finds a few active people by the beginning of their name or of a word in it, or by their full address. The search
 * can't list everybody: it needs at least two characters and has no next page.
 */
export async function findPeople(db: Db, { spaceId, q, at }: Search): Promise<FoundPerson[]> {
  const fits = q.includes('@')
    ? sql`lower(p.email) = ${q.toLowerCase()}`
    : sql`grams${names} @> grams(${q}) and ${names} ilike any(${patternsOf(q)}::text[])`
  const { rows } = await sql<FoundPerson>`
    select p.id, p.name, p.email, p.avatar, p.unit,
      exists (select from member m where m.space_id = ${spaceId}::uuid and m.person_id = p.id) as is_member,
      exists (select from space_invitation i where i.space_id = ${spaceId}::uuid and i.state = 'waiting'
        and i.expires_at > ${at} and lower(i.email) = lower(p.email)) as is_invited
    from person p where ${fits} and p.disabled_at is null and p.state = 'active'
    order by p.name ilike ${`${literal(q)}%`} desc, p.name collate natural_order, p.id
    limit ${PEOPLE_SEARCH.max}`.execute(db)
  return rows
}
