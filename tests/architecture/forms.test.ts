import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** Each with why; none comes to them. */
const ALLOWED: Record<string, string> = {
  'resources/components/parameters.tsx':
    'a refusal closes the form and is told above the list (specification, section 8)',
  'resources/users/create.tsx': 'sent by the useForm of Refine (decision 8)',
  'resources/users/edit.tsx': 'sent by the useForm of Refine (decision 8)',
}
/** Where forms end and where refusals come to fields. */
const IDIOM = ['providers/use-task.ts', 'src/widgets/FormEnd.tsx']

/** What is wrong with a form of the console; null if it follows "A form" of CONTRIBUTING. */
function faultOf(text: string): string | null {
  const isForm = /\bForm\.useForm\b|\buseForm\b.*@refinedev/.test(text)
  if (isForm && !text.includes('useFormTask(')) return 'is not sent by useFormTask'
  // Emptying a field's errors is no second way of telling a refusal.
  if (/\bsetFields\((?![^)]*errors: \[\])/.test(text)) return 'tells errors of fields itself'
  if (/<div className="[\w -]*(?:form|drawer|users|service|proof|setting)-(?:buttons|foot)\b/.test(text))
    return 'has buttons of its own at its end, not FormEnd'
  return null
}

test('a form of the console is sent by useFormTask and ends in FormEnd', () => {
  const paths = globSync(['src/**/*.{ts,tsx}', 'resources/**/*.{ts,tsx}'], { cwd: root })
  const odd = paths.filter((path) => !IDIOM.includes(path) && faultOf(readFileSync(`${root}${path}`, 'utf8')))
  expect(odd.toSorted()).toEqual(Object.keys(ALLOWED))
})

test.each([
  ['const [form] = Form.useForm<Draft>()\nconst { run } = useTask()', /useFormTask/],
  ["import { useForm } from '@refinedev/antd'", /useFormTask/],
  ["form.setFields([{ name: 'size', errors: [sentenceOf(failure)] }])", /errors of fields/],
  ['<div className="drawer-buttons">', /FormEnd/],
])('%s is a fault', (text, fault) => {
  expect(faultOf(text)).toMatch(fault)
})

test('a form of the idiom has no fault', () => {
  expect(faultOf('const [form] = Form.useForm<Draft>()\nconst { run } = useFormTask(form)')).toBeNull()
  expect(faultOf("form.setFields([{ name: 'secret', errors: [] }])")).toBeNull()
})

test('the browser judges no field of the console, which would say a second time what is wrong', () => {
  const paths = globSync(['src/**/*.tsx', 'resources/**/*.tsx'], { cwd: root })
  const judged = (text: string) => /<Input[^>]* type="(?:email|url)"/.test(text)
  expect(paths.filter((path) => judged(readFileSync(`${root}${path}`, 'utf8')))).toEqual([])
  expect(judged('<Input maxLength={9} type="email" />')).toBe(true)
})

/** Attributes by which antd replaces a number that was typed when its field is left. */
const REPLACES = /\b(?:min|max|precision)\b|_BOUNDS/

/** The number fields that would replace what was typed. */
const replacing = (text: string): string[] =>
  [...text.matchAll(/<InputNumber\b[\s\S]*?\/>/g)].map(([tag]) => tag).filter((tag) => REPLACES.test(tag))

test('a number out of range is refused beside its field, never replaced by it', () => {
  const paths = globSync(['src/**/*.tsx', 'resources/**/*.tsx'], { cwd: root })
  const odd = paths.filter((path) => replacing(readFileSync(`${root}${path}`, 'utf8')).length)
  expect(odd).toEqual([])
  expect(replacing('<InputNumber max={CAPACITY_MAX_GB} precision={0} suffix="GB" />')).toHaveLength(1)
  expect(replacing('<InputNumber min={0} value={minute} onChange={change} />')).toHaveLength(1)
})
