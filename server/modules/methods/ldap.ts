import { METHOD_TIMEOUT_MS } from '#contract/core/limits.ts'
import type { DirectoryAdapter, Outsider } from './adapter.ts'
import { allPeople, findPeople, groupsOf, personOf, provesPassword } from './ldap-search.ts'
import { withDirectory } from './ldap-session.ts'
import { tryDirectory } from './ldap-trial.ts'
import { isIn } from './mapping.ts'

/** Longest time for reading all people of a directory, in milliseconds (our choice). */
const LIST_MS = 120_000

/** LDAP and Active Directory: searches the person, then binds as the entry that was found. */
export const ldap: DirectoryAdapter<'ldap'> = {
  async verify({ config, secrets }, username, password) {
    if (!username.trim() || !password) return null
    return withDirectory(config, secrets.bindPassword ?? '', METHOD_TIMEOUT_MS, async (session) => {
      const [entry, other] = await findPeople(session, config, username.trim())
      if (!entry || other) return null
      // Groups are read first, because the last bind makes the connection the person's.
      const groups = await groupsOf(session, config, entry)
      if (!(await provesPassword(session, entry.dn, password))) return null
      if (config.requiredGroup && !isIn(groups, config.requiredGroup)) return null
      return personOf(config, entry, groups)
    })
  },
  people: ({ config, secrets }, wish) =>
    withDirectory(config, secrets.bindPassword ?? '', LIST_MS, async (session) => {
      const entries = await allPeople(session, config, wish)
      const wantsGroups = config.requiredGroup !== '' || config.roleRules.length > 0
      const people: Outsider[] = []
      for (const entry of entries) {
        const groups = wantsGroups ? await groupsOf(session, config, entry) : []
        if (!config.requiredGroup || isIn(groups, config.requiredGroup)) people.push(personOf(config, entry, groups))
      }
      return people
    }),
  test: ({ config, secrets }, language, given) => tryDirectory(config, secrets.bindPassword ?? '', language, given),
}
