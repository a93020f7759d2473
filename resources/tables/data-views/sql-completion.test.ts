import { CompletionContext } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { completingNames } from './sql-completion.ts'

const complete = completingNames({ 水样: ['站位', '总氮'], 'Field notes': ['Station', 'Note'] })

/** What is proposed where `|` stands, and what it replaces. */
function proposed(text: string, explicit = false) {
  const pos = text.indexOf('|')
  const doc = text.replace('|', '')
  const result = complete(new CompletionContext(EditorState.create({ doc }), pos, explicit))
  return result && { replaces: doc.slice(result.from, pos), options: result.options.map(({ apply }) => apply) }
}

test.each([
  ['select 总|', '总', ['站位', '总氮', 'Station', 'Note', '水样', '"Field notes"']],
  ['select 水样.|', '', ['站位', '总氮']],
  ['select w.总| from 水样 as w', '总', ['站位', '总氮']],
  ['select "Field notes".N| from "Field notes"', 'N', ['Station', 'Note']],
  ['select n.| from "Field notes" n', '', ['Station', 'Note']],
  ['from "Fi|', '"Fi', ['"Field notes"']],
])('names are proposed for %s', (text, replaces, options) => {
  expect(proposed(text)).toEqual({ replaces, options })
})

test('nothing is proposed where nobody writes a name, and behind what is no source', () => {
  expect(proposed('select 1 |')).toBeNull()
  expect(proposed('select x.|')).toBeNull()
  expect(proposed('select |', true)?.options).toHaveLength(6)
})
