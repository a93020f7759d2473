import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import i18next from 'i18next'
import { beforeEach, describe, expect, test } from 'vitest'
import { ApplicationDraft } from '#contract/applications.ts'
import { BackupPolicyDraft } from '#contract/backups.ts'
import { type ErrorName, errors } from '#contract/core/errors.ts'
import { InstitutionDraft } from '#contract/institutions.ts'
import { MethodDraft, methodConfigs } from '#contract/methods.ts'
import { Announcement, Maintenance } from '#contract/notices.ts'
import { SenderDraft } from '#contract/senders.ts'
import { AccountRules, Institution, Retention, SpaceDefaults, Website } from '#contract/settings.ts'
import { WebhookDraft } from '#contract/webhooks.ts'
import { manifest } from '#locales/manifest.ts'
import { fieldWord, reasonOf, sentenceOf, valueWord } from './audit-words.ts'

/** The texts that system management has in the browser. */
const textsIn = (lang: string) =>
  Object.fromEntries(
    globSync(`locales/${lang}/*.json`)
      .map((file) => [basename(file, '.json'), JSON.parse(readFileSync(file, 'utf8')) as object] as const)
      .filter(([capability]) => manifest[capability as keyof typeof manifest].bundle !== 'server'),
  )
const fieldsOf = ({ shape }: { shape: object }) => Object.keys(shape)
const recorded: Record<string, string[]> = {
  accountRulesChanged: fieldsOf(AccountRules),
  announcementsChanged: ['list', ...fieldsOf(Announcement)],
  applicationChanged: fieldsOf(ApplicationDraft),
  backupPolicyChanged: fieldsOf(BackupPolicyDraft),
  backupRestored: ['copyId', 'way', 'name', 'identifier', 'withMembers', 'part'],
  institutionChanged: fieldsOf(Institution),
  maintenanceChanged: fieldsOf(Maintenance),
  methodChanged: [...fieldsOf(MethodDraft), ...Object.values(methodConfigs).flatMap(fieldsOf)],
  publisherChanged: fieldsOf(InstitutionDraft),
  retentionChanged: fieldsOf(Retention),
  senderChanged: fieldsOf(SenderDraft),
  spaceDefaultsChanged: fieldsOf(SpaceDefaults),
  webhookMade: fieldsOf(WebhookDraft),
  websiteChanged: fieldsOf(Website),
}

describe.each(['zh', 'en'])('in %s', (lang) => {
  beforeEach(async () => {
    await i18next.init({ lng: lang, resources: { [lang]: { texts: textsIn(lang) } }, defaultNS: 'texts' })
  })

  test.each(Object.entries(recorded))('an entry of %s names every field of its form', (action, fields) => {
    expect(fields.filter((field) => fieldWord(action, field) === field && !/^[A-Z]/.test(field))).toEqual([])
  })

  test('an entry of a changed role says the old and the new one', () => {
    const [actor, target] = ['1', '2'].map((id) => ({ id, name: `P${id}`, emailAccounts: '' }))
    const entry = { action: 'roleChanged', outcome: 'success', actor, target } as const
    const said = (before: object | null, after: object | null) => sentenceOf({ ...entry, before, after } as never)
    expect(said({ role: 'role_general' }, { role: 'role_admin' })).toEqual(
      lang === 'zh'
        ? ['将', 'P2', '的角色由普通用户改为管理员']
        : ['changed the role of', 'P2', '(from “Ordinary user” to “Administrator”)'],
    )
    expect(said(null, null).join(' ')).not.toContain('{{')
  })

  test('entries of the maintenance mode, of imported users and of granted storage say what happened', () => {
    const actor = { id: '1', name: 'Ada', emailAccounts: '' }
    const target = { id: '2', name: 'Lake', emailAccounts: '' }
    const said = (entry: object) => sentenceOf({ outcome: 'success', actor, target: null, ...entry } as never).join(' ')
    const maintenance = { action: 'maintenanceChanged', before: { mode: 'off' }, after: { mode: 'readOnly' } }
    const counts = { created: 3, changed: 1, skipped: 2 }
    const imported = { action: 'usersImported', before: null, after: { source: 'staff.csv', ...counts } }
    const resized = { action: 'spaceResized', target, before: { size: 1 }, after: { size: 9 } }
    const granted = { ...resized, after: { size: 9, applicant: '林蔚', requestId: 'x' } }
    expect([maintenance, imported, resized, granted].map(said)).toEqual(
      lang === 'zh'
        ? [
            '将维护模式由“关闭”改为“只读”  ',
            '从“staff.csv”批量导入了用户（新建 3，修改 1，跳过 2）  ',
            '调整了空间容量 Lake ',
            '批准了林蔚为空间 Lake 提出的扩容申请',
          ]
        : [
            'changed the maintenance mode (from “Off” to “Read-only”)  ',
            'imported users from “staff.csv” (3 created, 1 changed, 2 skipped)  ',
            'changed the storage of the space Lake ',
            'approved 林蔚’s request for storage of the space Lake ',
          ],
    )
  })

  test('every reason of a refusal is a sentence', () => {
    const unsaid = (Object.keys(errors) as ErrorName[]).filter((name) => reasonOf(name) === errors[name].text)
    expect(unsaid).toEqual([])
  })

  test('a value of a list is said as in its form, what was typed stays', () => {
    expect(valueWord('mode', 'closed')).toBe(lang === 'zh' ? '暂停访问' : i18next.t('notices.maintenance.modes.closed'))
    expect(valueWord('level', 'critical')).toBe(i18next.t('notices.announcements.levels.critical'))
    expect(valueWord('kind', 'ldap')).toBe(lang === 'zh' ? 'LDAP 目录' : 'LDAP directory')
    expect(valueWord('name', 'closed')).toBe('closed')
    expect(valueWord('kind', 'a.b')).toBe('a.b')
  })
})
