import type * as z from 'zod/mini'
import { UNSIGNED } from '#server/http/parameter-signature.ts'
import { problem } from './answers.ts'

/** The only version of the old form. */
const VERSION = '1.0'

/** The known parameters: the signed text has no escaping, so that a value may look like one of these. */
const KNOWN = [
  'appId',
  'description',
  'emailAccounts',
  'name',
  'operaId',
  'org',
  'password',
  'role',
  'spaceCode',
  'spaceId',
  'spaceName',
  'spaceSize',
  'tags',
  'timestamp',
  'type',
  'userId',
  'version',
]

export type Parameters = Readonly<Record<string, string>>

/** A parameter whose value could be read as another parameter in the signed text; undefined if there is none. */
function readInTwoWays(parameters: Parameters): string | undefined {
  const names = Object.keys(parameters)
    .filter((name) => !UNSIGNED.has(name))
    .toSorted()
  return names.find((name, at) => {
    const next = names[at + 1]
    const between = KNOWN.filter((known) => known > name && (next === undefined || known < next))
    return between.some((known) => parameters[name]?.includes(`&${known}=`))
  })
}

/** The parameters of a call, from its address and its body; each may occur once, and must be a text or a number. */
export function parametersOf(query: unknown, body: unknown): Parameters {
  const all = [query, body].flatMap((from) => Object.entries((from ?? {}) as Record<string, unknown>))
  const parameters: Record<string, string> = Object.create(null)
  for (const [name, value] of all) {
    if (typeof value !== 'string' && typeof value !== 'number') throw problem('characters', name)
    if (parameters[name] !== undefined) throw problem('characters', name)
    parameters[name] = String(value)
  }
  const unclear = readInTwoWays(parameters)
  if (unclear) throw problem('characters', unclear)
  for (const name of ['appId', 'version', 'timestamp', 'sign']) wanted(parameters, name)
  if (parameters.version !== VERSION) throw problem('missing', 'version')
  return parameters
}

/** A parameter that must be there. */
export function wanted(parameters: Parameters, name: string): string {
  const value = parameters[name]
  if (!value) throw problem('missing', name)
  return value
}

type Rule<T> = { schema: z.ZodMiniType<T>; max: number; otherwise: 'email' | 'characters' | 'spaceCode' | 'length' }

/** A value by its rule: too long, or otherwise wrong. */
export function checked<T>(name: string, value: string, { schema, max, otherwise }: Rule<T>): T {
  if ([...value].length > max) throw problem(otherwise === 'spaceCode' ? 'spaceCode' : 'length', name)
  const { success, data } = schema.safeParse(value)
  if (!success) throw problem(otherwise, name)
  return data
}
