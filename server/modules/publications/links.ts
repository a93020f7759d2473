import { advice, type Problem } from '#contract/publications/check.ts'
import type { DraftFields } from '#contract/publications/draft.ts'
import { bareIdentifier, isIdentifier } from '#contract/publications/metadata.ts'
import type { TemplateDefinition } from '#contract/publications/template.ts'
import { mapConcurrently } from '#server/concurrency/map-concurrently.ts'
import { Failure } from '#server/failure.ts'
import type { SignedInCall } from '#server/http/context.ts'
import { outsideGateway } from '#server/http/outside.ts'
import { rateLimitOf } from '#server/http/rate-limit.ts'
import type { PublicationDrafts } from './drafts.ts'
import type { PublicationNeeds } from './needs.ts'

/** Links of a draft that are opened, and how long one may take, in ms (our choice). */
const LINKS_MAX = 50
const LINK_MS = 8000
/** Checks of one person per minute (our choice). */
export const CHECKS_A_MINUTE = 10
/** Links that a finding names. */
const NAMED_MAX = 5
/** The answers of a page that is not there; a page that asks who one is is there. */
const GONE = [404, 410]
/** The answers of a site that is asked for nothing but pages. */
const NO_HEAD = [405, 501]

type Link = { place: string; address: string }

const doiAddress = (doi: string) => `https://doi.org/${bareIdentifier('DOI', doi.trim())}`

/** The addresses that a draft leads to, each once. */
function linksOf({ related = [], extra = {} }: DraftFields, template: TemplateDefinition | null): Link[] {
  const works = related.flatMap(({ scheme, identifier }): Link[] => {
    if (!isIdentifier(scheme, identifier)) return []
    if (scheme === 'URL') return [{ place: 'related', address: identifier.trim() }]
    return scheme === 'DOI' ? [{ place: 'related', address: doiAddress(identifier) }] : []
  })
  const added = (template?.groups ?? [])
    .flatMap(({ fields }) => fields)
    .filter(({ type }) => type === 'url' || type === 'doi')
    .flatMap(({ key, type }) =>
      (extra[key] ?? [])
        .filter((value) => isIdentifier(type === 'doi' ? 'DOI' : 'URL', value))
        .map((value) => ({ place: `extra.${key}`, address: type === 'doi' ? doiAddress(value) : value.trim() })),
    )
  const links = new Map([...works, ...added].map((link) => [link.address, link]))
  return [...links.values()].filter(({ address }) => URL.canParse(address)).slice(0, LINKS_MAX)
}

async function* each(links: readonly Link[]) {
  yield* links
}

/** Opens the links of a draft as anybody outside would: addresses within our network lead nowhere. */
export function publicationLinks(needs: PublicationNeeds & { drafts: PublicationDrafts }) {
  const { config, templates, spaces, drafts, now } = needs
  const checks = rateLimitOf(CHECKS_A_MINUTE, now)
  const outside = outsideGateway({ policy: config.outside })

  async function leadsNowhere({ address }: Link): Promise<boolean> {
    const status = async (method: 'HEAD' | 'GET') => {
      const answer = await outside.ask(address, { method, signal: AbortSignal.timeout(LINK_MS) })
      answer.discard()
      return answer.status
    }
    try {
      const first = await status('HEAD')
      return GONE.includes(NO_HEAD.includes(first) ? await status('GET') : first)
    } catch (error) {
      if (error instanceof Failure) return true
      throw error
    }
  }

  return async ({ id }: { id: string }, { actor }: Pick<SignedInCall, 'actor'>): Promise<Problem[]> => {
    const { row, spaceId } = await drafts.placed(id, actor)
    await spaces.demand(spaceId, actor, 'publication.edit')
    if (!config.outside.isOn) return []
    checks.take(actor.id)
    const links = linksOf(row.fields, await templates.one(row.fields.template ?? ''))
    const broken = new Map<string, string[]>()
    for await (const [{ place, address }, isBroken] of mapConcurrently(each(links), leadsNowhere))
      if (isBroken) broken.set(place, [...(broken.get(place) ?? []), address])
    return [...broken].map(([place, addresses]) =>
      advice('brokenLinks', place, { names: addresses.slice(0, NAMED_MAX), count: addresses.length }),
    )
  }
}
