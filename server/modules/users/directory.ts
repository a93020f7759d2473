import { IMPORT_ROWS_MAX } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'
import { textOf } from '#server/http/texts.ts'
import { MethodError, type Methods, type Outsider } from '#server/modules/methods/index.ts'
import type { Given } from '#server/modules/people/index.ts'
import type { Line } from './sheet.ts'

/**
 * The people in a directory, and what it is called. Throws methodOff if it is not used for sign-in, directoryUnreadable
 * with the reason, directoryFilterWrong, directoryTooLong.
 */
export async function peopleOf(
  methods: Pick<Methods, 'open'>,
  methodId: string,
  { filter }: { filter: string },
): Promise<{ name: { zh: string; en: string }; people: Outsider[] }> {
  const method = await methods.open(methodId)
  if (method.kind !== 'ldap') throw new Failure('methodOff')
  try {
    return { name: method.name, people: await method.adapter.people(method.setup, { filter, most: IMPORT_ROWS_MAX }) }
  } catch (cause) {
    if (!(cause instanceof MethodError)) throw cause
    const adviceIn = (language: 'zh' | 'en') => textOf(language, `methods.advice.${cause.advice}`)
    const values = { name: method.name, reason: { zh: adviceIn('zh'), en: adviceIn('en') } }
    throw new Failure('directoryUnreadable', { cause, values })
  }
}

type Known = {
  /** The organisation for people whose entry has none. */
  org: string
  /** Addresses of the accounts here that are bound to entries, by subject. */
  bound: ReadonlyMap<string, string>
}

/** An entry as a row of an import; what it lacks changes nothing. */
export function lineOf(outsider: Outsider, row: number, { org, bound }: Known): Line {
  const own = bound.get(outsider.subject)
  const said = {
    emailAccounts: own ?? outsider.email,
    name: outsider.name,
    englishName: outsider.englishName,
    // Existing accounts keep their organisation.
    orgChineseName: outsider.org || (own ? '' : org),
    telephone: outsider.phone,
    role: outsider.role ?? '',
  }
  const given = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== '')) as Given
  return { row, given, outsider }
}
