import * as z from 'zod/mini'
import { MethodDraft, methodConfigs, methodSecrets } from '#contract/methods.ts'
import { ConfigError } from '#server/config.ts'
import type { Db } from '#server/storage/database.ts'
import type { Seal } from '#server/storage/seal.ts'
import { sha256 } from '#server/storage/seal.ts'
import { sqlMethodStore } from './store.ts'

/** A method in the `SIGN_IN_METHODS` variable; `key` identifies it permanently, whatever else changes. */
const EnvironmentMethod = z.extend(MethodDraft, {
  key: z.string().check(z.regex(/^[\w.-]{1,100}$/)),
  isOn: z._default(z.boolean(), true),
})
type EnvironmentMethod = z.infer<typeof EnvironmentMethod>

/** The id of a key, the same on every server and after every start: a UUIDv8 (RFC 9562) of its SHA-256. */
function idOf(key: string): string {
  const hex = sha256(`dataspace sign-in method ${key}`).toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

const linesOf = (name: string, error: { issues: { path: PropertyKey[]; message: string }[] }) =>
  error.issues.map(({ path, message }) => `SIGN_IN_METHODS ${name} ${path.join('.')}: ${message}`)

/** Checks the whole list. Throws an Error with a line for every invalid field; secrets are not included. */
function check(list: readonly unknown[]): EnvironmentMethod[] {
  const options = { error: z.locales.en().localeError }
  const wrong: string[] = []
  const methods = list.flatMap((given, index) => {
    const method = EnvironmentMethod.safeParse(given, options)
    if (!method.success) {
      wrong.push(...linesOf(String(index + 1), method.error))
      return []
    }
    const { key, kind, secrets } = method.data
    const config = methodConfigs[kind].safeParse(method.data.config, options)
    if (!config.success) wrong.push(...linesOf(key, config.error))
    const known: readonly string[] = methodSecrets[kind]
    for (const name of Object.keys(secrets))
      if (!known.includes(name)) wrong.push(`SIGN_IN_METHODS ${key} secrets.${name}: no secret of ${kind}`)
    return config.success ? [{ ...method.data, config: config.data as Record<string, unknown> }] : []
  })
  const keys = methods.map(({ key }) => key)
  for (const key of new Set(keys))
    if (keys.indexOf(key) !== keys.lastIndexOf(key)) wrong.push(`SIGN_IN_METHODS ${key}: twice`)
  if (wrong.length) throw new ConfigError(wrong)
  return methods
}

/** Inserts or updates the methods that the environment configures, and disables those that it no longer lists. */
export async function ensureMethods(db: Db, seal: Seal, list: readonly unknown[], now: Date): Promise<void> {
  const methods = check(list)
  const store = sqlMethodStore(db)
  const ids = methods.map(({ key }) => idOf(key))
  await store.transaction(async (tx) => {
    // Servers that start at the same time do this one after another.
    await store.lockAll(tx)
    for (const [index, { kind, name, icon, isOn, config, secrets }] of methods.entries()) {
      const id = ids[index] ?? ''
      const kept = await store.lock(tx, id)
      const sealed = Object.keys(secrets).length ? seal.close(secrets, 'method') : null
      const row = {
        id,
        kind,
        name,
        icon,
        is_on: isOn,
        source: 'environment' as const,
        config,
        secrets: sealed,
        updated_at: now,
      }
      if (kept) await store.update(tx, row)
      else await store.insert(tx, { ...row, created_at: now })
    }
    await store.switchOffOthers(tx, ids, now)
  })
}
