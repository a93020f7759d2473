import type { ParsedOf } from '#contract/core/operation.ts'
import type { methods, TestResult } from '#contract/methods.ts'
import type { MethodKind } from '#contract/sign-in.ts'
import { Failure } from '#server/failure.ts'
import type { Call, Language } from '#server/http/context.ts'
import type { Seal } from '#server/storage/seal.ts'
import type { Setup } from './adapter.ts'
import { directories } from './adapters.ts'
import { keptFor } from './drafts.ts'
import { isDirectory, redirectOf } from './open-methods.ts'
import { secretsOf, settingsOf } from './rows.ts'
import type { MethodSettings } from './settings.ts'
import type { MethodRow, MethodStore } from './store.ts'
import type { Watch } from './watch.ts'

/** Maximum concurrent tests on this server. */
const TESTS_AT_ONCE = 3

type Test = ParsedOf<typeof methods.test>
type Needs = {
  store: MethodStore
  seal: Seal
  seen: Watch
  setupOf: (row: Pick<MethodRow, 'id' | 'kind' | 'config' | 'secrets'>) => Setup
  rowOf: MethodSettings['rowOf']
  newId: () => string
}

/** The test button: tests settings before or after they are saved. */
export function methodTests({ store, seal, seen, setupOf, rowOf, newId }: Needs) {
  let tests = 0

  /**
   * The settings to test; an unknown id is that of a method to be saved. A method from the environment is tested only
   * unchanged, so that its secrets are sent nowhere else.
   */
  async function triedOf({ id, ...draft }: Test, language: Language): Promise<{ kind: MethodKind; setup: Setup }> {
    const old = id ? (await store.all()).find((row) => row.id === id) : undefined
    if (old?.source === 'environment') return { kind: old.kind, setup: setupOf(old) }
    const kept = old && old.kind === draft.kind ? keptFor(old.config, draft.config, secretsOf(seal, old)) : {}
    const row = await rowOf(draft, kept, language)
    return { kind: row.kind, setup: setupOf({ ...row, id: id ?? newId() }) }
  }

  async function run(kind: MethodKind, setup: Setup, { username, password }: Test, language: Language) {
    if (!isDirectory(kind)) return redirectOf(kind).test(setup as Setup<typeof kind>, language)
    const given = { username: username ?? '', password: password ?? '' }
    return directories[kind].test(setup as Setup<typeof kind>, language, given)
  }

  async function test(given: Test, { language }: Pick<Call, 'language'>): Promise<TestResult> {
    const { kind, setup } = await triedOf(given, language)
    if (tests >= TESTS_AT_ONCE) throw new Failure('tooManyRequests')
    tests += 1
    try {
      const { steps, person } = await run(kind, setup, given, language)
      const isOk = steps.every(({ state }) => state !== 'failed')
      // The saved settings work, so a pause after failures is ended.
      if (isOk && given.id && (await isAsKept(given.id, setup))) seen.forget(given.id)
      return { isOk, steps, person }
    } finally {
      tests -= 1
    }
  }

  async function isAsKept(id: string, { config, secrets }: Setup): Promise<boolean> {
    const row = (await store.all()).find((one) => one.id === id)
    if (!row) return false
    return JSON.stringify(settingsOf(seal, row)) === JSON.stringify({ config, secrets })
  }

  /** Tries each method that is on as it is kept, side by side: the first step that fails or warns, or null. */
  async function probe(language: Language) {
    const on = (await store.all()).filter((row) => row.is_on)
    return on.map(({ kind, name, ...row }) => ({
      name: name[language],
      run: async () => {
        const nobody = { id: row.id } as Test
        const { steps } = await run(kind, setupOf({ kind, ...row }), nobody, language)
        return steps.find(({ state }) => state === 'failed') ?? steps.find(({ state }) => state === 'warning') ?? null
      },
    }))
  }

  return { test, probe }
}
