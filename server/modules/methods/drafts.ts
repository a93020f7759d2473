import { createPrivateKey } from 'node:crypto'
import { type MethodConfigs, methodConfigs, methodSecrets } from '#contract/methods.ts'
import type { MethodKind } from '#contract/sign-in.ts'
import { InvalidInput } from '#server/http/answer.ts'
import type { Language } from '#server/http/context.ts'
import { fieldTextOf, schemaTexts, textOf } from '#server/http/texts.ts'
import { certificatesOf } from './certificates.ts'

type Wrong = { field: string; message: string }
type Settings<K extends MethodKind> = { config: MethodConfigs[K]; secrets: Record<string, string> }

/** Whether a library's parser accepts the text; empty texts are left to the schema. */
function reads(text: string, read: (text: string) => unknown): boolean {
  try {
    if (text) read(text)
    return true
  } catch {
    // The caller reports the field as invalid.
    return false
  }
}

/** Attribute names that usually contain an e-mail address. */
const ADDRESS = /^(e-?mail|mail|emailaddress|rfc822mailbox|urn:oid:0\.9\.2342\.19200300\.100\.1\.3)$/i

/** Checks beyond the schema, by field; false means invalid. */
async function* checksOf(
  config: Record<string, unknown>,
  secrets: Record<string, string>,
): AsyncGenerator<[string, boolean]> {
  const text = (name: string) => (typeof config[name] === 'string' ? config[name] : '')
  const subject = text('subjectAttribute').trim()
  const email = text('emailAttribute').trim()
  // An address may be given to another person, who would then get the account.
  yield ['config.subjectAttribute', !ADDRESS.test(subject) && (!subject || subject !== email)]
  for (const name of ['caCertificate', 'idpCertificate']) yield [`config.${name}`, reads(text(name), certificatesOf)]
  const filters = ['userFilter', 'groupFilter'].filter((name) => text(name))
  // Only directories have filters; the parser is loaded only for them.
  const { FilterParser } = filters.length ? await import('ldapts') : { FilterParser: { parseString: String } }
  for (const name of filters)
    yield [`config.${name}`, reads(text(name).replace(/\{\w+\}/g, 'x'), (one) => FilterParser.parseString(one))]
  for (const url of text('url').split(/\s+/)) yield ['config.url', reads(url, (one) => new URL(one))]
  yield ['secrets.privateKey', reads(secrets.privateKey ?? '', createPrivateKey)]
}

/** The sentence of a wrong setting or secret, `methods.<name>.invalid`; without one, its field and why it is wrong. */
function wrongAs(field: string, value: unknown, language: Language, why: string): Wrong {
  const [, name] = field.split('.')
  const sentence = name === undefined ? null : fieldTextOf(language, 'methods', name, value)
  return { field, message: sentence ?? `${field}: ${why}` }
}
export const wrongField = (field: string, value: unknown, language: Language): Wrong =>
  wrongAs(field, value, language, textOf(language, 'methods.advice.fieldWrong'))

/** The invalid fields of a draft, with sentences in the caller's language. */
async function wrongIn(
  kind: MethodKind,
  config: unknown,
  secrets: Record<string, string>,
  language: Language,
): Promise<Wrong[]> {
  const result = methodConfigs[kind].safeParse(config, { error: schemaTexts[language] })
  const issues = result.success ? [] : result.error.issues
  const given = { config: (config ?? {}) as Record<string, unknown>, secrets: secrets as Record<string, unknown> }
  /** The value of a setting or secret as a whole, whatever in it is wrong. */
  function valueAt(field: string): unknown {
    const [part, name = ''] = field.split('.')
    return given[part === 'secrets' ? part : 'config'][name]
  }
  const bySchema = issues.map(({ path, message }) => {
    const field = ['config', ...path].join('.')
    return wrongAs(field, valueAt(field), language, message)
  })
  const wrong = (field: string) => wrongField(field, valueAt(field), language)
  const strange = Object.keys(secrets).filter((name) => !(methodSecrets[kind] as readonly string[]).includes(name))
  const ours = result.success ? await Array.fromAsync(checksOf(result.data as Record<string, unknown>, secrets)) : []
  return [
    ...bySchema,
    ...strange.map((name) => wrong(`secrets.${name}`)),
    ...ours.filter(([, holds]) => !holds).map(([field]) => wrong(field)),
  ]
}

/** Checks the settings of a kind and fills in defaults. Throws InvalidInput with all invalid fields. */
export async function checkSettings<K extends MethodKind>(
  kind: K,
  config: unknown,
  secrets: Record<string, string>,
  language: Language,
): Promise<Settings<K>> {
  const wrong = await wrongIn(kind, config, secrets, language)
  if (wrong.length) throw new InvalidInput(wrong, 'methodConfigWrong')
  return { config: methodConfigs[kind].parse(config) as MethodConfigs[K], secrets }
}

/** The URLs in the settings: the services that the method contacts. */
const addressesIn = (config: Record<string, unknown>): string =>
  Object.values(config)
    .filter((value): value is string => typeof value === 'string')
    .flatMap((value) => value.match(/\w+:\/\/[^\s/?#]+/g) ?? [])
    .concat(config.startTls === true ? 'startTls' : [])
    .sort()
    .join(' ')

/** Stored secrets are sent only to the services they were given for: when a URL changes, they must be entered again. */
export const keptFor = (
  old: Record<string, unknown>,
  next: Record<string, unknown>,
  secrets: Record<string, string>,
): Record<string, string> => (addressesIn(old) === addressesIn(next) ? secrets : {})

/** Merges stored and given secrets: '' removes one. */
export function mergeSecrets(kept: Record<string, string>, given: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...kept, ...given }).filter(([, value]) => value !== ''))
}
