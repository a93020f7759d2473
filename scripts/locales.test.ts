import { describe, expect, test } from 'vitest'
import { flattened, problemsOf, strays } from './locales.ts'

type Tree = Parameters<typeof flattened>[0]
const texts = (tree: Tree) => new Map(flattened(tree, 'files'))
const problems = ({
  zh = {},
  en = zh,
  code = '',
  required = [] as string[],
  limits = [] as string[],
  path = 'src/files/List.tsx',
}: {
  zh?: Tree
  en?: Tree
  code?: string
  required?: string[]
  limits?: string[]
  path?: string
}) => problemsOf({ zh: texts(zh), en: texts(en), sources: [{ path, text: code }], required, limits })

describe('problemsOf', () => {
  test.each([
    ['a text that one language lacks', { zh: { a: '甲', b: '乙' }, en: { a: 'A' } }, 'en lacks files.b'],
    ['a text that only English has', { zh: { a: '甲' }, en: { a: 'A', b: 'B' } }, 'zh lacks files.b'],
    [
      'other values',
      { zh: { a: '{{name}} 甲' }, en: { a: '{{title}} A' } },
      'files.a has other {{values}} in zh and en',
    ],
    ['a refusal without words', { required: ['files.gone'] }, 'nothing says files.gone'],
    ['a key without words', { code: "t('files.b')" }, 'src/files/List.tsx uses files.b, which has no words'],
    [
      'Chinese in the code',
      { code: "const a = '甲'" },
      'src/files/List.tsx holds Chinese words: they belong into locales',
    ],
    [
      'a number',
      { zh: { a: '最多 {{n, number}} 或 20 个' } },
      'files.a says a number: name it in contract/core/text-values.ts and write {{ITS_NAME, number}}',
    ],
    [
      'a limit that nobody defines',
      { zh: { a: '最多 {{TEXT_MAX, number}} 个' } },
      'files.a names {{TEXT_MAX}}, which contract/core/text-values.ts does not give',
    ],
    [
      'a value that nobody gives to what is said beside a field',
      { zh: { name: { invalid: '最多 {{max}} 个' } } },
      'files.name.invalid names {{max}}, which contract/core/text-values.ts does not give',
    ],
    ['a limit that no text names', { limits: ['TEXT_MAX'] }, 'no text names TEXT_MAX'],
    ['a text that nobody says', { zh: { a: '甲' }, en: { a: 'A' } }, 'nobody says files.a'],
  ])('%s is told', (_what, input, sentence) => {
    expect(problems(input)).toContain(sentence)
  })

  test.each([
    ['a whole key', { zh: { a: '甲' }, code: "const key = 'files.a'" }],
    ['a template', { zh: { sort: { name: '名' } }, code: 't(`files.sort.$' + '{by}`)' }],
    ['a template around a part', { zh: { keys: { a: { does: '甲' } } }, code: 't(`files.keys.$' + '{key}.does`)' }],
    ['a row of the error table', { zh: { gone: '无' }, required: ['files.gone'] }],
    ['a field of a form', { zh: { name: { label: '名', invalid: '误', missing: '无' } } }],
    [
      'plurals, which Chinese has not',
      { zh: { n: '{{n}} 项' }, en: { n_one: '{{n}} item', n_other: '{{n}} items' }, code: "t('files.n')" },
    ],
    [
      'a limit, and a name with digits',
      { zh: { name: { invalid: '1 到 {{TEXT_MAX, number}} 个 SHA-256' } }, limits: ['TEXT_MAX'] },
    ],
    ['Chinese in a comment', { code: '/** 甲 */ // 乙' }],
  ])('%s counts as said', (_what, input) => {
    expect(problems(input)).toEqual([])
  })
})

test('a file that the manifest does not name is told, and so is a name without a file', () => {
  expect(strays('en', ['files', 'notes'], ['files', 'lakes'])).toEqual([
    'locales/manifest.ts lacks notes',
    'en has no lakes.json',
  ])
})
