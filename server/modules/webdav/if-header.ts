import { Failure } from '#server/failure.ts'

/** A condition on a resource: a lock token or an entity tag; `isNot` negates it. */
type Condition = { isNot: boolean } & ({ token: string } | { etag: string })
/** All conditions of a list must hold; `resource` is '' for the address of the request. */
export type List = { resource: string; conditions: Condition[] }

const TOKEN = /\s*(?:(Not)\b\s*)?(?:<([^>]*)>|\[((?:W\/)?"[^"]*")\]|(\()|(\)))/iy

/** Most lists in one header: each may name its own resource. */
const LISTS_MAX = 100

/** Parses an `If` header. Throws davInvalid for a syntax error. Source: RFC 4918 section 10.4. */
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
    // Either every list follows a resource, or none does.
    else if (!open && angled !== undefined && !isNot && isTagged !== false && isWhole(lists, resource)) {
      isTagged = true
      resource = angled
    } else throw new Failure('davInvalid')
  }
  if (open || !lists.length || lists.length > LISTS_MAX || !isWhole(lists, resource)) throw new Failure('davInvalid')
  return lists
}

/** Whether the last named resource has a list. */
const isWhole = (lists: readonly List[], resource: string) => resource === '' || lists.at(-1)?.resource === resource

/** All lock tokens in a header: its sender knows them. */
export const tokensIn = (lists: readonly List[]): Set<string> =>
  new Set(lists.flatMap(({ conditions }) => conditions.flatMap((one) => ('token' in one ? [one.token] : []))))

/** Current state of a resource. */
export type State = { etag: string; tokens: ReadonlySet<string> }

/** Whether at least one list holds. */
export const holdsIn = (lists: readonly List[], stateOf: (resource: string) => State): boolean =>
  lists.some(({ resource, conditions }) => {
    const { etag, tokens } = stateOf(resource)
    return conditions.every((one) => {
      const isSo = 'token' in one ? tokens.has(one.token) : one.etag.replace(/^W\//, '') === etag
      return isSo !== one.isNot
    })
  })
