import type { PublicMethod } from '#contract/sign-in.ts'
import { Failure } from '#server/failure.ts'
import type { Language } from '#server/http/context.ts'
import type { Bus } from '#server/storage/bus.ts'
import type { Setup } from './adapter.ts'
import { type DirectoryKind, directories, type RedirectKind } from './adapters.ts'
import { guards, isDirectory, type OpenMethod, redirectOf } from './open-methods.ts'
import type { MethodRow, MethodStore } from './store.ts'
import type { Watch } from './watch.ts'

type Needs = { store: MethodStore; bus: Bus; seen: Watch; setupOf: (row: MethodRow) => Setup }

/** The methods for signing in. Rows are cached in memory and dropped when any server changes a method. */
export function methodCatalogue({ store, bus, seen, setupOf }: Needs) {
  const guard = guards(seen)
  let kept: Promise<MethodRow[]> | null = null
  const forget = () => {
    kept = null
  }
  const stops = [
    bus.onGap(forget),
    bus.on('methods', (payload) => {
      forget()
      const { id } = payload as { id: string | null }
      // The settings changed, so the recorded health no longer applies.
      if (id) seen.forget(id)
    }),
  ]

  function rows(): Promise<MethodRow[]> {
    // While the bus is disconnected changes may be missed, so nothing is cached.
    if (!bus.isConnected()) return store.all()
    if (kept) return kept
    const asked = store.all()
    asked.catch(() => {
      if (kept === asked) forget()
    })
    kept = asked
    return asked
  }
  const on = async () => (await rows()).filter((row) => row.is_on)

  async function publicMethods(language: Language): Promise<PublicMethod[]> {
    return (await on()).map(({ id, kind, name, icon }) => ({ id, kind, name: name[language], icon }))
  }

  /** An enabled method. Throws Failure('methodOff') when it does not exist or is disabled. */
  async function open(id: string): Promise<OpenMethod> {
    const row = (await on()).find((one) => one.id === id)
    if (!row) throw new Failure('methodOff')
    const { name, source, kind } = row
    const setup = setupOf(row)
    if (isDirectory(kind)) {
      const own = setup as Setup<DirectoryKind>
      return { id, name, source, kind, setup: own, config: own.config, adapter: guard.directory(id, directories[kind]) }
    }
    const own = setup as Setup<RedirectKind>
    return { id, name, source, kind, setup: own, config: own.config, adapter: guard.redirect(id, redirectOf(kind)) }
  }

  return {
    publicMethods,
    open,
    /** The id of the first enabled directory; null when there is none. */
    firstDirectory: async (): Promise<string | null> => (await on()).find(({ kind }) => isDirectory(kind))?.id ?? null,
    /** Enabled methods that recently failed or were slow, from recorded calls: no request is made. */
    async failing(): Promise<{ part: string; reason: string }[]> {
      return (await on())
        .filter(({ id }) => seen.isBad(id))
        .map(({ id, name }) => {
          const { error, ms } = seen.of(id)
          return { part: `sign-in: ${name.en}`, reason: error ? error.advice : `${ms} ms` }
        })
    },
    /** Drops this server's cache without waiting for the published change. */
    forget,
    close: () => {
      for (const stop of stops) stop()
    },
  }
}
export type MethodCatalogue = ReturnType<typeof methodCatalogue>
