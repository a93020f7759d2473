import { Failure } from '#server/failure.ts'

/** One state that a list asks for: a lock token or an entity tag; `isNot` asks that it is not so. */
type Condition = { isNot: boolean } & ({ token: string } | { etag: string })
/** All conditions of a list hold, or it does not; `resource` is '' for the address of the request. */
export type List = { resource: string; conditions: Condition[] }

const TOKEN = /\s*(?:(Not)\b\s*)?(?:<([^>]*)>|\[((?:W\/)?"[^"]*")\]|(\()|(\)))/iy

/** Lists of one header that are looked at: each may name a resource of its own. */
const LISTS_MAX = 100

/** Reads an `If` header. Throws davInvalid for what breaks its grammar. Source: RFC 4918 section 10.4. */
export function parseIf(header: string): List[] {
  const lists: List[] = []
  let resource = ''
  let isTagged: boolean | null = null
  let open: List | null = null
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < header.trimEnd().length) {
    const [, not, angled, etag, start, end] = TOKEN.exec(header) ?? []
    const isNot = not !== undefined
    if (start && !open && !isNot) {
      isTagged ??= false
      open = { resource, conditions: [] }
    } else if (end && open?.conditions.length && !isNot) {
      lists.push(open)
      open = null
    } else if (open && angled !== undefined) open.conditions.push({ isNot, token: angled })
    else if (open && etag !== undefined) open.conditions.push({ isNot, etag })
    // A resource stands before its lists, in all of the header or nowhere.
    else if (!open && angled !== undefined && !isNot && isTagged !== false && isWhole(lists, resource)) {
      isTagged = true
      resource = angled
    } else throw new Failure('davInvalid')
  }
  if (open || !lists.length || lists.length > LISTS_MAX || !isWhole(lists, resource)) throw new Failure('davInvalid')
  return lists
}

/** Whether the resource that was named last has its list. */
const isWhole = (lists: readonly List[], resource: string) => resource === '' || lists.at(-1)?.resource === resource

/** Every lock token that a header names: its sender knows them. */
export const tokensIn = (lists: readonly List[]): Set<string> =>
  new Set(lists.flatMap(({ conditions }) => conditions.flatMap((one) => ('token' in one ? [one.token] : []))))

/** What is at a resource now. */
export type State = { etag: string; tokens: ReadonlySet<string> }

/** Whether one of the lists holds. */
export const holdsIn = (lists: readonly List[], stateOf: (resource: string) => State): boolean =>
  lists.some(({ resource, conditions }) => {
    const { etag, tokens } = stateOf(resource)
    return conditions.every((one) => {
      const isSo = 'token' in one ? tokens.has(one.token) : one.etag.replace(/^W\//, '') === etag
      return isSo !== one.isNot
    })
  })
