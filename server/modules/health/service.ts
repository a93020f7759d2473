import type { DataOf } from '#contract/core/operation.ts'
import type { HealthCheck, HealthKey, health } from '#contract/health.ts'
import { sectionPath } from '#contract/pages/paths.ts'
import { within } from '#server/concurrency/within.ts'
import type { Language } from '#server/http/context.ts'
import { findText, textOf } from '#server/http/texts.ts'
import { remembered } from '#server/storage/remembered.ts'
import { certificateChecks } from './certificate-checks.ts'
import { machineChecks } from './machine-checks.ts'
import { type ServiceNeeds, serviceChecks } from './service-checks.ts'
import type { Check, Verdict } from './verdict.ts'

/** A check without a result after this time has failed; results are cached for as long (our choice). */
const CHECK_MS = 5000
const AGE_MS = 10_000
/** The pages on which problems can be fixed. */
const links: Partial<Record<HealthKey, string>> = {
  disk: sectionPath('statistics'),
  work: sectionPath('jobs'),
  mail: sectionPath('mails'),
  signIn: sectionPath('methods'),
  backup: sectionPath('backups'),
  installationBackup: sectionPath('backups'),
  audit: sectionPath('audit'),
}

/** The advice for a finding, or else for its check. */
const adviceOf = (language: Language, key: HealthKey, said: string): string =>
  findText(language, `health.advice.${said}`) ?? textOf(language, `health.advice.${key}`)

type Needs = ServiceNeeds & Parameters<typeof machineChecks>[0] & Parameters<typeof certificateChecks>[0]
type Since = { state: HealthCheck['state']; at: Date }

/** Everything that operators must know, in plain words. */
export function healthService(needs: Needs) {
  const { now } = needs
  /** When this node first saw each check in its state. */
  const since = new Map<string, Since>()

  function sinceOf(check: Check, state: HealthCheck['state']): Date {
    const key = `${check.key} ${check.of ?? ''}`
    const before = since.get(key)
    const at = now()
    if (before?.state === state && before.at <= at) return before.at
    since.set(key, { state, at })
    return at
  }

  async function outcomeOf(check: Check, language: Language): Promise<HealthCheck> {
    const begun = performance.now()
    const verdict = await within(CHECK_MS, check.run).catch(
      (error: unknown): Verdict => ({
        state: 'failing',
        said: 'failed',
        values: { reason: error instanceof Error ? error.message : String(error) },
      }),
    )
    const { state, said, values = {}, details = [] } = verdict
    const name = textOf(language, `health.checks.${check.key}`)
    const isWrong = state === 'weak' || state === 'failing'
    return {
      key: check.key,
      name: check.of ? textOf(language, 'health.nameOf', { name, of: check.of }) : name,
      state,
      since: sinceOf(check, state).toISOString(),
      said: textOf(language, `health.said.${said}`, values),
      advice: isWrong ? adviceOf(language, check.key, said) : '',
      link: isWrong ? (links[check.key] ?? '') : '',
      details: [...details],
      ms: Math.round(performance.now() - begun),
    }
  }

  const show = remembered(AGE_MS, now, async (language: Language): Promise<DataOf<typeof health.show>> => {
    const checks = [...machineChecks(needs), ...(await serviceChecks(needs, language)), ...certificateChecks(needs)]
    const outcomes = await Promise.all(checks.map((check) => outcomeOf(check, language)))
    return { at: now().toISOString(), checks: outcomes }
  })
  return { show }
}
