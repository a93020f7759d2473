import { DAY_MS } from '#contract/core/time.ts'
import type { Config } from '#server/config.ts'
import type { Language } from '#server/http/context.ts'
import { dayText } from '#server/http/texts.ts'
import { type JobsModule, troubleOf } from '#server/modules/jobs/index.ts'
import type { MailService } from '#server/modules/mails/index.ts'
import type { Methods } from '#server/modules/methods/index.ts'
import type { HealthStore } from './store.ts'
import type { Check, Verdict } from './verdict.ts'

/** The name of the nightly report. */
export const CONSISTENCY = 'consistency'
/** The name of the nightly look at the chain of the audit log. */
export const AUDIT = 'audit'
/** A nightly report older than this is missing. */
const REPORT_OLD_MS = 3 * DAY_MS

export type ServiceNeeds = {
  config: Pick<Config, 'fixityDays' | 'backup'>
  store: HealthStore
  jobs: Pick<JobsModule, 'troubles'>
  mails: Pick<MailService, 'probe'>
  methods: Pick<Methods, 'probe'>
  now: () => Date
}

/** Work, mail, sign-in services, contents and backups. */
export async function serviceChecks(needs: ServiceNeeds, language: Language): Promise<Check[]> {
  const { config, store, jobs, mails, methods, now } = needs
  // Without a database, only the check of the database reports it.
  const signIn = await methods.probe(language).catch(() => [])
  return [
    {
      key: 'work',
      async run(): Promise<Verdict> {
        const troubles = await jobs.troubles()
        if (!troubles.length) return { state: 'fine', said: 'workFine' }
        const details = troubles.map((row) => troubleOf(language, row))
        return { state: 'weak', said: 'workTroubled', values: { count: troubles.length }, details }
      },
    },
    {
      key: 'mail',
      async run(): Promise<Verdict> {
        const { kind, host } = await mails.probe()
        if (kind === 'file') return { state: 'weak', said: 'mailKept' }
        return { state: 'fine', said: kind === 'smtp' ? 'mailFine' : 'mailSendmail', values: { host } }
      },
    },
    ...signIn.map(
      ({ name, run }): Check => ({
        key: 'signIn',
        of: name,
        async run(): Promise<Verdict> {
          const step = await run()
          if (!step) return { state: 'fine', said: 'signInFine' }
          const details = [step.tried, step.answered].filter(Boolean)
          const state = step.state === 'failed' ? 'failing' : 'weak'
          return { state, said: 'signInStep', values: { advice: step.advice || step.answered }, details }
        },
      }),
    ),
    {
      key: 'fixity',
      async run(): Promise<Verdict> {
        const days = config.fixityDays
        if (!days) return { state: 'unchecked', said: 'fixityOff' }
        // Due contents are read within hours; one day more counts as late.
        const { damaged, late } = await store.fixity(new Date(now().getTime() - (days + 2) * DAY_MS))
        if (damaged) return { state: 'failing', said: 'fixityDamaged', values: { count: damaged } }
        return late
          ? { state: 'weak', said: 'fixityLate', values: { days } }
          : { state: 'fine', said: 'fixityFine', values: { days } }
      },
    },
    {
      key: 'consistency',
      async run(): Promise<Verdict> {
        const report = await store.report(CONSISTENCY)
        if (!report) return { state: 'unchecked', said: 'consistencyNever' }
        const values = { at: dayText(report.at), count: report.findings.length }
        if (report.findings.length) return { state: 'weak', said: 'consistencyFound', values, details: report.findings }
        const isOld = now().getTime() - report.at.getTime() > REPORT_OLD_MS
        return { state: isOld ? 'weak' : 'fine', said: isOld ? 'consistencyOld' : 'consistencyFine', values }
      },
    },
    {
      key: 'audit',
      async run(): Promise<Verdict> {
        const report = await store.report(AUDIT)
        if (!report) return { state: 'unchecked', said: 'auditNever' }
        const [number] = report.findings
        const values = { at: dayText(report.at), number: number ?? '' }
        if (number !== undefined) return { state: 'failing', said: 'auditBroken', values }
        const isOld = now().getTime() - report.at.getTime() > REPORT_OLD_MS
        return { state: isOld ? 'weak' : 'fine', said: isOld ? 'auditOld' : 'auditFine', values }
      },
    },
    {
      key: 'backup',
      async run(): Promise<Verdict> {
        const { policies, whole_at, failed, uncovered } = await store.backups()
        if (!policies) return { state: 'weak', said: 'backupNone' }
        const values = { at: whole_at ? dayText(whole_at) : '', count: failed }
        if (failed) return { state: 'failing', said: 'backupFailed', values }
        if (uncovered) return { state: 'weak', said: 'backupUncovered', values: { count: uncovered } }
        return whole_at ? { state: 'fine', said: 'backupFine', values } : { state: 'unchecked', said: 'backupNever' }
      },
    },
    {
      key: 'installationBackup',
      async run(): Promise<Verdict> {
        const { is_on, at, states } = await store.installationBackup()
        if (states.includes('failed')) return { state: 'failing', said: 'installationFailed' }
        if (states.includes('lacking')) return { state: 'weak', said: 'installationLacking' }
        if (at) return { state: 'fine', said: 'installationFine', values: { at: dayText(at) } }
        if (is_on) return { state: 'unchecked', said: 'installationNever' }
        // The command with this target leaves no record here.
        return config.backup.to
          ? { state: 'unchecked', said: 'installationOff' }
          : { state: 'weak', said: 'installationNone' }
      },
    },
  ]
}
