import { METHOD_TIMEOUT_MS } from '#contract/core/limits.ts'
import type { MethodConfigs } from '#contract/methods.ts'
import type { MethodKind } from '#contract/sign-in.ts'
import type { DirectoryAdapter, RedirectAdapter, Setup } from './adapter.ts'
import { type DirectoryKind, directories, type RedirectKind, redirects } from './adapters.ts'
import { within } from './net.ts'
import { slots } from './slots.ts'
import type { MethodRow } from './store.ts'
import type { Watch } from './watch.ts'

/** Maximum concurrent directory calls of this server; others wait for this long. */
export const DIRECTORY_CALLS = 20
const WAIT_MS = 3000

type Common = { id: string; name: MethodRow['name']; source: MethodRow['source'] }
/**
 * An enabled method. Its adapter is timed and monitored, and refuses at once while the method is paused after failures.
 */
export type OpenMethod = Common &
  (
    | {
        kind: DirectoryKind
        config: MethodConfigs[DirectoryKind]
        setup: Setup<DirectoryKind>
        adapter: DirectoryAdapter<DirectoryKind>
      }
    | {
        kind: RedirectKind
        config: MethodConfigs[RedirectKind]
        setup: Setup<RedirectKind>
        adapter: RedirectAdapter<RedirectKind>
      }
  )

export const isDirectory = (kind: MethodKind): kind is DirectoryKind => kind in directories

export function guards(seen: Watch) {
  const inSlot = slots(DIRECTORY_CALLS, WAIT_MS)

  const directory = (id: string, adapter: DirectoryAdapter<DirectoryKind>): DirectoryAdapter<DirectoryKind> => ({
    // A refused password also proves that the directory works.
    verify: (setup, username, password) =>
      within(
        METHOD_TIMEOUT_MS,
        setup.config.url,
        inSlot(() =>
          seen.run(
            id,
            () => adapter.verify(setup, username, password),
            () => true,
          ),
        ),
      ),
    people: (setup, wish) => adapter.people(setup, wish),
    test: (setup, language, given) => adapter.test(setup, language, given),
  })

  const redirect = (id: string, adapter: RedirectAdapter<RedirectKind>): RedirectAdapter<RedirectKind> => ({
    ...adapter,
    // Most kinds make no request before the redirect, and a return without consent proves nothing about the provider.
    begin: (setup, state) =>
      seen.run(
        id,
        () => adapter.begin(setup, state),
        () => false,
      ),
    finish: (setup, journey, given) =>
      seen.run(
        id,
        () => adapter.finish(setup, journey, given),
        (who) => who !== null,
      ),
  })

  return { directory, redirect }
}

/** The adapter of a kind, typed as the union of all redirect adapters. */
export const redirectOf = (kind: RedirectKind): RedirectAdapter<RedirectKind> =>
  redirects[kind] as RedirectAdapter<RedirectKind>
