import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { AccessTokenDraft, AppPasswordDraft, account, ProfileChange, SshKeyDraft } from '#contract/account.ts'
import { ApplicationDraft } from '#contract/applications.ts'
import { backups } from '#contract/backups.ts'
import { dataSources } from '#contract/data-sources.ts'
import { dataViews } from '#contract/data-views.ts'
import { institutions } from '#contract/institutions.ts'
import { InstrumentDraft } from '#contract/instruments.ts'
import { LegalHoldDraft } from '#contract/legal-holds.ts'
import { MailServerChange, mails } from '#contract/mails.ts'
import { MethodDraft, methodConfigs } from '#contract/methods.ts'
import { publications } from '#contract/publications.ts'
import { registries } from '#contract/registries.ts'
import { reports } from '#contract/reports.ts'
import { SenderDraft } from '#contract/senders.ts'
import { sourceImports } from '#contract/source-imports.ts'
import { SpaceDraft } from '#contract/spaces.ts'
import { ColumnDraft } from '#contract/tables/columns.ts'
import { tables } from '#contract/tables.ts'
import { InvitationDraft, UserDraft, users } from '#contract/users.ts'
import { WebhookDraft } from '#contract/webhooks.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
type Shape = Record<string, unknown>
const renamed = ({ name, ...rest }: Shape): Shape => ({ keyName: name, ...rest })

/** The fields of the forms that use a capability's texts. */
const FORMS: Record<string, Shape[]> = {
  account: [
    ProfileChange.shape,
    account.bindDirectory.input.shape,
    account.changePassword.input.shape,
    ...[SshKeyDraft, AppPasswordDraft, AccessTokenDraft].map(({ shape }) => renamed(shape)),
  ],
  applications: [ApplicationDraft.shape],
  backups: [backups.create.input.shape, backups.setInstallationSchedule.input.shape],
  dataSources: [dataSources.create.input.shape],
  dataViews: [dataViews.create.input.shape],
  institutions: [institutions.create.input.shape],
  instruments: [InstrumentDraft.shape],
  legalHolds: [LegalHoldDraft.shape],
  mails: [MailServerChange.shape, mails.setTemplate.input.shape.zh.shape],
  methods: [...Object.values(methodConfigs).map(({ shape }) => shape), { name: MethodDraft.shape.name.shape.zh }],
  publications: [publications.setCstr.input.shape],
  registries: [registries.add.input.shape],
  reports: [reports.create.input.shape],
  senders: [SenderDraft.shape],
  sourceImports: [sourceImports.create.input.shape],
  spaces: [SpaceDraft.shape],
  tables: [tables.create.input.shape],
  'tables.column': [ColumnDraft.shape],
  users: [UserDraft.shape, users.importDirectory.input.shape, InvitationDraft.shape],
  webhooks: [WebhookDraft.shape],
}

type Tree = { [key: string]: Tree | string | undefined }
function textOf(language: string, key: string): string | null {
  const [file, ...path] = key.split('.')
  let found: Tree | string | undefined = JSON.parse(readFileSync(`${root}locales/${language}/${file}.json`, 'utf8'))
  for (const part of path) found = typeof found === 'object' ? found[part] : undefined
  return typeof found === 'string' ? found : null
}
const LENGTH = /character|字符|too long|过长|length|长度/

test('a required field left empty is told what is missing, not how long a value may be', () => {
  const wrong = Object.entries(FORMS).flatMap(([capability, shapes]) =>
    shapes.flatMap((shape) =>
      Object.entries(shape as Record<string, z.ZodMiniType>)
        .filter(([, field]) => !field.safeParse('').success && !field.safeParse(undefined).success)
        .flatMap(([name]) =>
          ['zh', 'en'].map((language) => {
            const own = textOf(language, `${capability}.${name}.missing`)
            const said = own ?? textOf(language, `${capability}.${name}.invalid`)
            return said && LENGTH.test(said) ? `${language} ${capability}.${name}: ${said}` : ''
          }),
        ),
    ),
  )
  expect([...new Set(wrong.filter(Boolean))]).toEqual([])
})

test.each([
  ['zh', '不能为空'],
  ['en', 'Cannot be empty'],
])('an item of a component without a message of its own says in %s: %s', (language, said) => {
  expect(textOf(language, 'components.problems.empty')).toBe(said)
})

test('the forms of every capability are held to it', () => {
  const sources = globSync(['src/**/*.tsx', 'resources/**/*.tsx'], { cwd: root })
  const named = sources.flatMap((path) =>
    [...readFileSync(`${root}${path}`, 'utf8').matchAll(/\buseFields\([^)]*, '([\w.]+)'\)/g)].map(
      ([, capability]) => capability ?? '',
    ),
  )
  expect([...new Set(named)].filter((capability) => !(capability in FORMS))).toEqual([])
})
