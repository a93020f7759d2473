import { describe, expect, test } from 'vitest'
import { MessageKinds } from '#contract/messages.ts'
import { missingFor, type Values, wordsOf } from './words.ts'

const all: Required<Values> = {
  space: '湖泊',
  person: 'Wei Lin',
  reason: 'Too small',
  size: 500,
  formerSize: 100,
  role: 'senior',
  siteRole: 'role_senior',
  formerSiteRole: 'role_general',
  days: 3,
  spaces: 2,
  item: '收集箱',
  files: 2,
  task: 'archive',
  title: 'data.zip',
  done: 8,
  failed: 1,
}
/** About the data of whoever reads it, or about the whole installation. */
const OF_NONE: readonly string[] = [
  'siteRoleChanged',
  'dataExportReady',
  'dataExportFailed',
  'installationBackupFailed',
  'installationBackupLacking',
  'installationDrillFailed',
]
/** The minimum values of a kind. */
function fewest(kind: (typeof MessageKinds)[number]): Values {
  const values: Values = {}
  for (let name = missingFor(kind, values); name; name = missingFor(kind, values)) values[name] = all[name]
  return values
}

describe.each(['zh', 'en'] as const)('the words of a message in %s', (language) => {
  test.each(MessageKinds)('%s has no hole, whatever may be missing', (kind) => {
    for (const values of [all, fewest(kind), { ...fewest(kind), reason: ' ', person: '' }]) {
      const { title, content } = wordsOf(language, kind, values)
      expect(title + content).not.toMatch(/\{\{|undefined|messages\.|spaces\.|tasks\.|“”|[:：]\s*$|[:：][。.]/)
      // What concerns no space names its dataset, application or policy.
      if (!OF_NONE.includes(kind)) expect(content).toMatch(/湖泊|data\.zip/)
    }
  })
  test('call a role as sentences do', () => {
    const { content } = wordsOf(language, 'roleChanged', { space: 'S', role: 'senior' })
    expect(content).toContain(language === 'zh' ? '高级成员' : 'senior member')
  })
})

test('a reason is said where there is one', () => {
  expect(wordsOf('zh', 'joinRejected', { space: 'S', reason: '人满' }).content).toMatch(/理由：人满$/)
  expect(wordsOf('en', 'joinRejected', { space: 'S' }).content).not.toContain('Reason')
})

test('what a name or a reason contains is not read as a place to fill', () => {
  const { content } = wordsOf('en', 'spaceRejected', { space: '{{reason}}', reason: '$& {{space}}' })
  expect(content).toContain('“{{reason}}”')
  expect(content).toContain('$& {{space}}')
})

test('what was granted, and what was noted beside it, is said where there is some', () => {
  const note = { space: 'S', size: 500, reason: 'for two years' }
  expect(wordsOf('en', 'spacePassed', note).content).toMatch(/500 GB.* Comment: for two years$/)
  expect(wordsOf('zh', 'spacePassed', note).content).toMatch(/500 GB.*审批意见：for two years$/)
  expect(wordsOf('en', 'capacityPassed', note).content).toMatch(/500 GB of storage\. Comment: for two years$/)
  expect(wordsOf('zh', 'capacityPassed', note).content).toMatch(/审批意见：for two years$/)
  expect(wordsOf('en', 'spacePassed', { space: 'S' }).content).not.toMatch(/GB|Note/)
})
