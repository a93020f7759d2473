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
import { AccountRules, ApprovalSwitches, Institution, Retention, SpaceDefaults, Website } from '#contract/settings.ts'
import { WebhookDraft } from '#contract/webhooks.ts'
import { manifest } from '#locales/manifest.ts'
import { fieldWord, reasonOf, sentenceOf, valueWord, whoOf } from './audit-words.ts'

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
  approvalSwitchesChanged: fieldsOf(ApprovalSwitches),
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
            '将空间 Lake 的容量由 1 GB 调整为 9 GB',
            '批准了林蔚为空间 Lake 提出的扩容申请（由 1 GB 调整为 9 GB）',
          ]
        : [
            'changed the maintenance mode (from “Off” to “Read-only”)  ',
            'imported users from “staff.csv” (3 created, 1 changed, 2 skipped)  ',
            'changed the storage of the space Lake (from 1 GB to 9 GB)',
            'approved 林蔚’s request for storage of the space Lake (from 1 GB to 9 GB)',
          ],
    )
  })

  test('entries of merged accounts, of the approval of new spaces and of requested ones say what happened', () => {
    const actor = { id: '1', name: 'Ada', emailAccounts: '' }
    const target = { id: '2', name: 'Lake', emailAccounts: '' }
    const said = (entry: object) => sentenceOf({ outcome: 'success', actor, target, ...entry } as never).join(' ')
    const merged = { action: 'userMerged', before: null, after: { into: 'lin@lab.test', files: 3 } }
    const turned = (space: boolean) => ({
      action: 'approvalSwitchesChanged',
      target: null,
      before: { space: !space },
      after: { space },
    })
    const made = { action: 'spaceCreated', before: null, after: { identifier: 'lake', type: 'private', size: 9 } }
    const asked = { ...made, after: { ...made.after, status: 'pending' } }
    expect([merged, turned(true), turned(false), made, asked].map((entry) => said(entry).trim())).toEqual(
      lang === 'zh'
        ? [
            '将账号 Lake 合并到 lin@lab.test',
            '开启了新空间的管理员审批',
            '关闭了新空间的管理员审批',
            '创建了空间 Lake',
            '申请了空间 Lake',
          ]
        : [
            'merged the account of Lake into lin@lab.test',
            'turned on administrator approval for new spaces',
            'turned off administrator approval for new spaces',
            'created the space Lake',
            'requested the space Lake',
          ],
    )
  })

  test('an entry of a first password says that its owner set it, one of a lost password that it was reset', () => {
    const target = { id: '2', name: 'lin@lab.test', emailAccounts: '' }
    const said = (after: object | null) => {
      const entry = {
        action: 'resetDone',
        outcome: 'success',
        actor: null,
        channel: 'web',
        target,
        before: null,
        after,
      }
      return [whoOf(entry as never), ...sentenceOf(entry as never)].filter(Boolean).join(' ')
    }
    const terms = { termsVersion: 'x', termsAgreedAt: '2026-01-01T00:00:00.000Z' }
    const first = lang === 'zh' ? 'lin@lab.test 首次设置了密码' : 'lin@lab.test set their first password'
    expect([{ isFirstPassword: true }, { isFirstPassword: true, ...terms }, terms].map(said)).toEqual([
      first,
      first,
      first,
    ])
    expect(said(null)).toBe(
      lang === 'zh' ? '有人 重设了 lin@lab.test 的密码' : 'Someone reset the password of lin@lab.test',
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
